/** What the screen of a match gives to the parts within it: the cards to mark, and the way back. */
import { getContext, setContext } from 'svelte';

export interface Around {
  /** Whether a card has just come to where it is. */
  marked(card: string): boolean;
  /** Takes the last move back, where that is possible now. */
  undo?(): (() => void) | undefined;
}

const KEY = Symbol('around');
const NOTHING: Around = { marked: () => false };

export const surround = (around: Around): Around => setContext(KEY, around);
export const around = (): Around => getContext<Around | undefined>(KEY) ?? NOTHING;
