/** The connection cards that lie on the table, as the story of the round tells them: the view does not. */
import type { LogEntry } from '../../state/table.svelte';

/** From which field to which field. */
export type Bridge = readonly [source: string, field: string];

export function bridgesIn(log: readonly LogEntry<'master'>[], round: number): Bridge[] {
  const found: Bridge[] = [];
  for (const { event, round: when } of log) {
    if (when !== round) continue;
    if (event.event === 'dealt') found.length = 0;
    if (event.event === 'bridged') found.push([event.source, event.card]);
    if (event.event === 'jokerlaid' && event.source) found.push([event.source, event.field]);
  }
  return found;
}
