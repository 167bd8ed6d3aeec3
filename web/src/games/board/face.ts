import type { Table } from '../../state/table.svelte';
import type { BoardView } from '../../wire.gen';
import type { Face } from '../face';
import BoardTable from './BoardTable.svelte';
import { fieldOf, isGrey, isSymbol, say, tileOf } from './moves';
import { t } from './words';

export const face: Face<'board'> = {
  component: BoardTable,
  prompt,
  counts: (view) => view.sizes,
  predict,
  say,
};

function prompt(view: BoardView, table: Table<'board'>): string {
  if (view.drawn) return t('place', { tile: table.speaker.card(view.drawn) });
  if (view.free) return t('free');
  const tiles = new Set(view.moves.map(tileOf).filter((tile) => tile !== undefined));
  if (!view.laid) {
    if (!tiles.size) return t(view.moves.includes('pass') ? 'pass' : 'draw');
    return view.table.length ? t('lay', { count: tiles.size }) : t('start');
  }
  const gives = view.moves.some((move) => move.startsWith('give '));
  if (tiles.size) return t(gives ? 'moreGive' : 'more');
  return t(gives ? 'give' : 'end');
}

/** Moves the laid tile to its field; bonuses are the server's. */
function predict(view: BoardView, move: string, you: number): BoardView | undefined {
  const tile = tileOf(move);
  const hand = view.hands[you];
  if (!tile || view.drawn || !hand?.includes(tile)) return undefined;
  const field = fieldOf(move);
  const left = hand.toSpliced(hand.indexOf(tile), 1);
  return {
    ...view,
    ...(isSymbol(tile)
      ? { symbols: [...(view.symbols ?? []), field] }
      : { table: [...view.table, field], run: [...view.run, field] }),
    hands: view.hands.map((tiles, seat) => (seat === you ? left : tiles)),
    sizes: view.sizes.map((size, seat) => (seat === you ? size - 1 : size)),
    moves: view.moves.filter((other) => other !== move && !(isGrey(tile) && fieldOf(other) === field)),
    fits: view.fits.filter((other) => other !== field),
    soon: view.soon.filter((other) => other !== tile),
  };
}
