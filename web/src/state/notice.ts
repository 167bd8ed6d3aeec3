/** Reasons for a full-page notice instead of the screen that was asked for. */

export type Notice =
  | 'gone'
  | 'foreign'
  | 'private'
  | 'removed'
  | 'elsewhere'
  | 'crowded'
  | 'cleared'
  | 'broken'
  | 'mistyped'
  | 'old'
  | 'outdated'
  | 'failed'
  | 'missing';

/** By the code of the refusal to enter a table. */
const BY_CODE: Readonly<Record<string, Notice>> = {
  no_watching: 'private',
  no_table: 'gone',
  too_many_watching: 'crowded',
  onlookers_cleared: 'cleared',
  table_broken: 'broken',
  record_version: 'outdated',
  no_lesson: 'mistyped',
  unknown_game: 'mistyped',
};
export const noticeFor = (code: string): Notice => BY_CODE[code] ?? 'failed';

/** Refusals that pass by themselves: entry is retried. */
export const TEMPORARY: ReadonlySet<string> = new Set(['too_fast', 'not_saved', 'no_store', 'fault']);
/** Notices after which the seat is gone for good. */
export const SEAT_LOST: ReadonlySet<Notice> = new Set<Notice>(['gone', 'outdated', 'removed', 'private']);
