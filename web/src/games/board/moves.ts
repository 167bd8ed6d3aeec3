/** Moves of the board game: `R12`, `N13=Y13`, `RS=R20`, `give R12`. */
import { isCard } from '../../parts/colours';
import type { Speaker } from '../../words/speaker';

/** The tile a move lays, if it lays one. */
export function tileOf(move: string): string | undefined {
  const [tile = ''] = move.split('=');
  return isCard(tile) ? tile : undefined;
}

/** The field a move fills; for a symbol, the end of the row beside it. */
export const fieldOf = (move: string): string => move.split('=')[1] ?? move;
export const isSymbol = (tile: string): boolean => tile.endsWith('S');
export const isGrey = (tile: string): boolean => tile.startsWith('N');
/** The moves that lay this tile. */
export const laysOf = (tile: string, moves: readonly string[]): string[] =>
  moves.filter((move) => tileOf(move) === tile);
/** The moves that fill a field; with `symbol`, the symbol field beside it. */
export const laysOn = (field: string, moves: readonly string[], symbol = false): string[] =>
  moves.filter(
    (move) =>
      tileOf(move) !== undefined && fieldOf(move) === field && isSymbol(tileOf(move) ?? '') === symbol,
  );

/** The printed board: the numbers of grey tiles, and those joined across all rows. */
export const GREY_NUMBERS: readonly number[] = [3, 7, 13, 17];
export const AREAS: readonly number[] = [1, 11, 20];

/** A move in words. */
export function say(move: string, speaker: Speaker): string {
  if (move.startsWith('give ')) return speaker.say('move.board_give', { tile: move.slice(5) });
  const tile = tileOf(move);
  if (!tile || !move.includes('=')) return speaker.move(move);
  const key = isSymbol(tile) ? 'move.board_beside' : 'move.board_on';
  return speaker.say(key, { tile, field: fieldOf(move) });
}
