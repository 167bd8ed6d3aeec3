/** Replays of finished matches: their steps, and matches opened from the text of a record. */
import type { Steps, TableInfo } from '../wire.gen';
import { ui } from '../words/language.svelte';
import { Refusal, type Connection, type Request } from './connection.svelte';
import { Table } from './table.svelte';

const RETRY_MS = 700;

/** Load steps of a match, retrying while the server refuses. The result stops it. */
export function loadSteps(
  connection: Pick<Connection, 'send'>,
  request: Extract<Request, { do: 'replay' }>,
  onsteps: (steps: Steps) => void,
): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async () => {
    const answer = await connection.send(request).catch(() => undefined);
    if (stopped) return;
    if (answer?.is === 'replay') onsteps(answer);
    else timer = setTimeout(() => void load(), RETRY_MS);
  };
  void load();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

export interface OpenedRecord {
  readonly record: string;
  /** A table as if the match had been played there. */
  readonly table: Table;
  /** Gives the steps of the match. */
  readonly connection: Pick<Connection, 'send'>;
}

/** Open a record; rejected with a `Refusal` that says what is wrong with it. */
export async function openRecord(
  record: string,
  connection: Pick<Connection, 'send'>,
): Promise<OpenedRecord> {
  const answer = await connection.send({ do: 'replay', record });
  if (answer.is !== 'replay' || !answer.setup) throw new Refusal('record_broken', {});
  const table = new Table('', '', connection);
  table.seated(finishedTable(answer.setup, answer.scores));
  return { record, table, connection };
}

const finishedTable = (setup: TableInfo['setup'], scores: TableInfo['scores']): TableInfo => ({
  is: 'table',
  id: '',
  setup,
  chairs: Array.from({ length: setup.seats }, (_, seat) => ({
    name: ui('seatTitle', { number: seat + 1 }),
    bot: null,
    here: true,
    stand_in: false,
    ready: false,
    program: false,
  })),
  host: null,
  you: null,
  phase: 'over',
  match: 1,
  watching: 0,
  ...(scores && { scores }),
});
