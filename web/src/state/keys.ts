/** The keys of the seats this browser has, by table: whoever has the key has the seat. */
import { recall, remember } from './memory';

/** A table where one has been. */
export interface Place {
  readonly table: string;
  readonly key: string;
  readonly game: string;
  readonly when: number;
}

const MOST = 40;

/** `bytes` random ones as base64url. */
export function random(bytes: number): string {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export const newKey = (): string => random(32);

/** All places, the latest first. */
export function places(): Place[] {
  try {
    const found: unknown = JSON.parse(recall('places') ?? '[]');
    return Array.isArray(found) ? (found as Place[]) : [];
  } catch {
    return [];
  }
}

export const placeOf = (table: string): Place | undefined => places().find((place) => place.table === table);

export function keep(place: Place): void {
  const others = places().filter(({ table }) => table !== place.table);
  remember('places', JSON.stringify([place, ...others].slice(0, MOST)));
  remember('game', place.game);
}

export function forget(table: string): void {
  remember('places', JSON.stringify(places().filter((place) => place.table !== table)));
}
