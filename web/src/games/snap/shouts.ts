/** What was called since the last card was turned up, and how it ended. */
import type { LogEntry } from '../../state/table.svelte';

export type Outcome = 'right' | 'wrong' | 'draw' | 'late';
export interface Shout {
  readonly word: string;
  readonly outcome?: Outcome;
}

export function shouts(log: readonly LogEntry<'snap'>[]): ReadonlyMap<number, Shout> {
  const from = log.findLastIndex(
    ({ event: { event } }) => event === 'flipped' || event === 'allflipped' || event === 'dealt',
  );
  const found = new Map<number, Shout>();
  const judged = (seat: number, outcome: Outcome) => {
    const shout = found.get(seat);
    if (shout) found.set(seat, { ...shout, outcome });
  };
  for (const { event } of log.slice(from + 1)) {
    switch (event.event) {
      case 'calledout':
        found.set(event.seat, { word: event.word });
        break;
      case 'tookpiles':
      case 'tookmiddle':
        judged(event.seat, 'right');
        break;
      case 'calledfalsely':
        judged(event.seat, 'wrong');
        break;
      case 'calledtogether':
        for (const seat of event.seats) judged(seat, 'draw');
        break;
      case 'calledlate':
        for (const seat of event.seats) judged(seat, 'late');
    }
  }
  return found;
}
