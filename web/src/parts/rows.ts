/** Rows of numbers: the text of a set of numbers, the two sides of a row, and the lays that lead to a card. */

/** Numbers as text, consecutive ones joined: `5–9, 11`. */
export function formatRuns(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs.map(([a, b]) => (a === b ? String(a) : `${a}–${b}`)).join(', ');
}

export interface Sides {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** The numbers left and right of the middle. A row without a middle is split at its first gap. */
export function sides(numbers: readonly number[], laid: ReadonlySet<number>, middle: number | null): Sides {
  const gap = numbers.find((n) => !laid.has(n)) ?? Infinity;
  return {
    left: numbers.filter((n) => (middle === null ? n <= gap : n < middle)),
    right: numbers.filter((n) => n > (middle ?? gap)),
  };
}

/** One's own cards to lay in order so that `card` fits, itself last; empty if there are none. */
export function runTo(card: string, can: readonly string[], soon: readonly string[]): string[] {
  const letter = card.charAt(0);
  for (const step of [1, -1]) {
    const cards: string[] = [];
    for (let n = Number(card.slice(1)); ; n += step) {
      const name = `${letter}${n}`;
      cards.unshift(name);
      if (can.includes(name)) return cards;
      if (!soon.includes(name)) break;
    }
  }
  return [];
}
