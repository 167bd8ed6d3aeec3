/** The last doubt: what was turned up, and who took the pile. */
import type { LogEntry } from '../../state/table.svelte';
import type { Exposed, PileTaken, Proven } from '../../wire.gen';

export interface Doubt {
  readonly n: number;
  readonly turnedUp: Exposed | Proven;
  /** Undefined if a true last lay ended the round. */
  readonly taken: PileTaken | undefined;
}

const OLD = 2;

/** The latest doubt of this round, if not more than one card has been laid since. */
export function latest(log: readonly LogEntry<'cheat'>[], over: boolean): Doubt | undefined {
  const at = log.findLastIndex(({ event }) => event.event === 'exposed' || event.event === 'proven');
  const { n = 0, event: turnedUp } = log[at] ?? {};
  if (turnedUp?.event !== 'exposed' && turnedUp?.event !== 'proven') return undefined;
  const since = log.slice(at + 1).map(({ event }) => event);
  if (!over && since.some(({ event }) => event === 'roundover')) return undefined;
  if (since.filter(({ event }) => event === 'claimed' || event === 'lastclaimed').length >= OLD)
    return undefined;
  return { n, turnedUp, taken: since.find((event) => event.event === 'piletaken') };
}
