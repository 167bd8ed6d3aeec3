import { expect, it } from 'vitest';
import { fill, said, type Naming } from './format';

const naming: Naming = {
  card: (name) => `card ${name}`,
  colour: (name) => `the ${name}`,
  move: (text) => text.toUpperCase(),
  someone: (seat) => ({ name: `seat ${String(seat)}`, you: false }),
  template: (key) => (key === 'seat.and' ? '{most} and {last}' : 'you'),
};

it('keeps the cards, so that they can be coloured', () => {
  expect(fill('{cards:Cards}!', { cards: ['R1', 'B2'] }, naming)).toEqual([
    { text: 'Card R1', card: 'R1' },
    { text: ', ' },
    { text: 'card B2', card: 'B2' },
    { text: '!' },
  ]);
});

it('accepts people as seats, values or names', () => {
  const people = [1, { name: 'Ada', you: true }, 'Ben'];
  expect(fill('{people:Whom}', { people }, naming)).toEqual([{ text: 'Seat 1, you and Ben' }]);
  expect(said({ x: '{people:who}', x_you: 'mine' }, 'x', { people }, naming)).toEqual([{ text: 'mine' }]);
});

it('returns an unknown key, and leaves out missing values', () => {
  expect(said({}, 'brandNew', {}, naming)).toEqual([{ text: 'brandNew' }]);
  expect(fill('{name}', {}, naming)).toEqual([{ text: '' }]);
});
