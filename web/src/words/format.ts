/** Templates of the program's sentences, filled: `{card:card}`, `{seat:who}`, `{source:whom}`, `{cards[0]:Card}`, `{value!r}`. */

/** A piece of a sentence; a card's piece knows its card, so that it can be drawn in its colour. */
export interface Part {
  readonly text: string;
  readonly card?: string;
}

export type Params = Readonly<Record<string, unknown>>;

/** How names are said, which depends on language, table and edition. */
export interface Naming {
  card(name: string): string;
  colour(name: string): string;
  /** People, in a case: `who`, `whom`, `dative`; or all of them but the reader: `others`. */
  people(seats: readonly number[], kind: string): string;
  move(text: string): string;
}

const GAP = /\{\{|\}\}|\{(\w+)(?:\[(\d+)\])?(!r)?(?::(\w+))?\}/g;

export function fill(template: string, params: Params, naming: Naming): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const gap of template.matchAll(GAP)) {
    if (gap.index > done) parts.push({ text: template.slice(done, gap.index) });
    done = gap.index + gap[0].length;
    const [whole, name, index, , spec] = gap;
    if (name === undefined) parts.push({ text: whole.charAt(0) });
    else parts.push(...filled(valueOf(params, name, index), spec ?? '', naming));
  }
  if (done < template.length) parts.push({ text: template.slice(done) });
  return parts;
}

export const plain = (parts: readonly Part[]): string => parts.map((part) => part.text).join('');

function valueOf(params: Params, name: string, index: string | undefined): unknown {
  const value = params[name];
  return index !== undefined && Array.isArray(value) ? value[Number(index)] : value;
}

function filled(value: unknown, spec: string, naming: Naming): Part[] {
  const parts = spoken(value, spec.toLowerCase(), naming);
  const [first, ...rest] = parts;
  if (!first || !/^[A-Z]/.test(spec)) return parts;
  return [{ ...first, text: capital(first.text) }, ...rest];
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const PEOPLE: ReadonlySet<string> = new Set(['who', 'whom', 'dative', 'others']);

function spoken(value: unknown, spec: string, naming: Naming): Part[] {
  if (PEOPLE.has(spec)) return [{ text: naming.people([value].flat().map(Number), spec) }];
  if (Array.isArray(value)) {
    const said = value.map((one: unknown) => spoken(one, singular(spec), naming));
    return said.flatMap((parts, i) => (i ? [{ text: ', ' }, ...parts] : parts));
  }
  switch (spec) {
    case 'card':
      return typeof value === 'string' ? [{ text: naming.card(value), card: value }] : [{ text: '?' }];
    case 'colour':
      return [{ text: naming.colour(String(value)) }];
    case 'move':
      return [{ text: naming.move(String(value)) }];
    default:
      return [{ text: String(value ?? '') }];
  }
}

const singular = (spec: string): string => (spec === 'cards' ? 'card' : spec === 'moves' ? 'move' : spec);
