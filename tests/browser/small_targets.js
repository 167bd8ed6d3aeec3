// Touch targets that are too small. Partly covered cards, fields of a board and explained signs may be smaller.
(selector) => {
  const SMALL = 24;
  const FULL = 42;
  const ROUNDED = 0.5;
  const EDGE = 2;

  /** How many of these points meet the element. */
  function met(element, points) {
    return points.filter(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there && (element === there || element.contains(there));
    }).length;
  }
  const range = (from, length) => Array.from({ length: Math.floor(length) }, (_, i) => from + i + 0.5);

  /** Width and height of the part that a tap can meet. */
  function visible(element) {
    const box = element.getBoundingClientRect();
    const parts = [0.2, 0.5, 0.8];
    const width = Math.max(...parts.map((part) => met(element, range(box.x, box.width).map((x) => [x, box.y + part * box.height]))));
    const height = Math.max(...parts.map((part) => met(element, range(box.y, box.height).map((y) => [box.x + part * box.width, y]))));
    return { width, height, covered: width < Math.floor(box.width) - 2 || height < Math.floor(box.height) - 2, box };
  }

  const wrong = [];
  const modal = document.querySelector('dialog[open]');
  for (const element of (modal ?? document).querySelectorAll(selector)) {
    if (element.closest('.vh, [inert]') || !element.checkVisibility({ visibilityProperty: true })) continue;
    element.scrollIntoView({ block: 'nearest' });
    const { width, height, covered, box } = visible(element);
    const least = covered || element.matches('.field, .explain') ? SMALL : FULL;
    const name = element.ariaLabel || element.textContent.trim() || element.className;
    if (Math.min(box.width, box.height) + ROUNDED < least || Math.min(width, height) + EDGE < least) {
      wrong.push(`${name}: ${box.width.toFixed(1)}×${box.height.toFixed(1)}, to be met ${width}×${height}, needs ${least}`);
    }
  }
  return wrong;
};
