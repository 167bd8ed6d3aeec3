/** Keys of a single letter, which those who do not want them can switch off. */
import { settings } from '../state/settings.svelte';

const FIELDS = 'input, select, textarea';

/** Keeps single letters from everybody who listens for keys, where they are switched off or someone types. */
export function guardKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      const typing = event.target instanceof Element && event.target.matches(FIELDS);
      const letter = [...event.key].length === 1 && event.key !== ' ';
      if (letter && !typing && !settings.keys && !withModifier(event)) event.stopImmediatePropagation();
    },
    true,
  );
}

const withModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;

/** The key that was pressed, if it is meant for the table and not for a field, a sheet or the browser. */
export function tableKey(event: KeyboardEvent): string | undefined {
  if (event.repeat || withModifier(event) || document.querySelector('dialog[open]')) return undefined;
  if (event.target instanceof Element && event.target.matches(FIELDS)) return undefined;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
