/** The page says every sentence as Python does: both read these cases. */
import { beforeAll, describe, expect, it } from 'vitest';
import given from '../../../tests/core/texts.cases.json';
import { plain, said, type Params } from './format';
import { loadNarration, speak, type Key } from './language.svelte';
import { Speaker } from './speaker';

interface Case {
  readonly key?: string;
  readonly params?: Params;
  readonly event?: Params;
  readonly you?: number | null;
  readonly edition?: string;
  readonly en: string;
  readonly de: string;
}
const cases: readonly Case[] = given.cases;

describe.each(['en', 'de'] as const)('in %s', (lang) => {
  beforeAll(() => Promise.all([speak(lang), loadNarration()]));

  it.each(cases.map((one) => [one[lang], one] as const))(
    '%s',
    (text, { key = '', params = {}, event, you = 0, edition = '' }) => {
      const speaker = new Speaker(() => ({ names: given.names, options: { edition }, you }));
      const parts = event
        ? speaker.narrate(event)
        : key in given.templates
          ? said(given.templates, key, params, speaker)
          : speaker.parts(key as Key, params);
      expect(plain(parts)).toBe(text);
    },
  );
});
