/** The colour of a person among those who share a device; none is that of a card. */
const TINTS = ['#7a2a8c', '#0b6a6e', '#8a4510', '#3d4a63', '#9c2360', '#4c5d12'] as const;

/** White is legible on it. */
export const tint = (seat: number): string => TINTS[seat % TINTS.length] ?? TINTS[0];
