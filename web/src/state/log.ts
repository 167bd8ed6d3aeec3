/** The log of a table's events. */
import { isCard } from '../parts/colours';
import type { Events, Family, Update } from '../wire.gen';

/** An event in the log; `n` counts all entries. */
export interface LogEntry<F extends Family = Family> {
  readonly n: number;
  readonly round: number;
  readonly event: Events[F];
  /** The same for all events of one move. */
  readonly move?: number;
}

/** The entries of an update, given the last move and the number of entries before it. */
export function entriesOf<F extends Family>(
  update: Update<F>,
  before: number | null,
  count: number,
): LogEntry<F>[] {
  return update.events.map((event, i) => ({
    n: count + i + 1,
    round: update.round,
    event,
    // After a break, one update has the events of many moves.
    move: before !== null && update.at === before + 1 ? update.at : update.at + i / 1000,
  }));
}

/** The log with new entries, without moves that were taken back. */
export function appended<F extends Family>(
  before: readonly LogEntry<F>[],
  entries: readonly LogEntry<F>[],
): readonly LogEntry<F>[] {
  let log = before;
  for (const entry of entries) {
    const last = log.at(-1)?.move;
    if (entry.event.event === 'takenback') log = log.filter(({ move }) => move !== last);
    else log = [...log, entry];
  }
  return log;
}

/** Fields that name cards which lay there before. */
const EARLIER: ReadonlySet<string> = new Set(['source', 'end']);

/** The cards of an event, named by the fields they lie on where those differ. */
export function cardsOf(event: object): string[] {
  const elsewhere = 'tile' in event && (('field' in event && event.field) || ('end' in event && event.end));
  return Object.entries(event)
    .filter(([name]) => !EARLIER.has(name) && !(elsewhere && name === 'tile'))
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value): value is string => typeof value === 'string' && isCard(value));
}

export interface RecentLog {
  /** What others have done since. */
  readonly entries: readonly LogEntry[];
  /** Cards that others brought to the table since, and cards that the seat's last turn brought to its hand. */
  readonly cards: ReadonlySet<string>;
}

/** The log of a round since a seat's last turn. */
export function recentLog(
  log: readonly LogEntry[],
  seat: number | null,
  round: number,
  hand: readonly string[],
): RecentLog {
  if (seat === null || seat < 0) return { entries: [], cards: new Set() };
  const isOwn = ({ event }: LogEntry) => 'seat' in event && event.seat === seat;
  const entries = log.filter((entry) => entry.round === round && entry.event.event !== 'dealt');
  const last = entries.findLastIndex(isOwn);
  const first = entries.findLastIndex((entry, i) => i < last && !isOwn(entry)) + 1;
  const own = last < 0 ? [] : entries.slice(first, last + 1);
  const others = entries.slice(last + 1);
  const named = (some: readonly LogEntry[]) => some.flatMap(({ event }) => cardsOf(event));
  return {
    entries: others,
    cards: new Set([...named(own).filter((card) => hand.includes(card)), ...named(others)]),
  };
}
