/** How a game is played in short, as the server tells it. */
import type { Lang } from '../words/language.svelte';

export interface How {
  readonly goal: string;
  readonly turn: readonly string[];
  readonly end: readonly string[];
  readonly pictures: readonly { readonly drawing: readonly string[]; readonly caption: string }[];
}

export async function loadHow(lang: Lang, game: string): Promise<How> {
  const answer = await fetch(`/api/how/${lang}/${game}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as How;
}
