/** The seats this browser holds: a key for each table. The key is the proof of the seat. */
import type { TableInfo } from '../wire.gen';
import { json, plainText, Stored } from './persisted.svelte';

/** A table at which this browser has or had a seat. */
export interface Place {
  readonly table: string;
  readonly key: string;
  readonly game: string;
  /** Last visit, in ms since the epoch. */
  readonly when: number;
  /** The table's phase at the last visit. */
  readonly phase?: TableInfo['phase'];
  readonly others?: readonly string[];
  /** Whether all others were bots or shared this device. */
  readonly alone?: boolean;
  /** Whether the table is on this device, not on the server. */
  readonly here?: boolean;
}

const MAX_PLACES = 40;
const RESUMABLE_MS = 2 * 86_400_000;

const stored = new Stored(
  'places',
  json((found) => (Array.isArray(found) ? (found as Place[]) : [])),
);
/** The game of the latest place. */
export const latestGame = new Stored('game', plainText);
/** The code being redeemed and its key. */
const redemption = new Stored('redeeming', plainText);

/** Random bytes as base64url. */
export function randomText(bytes: number): string {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export const newKey = (): string => randomText(32);

/** The key to redeem a code with; the same for each attempt, as an answer may have been lost. */
export function redemptionKey(code: string): string {
  const typed = code.toUpperCase().replaceAll(' ', '');
  const [before, key] = redemption.value.split(' ');
  if (before === typed && key) return key;
  const fresh = newKey();
  redemption.value = `${typed} ${fresh}`;
  return fresh;
}

/** All places, the latest first. */
export const places = (): Place[] => stored.value;
export const placeOf = (table: string): Place | undefined => places().find((place) => place.table === table);

export function savePlace(place: Place): void {
  stored.value = [place, ...places().filter(({ table }) => table !== place.table)].slice(0, MAX_PLACES);
  latestGame.value = place.game;
}

export function forgetPlace(table: string): void {
  stored.value = places().filter((place) => place.table !== table);
}

/** The place to save for a table at which the page has a seat. */
export function placeAt(info: TableInfo, key: string, here = false): Place {
  const { device = [] } = info;
  const own = device[0] ?? info.you;
  const others = info.chairs.filter(({ name }, seat) => name && seat !== own);
  return {
    table: info.id,
    key,
    game: info.setup.game,
    when: Date.now(),
    phase: info.phase,
    others: others.map(({ name }) => name),
    alone: info.chairs.every(({ name, bot }, seat) => !name || bot || seat === own || device.includes(seat)),
    ...(here && { here }),
  };
}

/** Recent places to resume; without finished matches against bots. */
export const resumable = (): Place[] =>
  places().filter(
    ({ when, phase, alone }) => Date.now() - when < RESUMABLE_MS && !(phase === 'over' && alone),
  );
