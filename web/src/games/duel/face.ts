import type { Face } from '../face';
import DuelTable from './DuelTable.svelte';
import { t } from './words';

export const face: Face<'duel'> = {
  component: DuelTable,
  unmarked: true,
  prompt: (view) => t(!view.open[0]?.length ? 'first' : view.taker === null ? 'tie' : 'next'),
  counts: (view) => view.stacks.map((size, seat) => size + (view.won[seat]?.length ?? 0)),
  say: (move, table) => (move === 'reveal' ? t('reveal') : table.speaker.move(move)),
};
