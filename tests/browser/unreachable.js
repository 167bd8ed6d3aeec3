// Controls that are neither visible nor reachable by vertical scrolling.
() => {
  const met = (element) => {
    const box = element.getBoundingClientRect();
    return [0.5, 0.25, 0.1, 0.75, 0.9].some((part) => {
      const there = document.elementFromPoint(box.x + part * box.width, box.y + 0.5 * box.height);
      return there && (element === there || element.contains(there));
    });
  };
  const shown = document.querySelector('dialog[open]') ?? document.querySelector('main');
  const all = [...shown.querySelectorAll('button:enabled, input, select')];
  const lost = all.filter((element) => {
    if (element.closest('.vh, [inert]') || !element.checkVisibility({ visibilityProperty: true })) return false;
    element.scrollIntoView({ block: 'center' });
    return !met(element);
  });
  const { scrollWidth, clientWidth } = document.scrollingElement;
  const wide = scrollWidth > clientWidth ? [`sideways: ${scrollWidth} of ${clientWidth}`] : [];
  const above = (element) => {
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return there ? `under ${there.outerHTML.slice(0, 200)}` : `at ${Math.round(x)}, ${Math.round(y)}`;
  };
  const named = (element) => element.ariaLabel || element.textContent.trim();
  return [...wide, ...lost.map((element) => `${named(element)}: ${above(element)}`)];
}
