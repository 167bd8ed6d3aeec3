import type { DuelView } from '../../wire.gen';
import type { Face } from '../face';
import DuelTable from './DuelTable.svelte';
import { t } from './words';

const prompt = (view: DuelView) => t(!view.open[0]?.length ? 'first' : view.taker === null ? 'tie' : 'next');

export const face: Face<'duel'> = {
  component: DuelTable,
  unmarked: true,
  prompt,
  sharedPrompt: prompt,
  counts: (view) => view.stacks.map((size, seat) => size + (view.won[seat]?.length ?? 0)),
};
