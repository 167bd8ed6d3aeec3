/**
 * The focus is never lost: when what had it goes away, or can no longer be pressed, the sentence that says what
 * is expected gets it, or the title of the page. Whoever clicks on nothing wants no focus.
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
  // After everything else that may want the focus itself.
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
  return sheet ? sheet.querySelector('h2') : document.querySelector('main .prompt, main h1');
}

/** Gives the focus also to what is not reached by the Tab key. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (!element) return;
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  element.focus({ preventScroll: element.matches('[tabindex="-1"]') });
}

/** The cards that can be played, or else whatever can be chosen. */
const CHOICES = ['[data-place=hand] .can[data-rove]', 'main .can[data-rove]', 'main .acts button:enabled'];

/** Moves the focus to the next thing that can be played, round and round; whether there is one. */
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
