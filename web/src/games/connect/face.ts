import type { Table } from '../../state/table.svelte';
import type { ConnectView } from '../../wire.gen';
import { capital } from '../../words/format';
import type { Face } from '../face';
import ConnectTable from './ConnectTable.svelte';
import { say, seatOf } from './moves';
import { t } from './words';

export const face: Face<'connect'> = {
  component: ConnectTable,
  unmarked: true,
  prompt,
  counts: (view) =>
    view.stacks.map(
      (size, seat) => size + (view.piles[seat] ?? 0) + (view.card && seat === view.turn ? 1 : 0),
    ),
  predict,
  say,
};

function prompt(view: ConnectView, table: Table<'connect'>): string {
  const { moves } = view;
  if (view.turn !== table.you) return t('stopp', { name: table.speaker.someone(view.placer) });
  if (!view.card && table.byItself && moves.length === 1 && view.callers.length) return t('held');
  if (!view.card)
    return t(moves.includes('stopp') ? 'revealOrStopp' : view.stacks[view.turn] ? 'reveal' : 'renew');
  const name = table.speaker.card(view.card);
  // Where everybody pays attention, nobody is told where a card fits.
  if (moves.length > 1 && moves.includes('own')) return t('where', { card: name });
  const card = capital(name);
  if (!view.middle) return t('opens', { card });
  const [move = ''] = moves;
  if (moves.length > 1) return t('choose', { card, count: moves.length });
  if (move === 'middle' || move === 'own') return t(move, { card });
  return t('pile', { card, name: table.speaker.someone(seatOf(move)) });
}

/** The card turned up lies where it was put; what comes then, the server says. */
function predict(view: ConnectView, move: string, you: number): ConnectView | undefined {
  const { card } = view;
  if (!card || move === 'reveal' || move === 'stopp') return undefined;
  const placed = { ...view, card: null, moves: [] };
  if (move === 'middle') return { ...placed, middle: card, middle_size: view.middle_size + 1 };
  const at = move === 'own' ? you : seatOf(move);
  return {
    ...placed,
    tops: view.tops.map((top, seat) => (seat === at ? card : top)),
    piles: view.piles.map((size, seat) => (seat === at ? size + 1 : size)),
  };
}
