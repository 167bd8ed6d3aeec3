import type { GuessView } from '../../wire.gen';
import type { Face } from '../face';
import GuessTable from './GuessTable.svelte';
import { look } from './look.svelte';
import { t } from './words';

export const face: Face<'guess'> = {
  component: GuessTable,
  unmarked: true,
  prompt,
  counts: (view) => view.won.map((pile) => pile.length),
  predict,
  until: () => look.at,
  say: (number, speaker) => speaker.say('move.guess', { number }),
};

function prompt(view: GuessView): string {
  if (look.at !== undefined) return t('result');
  const made = view.guesses.filter((guess) => guess !== null).length;
  const count = view.guesses.length;
  return t(made === 0 ? 'first' : made === count - 1 ? 'last' : 'guess', { count });
}

/** The guess stands; the last one turns the cards up, which is the server's to show. */
function predict(view: GuessView, move: string, you: number): GuessView | undefined {
  return {
    ...view,
    guesses: view.guesses.map((guess, seat) => (seat === you ? Number(move) : guess)),
    moves: [],
  };
}
