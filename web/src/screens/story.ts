/** What happened, as the lines of the log. */
import type { LogEntry, Table } from '../state/table.svelte';
import type { Part } from '../words/format';

export interface LogLine {
  readonly n: number;
  readonly me: boolean;
  readonly parts: readonly Part[];
}

/** The log; that a turn ended goes without saying, and cards laid one after the other are one line. */
export function told(table: Table): LogLine[] {
  const lines: LogLine[] = [];
  let before: LogEntry['event'] | undefined;
  for (const { n, event } of table.log) {
    if (event.event === 'ended') continue;
    const last = lines.at(-1);
    if (last && event.event === 'laid' && before?.event === 'laid' && before.seat === event.seat) {
      lines[lines.length - 1] = { ...last, n, parts: alsoLaid(last.parts, event.card, table) };
    } else {
      const parts = table.speakerAt(n).narrate(event);
      if (parts.length) lines.push({ n, me: 'seat' in event && event.seat === table.reader, parts });
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
