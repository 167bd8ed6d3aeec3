/** FLIP animations: cards move from their old place to their new one. */
import { tick } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';

const MS = 240;
const FLIGHT = 'flight';

/**
 * Measures every `[data-card]`, applies `change`, then animates each card from its old place. A new card starts at
 * the seat that acted (`[data-seat]` or one's own hand); one in one's own hand at the stock (`[data-place=stock]`).
 */
export async function fly(root: HTMLElement, change: () => void, actor: number | undefined): Promise<void> {
  const still = prefersReducedMotion.current || document.hidden;
  if (!still) land(root);
  const old = new Map(
    still ? [] : cards(root).map((card) => [card.dataset.card, card.getBoundingClientRect()]),
  );
  const place =
    actor === undefined
      ? null
      : (root.querySelector(`[data-seat="${actor}"]`) ?? root.querySelector('[data-place="hand"]'));
  const seat = place?.getBoundingClientRect();
  const stock = root.querySelector('[data-place="stock"]')?.getBoundingClientRect();
  change();
  if (still) return;
  await tick();
  for (const card of cards(root)) {
    const mine = card.closest('[data-place="hand"]') !== null;
    const from = old.get(card.dataset.card) ?? (old.size ? (mine ? stock : seat) : undefined);
    if (from && seen(card)) start(root, card, from);
  }
}

/** Finishes all running animations. */
export function land(root: HTMLElement): void {
  for (const flight of root.getAnimations({ subtree: true })) if (flight.id === FLIGHT) flight.finish();
  for (const flyer of root.querySelectorAll('[data-flyer]')) flyer.remove();
}

/** False for the inner cards of a row on phones, which show only their edge. */
const seen = (card: HTMLElement): boolean => getComputedStyle(card).visibility === 'visible';
const cards = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-card]')];

/** Animates a copy above everything; the card itself is transparent meanwhile, but can be tapped. */
function start(root: HTMLElement, card: HTMLElement, from: DOMRect): void {
  const to = card.getBoundingClientRect();
  const zoom = root.currentCSSZoom ?? 1;
  const x = (from.x + from.width / 2 - (to.x + to.width / 2)) / zoom;
  const y = (from.y + from.height / 2 - (to.y + to.height / 2)) / zoom;
  if (!to.width || Math.hypot(x, y) < 2) return;
  const flyer = copyOf(card, to, zoom);
  root.append(flyer);
  card.style.opacity = '0';
  const flight = flyer.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${Math.min(1, Math.max(0.4, from.width / to.width))})` },
      { transform: 'none' },
    ],
    { id: FLIGHT, duration: MS, easing: 'cubic-bezier(.2,.7,.3,1)' },
  );
  const landed = () => {
    card.style.opacity = '';
    flyer.remove();
  };
  flight.finished.then(landed, landed);
}

/** The custom properties of a card that its copy would not inherit. */
const LOOKS = [
  ...['--card-w', '--card-border', '--card-sign', '--c', '--on', '--label'],
  ...['--field-flow', '--field-gap', '--field-sign', '--field-font', '--field-round'],
];

function copyOf(card: HTMLElement, box: DOMRect, zoom: number): HTMLElement {
  const flyer = card.cloneNode(true) as HTMLElement;
  for (const name of ['data-card', 'data-rove', 'data-glow', 'aria-label', 'style'])
    flyer.removeAttribute(name);
  flyer.inert = true;
  flyer.dataset.flyer = '';
  flyer.setAttribute('aria-hidden', 'true');
  const looks = getComputedStyle(card);
  for (const name of LOOKS) flyer.style.setProperty(name, looks.getPropertyValue(name));
  Object.assign(flyer.style, {
    position: 'fixed',
    left: `${box.x / zoom}px`,
    top: `${box.y / zoom}px`,
    width: `${box.width / zoom}px`,
    height: `${box.height / zoom}px`,
    margin: '0',
    transform: 'none',
    zIndex: '30',
    pointerEvents: 'none',
    order: '99',
  });
  return flyer;
}
