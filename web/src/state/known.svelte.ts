/** A table as the server has told of it: who sits there, what lies there, what happened, what one may do. */
import { Speaker } from '../words/speaker';
import type { Emotes, Family, Result, RoundOver, Setup, TableInfo, Update, Views } from '../wire.gen';
import { gameOf, type OptionValue } from './games.svelte';
import { happened, type Happening } from './happenings';
import { entriesOf, logged, type LogEntry } from './log';
import { nameOf } from './names';
import { since, type Recent } from './recent';

/** A passing remark, such as why a card does not fit. */
export interface Remark {
  readonly n: number;
  readonly text: string;
  /** Whether something is wrong, it only tells something, or it tells who came and went. */
  readonly kind: 'wrong' | 'calm' | 'news';
}

/** Something that happened beside the game; `n` is its place in the log. */
export interface Notice extends Happening {
  readonly n: number;
}

export type Emote = Emotes['emote'];

const MOST_LOG = 400;
const EMOTE_MS = 3500;
const REMARK_MS = 4500;
/** Two moments so near are the same, but for the way of the news. */
const SAME_MS = 400;

export class Known<F extends Family = Family> {
  info = $state.raw<TableInfo>();
  update = $state.raw<Update<F>>();
  log = $state.raw<readonly LogEntry<F>[]>([]);
  /** What has just happened, for announcing, sounds and flights; a new array with each update. */
  news = $state.raw<readonly LogEntry<F>[]>([]);
  /** Who came, went, or is called otherwise, since this match began. */
  notices = $state.raw<readonly Notice[]>([]);
  remark = $state.raw<Remark>();
  emotes = $state<Record<number, Emote>>({});
  rounds = $state.raw<readonly RoundOver[]>([]);
  /** When the time of those who are waited for is up, on the clock of `performance.now()`. */
  deadline = $state.raw<number | null>(null);
  /** When something happened last, on the same clock. */
  moved = 0;
  /** Applies a change to what is shown; a screen may let cards fly meanwhile, unless the device is passed on. */
  animate: (change: () => void, entries: readonly LogEntry<F>[], passed?: boolean) => void = (change) =>
    change();
  /** What happened later than this was told when the device was taken. */
  taken = 0;
  /** By seat, until when somebody who is away is waited for, on the same clock. */
  patience = $state.raw<readonly (number | null)[]>([]);
  /** Whether the host is changing the game after a match. */
  arranging = $state(false);
  /** The seat of somebody who looks on, but has played this match. */
  onlooker = $state<number | null>(null);
  /** Whether it is a picture of what has been, at which nobody does anything. */
  still = $state(false);
  readonly speaker: Speaker;
  protected predicted = $state.raw<Views[F]>();
  /** Who holds the device next: shown with the view that belongs to it, never before. */
  private passing: TableInfo | undefined;
  /** What each of those who share the device was told, while another one holds it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows it
  private readonly kept = new Map<number, readonly LogEntry<F>[]>();
  protected count = 0;

  constructor(readonly id: string) {
    this.speaker = new Speaker(() => ({
      names: this.names,
      edition: this.setup?.options?.edition,
      you: this.reader,
    }));
  }

  readonly view: Views[F] | undefined = $derived(this.predicted ?? this.update?.view);
  /** Whether what is shown is only foreseen, and not confirmed yet. */
  readonly foreseen: boolean = $derived(this.predicted !== undefined);
  /** The own seat; where several people share the device, the seat of who holds it. */
  readonly you: number | null = $derived(this.info?.you ?? null);
  /** The seats of this device, where several people share it. */
  readonly device: readonly number[] = $derived(this.info?.device ?? []);
  /** Whether one plays here, alone or with others at this device. */
  readonly plays: boolean = $derived(this.you !== null || this.device.length > 0);
  /** Whether those who share the device all look at the same, for nobody has a secret. */
  common = $state(false);
  /** Whether the device is on its way to somebody, and shows nobody's cards. */
  readonly covered: boolean = $derived(!!this.info?.covered);
  /** The seat that acts here: the own one, or whoever's turn it is of those who share the device. */
  readonly acting: number | null = $derived(
    this.common ? (this.device.find((seat) => this.awaited.includes(seat)) ?? null) : this.you,
  );
  readonly setup: Setup | undefined = $derived(this.info?.setup);
  readonly result: Result | null = $derived(this.update?.result ?? null);
  /** Whether the round is over; a match that is broken off ends within one. */
  readonly over: boolean = $derived(this.result !== null || (this.view?.over ?? false));
  /** The seat of who reads this: the own one, or in a replay with all cards open that of whose page it is. */
  readonly reader: number | null = $derived(
    this.device.length && this.over ? null : (this.you ?? this.onlooker),
  );
  readonly names: readonly string[] = $derived(
    this.info?.chairs.map(({ name }, seat) => nameOf(name, seat, this.reader, this.device.length > 0)) ?? [],
  );
  readonly awaited: readonly number[] = $derived(this.update?.awaited ?? []);
  readonly host: boolean = $derived(
    typeof this.info?.host === 'number' && [this.you, ...this.device].includes(this.info.host),
  );
  /** The legal moves of the own seat. */
  readonly moves: readonly string[] = $derived(
    this.acting === null || this.still ? [] : this.movesOf(this.acting),
  );
  /** Whether play waits for the own seat. */
  readonly mine: boolean = $derived(
    this.acting !== null && !this.still && this.awaited.includes(this.acting),
  );
  /** The points of each round that is over. */
  readonly scores: readonly (readonly number[])[] = $derived(this.info?.scores ?? []);
  /** The own cards, where one has any in hand. */
  private readonly hand: readonly string[] = $derived(
    this.view && 'hands' in this.view && this.you !== null ? (this.view.hands[this.you] ?? []) : [],
  );
  /** What others have done since one acted last; for who looks on, since whoever is to act now did. */
  readonly recent: Recent = $derived(
    since(this.log, this.reader ?? this.awaited[0] ?? null, this.update?.round ?? 0, this.hand),
  );

