// What can be tapped right now. Waits until that changes, at most for the given patience.
// A tap after it counts, unless what it would do has changed meanwhile.
async ([before, patience]) => {
  const SPOTS = [[0.5, 0.5], [0.25, 0.5], [0.5, 0.2], [0.12, 0.25], [0.75, 0.5], [0.88, 0.75]];
  const BUTTONS = 'button:not(:disabled), input:not(:disabled)';

  /** Points where a tap meets the element and nothing above it. */
  function spots(element) {
    const box = element.getBoundingClientRect();
    const places = SPOTS.map(([right, down]) => ({ x: box.x + right * box.width, y: box.y + down * box.height }));
    return places.filter(({ x, y }) => {
      const met = document.elementFromPoint(x, y);
      return met && (element === met || element.contains(met));
    });
  }

  function offer(kind, name, element) {
    if (!element) return [];
    let places = spots(element);
    if (!places.length) {
      element.scrollIntoView({ block: 'center' });
      places = spots(element);
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    const best = element.closest('.best') !== null;
    const look = ['can', 'chosen'].find((one) => element.classList.contains(one)) ?? '';
    return [{ kind, name, look, best, slider: element.type === 'range', box: { x, y, width, height }, places }];
  }

  function marked(kind) {
    return [...document.querySelectorAll(`[data-${kind}]`)].flatMap((element) => {
      const target = element.matches(BUTTONS) ? element : element.querySelector(BUTTONS);
      return offer(kind, element.dataset[kind], target);
    });
  }

  const numbers = (selector) => [...document.querySelectorAll(`${selector} .card:not(.back) b`)].map((b) => Number(b.textContent));

  function look() {
    const result = document.querySelector('dialog[open] table');
    const sheet = !result && !!document.querySelector('dialog[open]');
    const text = (selector) => document.querySelector(selector)?.textContent ?? '';
    const offers = result ? [] : [...marked('move'), ...marked('choose')];
    const sign = [text('.prompt'), text('.log'), ...offers.map(({ kind, name, look: how }) => kind + name + how)].join('|');
    return {
      sign,
      offers,
      over: !!result,
      sheet,
      mine: !!document.querySelector('.say.mine'),
      prompt: text('.prompt'),
      tops: numbers('.place .heap'),
      middle: numbers('.mat > .middle'),
    };
  }

  const end = performance.now() + patience;
  for (;;) {
    const seen = look();
    if (seen.over || seen.sheet || (seen.sign !== before && seen.offers.length) || performance.now() > end) {
      later();
      return seen;
    }
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
};
