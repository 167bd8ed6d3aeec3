/** The list of games, as the server gives it. */
import type { Setup } from '../wire.gen';
import type { Templates } from '../words/format';
import { addSentences, lang } from '../words/language.svelte';
import { fetchGames } from './api';
import { json, Stored } from './persisted.svelte';

/** The levels of bots. */
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];
export type OptionValue = NonNullable<Setup['options']>[string];

export interface Option {
  readonly type: 'choice' | 'bool' | 'seat' | 'order' | 'pair' | 'text';
  readonly choices: readonly (string | number | boolean | null)[];
  readonly default: OptionValue;
  /** The numbers of seats it is for; all if left out. */
  readonly seats?: readonly number[];
}

/** The description of a game in the chooser. */
export interface Pitch {
  readonly pitch: string;
  readonly goal: string;
  /** The names of options (`edition`) and of their choices (`edition.junior`). */
  readonly options: Readonly<Record<string, string>>;
}

/** A game's card in the chooser. */
export interface Offer {
  readonly group: Readonly<Record<'en' | 'de', string>> | null;
  readonly age: number;
  readonly minutes: number;
  /** Whether the level of bots makes a difference. */
  readonly levels: boolean;
  /** The numbers of seats for which expert bots are available offline. */
  readonly expert_offline?: readonly number[];
  readonly picture: readonly string[];
  readonly en: Pitch;
  readonly de: Pitch;
}

export interface GameInfo {
  readonly id: string;
  /** Games of one family share a face. */
  readonly family: string;
  /** Games of other packages may lack it. */
  readonly how?: Offer;
  readonly titles: Readonly<Record<'en' | 'de', string>>;
  readonly seats: readonly number[];
  readonly options: Readonly<Record<string, Option>>;
  readonly lesson?: boolean;
  /** The sentences of a game from another package. */
  readonly texts?: Readonly<Record<'en' | 'de', Templates>>;
}

const RETRY_MS = 3000;

/** The list of the last visit, for titles before the server answers, and without a server. */
const stored = new Stored<readonly GameInfo[]>(
  'games',
  json((found) => {
    const games = Array.isArray(found) ? (found as GameInfo[]) : [];
    // A list stored by an older page has no families.
    return games.every(({ family }) => family) ? games : [];
  }),
);
let list = $state.raw<readonly GameInfo[]>([]);
let loading: Promise<void> | undefined;
setGames(stored.value);

function setGames(games: readonly GameInfo[]): void {
  list = games;
  const all = (lang: 'en' | 'de'): Templates => Object.assign({}, ...games.map(({ texts }) => texts?.[lang]));
  addSentences({ en: all('en'), de: all('de') });
}

export const games = (): readonly GameInfo[] => list;
export const gameOf = (id: string): GameInfo | undefined => list.find((game) => game.id === id);
export const titleOf = (id: string): string => gameOf(id)?.titles[lang()] ?? id;
export const pitchOf = (id: string): Pitch | undefined => gameOf(id)?.how?.[lang()];

/** The family of a game, loading the list if necessary. */
export async function familyOf(id: string): Promise<string | undefined> {
  if (!gameOf(id)) await loadGames();
  return gameOf(id)?.family;
}

/** Load the list, retrying until it arrives. */
export const loadGames = (): Promise<void> => (loading ??= load());

async function load(): Promise<void> {
  try {
    setGames((stored.value = await fetchGames()));
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await load();
  }
}
