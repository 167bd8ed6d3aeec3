/** What happened, as the lines of the log. */
import { cardsOf } from '../state/recent';
import type { LogEntry, Table } from '../state/table.svelte';
import type { Part } from '../words/format';

export interface LogLine {
  readonly n: number;
  readonly me: boolean;
  /** Whether it happened since one acted last. */
  readonly recent?: boolean;
  readonly parts: readonly Part[];
}

/**
 * The log, or what of it one has looked at; that a turn ended goes without saying, and cards laid one after the
 * other are one line.
 */
export function told(table: Table, until = Infinity): LogLine[] {
  const lines: LogLine[] = [];
  const recent = table.recent.entries[0]?.n ?? Infinity;
  let before: LogEntry['event'] | undefined;
  for (const { n, event } of table.log) {
    if (event.event === 'ended' || n > until) continue;
    const last = lines.at(-1);
    const on = !table.notices.some((notice) => last && notice.n > last.n && notice.n < n);
    if (last && on && event.event === 'laid' && before?.event === 'laid' && before.seat === event.seat) {
      lines[lines.length - 1] = { ...last, n, parts: alsoLaid(last.parts, event.card, table) };
    } else {
      const parts = table.speakerAt(n).narrate(event);
      const me = 'seat' in event && event.seat === table.reader;
      if (parts.length) lines.push({ n, me, recent: n >= recent, parts });
    }
    before = event;
  }
  const notices = table.notices.map((notice) => ({
    n: notice.n,
    me: false,
    parts: [{ text: table.speaker.happening(notice) }],
  }));
  return notices.length ? [...lines, ...notices].sort((a, b) => a.n - b.n) : lines;
}

/** *Tarek lays blue 18.* becomes *Tarek lays blue 18, blue 19.* */
function alsoLaid(parts: readonly Part[], card: string, table: Table): Part[] {
  const at = parts.findLastIndex((part) => part.card);
  return [
    ...parts.slice(0, at + 1),
    { text: ', ' },
    { text: table.speaker.card(card), card },
    ...parts.slice(at + 1),
  ];
}

/** What each of the others has done since one acted last, as short as can be: *Tarek ■ 12*, *Mia +2*. */
export function briefly(table: Table, until = Infinity): LogLine[] {
  const lines: LogLine[] = [];
  const entries = table.recent.entries.filter(({ n, event }) => event.event !== 'ended' && n <= until);
  const seats = new Set(
    entries.flatMap(({ event }) => ('seat' in event && event.seat !== null ? [event.seat] : [])),
  );
  for (const seat of seats) {
    const own = entries.filter(({ event }) => 'seat' in event && event.seat === seat);
    const shown = new Set<string>();
    const short = own.map(({ event }) => brief(event, table, shown));
    const last = own.at(-1);
    if (!last) continue;
    const said = own[short.lastIndexOf(undefined)];
    const parts = said
      ? table.speaker.narrate(said.event)
      : [{ text: table.speaker.who(seat) }, ...short.flatMap((each) => each ?? [])];
    if (parts.length) lines.push({ n: last.n, me: false, parts });
  }
  return lines;
}

const MANY = 5;

/**
 * An event in signs: what was drawn unseen is counted, other cards are shown once; none where signs do not do, as
 * where several cards are turned up, which need not be those of who does it.
 */
function brief(event: LogEntry['event'], table: Table, shown: Set<string>): Part[] | undefined {
  if (event.event === 'passed') return [{ text: ' –' }];
  const cards = [...new Set(cardsOf(event))];
  const draws = /drew|drawn|taken/.test(event.event);
  if ('cards' in event && !draws) return undefined;
  const drawn = draws ? unseen(event) : 0;
  if ((!drawn && !cards.length) || cards.length > MANY) return undefined;
  const signs = cards
    .filter((card) => !shown.has(card))
    .flatMap((card) => [{ text: ' ' }, { text: table.speaker.card(card), card }]);
  cards.forEach((card) => shown.add(card));
  return drawn ? [{ text: ` +${drawn}` }, ...signs] : signs;
}
const unseen = (event: LogEntry['event']): number => {
  if ('cards' in event && event.cards) return [...event.cards].filter((card) => card === null).length;
  return 'card' in event && event.card === null ? 1 : 0;
};
