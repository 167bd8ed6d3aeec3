/** Calls: those since the last card was turned up with their outcomes, and those of this device. */
import type { LogEntry, Table } from '../../state/table.svelte';

export type Outcome = 'right' | 'wrong' | 'draw' | 'late';
export interface Call {
  readonly word: string;
  readonly outcome?: Outcome;
}

export function callsIn(log: readonly LogEntry<'snap'>[]): ReadonlyMap<number, Call> {
  const from = log.findLastIndex(
    ({ event: { event } }) => event === 'flipped' || event === 'allflipped' || event === 'dealt',
  );
  const found = new Map<number, Call>();
  const judge = (seat: number, outcome: Outcome) => {
    const call = found.get(seat);
    if (call) found.set(seat, { ...call, outcome });
  };
  for (const { event } of log.slice(from + 1)) {
    switch (event.event) {
      case 'calledout':
        found.set(event.seat, { word: event.word });
        break;
      case 'tookpiles':
      case 'tookmiddle':
        judge(event.seat, 'right');
        break;
      case 'calledfalsely':
        judge(event.seat, 'wrong');
        break;
      case 'calledtogether':
        for (const seat of event.seats) judge(seat, 'draw');
        break;
      case 'calledlate':
        for (const seat of event.seats) judge(seat, 'late');
    }
  }
  return found;
}

/** Sends one call per seat and position: of two words touched at once, the first counts. */
export function firstCall(table: () => Pick<Table, 'at' | 'call'>): (word: string, seat?: number) => void {
  const sent = new Map<number | undefined, number | null>();
  return (word, seat) => {
    const { at } = table();
    if (sent.get(seat) === at) return;
    sent.set(seat, at);
    table().call(word, seat);
  };
}
