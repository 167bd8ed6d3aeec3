/** Each colour that has a token stands once: where `base.css` names it. */
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../base.css', '../**/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const tokens = [...(sources['../base.css'] ?? '').matchAll(/--([\w-]+): (#[\da-f]{6});/g)];

test('base.css names the suits', () => {
  expect(tokens.map(([, name]) => name)).toEqual(expect.arrayContaining(['red', 'yellow', 'green', 'blue']));
});

test.each(tokens.map(([, name = '', colour = '']) => [name, colour]))('%s', (_, colour) => {
  const found = Object.entries(sources).filter(([, source]) => source.includes(colour));
  expect(found.map(([file]) => file)).toEqual(['../base.css']);
  expect(sources['../base.css']?.split(colour)).toHaveLength(2);
});
