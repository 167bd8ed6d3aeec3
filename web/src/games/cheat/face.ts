import { isCard } from '../../parts/colours';
import type { Table } from '../../state/table.svelte';
import type { CheatView } from '../../wire.gen';
import type { Speaker } from '../../words/speaker';
import type { Face } from '../face';
import CheatTable from './CheatTable.svelte';
import { t } from './words';

export const face: Face<'cheat'> = {
  component: CheatTable,
  prompt,
  counts: (view) => view.sizes,
  predict,
  say,
};

function prompt(view: CheatView, table: Table<'cheat'>): string {
  const { says: number, said } = view;
  if (view.moves.includes('accept')) return t('last', { name: table.speaker.someone(view.layer ?? 0), said });
  if (!view.moves.some(isCard)) return t('doubt', { said });
  return t(view.moves.includes('doubt') ? 'layOrDoubt' : 'lay', { number, said });
}

/** Removes the laid cards from the hand; the rest is the server's. */
function predict(view: CheatView, move: string, you: number): CheatView | undefined {
  const cards = move.split('+');
  if (!cards.every(isCard)) return undefined;
  return {
    ...view,
    hands: view.hands.map((hand, seat) =>
      seat === you && hand ? hand.filter((card) => !cards.includes(card)) : hand,
    ),
    moves: [],
  };
}

/** A move in words. */
function say(move: string, speaker: Speaker): string {
  if (move === 'doubt') return speaker.say('move.cheat_doubt');
  if (move === 'accept') return speaker.say('move.cheat_accept');
  return move.includes('+') ? speaker.say('move.cheat_two', { cards: move.split('+') }) : speaker.card(move);
}
