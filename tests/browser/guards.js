// The clock of the guards against mis-taps, which is the page's `performance.now()`. Before a click of the mouse, and
// whenever a test calls `later()`, more time passes than any guard waits; touches come when they come.
(() => {
  const LONGER_MS = 1000;
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  window.later = () => void (ahead += LONGER_MS);
  addEventListener('click', ({ pointerType }) => pointerType === 'mouse' && later(), true);
})();
