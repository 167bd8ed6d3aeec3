/** The last match, which one tap starts again, and the last game, which is offered first. */
import type { Setup } from '../wire.gen';
import { gameOf, type Level } from './games.svelte';
import { json, Stored } from './persisted.svelte';
import { latestGame } from './places';

/** A match against bots, or of people at one device. */
export interface LastMatch {
  readonly setup: Setup;
  readonly level: Level;
  /** The names of the others at this device. */
  readonly others?: readonly string[];
}

const stored = new Stored(
  'last',
  json((found) => found as LastMatch | null),
);

/** Save the last match; null removes it. */
export function saveMatch(match: LastMatch | null): void {
  if (match) stored.value = match;
  else stored.remove();
}

/** The last match, if its game can still be played so. */
export function lastMatch(): LastMatch | undefined {
  const match = stored.value;
  const setup = match?.setup;
  return match && setup && gameOf(setup.game)?.seats.includes(setup.seats) ? match : undefined;
}

export const lastGame = (): string | undefined => gameOf(latestGame.value)?.id;
