/** Nobody reads of oneself as of a stranger: every sentence about somebody, for oneself, for another, for several. */
import { beforeAll, describe, expect, it } from 'vitest';
import de from './de.gen';
import en from './en.gen';
import type { Key } from './keys.gen';
import { speak, texts, ui, type Lang, type Someone } from './language.svelte';
import { Speaker } from './speaker';
import uiDe from './ui.de';
import uiEn, { type UiKey } from './ui.en';

type Known = Readonly<Record<string, string>>;
type Say = (key: string, params: Record<string, unknown>) => string;
interface Words {
  readonly t: ReturnType<typeof texts<Known>>;
}

const games = import.meta.glob<Words>('../games/*/words.ts', { eager: true });
const KINDS = new Set(['who', 'whom', 'dative', 'others']);
const ME: Someone = { name: 'Ada', you: true };
const [PICO, TILDA, BRUNO] = ['Pico', 'Tilda', 'Bruno'].map((name) => ({ name, you: false })) as [Someone, Someone, Someone];
const NO_VERBS = new Set(['ist', 'erst', 'Rest', 'zuerst', 'jetzt']);
/** Who can only be somebody else: whose turn it is when it is not one's own. */
const THE_OTHER: Known = { 'refused.not_your_turn': 'turn' };

/** The gaps of a sentence that name people, with how they do. */
const peopleIn = (template: string) =>
  [...template.matchAll(/\{(\w+):(\w+)\}/g)].map(([, name = '', kind = '']) => ({ name, kind: kind.toLowerCase() })).filter(({ kind }) => KINDS.has(kind));

/** Where a text speaks to the reader and about somebody else in one. */
function hybrids(lang: Lang, text: string): string[] {
  if (lang === 'en') return text.match(/\b[Yy]ou (?:is|has|was|does|[a-z]*[^s\W]s)\b|\b[Yy]ou[’']s|\bof [Yy]ou\b|\bYou[,.:]/g) ?? [];
  const after = text.match(/\b(?:an|auf|bei|durch|für|gegen|mit|von|zu) [Dd]u\b/g) ?? [];
  const lost = text.split(/[.:;!?()–]/).filter((part) => /\b[Dd]u\b/.test(part) && !(part.match(/[\wäöüß]+(?:st|tzt)\b/g) ?? []).some((word) => !NO_VERBS.has(word)));
  return [...after, ...lost];
}

/** Every sentence of a table of texts that names people, said for oneself, for another, and for several. */
function* said(known: Known, say: Say, one: (someone: Someone) => unknown): Generator<readonly [string, string, boolean]> {
  for (const [key, template] of Object.entries(known)) {
    if (/_you(_one)?$/.test(key)) continue;
    for (const { name } of peopleIn(template)) {
      if (THE_OTHER[key] === name) continue;
      const others = Object.fromEntries(peopleIn(template).map((gap) => [gap.name, one(BRUNO)]));
      const kinds = /shared|Shared|Many/.test(key) ? [[TILDA, ME, BRUNO], [PICO, TILDA]] : [[ME], [PICO]];
      for (const kind of kinds) {
        const who = name === 'winners' || name === 'names' ? kind.map(one) : one(kind[0] ?? PICO);
        for (const count of key.endsWith('_one') ? [1] : [1, 3]) {
          const params = { card: 'R5', cards: ['R5'], tile: 'R5', number: 3, said: 3, ...others, count, [name]: who };
          yield [key, say(key.replace(/_one$/, ''), params), kind.includes(ME)];
        }
      }
    }
  }
}

describe.each(['en', 'de'] as const)('in %s', (lang) => {
  beforeAll(() => speak(lang));
  const seats = [ME, PICO, TILDA, BRUNO];
  const speaker = new Speaker(() => ({ names: seats.map(({ name }) => name), edition: 'classic', you: 0 }));
  const tables: readonly (readonly [string, Known, Say, (someone: Someone) => unknown])[] = [
    ['the program', lang === 'en' ? en : de, (key, params) => speaker.say(key as Key, params), (someone) => seats.indexOf(someone)],
    ['the page', lang === 'en' ? uiEn : uiDe, (key, params) => ui(key as UiKey, params as Record<string, string>), (someone) => someone],
    ...Object.entries(games).map(([file, { t }]) => [file, t.by[lang], (key: string, params: Record<string, unknown>) => t(key, params as Record<string, string>), (someone: Someone) => someone] as const),
  ];

  it.each(tables)('%s has a form for the reader of every sentence about somebody', (_, known) => {
    for (const [key, template] of Object.entries(known)) {
      const [first, ...rest] = peopleIn(template).filter(({ kind }) => kind === 'who');
      if (/_you(_one)?$/.test(key)) expect(known, key).toHaveProperty([key.replace(/_you(_one)?$/, '$1')]);
      else if (first) {
        expect(known, key).toHaveProperty([key.endsWith('_one') ? key.replace(/_one$/, '_you_one') : `${key}_you`]);
        expect(rest.map(({ name }) => name), key).toEqual(THE_OTHER[key] ? [THE_OTHER[key]] : []);
      }
      // Else a name stands alone, before or after a colon; a bot's is made of two.
      if (key !== 'table.bot') expect(template, key).not.toMatch(/(?<!: )\{(?:name|names|winners|layer|doubter)\}(?!:)/);
    }
  });

  it.each(tables)('%s does not speak to the reader and of somebody else in one', (_, known, say, one) => {
    for (const [key, text, mine] of said(known, say, one)) {
      expect(hybrids(lang, text), `${key}: ${text}`).toEqual([]);
      expect(text, key).not.toContain('Ada');
      if (mine) expect(text, key).toMatch(/\b(you|your|yourself|du|dich|dir|dein\w*)\b/i);
    }
  });
});

it('looks at all there is', async () => {
  await speak('en');
  expect(Object.keys(games).length).toBeGreaterThan(8);
  const pages = [...said(uiEn, (key, params) => ui(key as UiKey, params as Record<string, string>), (someone) => someone)];
  expect(pages.length).toBeGreaterThan(20);
});

it.each([
  ['de', 'Du ist nicht am Zug, sondern Pico.'],
  ['de', 'Du zieht 3.'],
  ['de', 'Der Stapel (8) geht an Du'],
  ['de', 'Stapel von Du: 5 Karten'],
  ['de', 'Du, Tilda, Bruno teilen sich den Sieg'],
  ['en', 'It is not You’s turn: Pico is to move.'],
  ['en', 'You lays red 11.'],
  ['en', 'Overlooked by: You.'],
  ['en', 'You, Tilda, Bruno share the victory'],
  ['en', 'Stack of You: 5 cards'],
] as const)('would find in %s: %s', (lang, text) => {
  expect(hybrids(lang, text)).not.toEqual([]);
});
