/** Single-letter shortcuts, which a setting switches off. */
import { MediaQuery } from 'svelte/reactivity';
import { settings } from '../state/settings.svelte';

/** Whether there is likely a keyboard: devices with a mouse have one. */
export const keyboard = new MediaQuery('hover: hover');

const FIELDS = 'input, select, textarea';

/** Stops single letters if shortcuts are off, unless a field has the focus. */
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

/** The key pressed, if it is meant for the table and not for a field, a dialog or the browser. */
export function tableKey(event: KeyboardEvent): string | undefined {
  if (event.repeat || withModifier(event) || document.querySelector('dialog[open]')) return undefined;
  if (event.target instanceof Element && event.target.matches(FIELDS)) return undefined;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
