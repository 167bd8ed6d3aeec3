/**
 * Names and hashes that page and service worker share. Installed pages of earlier versions use the same names:
 * they must not change.
 */
import { pack } from 'virtual:pack';

const PREFIX = 'elfer-';
const PACK_PREFIX = 'elfer-py-';
export const pageCache = (version: string): string => PREFIX + version;
export const PACK_CACHE = PACK_PREFIX + pack.version;
/** The last entry of a pack's cache: present if the pack is complete. */
export const COMPLETE = 'py/whole';

export const isOurCache = (name: string): boolean => name.startsWith(PREFIX);
export const isPackCache = (name: string): boolean => name.startsWith(PACK_PREFIX);
/** The path of a pack's file in the cache of any version. */
export const packFile = (cache: string, name: string): string =>
  `py/${cache.slice(PACK_PREFIX.length)}/${name}`;

/** Messages of the page to its service worker: activate a waiting version; delete caches no longer needed. */
export const ACTIVATE = 'take';
export const CLEAN_UP = 'tidy';

export async function sha256(content: BufferSource): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
