/** What a doubt brought to light, until it is old news. */
import type { Happened } from '../../state/table.svelte';
import type { Exposed, PileTaken, Proven } from '../../wire.gen';

export interface Doubt {
  readonly n: number;
  readonly turnedUp: Exposed | Proven;
  /** Who took the pile; nobody if a true last lay ended the round. */
  readonly taken: PileTaken | undefined;
}

const CLAIMS = ['claimed', 'lastclaimed'];
const OLD = 2;

/** The latest doubt of this round, if not more than one card has been laid since. */
export function latest(log: readonly Happened[], over: boolean): Doubt | undefined {
  const at = log.findLastIndex(({ event }) => event.event === 'exposed' || event.event === 'proven');
  const found = log[at];
  if (!found) return undefined;
  const since = log.slice(at + 1).map(({ event }) => event);
  if (!over && since.some(({ event }) => event === 'roundover')) return undefined;
  if (since.filter(({ event }) => CLAIMS.includes(String(event))).length >= OLD) return undefined;
  return {
    n: found.n,
    turnedUp: found.event as unknown as Exposed | Proven,
    taken: since.find(({ event }) => event === 'piletaken') as unknown as PileTaken | undefined,
  };
}
