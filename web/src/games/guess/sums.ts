/** A sum that was turned up, with the guesses for it. */
import type { LogEntry } from '../../state/table.svelte';

export interface ShownSum {
  readonly n: number;
  readonly cards: readonly string[];
  readonly total: number;
  readonly taker: number;
  readonly guesses: readonly (number | null)[];
}

/** The last sum of this round. */
export function lastSum(log: readonly LogEntry<'guess'>[], over: boolean): ShownSum | undefined {
  const at = log.findLastIndex(({ event }) => event.event === 'sumshown');
  const { n = 0, event: sum } = log[at] ?? {};
  if (sum?.event !== 'sumshown') return undefined;
  if (!over && log.slice(at).some(({ event }) => event.event === 'roundover')) return undefined;
  const { cards, total, seat: taker } = sum;
  const guesses: (number | null)[] = cards.map(() => null);
  for (const { event } of log.slice(Math.max(0, at - cards.length), at)) {
    if (event.event === 'guessed') guesses[event.seat] = event.number;
  }
  return { n, cards, total, taker, guesses };
}
