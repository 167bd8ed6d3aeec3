/** Roving tabindex: arrow keys, Home and End move the focus among `[data-rove]`; Tab stops once. */
import type { Attachment } from 'svelte/attachments';

type Direction = readonly [x: number, y: number];
const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const rovingFocus: Attachment<HTMLElement> = (node) => {
  let place = 0;
  let inside = false;
  const all = () => [...node.querySelectorAll<HTMLElement>('[data-rove]')];
  const refresh = () => {
    const items = all();
    place = Math.max(0, Math.min(place, items.length - 1));
    items.forEach((item, i) => (item.tabIndex = i === place ? 0 : -1));
    // The focused card was removed: focus its neighbour.
    if (inside && document.activeElement === document.body) items[place]?.focus();
  };
  const focused = (event: FocusEvent) => {
    const at = all().indexOf(event.target as HTMLElement);
    if (at < 0) return;
    place = at;
    inside = true;
    refresh();
  };
  const left = (event: FocusEvent) => {
    if (event.relatedTarget) inside = false;
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = target(event.key, all(), event.target as HTMLElement);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const watch = new MutationObserver(refresh);
  watch.observe(node, { childList: true, subtree: true });
  node.addEventListener('focusin', focused);
  node.addEventListener('focusout', left);
  node.addEventListener('keydown', pressed);
  refresh();
  return () => {
    watch.disconnect();
    node.removeEventListener('focusin', focused);
    node.removeEventListener('focusout', left);
    node.removeEventListener('keydown', pressed);
  };
};

/** The item a key moves the focus to. */
function target(key: string, items: HTMLElement[], from: HTMLElement): HTMLElement | undefined {
  if (key === 'Home' || key === 'End') return items.at(key === 'Home' ? 0 : -1);
  const direction = ARROWS[key];
  return direction && nearest(items, from, direction);
}

/** The nearest item in the same line, or the best aligned one of the next line. */
function nearest(items: HTMLElement[], from: HTMLElement, [x, y]: Direction): HTMLElement | undefined {
  const here = centre(from);
  const far = items
    .filter((item) => item !== from)
    .map((item) => {
      const there = centre(item);
      const right = there.x - here.x;
      const down = there.y - here.y;
      return { item, ahead: right * x + down * y, aside: Math.abs(right * y) + Math.abs(down * x) };
    })
    .sort((a, b) => a.ahead - b.ahead);
  const half = here.height / 2;
  if (x) {
    const line = far.find(({ ahead, aside }) => ahead > 4 && aside < half);
    return line?.item ?? items[items.indexOf(from) + x];
  }
  const beyond = far.filter(({ ahead }) => ahead > half);
  const line = beyond.filter(({ ahead }) => ahead < (beyond[0]?.ahead ?? 0) + half);
  return line.sort((a, b) => a.aside - b.aside)[0]?.item;
}

function centre(element: HTMLElement): { x: number; y: number; height: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
}
