import type { OldMaidView } from '../../wire.gen';
import type { Face } from '../face';
import OldMaidTable from './OldMaidTable.svelte';
import { t } from './words';

export const face: Face<'old_maid'> = {
  component: OldMaidTable,
  prompt: (view, table) => t('draw', { name: table.speaker.someone(view.source), count: view.moves.length }),
  counts: (view) => view.sizes,
  account,
  say: (move, speaker) => speaker.say('move.old_maid_card', { place: move.replace('draw ', '') }),
};

/** Names the seat that holds the last card. */
function account(view: OldMaidView, seat: number): string[] {
  const cards = view.sizes.reduce((sum, size) => sum + size, 0);
  return cards === 1 && view.sizes[seat] ? [t('peter')] : [];
}
