/** Moves of Connect: `reveal`, `middle`, `own`, `stopp`, and `pile 2` for the pile of a seat. */
import { settings } from '../../state/settings.svelte';
import type { Table } from '../../state/table.svelte';
import type { ConnectView } from '../../wire.gen';
import type { Speaker } from '../../words/speaker';

export const pileMove = (seat: number): string => `pile ${seat}`;
export const seatOf = (move: string): number => Number(move.slice('pile '.length));

/** A move in words. */
export function say(move: string, speaker: Speaker): string {
  if (move === 'middle') return speaker.say('move.connect_middle');
  if (move === 'own') return speaker.say('move.connect_own');
  return move.startsWith('pile ')
    ? speaker.say('move.connect_pile', { seat: seatOf(move) })
    : speaker.move(move);
}

/** Whether the next card waits until the others had time to call. */
export const held = (view: ConnectView, table: Table<'connect'>): boolean =>
  settings.autoEnd &&
  table.byItself &&
  table.mine &&
  view.callers.length > 0 &&
  table.moves.length === 1 &&
  table.moves[0] === 'reveal';
