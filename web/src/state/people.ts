/** Who else plays at this device: their names, which the browser remembers. */
import { recall, remember } from './memory';

export function people(): readonly string[] {
  try {
    const found: unknown = JSON.parse(recall('people') ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export const keepPeople = (names: readonly string[]): void => remember('people', JSON.stringify(names));
