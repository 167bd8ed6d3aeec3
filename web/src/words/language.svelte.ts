/** The language of the page and its texts, which are loaded on demand. */
import { oneOf, Stored } from '../state/persisted.svelte';
import type { Key as GeneralKey } from './en.gen';
import type { Key as NarrationKey } from './en.narration.gen';
import { plain, said, type Naming, type Someone, type Templates } from './format';
import type en from './texts.en.json';

export type Key = GeneralKey | NarrationKey;
export type UiKey = keyof typeof en;

export type Lang = 'en' | 'de';
export const LANGUAGES: readonly { readonly lang: Lang; readonly name: string }[] = [
  { lang: 'de', name: 'Deutsch' },
  { lang: 'en', name: 'English' },
];

interface Loaded {
  readonly lang: Lang;
  readonly sentences: Readonly<Partial<Record<Key, string>>>;
  readonly ui: Readonly<Record<UiKey, string>>;
}

/** Empty: the browser's language. */
const chosen = new Stored('lang', oneOf('', 'en', 'de'));
let loaded = $state.raw<Loaded>();
/** The sentences of games from other packages. */
let others: Readonly<Record<Lang, Templates>> = { en: {}, de: {} };

const loading = {
  en: () => Promise.all([import('./en.gen'), import('./texts.en.json')]),
  de: () => Promise.all([import('./de.gen'), import('./texts.de.json')]),
};
const loadingNarration = {
  en: () => import('./en.narration.gen'),
  de: () => import('./de.narration.gen'),
};
/** Whether a screen has been shown that narrates. */
let narrates = false;

/** Switch to a language. */
export async function speak(lang: Lang): Promise<void> {
  const [sentences, ui] = await loading[lang]();
  const narration = narrates ? (await loadingNarration[lang]()).default : {};
  const all = { ...others[lang], ...narration, ...sentences.default };
  loaded = { lang, sentences: all, ui: ui.default };
  if (typeof document !== 'undefined') document.documentElement.lang = lang;
}

/** Load the sentences for events and reasons, which the first page does not need. */
export async function loadNarration(): Promise<void> {
  narrates = true;
  if (!loaded) return;
  const { lang } = loaded;
  const { default: narration } = await loadingNarration[lang]();
  if (loaded.lang === lang) loaded = { ...loaded, sentences: { ...narration, ...loaded.sentences } };
}

/** Add the sentences of games from other packages; they never replace our own. */
export function addSentences(texts: Readonly<Record<Lang, Templates>>): void {
  others = texts;
  if (loaded) loaded = { ...loaded, sentences: { ...texts[loaded.lang], ...loaded.sentences } };
}

/** Switch to a language for this and later visits. */
export async function choose(lang: Lang): Promise<void> {
  chosen.value = lang;
  await speak(lang);
}

export function preferred(): Lang {
  const { value } = chosen;
  if (value) return value;
  return navigator.languages.find((name) => /^(de|en)\b/.test(name))?.startsWith('de') ? 'de' : 'en';
}

export const lang = (): Lang => loaded?.lang ?? 'en';
/** The sentences of all games, by key. */
export const sentences = (): Templates => loaded?.sentences ?? {};
export const sentence = (key: Key): string => loaded?.sentences[key] ?? key;
export const knows = (key: string): key is Key => key in sentences();

type Filling = Readonly<Record<string, string | number | Someone | readonly string[] | readonly Someone[]>>;

const asGiven = (text: string): string => text;
/** In texts of the page, people are given as `Someone` and cards in words. */
const GIVEN: Naming = {
  card: asGiven,
  colour: asGiven,
  move: asGiven,
  someone: (seat) => ({ name: String(seat), you: false }),
  template: sentence,
};

/** A text of the page itself. */
export const ui = (key: UiKey, params: Filling = {}): string =>
  plain(said(loaded?.ui ?? {}, key, params, GIVEN));

/** The texts of one game's face: `const t = texts({ en, de }); t('take')`. */
export function texts<T extends Templates>(by: { en: T; de: { readonly [K in keyof T]: string } }) {
  return (key: keyof T & string, params: Filling = {}): string => plain(said(by[lang()], key, params, GIVEN));
}
