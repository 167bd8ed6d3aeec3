import { expect, it } from 'vitest';
import { items } from './drawing';

it('reads cards, places that wait, backs and signs', () => {
  expect(items('R8? R9 R10! → # #! ## * J')).toEqual([
    { kind: 'slot', card: 'R8' },
    { kind: 'card', card: 'R9', raised: false },
    { kind: 'card', card: 'R10', raised: true },
    { kind: 'sign', text: '→' },
    { kind: 'back', raised: false },
    { kind: 'back', raised: true },
    { kind: 'pile' },
    { kind: 'bonus' },
    { kind: 'card', card: 'J', raised: false },
  ]);
});

it('reads rows with what lies there, and bridges between them', () => {
  expect(items('G:1-4,20 | |9 |13*')).toEqual([
    {
      kind: 'row',
      colour: 'green',
      size: 20,
      runs: [
        [1, 4],
        [20, 20],
      ],
    },
    { kind: 'bridge', at: undefined, bonus: false },
    { kind: 'bridge', at: 9, bonus: false },
    { kind: 'bridge', at: 13, bonus: true },
  ]);
  expect(items('B:3/11')).toEqual([{ kind: 'row', colour: 'blue', size: 11, runs: [[3, 3]] }]);
});

it('keeps what is said together', () => {
  expect(items('# "Oh no!"')[1]).toEqual({ kind: 'says', text: 'Oh no!' });
});
