/** What keeps one from being where one wanted to be. */

/** Why one is not where one wanted to be. */
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

/** Why one cannot be at a table, by the code of the refusal. */
export const WHY: Readonly<Record<string, Notice>> = {
  no_watching: 'private',
  no_table: 'gone',
  too_many_watching: 'crowded',
  onlookers_cleared: 'cleared',
  table_broken: 'broken',
  record_version: 'outdated',
  no_lesson: 'mistyped',
  unknown_game: 'mistyped',
};
/** What passes by itself: the page tries again. */
export const PASSING = new Set(['too_fast', 'not_saved', 'no_store', 'fault']);
/** Why there is nothing to come back to. */
export const LOST: ReadonlySet<Notice> = new Set<Notice>(['gone', 'outdated', 'removed', 'private']);
