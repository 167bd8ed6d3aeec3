/** Cards fly from where they were to where they lie (FLIP), so that one sees what others did. */
import { tick } from 'svelte';

const MS = 240;

/**
 * Measures every `[data-card]`, applies `change`, then lets each card that moved fly from its old place. A card that was
 * not to be seen comes from the seat that acted, `[data-seat]`, or into one's own hand from the stock, `[data-place=stock]`.
 */
export async function fly(root: HTMLElement, change: () => void, actor: number | undefined): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden;
  const old = new Map(still ? [] : cards(root).map((card) => [card.dataset.card, card.getBoundingClientRect()]));
  const seat = root.querySelector(`[data-seat="${actor}"]`)?.getBoundingClientRect();
  const stock = root.querySelector('[data-place="stock"]')?.getBoundingClientRect();
  change();
  if (still) return;
  await tick();
  for (const card of cards(root)) {
    const mine = card.closest('[data-place="hand"]') !== null;
    const from = old.get(card.dataset.card) ?? (old.size ? (mine ? stock : seat) : undefined);
    if (from) start(card, from);
  }
}

const cards = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-card]')];

function start(card: HTMLElement, from: DOMRect): void {
  const to = card.getBoundingClientRect();
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  if (!to.width || Math.hypot(x, y) < 2) return;
  card.style.zIndex = '5';
  const flight = card.animate(
    // `translate` leaves the transform of a raised card alone.
    [{ translate: `${x}px ${y}px`, scale: from.width && to.width ? String(from.width / to.width) : '1' }, { translate: '0 0', scale: '1' }],
    { duration: MS, easing: 'cubic-bezier(.2,.7,.3,1)' },
  );
  void flight.finished.catch(() => undefined).then(() => (card.style.zIndex = ''));
}
