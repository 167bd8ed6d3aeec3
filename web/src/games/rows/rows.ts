/** Prompt and prediction of the row games. */
import { isCard } from '../../parts/colours';
import type { Table } from '../../state/table.svelte';
import type { RowsView } from '../../wire.gen';
import { t } from './words';

export function prompt(view: RowsView, table: Table<'rows'>): string {
  const cards = view.moves.filter(isCard);
  const name = (card: string) => table.speaker.card(card);
  if (view.drawn) return t(cards.length ? 'keep' : 'keepOnly', { card: name(view.drawn) });
  if (!cards.length)
    return t(view.moves.includes('pass') ? 'pass' : view.moves.includes('draw') ? 'draw' : 'end');
  if (!view.table.length) {
    const any = cards.length === view.hands[view.turn]?.length;
    return any ? t('start') : t('first', { cards: cards.map(name) });
  }
  return view.moves.includes('end') ? t('more') : t('lay', { count: cards.length });
}

/** Moves the laid card from the hand to the table. */
export function predict(view: RowsView, move: string, you: number): RowsView | undefined {
  const hand = view.hands[you];
  if (!hand?.includes(move)) return undefined;
  return {
    ...view,
    table: [...view.table, move],
    hands: view.hands.map((cards, seat) => (seat === you ? hand.filter((card) => card !== move) : cards)),
    sizes: view.sizes.map((size, seat) => (seat === you ? size - 1 : size)),
    moves: view.moves.filter((other) => other !== move),
    soon: view.soon.filter((card) => card !== move),
    fits: view.fits.filter((card) => card !== move),
  };
}
