(() => {
  // Parts of the table or the hand that a lesson's sentence covers, or that are cut off.
  const SLACK = 3;
  const cover = document.querySelector('.bubble').getBoundingClientRect();
  const leaves = [...document.querySelectorAll('.app .board *, .app .tray *')].filter(
    (e) =>
      (e.dataset.card || e.matches('button, svg') || (!e.children.length && e.textContent.trim())) &&
      !e.closest('.vh') &&
      e.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  const edges = (e) => {
    let { top, bottom } = document.documentElement.getBoundingClientRect();
    for (let up = e.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible') continue;
      const box = up.getBoundingClientRect();
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return [top, bottom];
  };
  const wrong = (e) => {
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height) return '';
    const [top, bottom] = edges(e);
    const cut = Math.max(top - box.top, box.bottom - bottom);
    const under = Math.min(box.bottom, cover.bottom) - Math.max(box.top, cover.top);
    const beside = box.right < cover.left || box.left > cover.right;
    return cut > SLACK ? `cut ${Math.round(cut)}` : under > SLACK && !beside ? `under ${Math.round(under)}` : '';
  };
  return leaves.flatMap((e) => {
    const how = wrong(e);
    return how ? [`${e.dataset.card ?? (e.textContent.trim().slice(0, 30) || e.nodeName)}: ${how} px`] : [];
  });
})()
