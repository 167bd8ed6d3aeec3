import { ui } from '../../words/language.svelte';
import type { Face } from '../face';
import PlainTable from './PlainTable.svelte';

/** The face of games that bring none. */
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
