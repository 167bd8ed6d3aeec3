/** What was called since the last card was turned up, and how it ended. */
import type { Happened } from '../../state/table.svelte';

export type Outcome = 'right' | 'wrong' | 'draw' | 'late';
export interface Shout {
  readonly word: string;
  readonly outcome?: Outcome;
}

export function shouts(log: readonly Happened[]): ReadonlyMap<number, Shout> {
  const from = log.findLastIndex(({ event }) => ['flipped', 'allflipped', 'dealt'].includes(String(event.event)));
  const found = new Map<number, Shout>();
  const judged = (seat: unknown, outcome: Outcome) => {
    const shout = found.get(Number(seat));
    if (shout) found.set(Number(seat), { ...shout, outcome });
  };
  for (const { event } of log.slice(from + 1)) {
    const seats = Array.isArray(event.seats) ? (event.seats as readonly unknown[]) : [event.seat];
    switch (event.event) {
      case 'calledout':
        found.set(Number(event.seat), { word: String(event.word) });
        break;
      case 'tookpiles':
      case 'tookmiddle':
        judged(event.seat, 'right');
        break;
      case 'calledfalsely':
        judged(event.seat, 'wrong');
        break;
      case 'calledtogether':
        for (const seat of seats) judged(seat, 'draw');
        break;
      case 'calledlate':
        for (const seat of seats) judged(seat, 'late');
    }
  }
  return found;
}
