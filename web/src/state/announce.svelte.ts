/** What is said to those who listen: a screen reader reads each line once, and can go through all of them. */
import { untrack } from 'svelte';

const KEPT = 12;

export interface Said {
  readonly n: number;
  readonly text: string;
}

export class Announcer {
  /** What was said last, the newest at the end: a live region that only grows there. */
  said = $state.raw<readonly Said[]>([]);
  /** How many lines of the story one has heard. */
  heard = 0;
  private count = 0;

  get last(): string {
    return this.said.at(-1)?.text ?? '';
  }

  /** Says something now. */
  say(text: string): void {
    const before = untrack(() => this.said);
    if (text.trim()) this.said = [...before, { n: ++this.count, text: text.trim() }].slice(-KEPT);
  }

  /** The line of the story before or after the one heard last; none at its ends. */
  step(lines: readonly string[], by: 1 | -1): string | undefined {
    const at = Math.min(this.heard, lines.length) + (by > 0 ? 0 : -2);
    const line = lines[at];
    if (line !== undefined) this.heard = at + 1;
    return line;
  }
}
