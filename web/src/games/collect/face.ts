import type { Table } from '../../state/table.svelte';
import type { CollectView } from '../../wire.gen';
import type { Face } from '../face';
import { choice } from './choice.svelte';
import CollectTable from './CollectTable.svelte';
import { say } from './moves';
import { t } from './words';

export const face: Face<'collect'> = {
  component: CollectTable,
  prompt,
  counts: (view) => view.sizes,
  predict,
  say,
};

function prompt(view: CollectView, table: Table<'collect'>): string {
  if (view.phase === 'take') return t('take');
  if (view.phase === 'put') {
    const { card } = choice;
    const whole = view.piles.every((pile) => pile.length);
    if (card && view.moves.some((move) => move.startsWith(`${card}>`))) {
      return t(whole ? 'where' : 'wherePlace', { card: table.speaker.card(card) });
    }
    return t(whole ? 'put' : 'putPlace');
  }
  return t(view.moves.includes('schluss') ? 'schluss' : 'end');
}

/** A card taken from a pile, or put down on one. */
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
