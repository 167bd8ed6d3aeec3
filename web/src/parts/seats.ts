/** The seats around a table: their order, and their colours at a shared device. */

/** All seats in the order of play, one's own first. */
export const fromSeat = (you: number | null, count: number): number[] =>
  Array.from({ length: count }, (_, i) => ((you ?? 0) + i) % count);
/** The same without one's own. */
export const othersOf = (you: number | null, count: number): number[] =>
  fromSeat(you, count).slice(you === null ? 0 : 1);

/** None is a card's colour, and white is legible on each. */
const TINTS = ['#7a2a8c', '#0b6a6e', '#8a4510', '#3d4a63', '#9c2360', '#4c5d12'] as const;
export const tint = (seat: number): string => TINTS[seat % TINTS.length] ?? TINTS[0];
