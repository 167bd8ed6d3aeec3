import { ui } from '../../words/language.svelte';
import type { Face } from '../face';
import PlainTable from './PlainTable.svelte';

/** Any game, without a face of its own. */
export const face: Face = {
  component: PlainTable,
  prompt: (view, table) =>
    ui('anyMove', {
      moves: view.moves
        .slice(0, 6)
        .map((move) => table.speaker.move(move))
        .join(', '),
    }),
  counts: (view) => ('sizes' in view ? view.sizes : []),
};
