/** The log in words. */
import { cardsOf } from '../state/log';
import type { LogEntry, Table } from '../state/table.svelte';
import type { Part } from '../words/format';

export interface LogLine {
  readonly n: number;
  readonly me: boolean;
  /** Whether it happened since the reader's last move. */
  readonly recent?: boolean;
  readonly parts: readonly Part[];
}

/** The log up to entry *until*, without ends of turns; cards laid in succession share a line. */
export function logLines(table: Table, until = Infinity): LogLine[] {
  const lines: LogLine[] = [];
  const recent = table.recent.entries[0]?.n ?? Infinity;
  let before: LogEntry['event'] | undefined;
  for (const { n, event } of table.log) {
    if (event.event === 'ended' || n > until) continue;
    const last = lines.at(-1);
    const on = !table.seatChanges.some((change) => last && change.n > last.n && change.n < n);
    if (last && on && event.event === 'laid' && before?.event === 'laid' && before.seat === event.seat) {
      lines[lines.length - 1] = { ...last, n, parts: alsoLaid(last.parts, event.card, table) };
    } else {
      const parts = table.speakerAt(n).narrate(event);
      const me = 'seat' in event && event.seat === table.reader;
      if (parts.length) lines.push({ n, me, recent: n >= recent, parts });
    }
    before = event;
  }
  const changes = table.seatChanges.map((change) => ({
    n: change.n,
    me: false,
    parts: [{ text: table.speaker.seatChange(change) }],
  }));
  return changes.length ? [...lines, ...changes].sort((a, b) => a.n - b.n) : lines;
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

/** What the others did since the reader's last move, in signs: *Tarek ■ 12*, *Mia +2*. */
export function shortLines(table: Table, until = Infinity): LogLine[] {
  const lines: LogLine[] = [];
  const entries = table.recent.entries.filter(({ n, event }) => event.event !== 'ended' && n <= until);
  const seats = new Set(
    entries.flatMap(({ event }) => ('seat' in event && event.seat !== null ? [event.seat] : [])),
  );
  for (const seat of seats) {
    const own = entries.filter(({ event }) => 'seat' in event && event.seat === seat);
    const shown = new Set<string>();
    const short = own.map(({ event }) => signs(event, table, shown));
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

/** An event in signs: cards drawn unseen are counted, others shown once; undefined where signs do not suffice. */
function signs(event: LogEntry['event'], table: Table, shown: Set<string>): Part[] | undefined {
  if (event.event === 'passed') return [{ text: ' –' }];
  const cards = [...new Set(cardsOf(event))];
  const draws = /drew|drawn|taken/.test(event.event);
  if ('cards' in event && !draws) return undefined;
  const drawn = draws ? unseen(event) : 0;
  if ((!drawn && !cards.length) || cards.length > MANY) return undefined;
  const shownCards = cards
    .filter((card) => !shown.has(card))
    .flatMap((card) => [{ text: ' ' }, { text: table.speaker.card(card), card }]);
  cards.forEach((card) => shown.add(card));
  return drawn ? [{ text: ` +${drawn}` }, ...shownCards] : shownCards;
}
const unseen = (event: LogEntry['event']): number => {
  if ('cards' in event && event.cards) return [...event.cards].filter((card) => card === null).length;
  return 'card' in event && event.card === null ? 1 : 0;
};
