/**
 * Where a table does not fit the window, because it is small, zoomed or its text is large, the page flows: it is
 * as high as it needs to be, and scrolls (WCAG 1.4.10). Else it fills the window, and only its parts scroll.
 */
const SMALL = [
  '(max-width: 599px) and (max-height: 36em)',
  '(min-width: 600px) and (max-width: 899px) and (max-height: 20em)',
  '(min-width: 600px) and (max-width: 899px) and (min-height: 501px) and (max-height: 45em)',
  '(min-width: 900px) and (max-height: 37.5em)',
].join(', ');

/** Gives the page the class `flow` where it should, or always; the answer ends it. */
export function flow(always: boolean): () => void {
  const small = matchMedia(SMALL);
  const show = () => document.documentElement.classList.toggle('flow', always || small.matches);
  small.addEventListener('change', show);
  show();
  return () => small.removeEventListener('change', show);
}
