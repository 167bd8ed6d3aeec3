import type { Face } from '../face';
import OldMaidTable from './OldMaidTable.svelte';
import { t } from './words';

export const face: Face<'old_maid'> = {
  component: OldMaidTable,
  prompt: (view, table) => t('draw', { name: table.speaker.someone(view.source), count: view.moves.length }),
  counts: (view) => view.sizes,
  say: (move) => t('say', { place: placeOf(move) }),
};

const placeOf = (move: string): string => move.split(' ')[1] ?? '';
