/** Animates changes of a table's view. */
import { fly, land } from '../parts/fly';
import type { LogEntry, Table } from '../state/table.svelte';

/** Cards fly over the screen at each change of the view; to be run in an effect. */
export function animate(table: Table, screen: HTMLElement | undefined): () => void {
  table.animate = (change, entries, passed) => {
    // No card of the last player may still be flying when the next one looks.
    if (screen && passed) land(screen);
    if (!screen || passed) return change();
    // Without entries it is the reader's own move, not yet confirmed.
    void fly(screen, change, (entries.length ? actorIn(entries) : table.acting) ?? undefined);
  };
  return () => (table.animate = (change) => change());
}

/** The seat that acted last. */
const actorIn = (entries: readonly LogEntry[]) =>
  entries.map(({ event }) => ('seat' in event ? event.seat : null)).findLast((seat) => seat !== null);
