/** Parser for drawings such as `R8? R9 R10!`; `src/elfer/game_card.py` documents the notation. */
import { colourOf, isCard, type Colour } from './colours';

export type Item =
  | { readonly kind: 'card'; readonly card: string; readonly raised: boolean }
  | { readonly kind: 'slot'; readonly card: string }
  | { readonly kind: 'back'; readonly raised: boolean }
  | { readonly kind: 'pile' | 'bonus' }
  | {
      readonly kind: 'row';
      readonly colour: Colour;
      readonly size: number;
      readonly runs: readonly (readonly [number, number])[];
    }
  | { readonly kind: 'bridge'; readonly at: number | undefined; readonly bonus: boolean }
  | { readonly kind: 'says' | 'sign'; readonly text: string };

/** Widths of a letter and of a sign, in card widths. */
const LETTER = 0.34;
const SIGN = 0.75;

/** How many cards wide the widest line is. */
export const widest = (lines: readonly string[]): number =>
  Math.max(1, ...lines.map((line) => items(line).reduce((sum, item) => sum + widthOf(item), 0)));

const widthOf = (item: Item): number => {
  if (item.kind === 'row') return 0;
  if (item.kind === 'says') return SIGN + LETTER * item.text.length;
  return item.kind === 'sign' || item.kind === 'bridge' || item.kind === 'bonus' ? SIGN : 1.12;
};

const ROW = /^([RYGB]):([\d,-]+)(?:\/(\d+))?$/;
const BRIDGE = /^\|(\d+)?(\*)?$/;
const SIZE = 20;

export const items = (line: string): Item[] => (line.match(/"[^"]*"|\S+/g) ?? []).map(item);

function item(text: string): Item {
  const last = text.at(-1);
  const bare = text.slice(0, -1);
  const row = ROW.exec(text);
  const bridge = BRIDGE.exec(text);
  if (isCard(text)) return { kind: 'card', card: text, raised: false };
  if (last === '!' && isCard(bare)) return { kind: 'card', card: bare, raised: true };
  if (last === '?' && isCard(bare)) return { kind: 'slot', card: bare };
  if (text === '#' || text === '#!') return { kind: 'back', raised: last === '!' };
  if (text === '##') return { kind: 'pile' };
  if (text === '*') return { kind: 'bonus' };
  if (row)
    return { kind: 'row', colour: colourOf(text), size: Number(row[3] ?? SIZE), runs: runs(row[2] ?? '') };
  if (bridge) return { kind: 'bridge', at: bridge[1] ? Number(bridge[1]) : undefined, bonus: !!bridge[2] };
  if (text.startsWith('"')) return { kind: 'says', text: text.slice(1, -1) };
  return { kind: 'sign', text };
}

/** `1-4,18-20` as the first and last number of each run. */
const runs = (text: string): (readonly [number, number])[] =>
  text.split(',').map((run) => {
    const [first = '', last = first] = run.split('-');
    return [Number(first), Number(last)];
  });
