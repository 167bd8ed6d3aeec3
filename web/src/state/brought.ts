/** A match that was not played here: somebody brings its record. */
import type { Steps, TableInfo } from '../wire.gen';
import { ui } from '../words/language.svelte';
import { type Connection, Refusal } from './connection.svelte';
import { Table } from './table.svelte';

export interface Brought {
  readonly record: string;
  /** As if it had been played at a table. */
  readonly table: Table;
  /** Who knows its steps. */
  readonly line: Pick<Connection, 'send'>;
}

/** Reads a record; a refusal says what is wrong with it. */
export async function bring(record: string, line: Pick<Connection, 'send'>): Promise<Brought> {
  const answer = await line.send({ do: 'replay', record });
  if (answer.is !== 'replay' || !answer.setup) throw new Refusal('record_broken', {});
  const table = new Table('', '', line);
  table.seated(as(answer, answer.setup));
  return { record, table, line };
}

const as = ({ scores }: Steps, setup: TableInfo['setup']): TableInfo => ({
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
