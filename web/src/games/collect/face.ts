import type { CollectView } from '../../wire.gen';
import type { Speaker } from '../../words/speaker';
import type { Face } from '../face';
import CollectTable from './CollectTable.svelte';
import { t } from './words';

export const face: Face<'collect'> = {
  component: CollectTable,
  prompt,
  counts: (view) => view.sizes,
  predict,
  say,
};

function prompt(view: CollectView): string {
  if (view.phase === 'take') return t('take');
  if (view.phase === 'put') return t(view.piles.every((pile) => pile.length) ? 'put' : 'putPlace');
  return t(view.moves.includes('schluss') ? 'schluss' : 'end');
}

/** Takes a card from a pile, or puts one on it. */
function predict(view: CollectView, move: string, you: number): CollectView | undefined {
  const from = /^pile (\d)$/.exec(move);
  if (from) {
    const place = Number(from[1]) - 1;
    const taken = view.piles[place]?.[0] ?? null;
    return {
      ...view,
      taken,
      phase: 'put',
      piles: view.piles.map((pile, i) => (i === place ? pile.slice(1) : pile)),
      moves: [],
    };
  }
  const [card, to] = move.split('>');
  if (!card || !to) return undefined;
  const own = [...(view.hands[you] ?? []), ...(view.taken ? [view.taken] : [])].filter(
    (other) => other !== card,
  );
  return {
    ...view,
    taken: null,
    phase: 'say',
    hands: view.hands.map((hand, seat) => (seat === you ? own : hand)),
    piles: view.piles.map((pile, i) => (i === Number(to) - 1 ? [card, ...pile] : pile)),
    moves: [],
  };
}

/** A move in words. */
function say(move: string, speaker: Speaker): string {
  const [card, pile] = move.split('>');
  if (card && pile) return speaker.say('move.collect_put', { card, pile });
  return move === 'stock' ? speaker.say('move.collect_stock') : speaker.move(move);
}
