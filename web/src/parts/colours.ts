/** Colours of cards: letter, CSS class, sign. */
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
