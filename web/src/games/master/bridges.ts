/** The connection cards that lie on the table, as the story of the round tells them: the view does not. */
import { recall, remember } from '../../state/memory';
import type { Happened, Table } from '../../state/table.svelte';

/** From which field to which field. */
export type Bridge = readonly [source: string, field: string];

const STORE = 'master-bridges';

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

/** Names the round: a table has many. */
export const roundOf = (table: Table): string => `${table.id}.${table.sitting?.match ?? 0}.${table.update?.round ?? 0}`;

/** Those this browser saw before the page was loaded anew. */
export function kept(table: Table): readonly Bridge[] {
  const [round, text = '[]'] = recall(STORE)?.split(' ') ?? [];
  return round === roundOf(table) ? (JSON.parse(text) as Bridge[]) : [];
}

export const keep = (table: Table, bridges: readonly Bridge[]): void => remember(STORE, `${roundOf(table)} ${JSON.stringify(bridges)}`);
