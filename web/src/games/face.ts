/** What a game brings to the page: its `games/<game id>/face.ts` exports one of these as `face`. See docs/web.md. */
import type { Component } from 'svelte';
import type { Table } from '../state/table.svelte';

/** What a game's component is given. */
export interface GameProps<V> {
  /** What the own seat sees now; a spectator's view has no seat. */
  readonly view: V;
  readonly table: Table;
}

export interface Face<V> {
  /** Draws a `Board` and a `Tray`. */
  readonly component: Component<GameProps<V>>;
  /** One sentence: what the own seat is expected to do, or may do. Asked while it has moves or play waits for it. */
  prompt(view: V, table: Table): string;
  /** How many cards each seat has, for the seats' bar. */
  counts?(view: V): readonly (number | string)[];
  /** What will lie there once the move is confirmed; leave out what depends on rules or chance. */
  ahead?(view: V, move: string, you: number): V | undefined;
  /** How a move is said, for hints; without it as `table.speaker.move` says it. */
  say?(move: string, table: Table): string;
}
