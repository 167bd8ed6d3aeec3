import type { MasterView } from '../../wire.gen';
import type { Face } from '../face';
import MasterTable from './MasterTable.svelte';
import { cardMove, say } from './moves';
import { t } from './words';

export const face: Face<'master'> = {
  component: MasterTable,
  prompt,
  counts: (view) => view.sizes,
  predict,
  account,
  say,
};

function prompt(view: MasterView): string {
  const ways = view.moves.flatMap((move) => cardMove(move) ?? []);
  const numbers = ways.filter((way) => way.card !== 'J' && !way.from && !way.swap).length;
  if (view.laid) return t(ways.length ? 'more' : 'end');
  if (view.swapped) return t('bound');
  if (view.moves.includes('draw'))
    return numbers ? t('lay', { count: numbers }) : t(ways.length ? 'only' : 'draw');
  if (view.moves.includes('pass')) return t(ways.length ? 'may' : 'pass');
  return t('must');
}

/** The points of bonus cards, and the cost of the cards left in hand. */
function account(view: MasterView, seat: number): string[] {
  const score = view.scores?.[seat];
  if (!score) return [];
  const jokers = view.hands[seat]?.filter((card) => card === 'J').length ?? 0;
  return [
    ...(score.bonus ? [t('scoreBonus', { count: view.bonus[seat] ?? 0, points: score.bonus })] : []),
    ...(score.cards ? [t('scoreCards', { points: -score.cards })] : []),
    ...(score.jokers ? [t('scoreJokers', { count: jokers, points: -score.jokers })] : []),
  ];
}

/** Moves the laid card to its field. */
function predict(view: MasterView, move: string, you: number): MasterView | undefined {
  const way = cardMove(move);
  const hand = view.hands[you];
  if (!way || !hand?.includes(way.card)) return undefined;
  const { card, field, from, swap } = way;
  const left = hand.toSpliced(hand.indexOf(card), 1);
  const put = (list: readonly number[], more: number) =>
    list.map((count, seat) => (seat === you ? count + more : count));
  return {
    ...view,
    table: swap ? view.table : [...view.table, field],
    jokers: swap
      ? view.jokers.filter((other) => other !== field)
      : card === 'J'
        ? [...view.jokers, field]
        : view.jokers,
    hands: view.hands.map((cards, seat) => (seat === you ? (swap ? [...left, 'J'] : left) : cards)),
    sizes: put(view.sizes, swap ? 0 : -1),
    connections: put(view.connections, from ? -1 : 0),
    bridges: [...(view.bridges ?? []), ...(from ? [[from + field.slice(1), field] as const] : [])],
    moves: view.moves.filter((other) => cardMove(other)?.field !== field),
    soon: view.soon.filter((other) => other !== card),
    fits: view.fits.filter((other) => other !== field),
  };
}
