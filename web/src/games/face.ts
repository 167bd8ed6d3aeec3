/** The interface of a game family's UI: the export `face` of its `face.ts`. See docs/web.md. */
import type { Component } from 'svelte';
import type { Table } from '../state/table.svelte';
import type { Family, Views } from '../wire.gen';
import type { Speaker } from '../words/speaker';

/** Properties of a game's component. */
export interface GameProps<F extends Family = Family> {
  /** What one's own seat sees now; a spectator's view has no seat. */
  readonly view: Views[F];
  readonly table: Table<F>;
}

/** A face has no state of its own: what a person chooses or looks at belongs to the component or the table. */
export interface Face<F extends Family = Family> {
  /** Renders a `Board` and a `Tray`. */
  readonly component: Component<GameProps<F>>;
  /** What one's own seat is to do, or may do. Called while it has moves or is awaited. */
  prompt(view: Views[F], table: Table<F>): string;
  /** The prompt where all at a shared device see the same; by default whose turn it is. */
  sharedPrompt?(view: Views[F], table: Table<F>): string | undefined;
  /** A move the page plays by itself after `ms`, beside those the server calls forced. */
  autoplay?(view: Views[F], table: Table<F>): { readonly move: string; readonly ms: number } | undefined;
  /** Recently moved cards are not marked, because every move changes most of the table. */
  readonly unmarked?: true;
  /** The number of cards of each seat, for the bar of seats. */
  counts?(view: Views[F]): readonly (number | string)[];
  /** The view after a move, before the server confirms it; undefined if rules or chance decide. */
  predict?(view: Views[F], move: string, you: number): Views[F] | undefined;
  /** How a seat's points come about, in a few short parts, for the result. */
  account?(view: Views[F], seat: number): readonly string[];
  /** A move in words, as the game's `say` in Python; by default `speaker.move`. */
  say?(move: string, speaker: Speaker): string;
}
