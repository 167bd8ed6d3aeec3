/** Moves of Master: `R9`, `J=R9`, `R9<Y`, `J=R9<Y`, `R9xJ`. */
import type { Speaker } from '../../words/speaker';

export interface CardMove {
  /** The card of the hand: `R9`, or `J`. */
  readonly card: string;
  /** The field it goes on. */
  readonly field: string;
  /** The letter of the row its connection card starts from. */
  readonly from?: string | undefined;
  /** It replaces a joker. */
  readonly swap: boolean;
}

const FORM = /^(J=)?([RYGB]\d+)(?:<([RYGB])|(xJ))?$/;

/** Parses the move of a card; undefined for words such as `draw`. */
export function cardMove(move: string): CardMove | undefined {
  const [, joker, field, from, swap] = FORM.exec(move) ?? [];
  return field ? { card: joker ? 'J' : field, field, from, swap: swap !== undefined } : undefined;
}

/** The moves of one card of the hand. */
export const movesOf = (card: string, moves: readonly string[]): string[] =>
  moves.filter((move) => cardMove(move)?.card === card);

/** A move in words. */
export function say(move: string, speaker: Speaker): string {
  const way = cardMove(move);
  if (!way) return speaker.move(move);
  const { field, from } = way;
  if (way.swap) return speaker.say('move.master_swap', { field });
  if (!from) return way.card === 'J' ? speaker.say('move.master_joker', { field }) : speaker.card(field);
  const key = way.card === 'J' ? 'move.master_joker_bridge' : 'move.master_bridge';
  return speaker.say(key, { field, source: from + field.slice(1) });
}
