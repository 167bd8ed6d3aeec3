/** Moves in words are the same in the page and in Python: both read these cases. */
import { beforeAll, describe, expect, it } from 'vitest';
import given from '../../../tests/core/sayings.cases.json';
import { speak } from '../words/language.svelte';
import { Speaker } from '../words/speaker';
import type { Face } from './face';

const faces = import.meta.glob<Face>('./*/face.ts', { import: 'face', eager: true });

describe.each(['en', 'de'] as const)('in %s', (lang) => {
  beforeAll(() => speak(lang));

  it.each(given.cases.map((one) => [one[lang], one] as const))('%s', (text, { game, move }) => {
    const speaker = new Speaker(() => ({ names: given.names, you: 0 }));
    expect(faces[`./${game}/face.ts`]?.say?.(move, speaker)).toBe(text);
  });
});
