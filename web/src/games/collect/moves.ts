/** Moves of Collect: `stock`, `pile 1`, `R5>2`, `end`, `schluss`. */
import type { Speaker } from '../../words/speaker';

/** A move in words. */
export function say(move: string, speaker: Speaker): string {
  const [card, pile] = move.split('>');
  if (card && pile) return speaker.say('move.collect_put', { card, pile });
  return move === 'stock' ? speaker.say('move.collect_stock') : speaker.move(move);
}
