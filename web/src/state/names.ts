/** What people are called who may have given no name. */
import { ui } from '../words/language.svelte';
import { settings } from './settings.svelte';

/** What those who gave no name were called before, also to others. */
const NAMELESS: ReadonlySet<string> = new Set(['You', 'Du']);

/**
 * What a seat is called where its name stands alone: who gave no name is *you* on the own page only, unless
 * several people share the device.
 */
export function nameOf(name: string, seat: number, reader: number | null, shared: boolean): string {
  if (shared) return name;
  if (seat === reader && (!name || !settings.name.trim())) return ui('defaultName');
  return NAMELESS.has(name) ? ui('guest', { number: seat + 1 }) : name;
}

/** What one is called in a seat: who gave no name is a guest. */
export const ownName = (seat: number): string => settings.name.trim() || ui('guest', { number: seat + 1 });
