/** Text for screen readers: announcements, and cards as they are read aloud. */
import { untrack } from 'svelte';
import { sorted } from '../parts/colours';
import type { Speaker } from '../words/speaker';

const MAX_KEPT = 12;

export interface Announcement {
  readonly n: number;
  readonly text: string;
}

export class Announcer {
  /** The latest announcements, the newest last: a live region that grows at its end only. */
  announcements = $state.raw<readonly Announcement[]>([]);
  /** How many lines of the log were read. */
  position = 0;
  private count = 0;

  get last(): string {
    return this.announcements.at(-1)?.text ?? '';
  }

  say(text: string): void {
    const before = untrack(() => this.announcements);
    if (text.trim())
      this.announcements = [...before, { n: ++this.count, text: text.trim() }].slice(-MAX_KEPT);
  }

  /** The log line before or after the one read last; undefined at either end. */
  step(lines: readonly string[], by: 1 | -1): string | undefined {
    const at = Math.min(this.position, lines.length) + (by > 0 ? 0 : -2);
    const line = lines[at];
    if (line !== undefined) this.position = at + 1;
    return line;
  }
}

/** The cards of a hand that a legal move names; none where every card can be played. */
export function playable(cards: readonly string[], moves: readonly string[]): string[] {
  const named = moves.flatMap((move) => move.match(/^(?:give )?([RYGBN](?:\d+|S)|J)/)?.[1] ?? []);
  const found = cards.filter((card) => named.includes(card));
  return found.length < cards.length ? found : [];
}

/** Cards as they are read aloud: *red 3, 5, 9; green 12; joker*. */
export function listed(cards: readonly string[], speaker: Pick<Speaker, 'card'>): string {
  const colours: Record<string, string[]> = {};
  for (const card of sorted(cards)) {
    const [, colour = '', number = ''] = /^(.*?) ?(\d+)?$/.exec(speaker.card(card)) ?? [];
    (colours[colour] ??= []).push(number);
  }
  const line = ([colour, numbers]: [string, string[]]) => {
    if (numbers[0]) return `${colour} ${numbers.join(', ')}`;
    return numbers.length > 1 ? `${numbers.length} × ${colour}` : colour;
  };
  return Object.entries(colours).map(line).join('; ');
}
