/**
 * Keeps the keyboard focus from getting lost. When the focused element is removed or disabled, the sentence that
 * says what is expected gets the focus, or the page's title. A tap on nothing in particular gives the focus up.
 */
const FOCUSABLE = 'a, button, input, select, textarea, summary, label, [tabindex]';

export function guardFocus(): void {
  let used = false;
  let looking = false;
  addEventListener('focusin', () => (used = true));
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) used = false;
  });
  const look = () => {
    looking = false;
    const { activeElement: at, body } = document;
    const lost = !at || at === body || at.matches(':disabled');
    if (used && lost && document.hasFocus()) focusOn(refuge());
  };
  // After everything else that may move the focus.
  const soon = () => {
    if (!looking) requestAnimationFrame(() => setTimeout(look));
    looking = true;
  };
  new MutationObserver(soon).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
}

function refuge(): HTMLElement | null {
  const sheet = document.querySelector('dialog[open]');
  if (sheet) return sheet.querySelector('h2');
  return document.querySelector<HTMLElement>('main .prompt') ?? document.querySelector('main h1');
}

/** Remembers the focused element; the returned function focuses it again if the focus was lost meanwhile. */
export function rememberFocus(): () => void {
  const { activeElement: opener, body } = document;
  // Not at once: what is removed now may still be a modal dialog, outside of which nothing can be focused.
  const restore = () => {
    if (document.activeElement === body && opener instanceof HTMLElement) opener.focus();
  };
  return () => queueMicrotask(restore);
}

/** Focuses the first item of a choice that appears, for keyboard users whose focus was on what it replaces. */
export function takeFocus(choice: ParentNode, items = '[data-rove]'): void {
  if (document.activeElement === document.body)
    choice.querySelector<HTMLElement>(items)?.focus({ preventScroll: true });
}

/** Focuses an element, also one that the Tab key does not reach. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return;
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: element.matches('[tabindex="-1"]') });
}

/** Playable cards, or else other choices, or else buttons; not the one that takes a move back. */
const CHOICES = [
  '[data-place=hand] .can[data-rove]',
  'main .can[data-rove]',
  'main .acts button.main:enabled',
  'main .acts :not(.undo) > button:enabled, main .acts > button:enabled',
];

/** Moves the focus to the next of them, cyclically; false if there is none. */
export function toNext(by: 1 | -1): boolean {
  const found = CHOICES.map((each) => [...document.querySelectorAll<HTMLElement>(each)]).find(
    (each) => each.length,
  );
  if (!found) return false;
  const at = document.activeElement;
  const inside = found.findIndex((each) => each === at);
  const after = found.findIndex(
    (each) => at && at.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const next =
    inside >= 0 ? inside + by : by > 0 ? Math.max(after, 0) : (after < 0 ? found.length : after) - 1;
  found.at(next % found.length)?.focus();
  return true;
}
