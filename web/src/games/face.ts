/** What a family of games brings to the page: the export `face` of its `face.ts`. See docs/web.md. */
import type { Component } from 'svelte';
import type { Table } from '../state/table.svelte';
import type { Family, Views } from '../wire.gen';
import type { Speaker } from '../words/speaker';

/** What a game's component is given. */
export interface GameProps<F extends Family = Family> {
  /** What the own seat sees now; a spectator's view has no seat. */
  readonly view: Views[F];
  readonly table: Table<F>;
}

export interface Face<F extends Family = Family> {
  /** Draws a `Board` and a `Tray`. */
  readonly component: Component<GameProps<F>>;
  /** What the own seat is expected to do, or may do. Asked while it has moves or play waits for it. */
  prompt(view: Views[F], table: Table<F>): string;
  /** The same for people who share a device and look at the same; without it, whose turn it is. */
  together?(view: Views[F], table: Table<F>): string | undefined;
  /** The place in the log at which one still looks: what happened later is told once one goes on. */
  until?(): number | undefined;
  /** What lies there changes with every move: nothing is marked as having just come. */
  readonly unmarked?: true;
  /** How many cards each seat has, for the seats' bar. */
  counts?(view: Views[F]): readonly (number | string)[];
  /** What will lie there once the move is confirmed; leave out what depends on rules or chance. */
  predict?(view: Views[F], move: string, you: number): Views[F] | undefined;
  /** How a seat's points come about, in a few short parts, for the result. */
  account?(view: Views[F], seat: number): readonly string[];
  /** A move in words, as the game's `say` in Python has it; without it as `speaker.move` says it. */
  say?(move: string, speaker: Speaker): string;
}
