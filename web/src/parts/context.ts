/** Svelte context that the screen of a match provides to the parts of its table. */
import { getContext, setContext } from 'svelte';

export interface MatchContext {
  /** Whether a card was moved since the reader's last turn. */
  marked(card: string): boolean;
  /** The undo action, while one is possible. */
  undo?(): (() => void) | undefined;
  /** A replay: cards and fields are pictures, not buttons. */
  readonly still?: boolean;
}

const KEY = Symbol('match');
const EMPTY: MatchContext = { marked: () => false };

export const provideMatchContext = (context: MatchContext): MatchContext => setContext(KEY, context);
export const matchContext = (): MatchContext => getContext<MatchContext | undefined>(KEY) ?? EMPTY;
