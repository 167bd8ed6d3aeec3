/** A sum that was turned up, with the guesses that were made. */
import type { Happened } from '../../state/table.svelte';
import type { Guessed, SumShown } from '../../wire.gen';

export interface Shown {
  readonly n: number;
  readonly cards: readonly string[];
  readonly total: number;
  readonly taker: number;
  readonly guesses: readonly (number | null)[];
}

/** The last one of this round. */
export function lastShown(log: readonly Happened[], over: boolean): Shown | undefined {
  const at = log.findLastIndex(({ event }) => event.event === 'sumshown');
  const found = log[at];
  if (!found || (!over && log.slice(at).some(({ event }) => event.event === 'roundover'))) return undefined;
  const { cards, total, seat: taker } = found.event as unknown as SumShown;
  const guesses: (number | null)[] = cards.map(() => null);
  for (const { event } of log.slice(Math.max(0, at - cards.length), at)) {
    const { event: what, seat, number } = event as unknown as Guessed;
    if (what === 'guessed') guesses[seat] = number;
  }
  return { n: found.n, cards, total, taker, guesses };
}
