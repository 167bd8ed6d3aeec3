/** The games of the house, as the server lists them. */
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

let list = $state.raw<readonly GameInfo[]>([]);

export const games = (): readonly GameInfo[] => list;
export const gameOf = (id: string): GameInfo | undefined => list.find((game) => game.id === id);
export const titleOf = (id: string): string => gameOf(id)?.titles[lang()] ?? id;

/** Asks for the list, once it can be had. */
export async function loadGames(): Promise<void> {
  if (list.length) return;
  try {
    const answer = (await (await fetch('/api/games')).json()) as { games: readonly GameInfo[] };
    list = answer.games;
  } catch {
    setTimeout(() => void loadGames(), 3000);
  }
}
