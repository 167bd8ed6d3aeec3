/** The way to a game's lesson. */
import { gameOf } from '../state/games.svelte';

/** The path of a game's lesson, if it has one. */
export const lessonPath = (game: string): string | null => (gameOf(game)?.lesson ? `/learn/${game}` : null);
