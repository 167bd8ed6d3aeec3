/** What a game's face shows for a while: a question in place of its prompt, and what has just happened. */
import type { Family } from '../wire.gen';
import type { Table } from '../state/table.svelte';

const HOLD_MS = 4000;

/** Shows `question()` instead of the prompt while it is not empty. Call it while the component initialises. */
export function askInstead<F extends Family>(table: () => Table<F>, question: () => string): void {
  $effect(() => {
    const asking = table();
    asking.question = question();
    return () => (asking.question = '');
  });
}

/** Whether the log entry of number `n()` is new, for some seconds or until `end()`. */
export function whileNew(n: () => number | undefined) {
  let seen = $state(0);
  const end = () => (seen = n() ?? 0);
  $effect(() => {
    if (n() === undefined) return;
    const timer = setTimeout(end, HOLD_MS);
    return () => clearTimeout(timer);
  });
  return {
    get now() {
      return (n() ?? 0) > seen;
    },
    end,
  };
}
