/** A parser for the Markdown subset of the rule sheets. Its result is data, never HTML. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'em' | 'code';
  readonly text: string;
}
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Span[])[])[] };

const MARKED = /(\*\*.+?\*\*|\*.+?\*|`.+?`)/;

/** A line left out: the page shows the other sheets below. */
const BUILDS_ON = /^(Builds on|Grundlage): /;

/** Split at a pattern with a group, every second piece is what matched. */
export const spans = (text: string): Span[] =>
  text
    .split(MARKED)
    .map((piece, i) => (i % 2 ? marked(piece) : { kind: 'text' as const, text: piece }))
    .filter((span) => span.text);

function marked(piece: string): Span {
  if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2) };
  return { kind: piece.startsWith('*') ? 'em' : 'code', text: piece.slice(1, -1) };
}

export function blocks(markdown: string): Block[] {
  return gathered(markdown).map((lines) => {
    const [first = ''] = lines;
    const heading = /^(#{1,4}) (.*)/.exec(first);
    if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') };
    if (first.startsWith('|')) return { kind: 'table', rows: rows(lines) };
    if (/^- /.test(first)) return { kind: 'list', items: items(lines).map(spans) };
    return { kind: 'paragraph', spans: spans(lines.join(' ')) };
  });
}

/** The lines of each block; headings and lists begin a new one. */
function gathered(markdown: string): string[][] {
  const found: string[][] = [];
  let open = false;
  for (const line of markdown
    .split('\n')
    .map((each) => each.trimEnd())
    .filter((each) => !BUILDS_ON.test(each))) {
    const last = found.at(-1);
    const breaks = /^#/.test(line) || (/^- /.test(line) && !last?.[0]?.startsWith('- '));
    if (!line) open = false;
    else if (open && last && !breaks && !last[0]?.startsWith('#')) last.push(line);
    else {
      found.push([line]);
      open = true;
    }
  }
  return found;
}

function items(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) found.push(line.slice(2));
    else found.push(`${found.pop() ?? ''} ${line.trim()}`.trim());
  }
  return found;
}

const rows = (lines: readonly string[]): Span[][][] =>
  lines
    .filter((line) => !/^\|[-| :]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => spans(cell.trim())),
    );
