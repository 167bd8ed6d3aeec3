/** The keys of the seats this browser has, by table: whoever has the key has the seat. */
import type { TableInfo } from '../wire.gen';
import { recall, remember } from './memory';

/** A table where one has been. */
export interface Place {
  readonly table: string;
  readonly key: string;
  readonly game: string;
  readonly when: number;
  /** How far the table was when one was there last, … */
  readonly phase?: TableInfo['phase'];
  /** … who else sat there, … */
  readonly others?: readonly string[];
  /** … and whether they were all bots, or shared this device. */
  readonly alone?: boolean;
  /** Whether it is on this device, and not on the server. */
  readonly here?: boolean;
}

const MOST = 40;
const DAY_MS = 86_400_000;

/** `bytes` random ones as base64url. */
export function random(bytes: number): string {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export const newKey = (): string => random(32);

/** The key that redeems a code: the same one each time, as the answer may have been lost. */
export function keyFor(code: string): string {
  const typed = code.toUpperCase().replaceAll(' ', '');
  const [known, kept] = recall('redeeming')?.split(' ') ?? [];
  if (known === typed && kept) return kept;
  const key = newKey();
  remember('redeeming', `${typed} ${key}`);
  return key;
}

/** All places, the latest first. */
export function places(): Place[] {
  try {
    const found: unknown = JSON.parse(recall('places') ?? '[]');
    return Array.isArray(found) ? (found as Place[]) : [];
  } catch {
    return [];
  }
}

/** The path that leads to a table. */
export const pathOf = ({ table, here }: Pick<Place, 'table' | 'here'>): string =>
  `/${here ? 'here' : 't'}/${table}`;

export const placeOf = (table: string): Place | undefined => places().find((place) => place.table === table);

export function keep(place: Place): void {
  const others = places().filter(({ table }) => table !== place.table);
  remember('places', JSON.stringify([place, ...others].slice(0, MOST)));
  remember('game', place.game);
}

export function forget(table: string): void {
  remember('places', JSON.stringify(places().filter((place) => place.table !== table)));
}

/** What one would remember of a table at which one has a seat. */
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

/** Where one can go on: the latest places but for matches against bots that are over. */
export function unfinished(): Place[] {
  const recent = ({ when }: Place) => Date.now() - when < 2 * DAY_MS;
  return places().filter((place) => recent(place) && !(place.phase === 'over' && place.alone));
}
