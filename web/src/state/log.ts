/** What happened at a table, for the story and for what is marked. */
import type { Events, Family, Update } from '../wire.gen';

/** Something that happened, for the log; `n` counts all of them. */
export interface LogEntry<F extends Family = Family> {
  readonly n: number;
  readonly round: number;
  readonly event: Events[F];
  /** The same for all that one move brought. */
  readonly move?: number;
}

/** What an update tells, for who was told of so many moves and events before. */
export function entriesOf<F extends Family>(
  update: Update<F>,
  before: number | null,
  count: number,
): LogEntry<F>[] {
  return update.events.map((event, i) => ({
    n: count + i + 1,
    round: update.round,
    event,
    // Who was away is told of many moves at once.
    move: before !== null && update.at === before + 1 ? update.at : update.at + i / 1000,
  }));
}

/** The log with what has happened; what was taken back has not. */
export function logged<F extends Family>(
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
