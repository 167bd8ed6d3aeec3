/** What a person chooses at one table is not known to another one in the same page. */
import { expect, test } from 'vitest';
import { Table } from '../state/table.svelte';

const line = { send: () => Promise.reject(new Error('not sent')) };

test('two tables of one page share no question', () => {
  const game = new Table('a', '', line);
  const replay = new Table('a', '', line);
  game.question = 'Lay red 7?';
  game.shownUntil = 4;
  game.explained = true;
  expect([replay.question, replay.shownUntil, replay.explained]).toEqual(['', undefined, false]);
});

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.svelte', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test.each(Object.entries(sources))('%s keeps no state in its module', (file, source) => {
  const [module = ''] = /<script lang="ts" module>[^]*?<\/script>/.exec(source) ?? [];
  const code = file.endsWith('.ts') ? source : module;
  expect(code).not.toMatch(/\$state|^ {0,2}(export )?let /m);
});
