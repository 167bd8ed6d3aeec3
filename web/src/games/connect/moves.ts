/** The moves that put a card on somebody's pile: `pile 2`, by seat. */
export const pileMove = (seat: number): string => `pile ${seat}`;
export const seatOf = (move: string): number => Number(move.slice('pile '.length));
