import type { GuessView } from '../../wire.gen';
import type { Face } from '../face';
import GuessTable from './GuessTable.svelte';
import { t } from './words';

export const face: Face<'guess'> = {
  component: GuessTable,
  unmarked: true,
  prompt,
  counts: (view) => view.won.map((pile) => pile.length),
  predict,
  say: (number, speaker) => speaker.say('move.guess', { number }),
};

function prompt(view: GuessView): string {
  const made = view.guesses.filter((guess) => guess !== null).length;
  const count = view.guesses.length;
  return t(made === 0 ? 'first' : made === count - 1 ? 'last' : 'guess', { count });
}

/** Shows one's own guess; the server turns the cards up after the last one. */
function predict(view: GuessView, move: string, you: number): GuessView | undefined {
  return {
    ...view,
    guesses: view.guesses.map((guess, seat) => (seat === you ? Number(move) : guess)),
    moves: [],
  };
}
