/** Messages of a server, for tests. */
import { predict } from '../games/rows/rows';
import type { ChairInfo, Events, RowsView, TableInfo, Update } from '../wire.gen';
import { Refusal, type Answer, type Request, type Socket } from './connection.svelte';
import { Table } from './table.svelte';

export const chair = (name: string, more: Partial<ChairInfo> = {}): ChairInfo => ({
  name,
  bot: null,
  here: true,
  stand_in: false,
  ready: false,
  program: false,
  was: '',
  ...more,
});

/** A match in play, in which the page has the first seat. */
export const seated = (chairs: readonly ChairInfo[], more: Partial<TableInfo> = {}): TableInfo => ({
  is: 'table',
  id: 't',
  setup: { game: 'classic', seats: chairs.length },
  chairs,
  host: 0,
  you: 0,
  phase: 'playing',
  match: 1,
  watching: 0,
  ...more,
});

export const info = seated([chair('Mia'), chair('Tarek')]);

const view: RowsView = {
  seat: 0,
  turn: 0,
  rows: 'RYGB',
  numbers: [1, 20],
  middle: 11,
  may_keep: false,
  openers: [],
  table: ['R11'],
  fits: ['R10', 'R12'],
  opener: null,
  hands: [['R9', 'R10', 'B3'], null],
  sizes: [3, 4],
  stock: 8,
  laid: 0,
  deciding: false,
  drawn: null,
  moves: ['R10'],
  soon: ['R9'],
  over: false,
};

export const update = (
  at: number,
  more: Partial<RowsView> = {},
  events: readonly Events['rows'][] = [],
): Update<'rows'> => ({
  is: 'update',
  at,
  round: 0,
  totals: [0, 0],
  awaited: [0],
  wait: null,
  view: { ...view, ...more },
  events,
  result: null,
});

/** A table, and the commands it sent, with functions to answer them. */
export function opened() {
  const sent: { request: Request; done: () => void; refuse: (code: string, params?: object) => void }[] = [];
  const send = (request: Request) =>
    new Promise<Answer>((resolve, reject) => {
      sent.push({
        request,
        done: () => resolve({ is: 'done', id: 'x' }),
        refuse: (code, params = {}) => reject(new Refusal(code, params as Record<string, unknown>)),
      });
    });
  const table = new Table<'rows'>('t', 'k', { send });
  table.predict = predict;
  table.seated(info);
  table.updated(update(5));
  return { table, sent };
}

/** Mia and Tarek share the device; *you* holds it, or it is covered. */
export const shared = (you: number | null): TableInfo => ({
  ...info,
  device: [0, 1],
  you,
  covered: you === null,
});

/** A socket whose other end is the test. */
export class FakeSocket implements Socket {
  readyState = 1;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: Record<string, unknown>[] = [];
  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }
  close() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
  said() {
    return this.sent.map((command) => command.do);
  }
  tell(news: object) {
    this.onmessage?.({ data: JSON.stringify(news) });
  }
  welcome() {
    this.tell({ is: 'welcome', version: 1, server: '0', link: 'http://x/t/' });
  }
}
