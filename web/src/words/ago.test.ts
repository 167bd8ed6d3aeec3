import { expect, it } from 'vitest';
import { ago } from './ago';

const NOON = new Date(2026, 10, 16, 12).getTime();
const MINUTE = 60_000;

it.each([
  [0, undefined, undefined],
  [1, '1 minute ago', 'vor 1 Minute'],
  [59, '59 minutes ago', 'vor 59 Minuten'],
  [60, '1 hour ago', 'vor 1 Stunde'],
  [11 * 60, '11 hours ago', 'vor 11 Stunden'],
  [13 * 60, 'yesterday', 'gestern'],
  [47 * 60, '2 days ago', 'vorgestern'],
])('says what was %i minutes ago', (minutes, en, de) => {
  expect(ago(NOON - minutes * MINUTE, NOON, 'en')).toBe(en);
  expect(ago(NOON - minutes * MINUTE, NOON, 'de')).toBe(de);
});

it('treats a time in the future as now', () => {
  expect(ago(NOON + MINUTE, NOON, 'en')).toBeUndefined();
});
