// Faults of a bar of buttons: parts that are too small, cut, overlapping, or outside the screen.
([bar, name]) => {
  const FULL = 44;
  const parts = [...bar.querySelectorAll('button, input, select')];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const meet = (a, b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;

  /** The width that a select needs for a text; names may be shortened. */
  function needed(select, text) {
    const other = select.cloneNode();
    other.append(new Option(text.replace(name, `${name.slice(0, 3)}…`)));
    other.style.cssText = 'flex: none; width: max-content';
    select.after(other);
    const width = other.offsetWidth;
    other.remove();
    return width;
  }

  function faults(part, i) {
    const { left, right, top, bottom, width, height } = boxes[i];
    const texts = [...(part.options ?? [])].map(({ text }) => text);
    return [
      left < 0 || top < 0 || right > innerWidth || bottom > innerHeight ? 'not on the screen' : '',
      Math.min(width, height) < FULL ? `${width}×${height}` : '',
      part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight ? 'cut' : '',
      boxes.some((box, j) => j < i && meet(box, boxes[i])) ? 'over another one' : '',
      ...texts.filter((text) => needed(part, text) > width).map((text) => `too narrow for ${text}`),
    ].filter(Boolean);
  }

  return parts.flatMap((part, i) => faults(part, i).map((fault) => `${part.textContent.trim() || part.type}: ${fault}`));
};
