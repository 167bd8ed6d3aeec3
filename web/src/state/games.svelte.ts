/** The games there are, as the server lists them. */
import type { Setup } from '../wire.gen';
import type { Templates } from '../words/format';
import { lang, learn } from '../words/language.svelte';
import { recall, remember } from './memory';
import { askGames } from './told';

export type OptionValue = NonNullable<Setup['options']>[string];

export interface Option {
  readonly type: 'choice' | 'bool' | 'seat' | 'order' | 'pair' | 'text';
  readonly choices: readonly (string | number | boolean | null)[];
  readonly default: OptionValue;
}

/** What is said of a game to whoever chooses one. */
export interface Pitch {
  readonly pitch: string;
  readonly goal: string;
  /** What people call an option (`edition`) or a choice of it (`edition.junior`). */
  readonly options: Readonly<Record<string, string>>;
}

/** How a game is offered. */
export interface Offer {
  readonly group: Readonly<Record<'en' | 'de', string>> | null;
  readonly age: number;
  readonly minutes: number;
  /** Whether it matters how well bots play. */
  readonly levels: boolean;
  /** With how many seats experts are any better than others without a server. */
  readonly expert_offline?: readonly number[];
  readonly picture: readonly string[];
  readonly en: Pitch;
  readonly de: Pitch;
}

export interface GameInfo {
  readonly id: string;
  /** Games of one family share a face. */
  readonly family: string;
  /** Games of other packages need not say it. */
  readonly how?: Offer;
  readonly titles: Readonly<Record<'en' | 'de', string>>;
  readonly seats: readonly number[];
  readonly options: Readonly<Record<string, Option>>;
  /** Whether there is a lesson. */
  readonly lesson?: boolean;
  /** The sentences of a game that another package brings. */
  readonly texts?: Readonly<Record<'en' | 'de', Templates>>;
}

const AGAIN_MS = 3000;
/** As it was last time, so that names are there at once, and without a server too. */
let list = $state.raw<readonly GameInfo[]>([]);
take(known());
let loading: Promise<void> | undefined;

function known(): readonly GameInfo[] {
  try {
    const games = JSON.parse(recall('games') ?? '[]') as readonly GameInfo[];
    // A list of an older page says nothing of families.
    return games.every(({ family }) => family) ? games : [];
  } catch {
    return [];
  }
}

function take(games: readonly GameInfo[]): void {
  list = games;
  const all = (lang: 'en' | 'de'): Templates => Object.assign({}, ...games.map(({ texts }) => texts?.[lang]));
  learn({ en: all('en'), de: all('de') });
}

export const games = (): readonly GameInfo[] => list;
export const gameOf = (id: string): GameInfo | undefined => list.find((game) => game.id === id);
export const titleOf = (id: string): string => gameOf(id)?.titles[lang()] ?? id;

/** What is said of a game in the language of the page. */
export const pitchOf = (id: string): Pitch | undefined => gameOf(id)?.how?.[lang()];

/** The family of a game, once it can be known. */
export async function familyOf(id: string): Promise<string | undefined> {
  if (!gameOf(id)) await loadGames();
  return gameOf(id)?.family;
}

/** Asks for the list until it comes. */
export const loadGames = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  try {
    take(await askGames());
    remember('games', JSON.stringify(list));
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    await load();
  }
}
