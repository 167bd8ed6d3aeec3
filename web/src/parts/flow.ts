/**
 * Windows that a table does not fit because they are small or zoomed, or because text is large: there the page is
 * as high as it needs to be, and scrolls (WCAG 1.4.10). Elsewhere it fills the window, and only its parts scroll.
 */
import { MediaQuery } from 'svelte/reactivity';

const SMALL = [
  '(max-width: 599px) and (max-height: 36em)',
  '(min-width: 600px) and (max-width: 899px) and (max-height: 20em)',
  '(min-width: 600px) and (max-width: 899px) and (min-height: 501px) and (max-height: 45em)',
  '(min-width: 900px) and (max-height: 37.5em)',
].join(', ');

const small = new MediaQuery(SMALL);

/** Set or remove the page's class `flow`; to be run in an effect. */
export function flow(always: boolean): void {
  document.documentElement.classList.toggle('flow', always || small.current);
}
