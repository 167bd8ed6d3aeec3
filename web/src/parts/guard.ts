/**
 * Against mis-taps: what lies under a finger may change the moment it taps. A second tap near the first one
 * within a moment does nothing, whatever lies there by then. Form fields and `data-quick`, such as plus and
 * minus, may be tapped quickly.
 */
const MOMENT = 380;
const NEAR = 56;
const QUICK = '[data-quick], input, select, label, summary';

export function guardTaps(): void {
  let when = -Infinity;
  let where: readonly [number, number] = [0, 0];
  addEventListener(
    'click',
    (event) => {
      const byKeyboard = event.detail === 0;
      const quick = event.target instanceof Element && event.target.closest(QUICK);
      if (byKeyboard || quick) return;
      const { clientX: x, clientY: y } = event;
      if (event.timeStamp - when < MOMENT && Math.hypot(x - where[0], y - where[1]) < NEAR) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      when = event.timeStamp;
      where = [x, y];
    },
    true,
  );
}
