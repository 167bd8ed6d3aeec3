import { expect, it } from 'vitest';
import { Announcer, listed, playable } from './screen_reader.svelte';

it('keeps the last announcements, the newest at the end', () => {
  const announcer = new Announcer();
  for (let n = 1; n <= 30; n++) announcer.say(`line ${n}`);
  announcer.say('  ');
  expect(announcer.last).toBe('line 30');
  expect(announcer.announcements.length).toBeLessThan(30);
  expect(new Set(announcer.announcements.map(({ n }) => n)).size).toBe(announcer.announcements.length);
});

it('steps through the log in both directions', () => {
  const announcer = new Announcer();
  const lines = ['one', 'two', 'three'];
  expect(announcer.step(lines, -1)).toBeUndefined();
  expect(announcer.step(lines, 1)).toBe('one');
  expect(announcer.step(lines, 1)).toBe('two');
  expect(announcer.step(lines, -1)).toBe('one');
  expect(announcer.step(lines, -1)).toBeUndefined();
  expect(announcer.step(lines, 1)).toBe('two');
  expect(announcer.step(lines, 1)).toBe('three');
  expect(announcer.step(lines, 1)).toBeUndefined();
  expect(announcer.step([...lines, 'four'], 1)).toBe('four');
});

const NAMES: Readonly<Record<string, string>> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', N: 'grey' };
const speaker = {
  card: (name: string) => {
    if (name === 'J') return 'joker';
    const colour = NAMES[name.charAt(0)] ?? '';
    return name.endsWith('S') ? `${colour} symbol` : `${colour} ${name.slice(1)}`;
  },
};

it('lists cards by colour', () => {
  expect(listed(['G12', 'R9', 'R3', 'J', 'J', 'N13'], speaker)).toBe(
    'red 3, 9; green 12; grey 13; 2 × joker',
  );
  expect(listed(['RS', 'R2'], speaker)).toBe('red symbol; red 2');
  expect(listed([], speaker)).toBe('');
});

it('finds the playable cards in the moves of any game', () => {
  expect(playable(['R9', 'R10', 'J'], ['R10', 'end'])).toEqual(['R10']);
  expect(playable(['R9', 'J', 'G2'], ['J=R9', 'R9<Y'])).toEqual(['R9', 'J']);
  expect(playable(['R9', 'G2'], ['give R9', 'end'])).toEqual(['R9']);
  // Where every card will do, naming all of them says nothing.
  expect(playable(['R9', 'G2'], ['R9', 'G2'])).toEqual([]);
});
