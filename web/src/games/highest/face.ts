import type { Table } from '../../state/table.svelte';
import type { HighestView } from '../../wire.gen';
import type { Face } from '../face';
import { choice } from './choice.svelte';
import HighestTable from './HighestTable.svelte';
import { t } from './words';

export const face: Face<'highest'> = {
  component: HighestTable,
  unmarked: true,
  prompt,
  counts: (view) => view.won.map((cards) => cards.length),
  predict,
};

function prompt(view: HighestView, table: Table<'highest'>): string {
  const { card } = choice;
  if (card && view.moves.includes(card)) return t('sure', { card: table.speaker.card(card) });
  return view.aside.length ? t('chooseAside', { count: view.aside.length }) : t('choose');
}

/** One's card lies there face down. */
function predict(view: HighestView, move: string, you: number): HighestView | undefined {
  return {
    ...view,
    hands: view.hands.map((hand, seat) => (seat === you ? hand.filter((card) => card !== move) : hand)),
    chosen: view.chosen.map((card, seat) => (seat === you ? move : card)),
    ready: view.ready.map((is, seat) => is || seat === you),
    moves: [],
  };
}