  get at(): number | null {
    return this.update?.at ?? null;
  }

  /** What an option of the game is set to. */
  option(name: string): OptionValue | undefined {
    const set = this.setup?.options?.[name];
    return set === undefined ? gameOf(this.setup?.game ?? '')?.options[name]?.default : set;
  }

  may(move: string, seat = this.acting): boolean {
    return seat !== null && !this.still && this.movesOf(seat).includes(move);
  }

  /** What a seat of this device may do now. */
  movesOf(seat: number): readonly string[] {
    if (seat === this.you) return this.view?.moves ?? [];
    return this.predicted ? [] : (this.update?.calls?.find((call) => call.seat === seat)?.moves ?? []);
  }

  // What the server tells

  seated(info: TableInfo): void {
    const passes = info.device?.length && this.info?.match === info.match && this.update;
    this.passing = passes && info.you !== this.you && info.phase !== 'gathering' ? info : undefined;
    if (!this.passing) this.arrange(info);
  }

  private arrange(info: TableInfo): void {
    const notices = happened(this.info, info).map((one) => ({ ...one, n: ++this.count }));
    if (info.match !== this.info?.match) {
      // While people gathered, it was read.
      if (this.remark?.kind === 'news') this.remark = undefined;
      this.rounds = [];
      this.log = [];
      this.notices = [];
      this.kept.clear();
      this.arranging = false;
    }
    if (this.info) for (const one of notices) this.note(this.speaker.happening(one), 'news');
    // Another game may follow, and what lies there belongs to the one before.
    if (info.phase === 'gathering' || info.ended) this.update = this.predicted = undefined;
    this.info = info;
    if (info.phase === 'playing') this.common = !!info.device?.length && info.you === null && !info.covered;
    const now = performance.now();
    this.patience = info.chairs.map(({ wait }) => (typeof wait === 'number' ? now + wait : null));
    this.notices = [...this.notices, ...notices].slice(-MOST_LOG);
  }

  /** Who speaks of what happened then, when seats may have had other names. */
  speakerAt(n: number): Speaker {
    const later = this.notices.filter((notice) => notice.n > n && notice.now);
    if (!later.length) return this.speaker;
    const names = this.names.map(
      (name, seat) => later.find((notice) => notice.seat === seat && seat !== this.reader)?.name ?? name,
    );
    return new Speaker(() => ({ names, edition: this.setup?.options?.edition, you: this.reader }));
  }

  updated(update: Update<F>): void {
    if (this.info?.phase === 'gathering') return;
    const { passing } = this;
    if (passing) {
      this.passing = undefined;
      return this.pass(passing, update);
    }
    this.take(update);
  }

  /** The device goes from one hand to another, or is covered: what the one was told is not the other's. */
  protected pass(info: TableInfo, update: Update<F>): void {
    if (this.you !== null) this.kept.set(this.you, this.log);
    this.remark = undefined;
    this.arrange(info);
    if (info.phase === 'playing') this.log = (info.you !== null && this.kept.get(info.you)) || [];
    this.taken = this.count;
    this.take(update, true);
  }

  private take(update: Update<F>, passed = false): void {
    const entries = entriesOf(update, this.at, this.count);
    this.count += entries.length;
    for (const event of update.events) if (event.event === 'roundover') this.rounds = [...this.rounds, event];
    if (entries.length) this.moved = performance.now();
    // Who comes late is told all of it, but hears and sees only what happens from then on.
    const fresh = this.update ? entries : [];
    const change = () => {
      this.predicted = undefined;
      this.update = update;
      this.news = fresh;
      this.log = logged(this.log, entries).slice(-MOST_LOG);
      this.deadline = this.endOf(update.wait);
    };
    this.animate(change, fresh, passed);
  }

  /** When the time is over; told again, it is the moment it was. */
  private endOf(wait: number | null): number | null {
    if (wait === null) return null;
    const end = performance.now() + wait;
    return this.deadline !== null && Math.abs(end - this.deadline) < SAME_MS ? this.deadline : end;
  }

  emoted(seat: number, emote: Emote): void {
    this.emotes[seat] = emote;
    setTimeout(() => {
      if (this.emotes[seat] === emote) Reflect.deleteProperty(this.emotes, seat);
    }, EMOTE_MS);
  }

  /** Shows a sentence for a while. */
  note(text: string, kind: Remark['kind'] = 'wrong'): void {
    const remark = (this.remark = { n: ++this.count, text, kind });
    setTimeout(() => {
      if (this.remark === remark) this.remark = undefined;
    }, REMARK_MS);
  }
}
