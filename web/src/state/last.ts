/** What was played last: one tap starts it again, and it is offered first. */
import type { Setup } from '../wire.gen';
import type { Level } from './client.svelte';
import { gameOf } from './games.svelte';
import { recall, remember } from './memory';

/** A match against bots, or of people at one device. */
export interface Last {
  readonly setup: Setup;
  readonly level: Level;
  /** Who else played at this device. */
  readonly others?: readonly string[];
}

export const keepMatch = (last: Last | null): void => remember('last', last && JSON.stringify(last));

/** The game one sat down to last, as `keep` has noted it. */
export function lastGame(): string | undefined {
  const id = recall('game');
  return id && gameOf(id) ? id : undefined;
}

/** The last match against bots, as far as it can still be played here. */
export function lastMatch(): Last | undefined {
  try {
    const last = JSON.parse(recall('last') ?? 'null') as Last | null;
    return last && gameOf(last.setup.game)?.seats.includes(last.setup.seats) ? last : undefined;
  } catch {
    return undefined;
  }
}
