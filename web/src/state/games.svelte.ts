/** The games of the house, as the server lists them. */
import { recall, remember } from './memory';
import { lang } from '../words/language.svelte';

export interface Option {
  readonly type: 'choice' | 'bool' | 'seat' | 'order' | 'pair' | 'text';
  readonly choices: readonly (string | number | boolean | null)[];
  readonly default: unknown;
}

export interface GameInfo {
  readonly id: string;
  readonly titles: Readonly<Record<'en' | 'de', string>>;
  readonly seats: readonly number[];
  readonly options: Readonly<Record<string, Option>>;
}

/** As it was last time, so that names are there at once, and without a server too. */
let list = $state.raw<readonly GameInfo[]>(known());
let asked = false;

function known(): readonly GameInfo[] {
  try {
    return JSON.parse(recall('games') ?? '[]') as readonly GameInfo[];
  } catch {
    return [];
  }
}

export const games = (): readonly GameInfo[] => list;
export const gameOf = (id: string): GameInfo | undefined => list.find((game) => game.id === id);
export const titleOf = (id: string): string => gameOf(id)?.titles[lang()] ?? id;

/** Asks for the list, once it can be had. */
export async function loadGames(): Promise<void> {
  if (asked) return;
  try {
    const answer = (await (await fetch('/api/games')).json()) as { games: readonly GameInfo[] };
    list = answer.games;
    asked = true;
    remember('games', JSON.stringify(list));
  } catch {
    setTimeout(() => void loadGames(), 3000);
  }
}
