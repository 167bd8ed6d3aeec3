import type { Table } from '../../state/table.svelte';
import type { ConnectView } from '../../wire.gen';
import { capital } from '../../words/format';
import type { Face } from '../face';
import ConnectTable from './ConnectTable.svelte';
import { held, say, seatOf } from './moves';
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
  autoplay,
  say,
};

function prompt(view: ConnectView, table: Table<'connect'>): string {
  const { moves } = view;
  if (view.turn !== table.you) return t('stopp', { name: table.speaker.someone(view.placer) });
  if (held(view, table)) return t('held');
  if (!view.card)
    return t(moves.includes('stopp') ? 'revealOrStopp' : view.stacks[view.turn] ? 'reveal' : 'renew');
  const name = table.speaker.card(view.card);
  // With the attention rule, the prompt does not tell where a card fits.
  if (moves.length > 1 && moves.includes('own')) return t('where', { card: name });
  const card = capital(name);
  if (!view.middle) return t('opens', { card });
  const [move = ''] = moves;
  if (moves.length > 1) return t('choose', { card, count: moves.length });
  if (move === 'middle' || move === 'own') return t(move, { card });
  return t('pile', { card, name: table.speaker.someone(seatOf(move)) });
}

const FORCED_MS = 600;
/** Time for the others to call after one's own card. */
const WATCHED_MS = 1400;

/** The only legal move is played after a moment in which people see what happens. */
function autoplay(view: ConnectView, table: Table<'connect'>) {
  const [move] = table.moves;
  if (!table.byItself || !table.mine || table.pending !== undefined) return undefined;
  if (move === undefined || table.moves.length > 1) return undefined;
  return { move, ms: held(view, table) ? WATCHED_MS : FORCED_MS };
}

/** Puts the card turned up where the move says. */
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
