/** The language of the page: by browser, changeable, remembered; its words are loaded when needed. */
import { recall, remember } from '../state/memory';
import type { Key } from './keys.gen';
import type { UiKey } from './ui.en';

export type Lang = 'en' | 'de';
export const LANGUAGES: readonly { readonly lang: Lang; readonly name: string }[] = [
  { lang: 'de', name: 'Deutsch' },
  { lang: 'en', name: 'English' },
];

interface Loaded {
  readonly lang: Lang;
  readonly sentences: Readonly<Record<Key, string>>;
  readonly ui: Readonly<Record<UiKey, string>>;
}

let loaded = $state.raw<Loaded>();

const loading = {
  en: () => Promise.all([import('./en.gen'), import('./ui.en')]),
  de: () => Promise.all([import('./de.gen'), import('./ui.de')]),
};

export async function speak(lang: Lang): Promise<void> {
  const [sentences, ui] = await loading[lang]();
  loaded = { lang, sentences: sentences.default, ui: ui.default };
  if (typeof document !== 'undefined') document.documentElement.lang = lang;
}

/** Changes the language for good. */
export async function choose(lang: Lang): Promise<void> {
  remember('lang', lang);
  await speak(lang);
}

export function preferred(): Lang {
  const stored = recall('lang');
  if (stored === 'en' || stored === 'de') return stored;
  return navigator.languages.find((name) => /^(de|en)\b/.test(name))?.startsWith('de') ? 'de' : 'en';
}

export const lang = (): Lang => loaded?.lang ?? 'en';
export const sentence = (key: Key): string => loaded?.sentences[key] ?? key;
export const knows = (key: string): key is Key => !!loaded && key in loaded.sentences;

/** A text of the page itself; with a `count` of 1, its form for one where there is such a form. */
export function ui(key: UiKey, params: Readonly<Record<string, string | number>> = {}): string {
  const one = `${key}_one` as UiKey;
  const template = loaded?.ui[params.count === 1 && one in loaded.ui ? one : key] ?? key;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The texts of one game's face, the German ones complete: `const t = texts({ en, de }); t('take')`. */
export function texts<T extends Readonly<Record<string, string>>>(by: { en: T; de: { readonly [K in keyof T]: string } }) {
  return (key: keyof T & string, params: Readonly<Record<string, string | number>> = {}): string => {
    const table: Readonly<Record<string, string>> = by[lang()];
    const one = `${key}_one`;
    const template = (params.count === 1 && one in table ? table[one] : table[key]) ?? key;
    return template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  };
}
