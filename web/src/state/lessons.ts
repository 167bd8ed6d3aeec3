/** What this browser remembers of lessons: how far one came, and whether one wants none. */
import { recall, remember } from './memory';

const DONE = 'done';
const name = (game: string): string => `lesson.${game}`;

/** The part at which to go on: the first one where a lesson was never begun, or was finished. */
export const partOf = (game: string): number => Number(recall(name(game))) || 0;

/** Remembers how far one came; the last part finishes a lesson. */
export const reached = (game: string, part: number, last: boolean): void =>
  remember(name(game), last ? DONE : String(part));

/** Whether one has never been offered this lesson. */
export const unoffered = (game: string): boolean => recall(name(game)) === null;

/** Remembers that the lesson need not be offered again. */
export function offered(game: string): void {
  if (unoffered(game)) remember(name(game), DONE);
}
