/**
 * Guards against mis-taps: a control may change under a finger the moment it taps.
 *
 * All of them read `performance.now()`, so tests set their time with Playwright's `page.clock`.
 */
const SETTLED_MS = 350;
const REPEAT_MS = 380;
const NEAR_PX = 56;
/** Controls that may be tapped quickly, such as plus and minus. */
const QUICK = '[data-quick], input, select, label, summary';

/** Blocks taps for `ms` after each `restart`, which marks a change of what they would do. */
export class TapGuard {
  private changed = -Infinity;

  constructor(private readonly ms = SETTLED_MS) {}

  restart(): void {
    this.changed = performance.now();
  }

  get active(): boolean {
    return performance.now() - this.changed < this.ms;
  }

  /** Whether to ignore a click; one by keyboard is never a mis-tap. */
  blocks(event: MouseEvent): boolean {
    return event.detail > 0 && this.active;
  }
}

/** Drops a second tap near the first one within 380 ms, on any control that is not quick. */
export function guardTaps(): void {
  const guard = new TapGuard(REPEAT_MS);
  let last: readonly [number, number] = [0, 0];
  addEventListener(
    'click',
    (event) => {
      if (event.detail === 0 || (event.target instanceof Element && event.target.closest(QUICK))) return;
      const { clientX: x, clientY: y } = event;
      if (guard.active && Math.hypot(x - last[0], y - last[1]) < NEAR_PX) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      guard.restart();
      last = [x, y];
    },
    true,
  );
}
