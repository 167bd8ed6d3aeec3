import { describe, expect, it } from 'vitest';
import { fill, plain, type Naming } from './format';

const naming: Naming = {
  card: (name) => `card ${name}`,
  colour: (name) => `the ${name}`,
  people: (seats, kind) => `${seats.map((seat) => ['mia', 'tarek'][seat] ?? '?').join('+')}${kind === 'who' ? '' : ` (${kind})`}`,
  move: (text) => text.toUpperCase(),
};
const say = (template: string, params: Record<string, unknown>) => plain(fill(template, params, naming));

describe('templates', () => {
  it('say cards, seats, colours and moves', () => {
    expect(say('{seat:who} lays {card:card}.', { seat: 1, card: 'R8' })).toBe('tarek lays card R8.');
    expect(say('{moves:moves} or {without:colour}', { moves: ['end', 'draw'], without: 'red' })).toBe('END, DRAW or the red');
  });
  it('say people in a case, one or several', () => {
    expect(say('{a:who} to {b:whom}, {c:dative}', { a: 0, b: [0, 1], c: 1 })).toBe('mia to mia+tarek (whom), tarek (dative)');
  });
  it('begin sentences with a capital', () => {
    expect(say('{seat:Who}: {cards[1]:Card}', { seat: 0, cards: ['R1', 'Y2'] })).toBe('Mia: Card Y2');
  });
  it('write lists, plain values and braces', () => {
    expect(say('{games:list} {n} {v!r} {{}}', { games: ['a', 'b'], n: 3, v: 'x' })).toBe('a, b 3 x {}');
  });
  it('keep the cards, so that they can be coloured', () => {
    expect(fill('{cards:cards}', { cards: ['R1', 'B2'] }, naming).map((part) => part.card)).toEqual(['R1', undefined, 'B2']);
  });
  it('do not take markup in names for anything but text', () => {
    expect(say('{name}', { name: '<b>{x}</b>' })).toBe('<b>{x}</b>');
  });
});
