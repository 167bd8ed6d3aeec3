/** A parser for the Markdown of rule sheets: headings, paragraphs, lists, bold, code. Its result is data, never HTML. */
export interface Span {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Span[])[] };

const HEADING = /^(#+) (.*)/;
const MARKED = /(\*\*.+?\*\*|`.+?`)/;
/** A line left out: the page shows the other sheets below. */
const BUILDS_ON = /^(Builds on|Grundlage): .*\n?/gm;

export const blocks = (markdown: string): Block[] =>
  markdown
    .replace(BUILDS_ON, '')
    .replace(/^#.*$/gm, '\n$&\n')
    .split(/\n\s*\n/)
    .flatMap((part) => blocksOf(part.trim()));

/** A heading, or a paragraph and a list, either of which may be missing. */
function blocksOf(part: string): Block[] {
  const [, marks, title] = HEADING.exec(part) ?? [];
  if (marks && title) return [{ kind: 'heading', level: marks.length, spans: spans(title) }];
  const [paragraph, ...items] = `\n${part}`.split('\n- ').map(unwrapped);
  return [
    ...(paragraph ? [{ kind: 'paragraph', spans: spans(paragraph) } as const] : []),
    ...(items.length ? [{ kind: 'list', items: items.map(spans) } as const] : []),
  ];
}

const unwrapped = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ');

/** Split at a pattern with a group, every second piece is what matched. */
const spans = (text: string): Span[] =>
  text
    .split(MARKED)
    .map((piece, i) => (i % 2 ? marked(piece) : { kind: 'text' as const, text: piece }))
    .filter((span) => span.text);

const marked = (piece: string): Span =>
  piece.startsWith('`')
    ? { kind: 'code', text: piece.slice(1, -1) }
    : { kind: 'strong', text: piece.slice(2, -2) };
