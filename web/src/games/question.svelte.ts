/** Questions that a game's face asks in place of its prompt. */
import type { Family } from '../wire.gen';
import type { Table } from '../state/table.svelte';

/** Shows `question()` instead of the prompt while it is not empty. Call it while the component initialises. */
export function askInstead<F extends Family>(table: () => Table<F>, question: () => string): void {
  $effect(() => {
    const asking = table();
    asking.question = question();
    return () => (asking.question = '');
  });
}
