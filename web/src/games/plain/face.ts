import { sentence } from '../../words/language.svelte';
import type { Face } from '../face';
import PlainTable from './PlainTable.svelte';

interface PlainView {
  readonly sizes?: readonly number[];
  readonly moves: readonly string[];
}

/** Any game, without a face of its own. */
export const face: Face<PlainView> = {
  component: PlainTable,
  prompt: (view, table) =>
    sentence('ask.any').replace('{moves:moves}', view.moves.slice(0, 6).map((move) => table.speaker.move(move)).join(', ')),
  counts: (view) => view.sizes ?? [],
};
