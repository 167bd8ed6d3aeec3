import { beforeAll, describe, expect, it, vi } from 'vitest';
import { logLines } from '../screens/log';
import type { Events, RoundOver } from '../wire.gen';
import { plain } from '../words/format';
import { loadNarration, speak } from '../words/language.svelte';
import type { Answer } from './connection.svelte';
import { chair, info, opened, shared, update } from './samples';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';

beforeAll(() => Promise.all([speak('en'), loadNarration()]));

describe('a table', () => {
  it('keeps a log for any language', async () => {
    const { table } = opened();
    table.updated(update(6, {}, [{ event: 'drew', seat: 1, cards: [null, null], laid: null }]));
    const told = () => table.log.map(({ event }) => plain(table.speaker.narrate(event))).at(-1);
    expect(told()).toBe('Tarek draws 2 cards.');
    await speak('de');
    expect(told()).toBe('Tarek zieht 2 Karten.');
    await speak('en');
  });

  it("shows a person without a name as *you* on that person's page only", () => {
    const { table } = opened();
    const names = (name: string, you: number | null) => {
      table.seated({ ...info, chairs: [chair(name), chair('Tarek')], you });
      return table.names;
    };
    expect(names('Guest 1', 0)).toEqual(['You', 'Tarek']);
    expect(names('Guest 1', 1)).toEqual(['Guest 1', 'You']);
    expect(names('Du', null)).toEqual(['Guest 1', 'Tarek']);
    settings.name = 'Mia';
    expect(names('Mia', 0)).toEqual(['Mia', 'Tarek']);
    settings.name = '';
  });

  it('addresses the reader also where all cards are open', () => {
    const { table } = opened();
    table.seated({ ...info, you: null });
    const laid = () => plain(table.speaker.narrate({ event: 'laid', seat: 0, card: 'R8' }));
    expect(laid()).toBe('Mia plays red 8.');
    table.onlooker = 0;
    expect(laid()).toBe('You play red 8.');
    expect(table.moves).toEqual([]);
  });

  it('logs earlier events without announcing them', () => {
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

  it('drops the view when another game may follow', () => {
    const { table } = opened();
    table.seated({ ...info, phase: 'gathering', setup: { game: 'duel', seats: 2 } });
    table.updated(update(6));
    expect(table.view).toBeUndefined();
    table.seated({ ...info, phase: 'playing', match: 2, setup: { game: 'duel', seats: 2 } });
    expect(table.view).toBeUndefined();
    expect(table.log).toEqual([]);
  });

  it('drops the view when the match cannot be continued', () => {
    const { table } = opened();
    table.updated(update(6));
    table.seated({ ...info, phase: 'over', ended: { why: 'other_rules', scored: true } });
    expect(table.view).toBeUndefined();
  });

  it("knows the reader's hand, where there is one", () => {
    const { table } = opened();
    expect(table.hand).toEqual(['R9', 'R10', 'B3']);
    table.updated({ ...update(6), view: { moves: [], over: false, stacks: [3, 4] } as never });
    expect(table.hand).toEqual([]);
    table.updated(update(7));
    table.seated({ ...info, you: 1 });
    expect(table.hand).toEqual([]);
    table.seated({ ...info, you: null });
    expect(table.hand).toEqual([]);
  });

  it('offers spectators no moves', () => {
    const { table } = opened();
    table.seated({ ...info, you: null });
    expect(table.moves).toEqual([]);
    expect(table.mine).toBe(false);
  });

  it('reports a person who left to a bot, and earlier events under the old name', () => {
    const { table } = opened();
    const name = info.chairs[1]?.name ?? '';
    table.updated(update(6, {}, [{ event: 'passed', seat: 1 }]));
    const [ada, ben] = info.chairs;
    if (!ada || !ben) throw new Error('the seat is empty');
    table.seated({ ...info, chairs: [ada, { ...ben, name: 'Pico', bot: 'medium', was: name }] });
    table.updated(update(7, {}, [{ event: 'passed', seat: 1 }]));
    expect(table.remark).toMatchObject({
      text: `${name} has left the game. The bot Pico plays on.`,
      kind: 'news',
    });
    const lines = logLines(table as unknown as Table).map(({ parts }) => plain(parts));
    expect(lines.slice(-3)).toEqual([
      expect.stringContaining(name),
      `${name} has left the game. The bot Pico plays on.`,
      expect.stringContaining('Pico'),
    ]);
    table.seated({ ...info, match: 2 });
    expect(table.remark).toBeUndefined();
  });

  it('keeps a countdown that is repeated, and restarts it with another turn', () => {
    const { table } = opened();
    expect(table.deadline).toBeNull();
    table.updated({ ...update(5), wait: 15_000 });
    const { deadline } = table;
    table.updated({ ...update(5), wait: 14_900 });
    expect(table.deadline).toBe(deadline);
    table.updated({ ...update(6), wait: 60_000 });
    expect(table.deadline).toBeGreaterThan((deadline ?? 0) + 40_000);
    table.updated(update(7));
    expect(table.deadline).toBeNull();
  });
});

describe('an emote', () => {
  it('is shown from its start when it is repeated', () => {
    vi.useFakeTimers();
    const { table } = opened();
    table.emoted(1, 'laugh');
    vi.advanceTimersByTime(3000);
    table.emoted(1, 'laugh');
    vi.advanceTimersByTime(3000);
    expect(table.emotes[1]).toBe('laugh');
    vi.advanceTimersByTime(1000);
    expect(table.emotes).toEqual({});
    vi.useRealTimers();
  });
});

describe('a shared device', () => {
  const drew = { event: 'drew', seat: 0, cards: ['R9'], count: 1 } as unknown as Events['rows'];
  const said = (table: Table<'rows'>) => logLines(table as unknown as Table).map(({ parts }) => plain(parts));

  it('changes the holder together with the view', () => {
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

  it('keeps a log for each holder', () => {
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
    expect(table.log.every(({ n }) => n > table.handoverAt)).toBe(true);
    table.seated(shared(0));
    table.updated(update(7));
    expect(said(table)).toEqual(mine);
  });
});
