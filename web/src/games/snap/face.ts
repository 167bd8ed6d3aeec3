import type { Table } from '../../state/table.svelte';
import type { SnapView } from '../../wire.gen';
import type { Face } from '../face';
import SnapTable from './SnapTable.svelte';
import { t } from './words';

export const face: Face<'snap'> = {
  component: SnapTable,
  unmarked: true,
  prompt,
  sharedPrompt: (view) => (view.together ? t(view.turned ? 'watch' : 'together') : undefined),
  counts: (view) => view.stacks.map((size, seat) => size + (view.piles[seat] ?? 0)),
};

function prompt(view: SnapView, table: Table<'snap'>): string {
  const { moves } = view;
  if (moves.includes('reveal')) return t(moves.length > 1 && view.turned ? 'reveal' : 'revealOnly');
  if (moves.length === 1) return t('out');
  if (!view.together && view.turn === table.you && !view.calls.length) return t('alone');
  return t(view.together && !view.turned ? 'together' : 'watch');
}
