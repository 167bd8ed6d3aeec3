/** The sentences of a table, with its players' names and its edition's colours. */
import type { SeatChange } from '../state/seat_changes';
import { plain, said, type Naming, type Params, type Part, type Someone } from './format';
import { knows, sentence, sentences, ui, type Key } from './language.svelte';

const COLOUR_OF: Readonly<Record<string, string>> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  N: 'grey',
};

interface SpeakerContext {
  readonly names: readonly string[];
  /** The table's options, which may change the names of colours. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** The reader's seat. */
  readonly you: number | null;
}

interface Reason {
  readonly code: string;
  readonly params: Params;
}
const isReason = (value: unknown): value is Reason =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value;

export class Speaker implements Naming {
  /** `context` is called each time, as names and language may change. */
  constructor(private readonly context: () => SpeakerContext) {}

  readonly template = sentence;

  say(key: Key, params: Params = {}): string {
    return plain(this.parts(key, params));
  }

  parts(key: Key, params: Params = {}): Part[] {
    return said(sentences(), key, params, this);
  }

  colour(name: string): string {
    const keys = Object.values(this.context().options ?? {}).map(
      (value) => `colour.${name}_${String(value)}`,
    );
    const key = [...keys, `colour.${name}`].find(knows);
    return key ? sentence(key) : name;
  }

  card(name: string, some = false): string {
    if (name === 'J') return this.say(some ? 'card.some_joker' : 'card.joker');
    const known = COLOUR_OF[name.charAt(0)];
    if (!known) return name;
    const colour = this.colour(known);
    if (name.slice(1) !== 'S') return `${colour} ${name.slice(1)}`;
    return this.say(some ? 'card.some_symbol' : 'card.symbol', { colour });
  }

  /** A seat's name where it stands alone. */
  who(seat: number): string {
    if (seat < 0) return this.say('seat.table');
    return this.context().names[seat] || this.say('seat.number', { number: seat });
  }

  someone(seat: number): Someone {
    return { name: this.who(seat), you: seat === this.context().you };
  }

  move(text: string): string {
    if (/^[RYGBN](\d+|S)$/.test(text) || text === 'J') return this.card(text);
    const key = `input.${text}`;
    return knows(key) ? sentence(key) : text;
  }

  /** The sentence for a refusal. */
  refusal(code: string, params: Params): string {
    if (code === 'away') return ui('lost');
    const key = `refused.${code}`;
    return knows(key) ? this.say(key, this.withReasons(params)) : ui('refused', { code });
  }

  /** The parameters, with refusals among them as sentences. */
  private withReasons(params: Params): Params {
    const said = (value: unknown): unknown =>
      isReason(value) ? this.refusal(value.code, value.params) : value;
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, said(value)]));
  }

  seatChange({ kind, name, now }: SeatChange): string {
    return ui(`happened_${kind}`, { before: name, now });
  }

  /** The sentence for an event as the reader has seen it; same rules as `src/elfer/terminal/narration.py`. */
  narrate(event: Params): Part[] {
    let key = `event.${String(event.event)}`;
    for (const [name, value] of Object.entries(event)) {
      if (name !== 'event' && value !== null && knows(`${key}_${name}`)) key = `${key}_${name}`;
    }
    const count = Array.isArray(event.cards) ? { count: event.cards.length } : {};
    const number = typeof event.round === 'number' ? { number: event.round + 1 } : {};
    return knows(key) ? this.parts(key, { ...event, ...count, ...number }) : [];
  }
}

/** Speaks where there is no table. */
export const pageSpeaker = new Speaker(() => ({ names: [], you: null }));
