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

/** Somebody in a sentence: who reads it is not called by name there. */
export interface Someone {
  /** What the seat is called where its name stands alone. */
  readonly name: string;
  readonly you: boolean;
}

/** People as a gap names them: `who`, `whom` and `dative` are cases, `others` are all but the reader. */
export function people(all: readonly Someone[], kind: string): string {
  const key = `seat.${kind}`;
  const named = kind === 'others' ? all.filter(({ you }) => !you) : all;
  const names = named.map(({ name, you }) => (you && knows(key) ? sentence(key) : name));
  const last = names.pop() ?? '';
  return names.length ? put(sentence('seat.and'), { most: names.join(', '), last }) : last;
}

/** The gap of whom a sentence is about, if it is about somebody. */
export const subject = (template: string): string | undefined => /\{(\w+):[Ww]ho\}/.exec(template)?.[1];

type Filling = Readonly<Record<string, string | number | Someone | readonly Someone[]>>;
const isText = (value: Filling[string] | undefined) => value === undefined || typeof value === 'string' || typeof value === 'number';

/** A text of the page itself: with a `count` of 1, or where it is about the reader, in its form for that. */
export const ui = (key: UiKey, params: Filling = {}): string => said(loaded?.ui ?? {}, key, params);

/** The texts of one game's face, the German ones complete: `const t = texts({ en, de }); t('take')`. */
export function texts<T extends Readonly<Record<string, string>>>(by: { en: T; de: { readonly [K in keyof T]: string } }) {
  return Object.assign((key: keyof T & string, params: Filling = {}): string => said(by[lang()], key, params), { by });
}

function said(known: Readonly<Record<string, string>>, key: string, params: Filling): string {
  const mine = `${key}_you`;
  const form = mine in known && addressed(params[subject(known[key] ?? '') ?? '']) ? mine : key;
  const one = `${form}_one`;
  return put(known[params.count === 1 && one in known ? one : form] ?? key, params);
}

function addressed(value: Filling[string] | undefined): boolean {
  return !isText(value) && [value].flat().some(({ you }) => you);
}

function put(template: string, params: Filling): string {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, kind = 'who') => {
    const value = params[name];
    if (isText(value)) return String(value ?? '');
    const text = people([value].flat(), kind.toLowerCase());
    return /^[A-Z]/.test(kind) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  });
}
