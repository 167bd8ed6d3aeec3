/** Moves of Cheat: `R5`, `R5+R6`, `doubt`, `accept`. */
import type { Speaker } from '../../words/speaker';

/** A move in words. */
export function say(move: string, speaker: Speaker): string {
  if (move === 'doubt') return speaker.say('move.cheat_doubt');
  if (move === 'accept') return speaker.say('move.cheat_accept');
  return move.includes('+') ? speaker.say('move.cheat_two', { cards: move.split('+') }) : speaker.card(move);
}
