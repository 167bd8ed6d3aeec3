/** Moves as texts: `reveal`, `middle`, `own`, `stopp`, and `pile 2`, which puts a card on a seat's pile. */
import type { Speaker } from '../../words/speaker';

export const pileMove = (seat: number): string => `pile ${seat}`;
export const seatOf = (move: string): number => Number(move.slice('pile '.length));

/** A move in words. */
export function say(move: string, speaker: Speaker): string {
  if (move === 'middle') return speaker.say('move.connect_middle');
  if (move === 'own') return speaker.say('move.connect_own');
  return move.startsWith('pile ')
    ? speaker.say('move.connect_pile', { seat: seatOf(move) })
    : speaker.move(move);
}
