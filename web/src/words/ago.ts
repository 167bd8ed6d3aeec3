/** Relative times: *5 minutes ago*, *yesterday*; undefined within the last minute. */
const MINUTE_MS = 60_000;

export function ago(then: number, now: number, lang: string): string | undefined {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  const minutes = Math.max(0, Math.floor((now - then) / MINUTE_MS));
  if (minutes < 1) return undefined;
  if (minutes < 60) return format.format(-minutes, 'minute');
  const days = Math.round((midnight(now) - midnight(then)) / (24 * 60 * MINUTE_MS));
  return days ? format.format(-days, 'day') : format.format(-Math.floor(minutes / 60), 'hour');
}

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
