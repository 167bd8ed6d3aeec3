/** The person's settings for this page. */
import type { Setup } from '../wire.gen';
import { onOff, oneOf, persisted, plainText, type Codec } from './persisted.svelte';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Speed = NonNullable<Setup['speed']>;
export const SPEEDS: readonly Speed[] = ['slow', 'normal', 'fast', 'instant'];

const SOUND: Codec<boolean | null> = {
  parse: (text) => (text === null ? null : text === 'on'),
  format: (on) => (on ? 'on' : 'off'),
};

export const settings = persisted({
  theme: oneOf(...THEMES),
  /** Null until the person has chosen. */
  sound: SOUND,
  speed: oneOf('normal', ...SPEEDS),
  /** Whether a turn ends by itself where there is nothing to decide. */
  autoEnd: onOff(true),
  name: plainText,
  /** Single-letter shortcuts; speech input may need them off (WCAG 2.1.4). */
  keys: onOff(true),
  /** Whether events are announced at once, or one by one on request. */
  telling: oneOf('all', 'asked'),
  /** Whether the box for typed moves is always shown. */
  typing: onOff(false),
});

export function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
