import { beforeAll, describe, expect, it } from 'vitest';
import { speak } from '../words/language.svelte';
import { opened, shared, update } from './samples';

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

  it('plays several moves one by one, each after the confirmation of the one before', async () => {
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

  it('drops further moves that are no longer legal', async () => {
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

  it('shows why a card does not fit', async () => {
    const { table, sent } = opened();
    table.why('B3');
    sent[0]?.refuse('row_closed', { move: 'B3', cards: ['B11'] });
    await settled();
    expect(table.remark?.text).toBe('Blue 3 does not fit: its row must be opened first, with blue 11.');
  });

  it("replaces a prediction by the server's view", () => {
    const { table } = opened();
    table.play('R10');
    table.updated(update(6, { table: ['R11', 'R12'] }));
    expect(table.view?.table).toEqual(['R11', 'R12']);
  });
});

describe('a shared device', () => {
  it('names the seat of a call by a person who does not hold the device', () => {
    const { table, sent } = opened();
    table.seated(shared(0));
    table.updated({ ...update(6), calls: [{ seat: 1, moves: ['doubt'] }] });
    expect([table.may('doubt', 1), table.may('doubt')]).toEqual([true, false]);
    table.call('doubt', 1);
    expect(sent.at(-1)?.request).toEqual({ do: 'play', move: 'doubt', at: 6, seat: 1 });
    table.play('R10');
    expect(sent.at(-1)?.request).toEqual({ do: 'play', move: 'R10', at: 6, seat: 0 });
  });

  it('has no holder where nothing is secret: the awaited seat acts', () => {
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
