/** The program's sentences as one table says them: with its players' names and its edition's colours. */
import { fill, plain, type Naming, type Params, type Part } from './format';
import type { Key } from './keys.gen';
import { knows, people, sentence, subject, ui, type Someone } from './language.svelte';

const COLOUR_OF: Readonly<Record<string, string>> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', N: 'grey' };

interface Around {
  readonly names: readonly string[];
  readonly edition: unknown;
  readonly you: number | null;
}

export class Speaker implements Naming {
  /** `around` is asked anew each time, so that names and language may change. */
  constructor(private readonly around: () => Around) {}

  say(key: Key, params: Params = {}): string {
    return plain(this.parts(key, params));
  }

  /** The sentence of this key; where it is about the reader, in the form for that. */
  parts(key: Key, params: Params = {}): Part[] {
    const mine = `${key}_you`;
    const who = [params[subject(sentence(key)) ?? '']].flat();
    const form = knows(mine) && who.some((seat) => typeof seat === 'number' && this.someone(seat).you) ? mine : key;
    return fill(sentence(form), params, this);
  }

  colour(name: string): string {
    const special = name === 'blue' && this.around().edition === 'star-wars';
    const key = `colour.${special ? 'purple' : name}`;
    return knows(key) ? sentence(key) : name;
  }

  card(name: string): string {
    if (name === 'J') return sentence('card.joker');
    const colour = COLOUR_OF[name.charAt(0)];
    if (!colour) return name;
    if (name.endsWith('S')) return sentence('card.symbol').replace('{colour}', this.colour(colour));
    return `${this.colour(colour)} ${name.slice(1)}`;
  }

  /** What a seat is called where its name stands alone. */
  who(seat: number): string {
    if (seat < 0) return sentence('seat.table');
    return this.around().names[seat] || sentence('seat.number').replace('{number}', String(seat + 1));
  }

  /** Somebody for a sentence. */
  someone(seat: number): Someone {
    return { name: this.who(seat), you: seat === this.around().you };
  }

  people(seats: readonly number[], kind: string): string {
    return people(seats.map((seat) => this.someone(seat)), kind);
  }

  move(text: string): string {
    if (/^[RYGBN](\d+|S)$/.test(text) || text === 'J') return this.card(text);
    const key = `input.${text}`;
    return knows(key) ? sentence(key) : text;
  }

  /** Why something was refused. */
  refusal(code: string, params: Params): string {
    if (code === 'away') return ui('lost');
    const key = `refused.${code}`;
    return knows(key) ? this.say(key, params) : ui('refused', { code });
  }

  /** What happened, as the own seat tells it; the same choice of sentence as in the terminal. */
  narrate(event: Readonly<Record<string, unknown>>): Part[] {
    const fields: Record<string, unknown> = { ...event };
    if (Array.isArray(fields.cards)) fields.count = fields.cards.length;
    if (typeof fields.round === 'number') fields.number = fields.round + 1;
    let key = `event.${String(event.event)}`;
    for (const [name, value] of Object.entries(event)) {
      if (value !== null && name !== 'event' && knows(`${key}_${name}`)) key = `${key}_${name}`;
    }
    return knows(key) ? this.parts(key, fields) : [];
  }
}
