/** What has just happened: what others have done since one acted last, and the cards it brought. */
import { isCard } from '../parts/colours';
import type { LogEntry } from './table.svelte';

/** Fields that name what lay there before. */
const BEFORE: ReadonlySet<string> = new Set(['source', 'end']);

/** The cards that an event names, by the fields they lie on where those are other ones. */
export function cardsOf(event: object): string[] {
  const elsewhere = 'tile' in event && (('field' in event && event.field) || ('end' in event && event.end));
  const fields = Object.entries(event).filter(
    ([name]) => !BEFORE.has(name) && !(elsewhere && name === 'tile'),
  );
  return fields.flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value])).filter(card);
}
const card = (value: unknown): value is string => typeof value === 'string' && isCard(value);

const seatOf = ({ event }: LogEntry): number | null => ('seat' in event ? event.seat : null);

export interface Recent {
  /** What others have done since. */
  readonly entries: readonly LogEntry[];
  /** The cards that came to the table through others meanwhile, or to one's hand when one acted last. */
  readonly cards: ReadonlySet<string>;
}

/** What has happened in a round since a seat acted last; its last own moves may have brought cards to its hand. */
export function since(
  log: readonly LogEntry[],
  seat: number | null,
  round: number,
  hand: readonly string[],
): Recent {
  if (seat === null || seat < 0) return { entries: [], cards: new Set() };
  const entries = log.filter((entry) => entry.round === round && entry.event.event !== 'dealt');
  const last = entries.findLastIndex((entry) => seatOf(entry) === seat);
  const begun = entries.findLastIndex((entry, i) => i < last && seatOf(entry) !== seat) + 1;
  const own = last < 0 ? [] : entries.slice(begun, last + 1);
  const others = entries.slice(last + 1);
  const named = (some: readonly LogEntry[]) => some.flatMap(({ event }) => cardsOf(event));
  return {
    entries: others,
    cards: new Set([...named(own).filter((one) => hand.includes(one)), ...named(others)]),
  };
}
