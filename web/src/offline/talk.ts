/** What a page and its worker tell each other. */
import type { Pack } from 'virtual:pack';

export type ToWorker =
  /** Load; the files are at this address. */
  | { is: 'load'; base: string; files: Pack['files']; release: string; link: string }
  | { is: 'open' | 'close'; line: number }
  | { is: 'frame'; line: number; frame: string };

export type ToPage =
  /** How much is loaded, from 0 to 1. */
  | { is: 'progress'; share: number }
  | { is: 'ready' }
  | { is: 'failed'; why: string }
  /** Whether what is played is kept. */
  | { is: 'saves'; saves: boolean }
  | { is: 'frame'; line: number; frame: string };
