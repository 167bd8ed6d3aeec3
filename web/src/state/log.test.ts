import { beforeAll, describe, expect, it } from 'vitest';
import { logLines, shortLines } from '../screens/log';
import type { Events, Update } from '../wire.gen';
import { plain } from '../words/format';
import { loadNarration, speak } from '../words/language.svelte';
import { cardsOf } from './log';
import { chair, seated } from './samples';
import { Table } from './table.svelte';

const info = seated([chair('Mia'), chair('Tarek'), chair('Zoë')]);

/** Mia's table after some moves, each with what it brought. */
function after(hand: readonly string[], ...moves: readonly (readonly Events['rows'][])[]) {
  const table = new Table<'rows'>('t', 'k', { send: () => Promise.reject(new Error('nothing is sent')) });
  table.seated(info);
  const view = { hands: [hand, null, null], moves: [], over: false } as unknown as Update<'rows'>['view'];
  const told = { is: 'update', round: 0, totals: [], awaited: [0], wait: null, view, result: null } as const;
  table.updated({ ...told, at: 0, events: [] });
  moves.forEach((events, i) => table.updated({ ...told, at: i + 1, events }));
  return table;
}
const laid = (seat: number, card: string) => [{ event: 'laid', seat, card }] as const;
const ended = (seat: number) => [{ event: 'ended', seat }] as const;
const drew = (seat: number, ...cards: readonly (string | null)[]) =>
  [{ event: 'drew', seat, cards }] as const;

beforeAll(() => Promise.all([speak('en'), loadNarration()]));

describe('recent events', () => {
  it("are those of others since the reader's last move", () => {
    const table = after(
      ['B3'],
      laid(1, 'R9'),
      laid(0, 'R10'),
      ended(0),
      laid(1, 'R12'),
      ended(1),
      laid(2, 'G11'),
    );
    expect([...table.recent.cards]).toEqual(['R12', 'G11']);
  });

  it("end with the reader's next move", () => {
    expect([...after([], laid(1, 'R12'), laid(0, 'R13')).recent.cards]).toEqual([]);
  });

  it('include the drawn cards while they are in the hand', () => {
    const table = after(['B3', 'Y1'], laid(1, 'R12'), drew(0, 'Y1', 'Y2'), drew(1, null));
    expect([...table.recent.cards]).toEqual(['Y1']);
  });

  it('name fields rather than the tiles on them, and no earlier cards', () => {
    expect(cardsOf({ event: 'tilelaid', seat: 1, tile: 'N13', field: 'Y13', end: null })).toEqual(['Y13']);
    expect(cardsOf({ event: 'tilelaid', seat: 1, tile: 'RS', field: null, end: 'R1' })).toEqual([]);
    expect(cardsOf({ event: 'bridged', seat: 1, card: 'R9', source: 'Y9' })).toEqual(['R9']);
  });

  it('are written in signs, seat by seat', () => {
    const said = (table: Table<'rows'>) =>
      shortLines(table as unknown as Table).map(({ parts }) => plain(parts));
    const table = after(
      [],
      laid(0, 'R11'),
      laid(1, 'R12'),
      laid(1, 'R13'),
      ended(1),
      drew(2, null, null, 'B9'),
    );
    expect(said(table)).toEqual(['Tarek red 12 red 13', 'Zoë +2 blue 9']);
    expect(said(after([], laid(0, 'R11'), [{ event: 'kept', seat: 1 }]))).toEqual([
      'Tarek keeps the drawn card.',
    ]);
    expect(said(after([], laid(0, 'R11'), [{ event: 'passed', seat: 2 }]))).toEqual(['Zoë –']);
    expect(said(after([], laid(0, 'R11'), drew(1, 'B9'), laid(1, 'B9')))).toEqual(['Tarek blue 9']);
  });

  it('are written in words where signs do not suffice', () => {
    const proven = { event: 'proven', seat: 2, layer: 1, number: 6, cards: ['R6'] } as const;
    const taken = { event: 'piletaken', seat: 2, cards: [null, null], sizes: [3, 5, 7] } as const;
    const doubted = [proven, taken] as unknown as readonly Events['rows'][];
    const table = after([], laid(0, 'R11'), doubted);
    expect(shortLines(table as unknown as Table).map(({ parts }) => plain(parts))).toEqual([
      'Zoë doubts the 6 and turns up red 6: it was true.',
    ]);
  });

  it('are left out after a given entry', () => {
    const table = after([], laid(0, 'R11'), laid(1, 'R12'), laid(2, 'R13')) as unknown as Table;
    const until = table.log.find(({ event }) => 'seat' in event && event.seat === 1)?.n;
    const said = (lines: ReturnType<typeof logLines>) => lines.map(({ parts }) => plain(parts));
    expect(said(shortLines(table, until))).toEqual(['Tarek red 12']);
    expect(said(logLines(table, until)).at(-1)).toBe('Tarek plays red 12.');
  });

  it('leave out a move that was taken back, with all its entries', () => {
    const table = after([], laid(1, 'R12'), laid(0, 'R13'), [{ event: 'takenback', seat: 0, move: 'R13' }]);
    expect(table.log.map(({ event }) => event)).toEqual([...laid(1, 'R12')]);
    expect([...table.recent.cards]).toEqual(['R12']);
    expect(table.news.map(({ event }) => event.event)).toEqual(['takenback']);
  });
});

describe('a table among bots', () => {
  it('offers undo and the forced move, but not while a move is pending', () => {
    const table = after([]);
    const { update } = table;
    if (!update) throw new Error('no update');
    table.updated({ ...update, undo: true, forced: true, view: { ...update.view, moves: ['end'] } });
    expect([table.undoable, table.forced]).toEqual([true, 'end']);
    table.pending = 'end';
    expect([table.undoable, table.forced]).toEqual([false, undefined]);
    table.pending = undefined;
    table.still = true;
    expect([table.undoable, table.forced, table.mine]).toEqual([false, undefined, false]);
  });
});
