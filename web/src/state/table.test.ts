import { beforeAll, describe, expect, it } from 'vitest';
import { predict } from '../games/rows/rows';
import type { Events, RoundOver, RowsView, TableInfo, Update } from '../wire.gen';
import { plain } from '../words/format';
import { speak } from '../words/language.svelte';
import { told } from '../screens/story';
import { Refusal, type Answer, type Request } from './connection.svelte';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';

const view = (more: Partial<RowsView>): RowsView => ({
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
  ...more,
});
const update = (
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
  view: view(more),
  events,
  result: null,
});
const chair = (name: string) => ({
  name,
  bot: null,
  here: true,
  stand_in: false,
  ready: false,
  program: false,
});
const info: TableInfo = {
  is: 'table',
  id: 't',
  setup: { game: 'classic', seats: 2 },
  chairs: [chair('Mia'), chair('Tarek')],
  host: 0,
  you: 0,
  phase: 'playing',
  match: 1,
  watching: 0,
};

/** A table, and the commands it sent with the means to answer them. */
function opened() {
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
/** Mia and Tarek share the device; nobody holds it, or one of them does. */
const shared = (you: number | null): TableInfo => ({ ...info, device: [0, 1], you, covered: you === null });
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeAll(() => speak('en'));

describe('a table', () => {
  it('shows a move before it is confirmed, and takes it back if it is refused', async () => {
    const { table, sent } = opened();
    table.play('R10');
    expect(sent[0]?.request).toEqual({ do: 'play', move: 'R10', at: 5 });
    expect(table.view?.table).toContain('R10');
    expect(table.view?.hands[0]).not.toContain('R10');
    sent[0]?.refuse('stale', { at: 5, now: 6 });
    await settled();
    expect(table.view?.table).not.toContain('R10');
    expect(table.remark?.text).toBe('The table has moved on. Look again.');
    expect(table.refused?.move).toBe('R10');
  });

  it('plays a run one by one, each after the one before it', async () => {
    const { table, sent } = opened();
    table.play('R10', 'R9');
    expect(sent).toHaveLength(1);
    table.updated(
      update(6, { table: ['R10', 'R11'], moves: ['R9', 'end'], soon: [], hands: [['R9', 'B3'], null] }),
    );
    sent[0]?.done();
    await settled();
    expect(sent[1]?.request).toEqual({ do: 'play', move: 'R9', at: 6 });
  });

  it('drops the rest of a run that is no longer legal', async () => {
    const { table, sent } = opened();
    table.play('R10', 'R9');
    table.updated(update(6, { moves: ['end'] }));
    sent[0]?.done();
    await settled();
    expect(sent).toHaveLength(1);
    expect(table.pending).toBeUndefined();
  });

  it('sends a move tapped twice once', () => {
    const { table, sent } = opened();
    table.play('R10');
    table.play('R10');
    expect(sent).toHaveLength(1);
  });

  it('says why a card does not fit, in words of the server', async () => {
    const { table, sent } = opened();
    table.why('B3');
    sent[0]?.refuse('row_closed', { move: 'B3', cards: ['B11'] });
    await settled();
    expect(table.remark?.text).toBe('Blue 3 does not fit: its row must be opened first, with blue 11.');
  });

  it('keeps a log that can be told in any language', async () => {
    const { table } = opened();
    table.updated(update(6, {}, [{ event: 'drew', seat: 1, cards: [null, null], laid: null }]));
    const told = () => table.log.map(({ event }) => plain(table.speaker.narrate(event))).at(-1);
    expect(told()).toBe('Tarek draws 2 cards.');
    await speak('de');
    expect(told()).toBe('Tarek zieht 2 Karten.');
    await speak('en');
  });

  it('calls who gave no name *you* on the own page alone', () => {
    const { table } = opened();
    const names = (name: string, you: number | null) => {
      table.seated({ ...info, chairs: [chair(name), chair('Tarek')], you });
      return table.names;
    };
    expect(names('Guest 1', 0)).toEqual(['You', 'Tarek']);
    expect(names('Guest 1', 1)).toEqual(['Guest 1', 'You']);
    expect(names('Du', null)).toEqual(['Guest 1', 'Tarek']);
    settings.setName('Mia');
    expect(names('Mia', 0)).toEqual(['Mia', 'Tarek']);
    settings.setName('');
  });

  it('speaks to whose page it is where all cards of a match lie open', () => {
    const { table } = opened();
    table.seated({ ...info, you: null });
    const laid = () => plain(table.speaker.narrate({ event: 'laid', seat: 0, card: 'R8' }));
    expect(laid()).toBe('Mia plays red 8.');
    table.onlooker = 0;
    expect(laid()).toBe('You play red 8.');
    expect(table.moves).toEqual([]);
  });

  it('forgets what it showed early when the server tells how things are', () => {
    const { table } = opened();
    table.play('R10');
    table.updated(update(6, { table: ['R11', 'R12'] }));
    expect(table.view?.table).toEqual(['R11', 'R12']);
  });

  it('tells who comes late what happened, but does not announce it', () => {
    const late = new Table<'rows'>('t', 'k', { send: () => new Promise<Answer>(() => undefined) });
    late.seated(info);
    const over: RoundOver = { event: 'roundover', points: [0, -7], winners: [0], reason: 'out' };
    late.updated(update(9, {}, [{ event: 'passed', seat: 1 }, over]));
    expect(late.log).toHaveLength(2);
    expect(late.rounds).toEqual([over]);
    expect(late.news).toEqual([]);
    late.updated(update(10, {}, [{ event: 'passed', seat: 1 }]));
    expect(late.news).toHaveLength(1);
  });

  it('forgets what lay there when another game may follow', () => {
    const { table } = opened();
    table.seated({ ...info, phase: 'gathering', setup: { game: 'duel', seats: 2 } });
    table.updated(update(6));
    expect(table.view).toBeUndefined();
    table.seated({ ...info, phase: 'playing', match: 2, setup: { game: 'duel', seats: 2 } });
    expect(table.view).toBeUndefined();
    expect(table.log).toEqual([]);
  });

  it('offers spectators no moves', () => {
    const { table } = opened();
    table.seated({ ...info, you: null });
    expect(table.moves).toEqual([]);
    expect(table.mine).toBe(false);
  });

  it('tells who has left to whom, and what that one did under the old name', () => {
    const { table } = opened();
    const name = info.chairs[1]?.name ?? '';
    table.updated(update(6, {}, [{ event: 'passed', seat: 1 }]));
    const [ada, ben] = info.chairs;
    if (!ada || !ben) throw new Error('nobody sits there');
    table.seated({ ...info, chairs: [ada, { ...ben, name: 'Pico', bot: 'medium', was: name }] });
    table.updated(update(7, {}, [{ event: 'passed', seat: 1 }]));
    expect(table.remark).toMatchObject({
      text: `${name} has left the game. The bot Pico plays on.`,
      calm: true,
    });
    const lines = told(table as unknown as Table).map(({ parts }) => plain(parts));
    expect(lines.slice(-3)).toEqual([
      expect.stringContaining(name),
      `${name} has left the game. The bot Pico plays on.`,
      expect.stringContaining('Pico'),
    ]);
  });
});

describe('a device that is passed around', () => {
  const drew = { event: 'drew', seat: 0, cards: ['R9'], count: 1 } as unknown as Events['rows'];
  const said = (table: Table<'rows'>) => told(table as unknown as Table).map(({ parts }) => plain(parts));

  it('shows whose cards are seen only together with them', () => {
    const { table } = opened();
    table.seated(shared(0));
    table.updated(update(6));
    expect(table.you).toBe(0);
    table.seated(shared(null));
    expect(table.you).toBe(0);
    table.updated(update(7, { hands: [null, null], moves: [], soon: [], seat: null }));
    expect([table.you, table.covered, table.plays, table.moves]).toEqual([null, true, true, []]);
    expect(JSON.stringify(table.view)).not.toContain('R9"');
  });

  it('tells everybody their own story', () => {
    const { table } = opened();
    table.seated(shared(0));
    table.updated(update(6, {}, [drew]));
    const mine = said(table);
    expect(mine).toEqual(['You draw red 9.']);
    table.seated(shared(null));
    table.updated(update(7, { hands: [null, null] }));
    expect(said(table)).toEqual([]);
    table.seated(shared(1));
    table.updated(update(7, { hands: [null, ['Y4']] }, [{ event: 'passed', seat: 0 } as Events['rows']]));
    expect(said(table)).toHaveLength(1);
    expect(table.log.every(({ n }) => n > table.taken)).toBe(true);
    table.seated(shared(0));
    table.updated(update(7));
    expect(said(table)).toEqual(mine);
  });

  it('says for whom somebody calls who does not hold it', () => {
    const { table, sent } = opened();
    table.seated(shared(0));
    table.updated({ ...update(6), calls: [{ seat: 1, moves: ['doubt'] }] });
    expect([table.may('doubt', 1), table.may('doubt')]).toEqual([true, false]);
    table.call('doubt', 1);
    expect(sent.at(-1)?.request).toEqual({ do: 'play', move: 'doubt', at: 6, seat: 1 });
    table.play('R10');
    expect(sent.at(-1)?.request).toEqual({ do: 'play', move: 'R10', at: 6, seat: 0 });
  });

  it('is nobody’s where nothing is secret, and whoever’s turn it is acts', () => {
    const { table, sent } = opened();
    table.seated({ ...shared(null), covered: false, match: 2 });
    table.updated({ ...update(6, { moves: [] }), awaited: [1], calls: [{ seat: 1, moves: ['R10'] }] });
    expect([table.common, table.covered, table.you, table.acting, table.mine]).toEqual([
      true,
      false,
      null,
      1,
      true,
    ]);
    table.play('R10');
    expect(sent.at(-1)?.request).toEqual({ do: 'play', move: 'R10', at: 6, seat: 1 });
    expect(table.names).toEqual(['Mia', 'Tarek']);
  });
});
