import type { Emote } from '../state/table.svelte';

/** The feelings one can show, in the order of the menu. */
export const EMOTES: readonly Emote[] = [
  'hello',
  'bravo',
  'laugh',
  'wow',
  'oops',
  'thinking',
  'hurry',
  'thanks',
];
