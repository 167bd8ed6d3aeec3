/** The connection cards that lie on the table, as the story of the round tells them: the view does not. */
import type { Happened } from '../../state/table.svelte';

/** From which field to which field. */
export type Bridge = readonly [source: string, field: string];

export function bridgesIn(log: readonly Happened[], round: number): Bridge[] {
  const found: Bridge[] = [];
  for (const { event, round: when } of log) {
    if (when !== round) continue;
    if (event.event === 'dealt') found.length = 0;
    const field = event.event === 'bridged' ? event.card : event.event === 'jokerlaid' ? event.field : undefined;
    if (typeof field === 'string' && typeof event.source === 'string') found.push([event.source, field]);
  }
  return found;
}
