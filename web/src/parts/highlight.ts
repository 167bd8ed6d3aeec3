/** Highlights the controls that lead to given moves, in any game's face; lessons use it. */
import { isCard } from './colours';

/** Separators between the cards and words of a move. */
const SEPARATORS = /[+>=<x ]/;

/** Sets `data-glow` on the controls that lead to `moves`, also after DOM changes, until disposed.
 *  Calls `changed` after others than before are set.
 */
export function highlightMoves(root: HTMLElement, moves: readonly string[], changed: () => void): () => void {
  const show = () => {
    if (mark(root, moves.length ? leading(root, moves) : [])) changed();
  };
  const watch = new MutationObserver(show);
  const attributeFilter = ['data-move', 'data-choose', 'disabled', 'class'];
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter });
  show();
  return () => {
    watch.disconnect();
    mark(root, []);
  };
}

/** Returns whether an element of `glowing` is newly marked. */
function mark(root: HTMLElement, glowing: readonly Element[]): boolean {
  let added = false;
  for (const old of root.querySelectorAll('[data-glow]'))
    if (!glowing.includes(old)) old.removeAttribute('data-glow');
  for (const element of glowing) {
    if (element.hasAttribute('data-glow')) continue;
    element.setAttribute('data-glow', '');
    element.scrollIntoView({ block: 'nearest' });
    added = true;
  }
  return added;
}

/** Controls that play a move; else those to choose first. */
function leading(root: HTMLElement, moves: readonly string[]): readonly Element[] {
  const playing = marked(root, 'move').filter(({ name }) => moves.includes(name));
  if (playing.length) return playing.map(({ target }) => target);
  const choices = marked(root, 'choose');
  const named = choices.filter(({ name }) =>
    moves.some((move) => move === name || parts(move).includes(name)),
  );
  const open = named.filter(({ on }) => !on);
  // A part of the move is chosen already, or no choice names one: offer the choices that are not cards.
  const others = choices.filter((one) => !one.on && !named.includes(one) && !isCard(one.name));
  const next = others.length && (open.length < named.length || !named.length) ? others : open;
  return next.map(({ target }) => target);
}

const parts = (move: string): readonly string[] => move.split(SEPARATORS);

function marked(root: HTMLElement, kind: 'move' | 'choose') {
  const buttons = 'button:not(:disabled), input:not(:disabled)';
  return [...root.querySelectorAll<HTMLElement>(`[data-${kind}]`)].flatMap((element) => {
    const target = element.matches(buttons) ? element : element.querySelector(buttons);
    const on = element.classList.contains('on') || target?.classList.contains('chosen');
    return target ? [{ name: element.dataset[kind] ?? '', target, on }] : [];
  });
}
