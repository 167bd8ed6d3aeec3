/** The names of players: displayed, the person's own, and those of others at this device. */
import { ui } from '../words/language.svelte';
import { json, Stored } from './persisted.svelte';
import { settings } from './settings.svelte';

/** Names that earlier versions gave to people without a name, also on others' pages. */
const NAMELESS: ReadonlySet<string> = new Set(['You', 'Du']);

/** A seat's name where it stands alone. A person without a name is *you* on one's own page, unless it is shared. */
export function displayName(name: string, seat: number, reader: number | null, shared: boolean): string {
  if (shared) return name;
  if (seat === reader && (!name || !settings.name.trim())) return ui('defaultName');
  return NAMELESS.has(name) ? guestName(seat) : name;
}

export const guestName = (seat: number): string => ui('guest', { number: seat + 1 });
/** The person's own name in a seat. */
export const ownName = (seat: number): string => settings.name.trim() || guestName(seat);

/** The names of the others who play at this device. */
export const deviceNames = new Stored<readonly string[]>(
  'people',
  json((found) => (Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [])),
);
