/** The template language of all sentences, as `src/elfer/core/texts.py` describes it; both pass the same test cases. */

/** A piece of a sentence, with its card if it names one. */
export interface Part {
  readonly text: string;
  readonly card?: string;
}

export type Params = Readonly<Record<string, unknown>>;
export type Templates = Readonly<Record<string, string>>;

/** A person in a sentence; the reader is not called by name. */
export interface Someone {
  /** The name where it stands alone. */
  readonly name: string;
  readonly you: boolean;
}

/** The names of cards, colours, moves and people, by language and table. */
export interface Naming {
  /** The name of a card; with `some`, as an object: *a joker*. */
  card(name: string, some?: boolean): string;
  colour(name: string): string;
  move(text: string): string;
  someone(seat: number): Someone;
  /** Templates for the reader in each case, for lists, possessives and ranks. */
  template(
    key:
      | 'seat.who'
      | 'seat.whom'
      | 'seat.dative'
      | 'seat.and'
      | 'seat.of'
      | 'card.or'
      | `seat.place${'' | '_1' | '_2' | '_3'}`,
  ): string;
}

/** The sentence of a key, in the form for the reader and for the number in it. */
export function said(known: Templates, key: string, params: Params, naming: Naming): Part[] {
  const mine = FORMS.find(([form, gap]) => {
    const about = people(params[gap.exec(known[key] ?? '')?.[1] ?? ''], naming);
    return `${key}_${form}` in known && about.some(({ you }) => you);
  });
  const form = mine ? `${key}_${mine[0]}` : key;
  const one = `${form}_one`;
  return fill(known[params.count === 1 && one in known ? one : form] ?? key, params, naming);
}

/** The suffixes of forms for the reader, and the gap that must be the reader. */
const FORMS = [
  ['you', /\{(\w+):[Ww]ho\}/],
  ['of_you', /\{(\w+):[Ww]hose\}/],
] as const;

const GAP = /\{\{|\}\}|\{(\w+)(?:\[(\d+)\])?(?::(\w+))?\}/g;

/** Fill the gaps of a template. */
export function fill(template: string, params: Params, naming: Naming): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const gap of template.matchAll(GAP)) {
    if (gap.index > done) parts.push({ text: template.slice(done, gap.index) });
    done = gap.index + gap[0].length;
    const [whole, name, index, kind = ''] = gap;
    if (name === undefined) parts.push({ text: whole.charAt(0) });
    else parts.push(...spoken(valueOf(params, name, index), kind, naming));
  }
  if (done < template.length) parts.push({ text: template.slice(done) });
  return parts;
}

export const plain = (parts: readonly Part[]): string => parts.map((part) => part.text).join('');
/** A negative number with a minus sign instead of a hyphen. */
export const minus = (number: string): string => number.replace(/^-(?=\d)/, '−');
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function valueOf(params: Params, name: string, index: string | undefined): unknown {
  const value = params[name];
  return index !== undefined && Array.isArray(value) ? value[Number(index)] : value;
}

/** A value as its kind of gap writes it; a kind with a capital letter begins a sentence. */
function spoken(value: unknown, kind: string, naming: Naming): Part[] {
  const parts =
    kind === 'repr' ? [{ text: repr(value) }] : listed([value].flat(), kind.toLowerCase(), naming);
  const [first, ...rest] = parts;
  return first && /^[A-Z]/.test(kind) ? [{ ...first, text: capital(first.text) }, ...rest] : parts;
}

function listed(values: readonly unknown[], kind: string, naming: Naming): Part[] {
  const cards = (some?: boolean): Part[] =>
    values.map((card) => ({ text: naming.card(String(card), some), card: String(card) }));
  switch (kind) {
    case 'card':
    case 'cards':
      return commas(cards());
    case 'some':
      return commas(cards(true));
    case 'either':
      return either(cards(), naming);
    case 'colour':
      return commas(values.map((colour) => ({ text: naming.colour(String(colour)) })));
    case 'move':
    case 'moves':
      return commas(values.map((move) => ({ text: naming.move(String(move)) })));
    case 'who':
    case 'whom':
    case 'dative':
      return [{ text: joined(people(values, naming), kind, naming) }];
    case 'others': {
      const others = people(values, naming).filter(({ you }) => !you);
      return [{ text: joined(others, 'who', naming) }];
    }
    case 'whose':
      return people(values, naming).flatMap(({ name }) => fill(naming.template('seat.of'), { name }, naming));
    case 'place':
      return commas(values.map((rank) => ({ text: place(Number(rank), naming) })));
    case 'list':
      return commas(values.map((value) => ({ text: String(value ?? '') })));
    default:
      return commas(values.map((value) => ({ text: minus(String(value ?? '')) })));
  }
}

const commas = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part, i) => (i ? [{ text: ', ' }, part] : part));

/** *1st place*, *11th place* */
function place(rank: number, naming: Naming): string {
  const last = (rank % 100) - (rank % 10) === 10 ? 0 : rank % 10;
  const key = last === 1 || last === 2 || last === 3 ? (`seat.place_${last}` as const) : 'seat.place';
  return plain(fill(naming.template(key), { rank }, naming));
}

/** *red 8, green 2 or blue 3* */
function either(parts: readonly Part[], naming: Naming): Part[] {
  const last = parts.at(-1);
  if (parts.length < 2 || !last) return [...parts];
  const [before = '', between = ''] = naming.template('card.or').split(/\{most\}|\{last\}/);
  return [{ text: before }, ...commas(parts.slice(0, -1)), { text: between }, last].filter(
    ({ text }) => text,
  );
}

/** The people that seats, names or `Someone` values stand for. */
function people(value: unknown, naming: Naming): Someone[] {
  return [value].flat().flatMap((one: unknown) => {
    if (typeof one === 'number') return naming.someone(one);
    return typeof one === 'string' ? { name: one, you: false } : ((one as Someone | undefined) ?? []);
  });
}

/** *Ada, Ben and Cleo*; the reader in the right case. */
function joined(all: readonly Someone[], kind: 'who' | 'whom' | 'dative', naming: Naming): string {
  const names = all.map(({ name, you }) => (you ? naming.template(`seat.${kind}`) : name));
  const last = names.pop() ?? '';
  return names.length
    ? plain(fill(naming.template('seat.and'), { most: names.join(', '), last }, naming))
    : last;
}

/** A value as Python's `repr` writes it. */
function repr(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return value === null ? 'None' : typeof value === 'boolean' ? capital(String(value)) : String(value);
}
