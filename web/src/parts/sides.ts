/** A row's numbers as they lie left and right of its middle. */
export interface Sides {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/**
 * The sides of a row. Where it has no middle it grows from both ends: what lies beyond the first gap belongs to the
 * right, and a row without a gap is one group.
 */
export function sides(numbers: readonly number[], there: ReadonlySet<number>, middle: number | null): Sides {
  const gap = numbers.find((n) => !there.has(n)) ?? Infinity;
  return {
    left: numbers.filter((n) => (middle === null ? n <= gap : n < middle)),
    right: numbers.filter((n) => n > (middle ?? gap)),
  };
}
