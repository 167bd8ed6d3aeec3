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

const MARK = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;

/** A line left out: the page shows the other sheets below. */
const BUILDS_ON = /^(Builds on|Grundlage): /;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let done = 0;
  for (const mark of text.matchAll(MARK)) {
    if (mark.index > done) found.push({ kind: 'text', text: text.slice(done, mark.index) });
    const [whole, strong, em, code] = mark;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined) found.push({ kind: 'em', text: em });
    else found.push({ kind: 'code', text: code ?? '' });
    done = mark.index + whole.length;
  }
  if (done < text.length) found.push({ kind: 'text', text: text.slice(done) });
  return found;
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
