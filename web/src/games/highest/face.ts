import type { HighestView } from '../../wire.gen';
import type { Face } from '../face';
import HighestTable from './HighestTable.svelte';
import { t } from './words';

export const face: Face<'highest'> = {
  component: HighestTable,
  unmarked: true,
  prompt,
  counts: (view) => view.won.map((cards) => cards.length),
  predict,
};

function prompt(view: HighestView): string {
  return view.aside.length ? t('chooseAside', { count: view.aside.length }) : t('choose');
}

/** Lays one's own card face down. */
function predict(view: HighestView, move: string, you: number): HighestView | undefined {
  return {
    ...view,
    hands: view.hands.map((hand, seat) => (seat === you ? hand.filter((card) => card !== move) : hand)),
    chosen: view.chosen.map((card, seat) => (seat === you ? move : card)),
    ready: view.ready.map((is, seat) => is || seat === you),
    moves: [],
  };
}
