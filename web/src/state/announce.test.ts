import { expect, it } from 'vitest';
import { Announcer } from './announce.svelte';

it('keeps what was said last, the newest at the end', () => {
  const announcer = new Announcer();
  for (let n = 1; n <= 30; n++) announcer.say(`line ${n}`);
  announcer.say('  ');
  expect(announcer.last).toBe('line 30');
  expect(announcer.said.length).toBeLessThan(30);
  expect(new Set(announcer.said.map(({ n }) => n)).size).toBe(announcer.said.length);
});

it('goes through the story at the pace of who listens', () => {
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
