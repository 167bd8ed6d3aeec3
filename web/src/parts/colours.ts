/** Colours of cards (letter, CSS class, sign) and of the seats at a shared device. */
export type Colour = 'red' | 'yellow' | 'green' | 'blue' | 'grey';
export type Letter = 'R' | 'Y' | 'G' | 'B';

export const LETTERS: readonly Letter[] = ['R', 'Y', 'G', 'B'];
export const COLOURS: readonly Colour[] = ['red', 'yellow', 'green', 'blue'];
const BY_LETTER: Readonly<Record<string, Colour>> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  N: 'grey',
};
const SIGNS: Readonly<Record<Colour, string>> = { red: '■', yellow: '▲', green: '★', blue: '●', grey: '◆' };

export const colourOf = (card: string): Colour => BY_LETTER[card.charAt(0)] ?? 'grey';
export const letterOf = (colour: string): Letter =>
  LETTERS.find((letter) => BY_LETTER[letter] === colour) ?? 'R';
export const numberOf = (card: string): number => Number(card.slice(1)) || 0;
export const isCard = (text: string): boolean => /^([RYGBN](\d+|S)|J)$/.test(text);
export const signOf = (card: string): string => (card === 'J' ? '✦' : SIGNS[colourOf(card)]);
/** Sorted as in a hand: by colour, then by number. */
export const sorted = (cards: readonly string[]): string[] =>
  [...cards].sort(
    (a, b) => 'RYGBNJ'.indexOf(a.charAt(0)) - 'RYGBNJ'.indexOf(b.charAt(0)) || numberOf(a) - numberOf(b),
  );

/** Colours of the seats at a shared device: none is a card's, and white is legible on each. */
const TINTS = ['#7a2a8c', '#0b6a6e', '#8a4510', '#3d4a63', '#9c2360', '#4c5d12'] as const;
export const tint = (seat: number): string => TINTS[seat % TINTS.length] ?? TINTS[0];
