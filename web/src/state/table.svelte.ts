/** One table as this page knows it: who sits there, what lies there, what happened, what one may do. */
import { Speaker } from '../words/speaker';
import type {
  Emotes,
  Estimate,
  Family,
  Result,
  RoundOver,
  Say,
  Setup,
  TableInfo,
  Update,
  Views,
} from '../wire.gen';
import { ui } from '../words/language.svelte';
import { Refusal, type Connection, type Request } from './connection.svelte';
import { gameOf, type OptionValue } from './games.svelte';
import { happened, type Happening } from './happenings';
import { entriesOf, logged, type LogEntry } from './log';
import { nameOf, ownName } from './names';
import { since, type Recent } from './recent';

/** A passing remark, such as why a card does not fit. */
export interface Remark {
  readonly n: number;
  readonly text: string;
  /** Whether it only tells something, and nothing is wrong. */
  readonly calm?: boolean;
}

/** Something that happened beside the game; `n` is its place in the log. */
export interface Notice extends Happening {
  readonly n: number;
}

export type { LogEntry } from './log';
export type Emote = Emotes['emote'];

const MOST_LOG = 400;
const EMOTE_MS = 3500;
const REMARK_MS = 4500;
export class Table<F extends Family = Family> {
  info = $state.raw<TableInfo>();
  update = $state.raw<Update<F>>();
  log = $state.raw<readonly LogEntry<F>[]>([]);
  /** What has just happened, for announcing, sounds and flights; a new array with each update. */
  news = $state.raw<readonly LogEntry<F>[]>([]);
  /** Who came, went, or is called otherwise, since this match began. */
  notices = $state.raw<readonly Notice[]>([]);
  remark = $state.raw<Remark>();
  emotes = $state<Record<number, Emote>>({});
  /** The move that was sent and not answered yet. */
  pending = $state<string>();
  /** The card or move that was refused last, so that it can shake. */
  refused = $state.raw<{ readonly move: string; readonly n: number }>();
  rounds = $state.raw<readonly RoundOver[]>([]);
  /** When the time of those who are waited for is up, on the clock of `performance.now()`. */
  deadline = $state.raw<number | null>(null);
  /** When something happened last, on the same clock. */
  moved = 0;
  /** Applies a change to what is shown; a screen may let cards fly meanwhile, unless the device is passed on. */
  animate: (change: () => void, entries: readonly LogEntry<F>[], passed?: boolean) => void = (change) =>
    change();
  /** The view as it will be once a move is confirmed, where the game's face can tell. */
  predict: ((view: Views[F], move: string, you: number) => Views[F] | undefined) | undefined;
  /** Whether the only thing there is to do may happen by itself; not where one is to learn it. */
  byItself = true;
  /** What is said here in place of a refusal's own sentence, by its code. */
  instead: Readonly<Record<string, string>> = {};
  /** What happened later than this was told when the device was taken. */
  taken = 0;
  /** Whether one has made a move here. */
  acted = $state(false);
  /** By seat, until when somebody who is away is waited for, on the same clock. */
  patience = $state.raw<readonly (number | null)[]>([]);
  /** Whether the host is changing the game after a match. */
  arranging = $state(false);
  /** The seat of somebody who looks on, but has played this match. */
  onlooker = $state<number | null>(null);
  /** Whether it is a picture of what has been, at which nobody does anything. */
  still = $state(false);
  readonly speaker: Speaker;
  private predicted = $state.raw<Views[F]>();
  private readonly queue: string[] = [];
  /** Who holds the device next: shown with the view that belongs to it, never before. */
  private passing: TableInfo | undefined;
  /** What each of those who share the device was told, while another one holds it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows it
  private readonly kept = new Map<number, readonly LogEntry<F>[]>();
  private count = 0;

  constructor(
    readonly id: string,
    readonly key: string,
    private readonly connection: Pick<Connection, 'send'>,
  ) {
    this.speaker = new Speaker(() => ({
      names: this.names,
      edition: this.setup?.options?.edition,
      you: this.reader,
    }));
  }

  readonly view: Views[F] | undefined = $derived(this.predicted ?? this.update?.view);
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
  /** The seat of who reads this: the own one, or in a replay with all cards open that of whose page it is. */
  readonly reader: number | null = $derived(
    this.device.length && this.view?.over ? null : (this.you ?? this.onlooker),
  );
  readonly names: readonly string[] = $derived(
    this.info?.chairs.map(({ name }, seat) => nameOf(name, seat, this.reader, this.device.length > 0)) ?? [],
  );
  readonly awaited: readonly number[] = $derived(this.update?.awaited ?? []);
  readonly result: Result | null = $derived(this.update?.result ?? null);
  readonly over: boolean = $derived(this.view?.over ?? false);
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
  /** The move that is left where there is nothing to decide, and which may be made for one. */
  readonly forced: string | undefined = $derived(
    this.update?.forced && this.pending === undefined ? this.moves[0] : undefined,
  );
  /** Whether one may take back one's last move. */
  readonly undoable: boolean = $derived(!!this.update?.undo && this.pending === undefined && !this.still);

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
    if (this.info) for (const one of notices) this.note(this.speaker.happening(one), true);
    if (info.match !== this.info?.match) {
      this.rounds = [];
      this.log = [];
      this.notices = [];
      this.kept.clear();
      this.arranging = false;
    }
    // Another game may follow, and what lies there belongs to the one before.
    if (info.phase === 'gathering') this.update = this.predicted = undefined;
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
  private pass(info: TableInfo, update: Update<F>): void {
    if (this.you !== null) this.kept.set(this.you, this.log);
    this.queue.length = 0;
    this.remark = this.refused = undefined;
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
      this.deadline = update.wait === null ? null : performance.now() + update.wait;
    };
    this.animate(change, fresh, passed);
  }

  emoted(seat: number, emote: Emote): void {
    this.emotes[seat] = emote;
    setTimeout(() => {
      if (this.emotes[seat] === emote) Reflect.deleteProperty(this.emotes, seat);
    }, EMOTE_MS);
  }

  // What one does

  /** Plays a legal move; while one is on its way, the next ones wait for it. */
  play(...moves: readonly string[]): void {
    const fresh = moves.filter((move) => move !== this.pending && !this.queue.includes(move));
    this.queue.push(...fresh);
    if (this.pending === undefined) this.next();
  }

  /** Takes back the last move. */
  undo(): void {
    this.queue.length = 0;
    if (this.at !== null && this.undoable) void this.ask({ do: 'undo', at: this.at });
  }

  /** Sends a move at once, past anything that waits: for calls that race; at a shared device, for whom. */
  call(move: string, seat = this.acting): void {
    if (this.at === null) return;
    this.acted = true;
    void this.command(this.played(move, this.at, seat)).then((why) => why && this.refuse(move, why));
  }

  private played(move: string, at: number, seat: number | null): Request {
    return { do: 'play', move, at, ...(this.device.length && seat !== null ? { seat } : {}) };
  }

  /** Says who holds the device now. */
  hold(seat: number): Promise<boolean> {
    return this.ask({ do: 'hold', seat });
  }

  /** Asks the server why a move is not legal; the sentence becomes a remark, and the card shakes. */
  why(move: string): void {
    if (this.may(move)) this.play(move);
    else if (this.pending === undefined && this.at !== null) {
      const sent = this.command(this.played(move, this.at, this.acting));
      void sent.then((why) => why && this.refuse(move, why));
    }
  }

  /** Sends any other command; a refusal becomes a remark. */
  async ask(request: Request): Promise<boolean> {
    const why = await this.command(request);
    if (why) this.note(this.speaker.refusal(why.code, why.params));
    return !why;
  }

  /** The moves that somebody means who types them in words; where that could be several, a remark asks. */
  async read(
    text: string,
    lang: Say['lang'],
    open: string,
  ): Promise<{ moves: readonly string[]; open: string }> {
    try {
      const answer = await this.connection.send({ do: 'say', text, lang, open });
      return { moves: answer.is === 'heard' ? answer.moves : [], open: '' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.note(this.speaker.refusal(error.code, error.params));
      return { moves: [], open: String(error.params.open ?? '') };
    }
  }

  async hint(): Promise<readonly Estimate[]> {
    const answer = await this.connection.send({ do: 'hint' });
    return answer.is === 'hint' ? answer.moves : [];
  }

  /** Takes a seat, under one's own name if one has given it. */
  sit(seat: number): Promise<boolean> {
    return this.ask({ do: 'sit', seat, name: ownName(seat) });
  }

  /** Lets one more person at this device take a seat. */
  sitBeside(seat: number, name: string): Promise<boolean> {
    return this.ask({
      do: 'sit',
      seat,
      name: name.trim() || ui('guest', { number: seat + 1 }),
      beside: true,
    });
  }

  /** Lets the table know by what name one wants to be called now. */
  rename(): void {
    const { you } = this;
    if (you !== null && this.info?.chairs[you]?.name !== ownName(you))
      void this.ask({ do: 'rename', name: ownName(you) });
  }

  /** Shows a sentence for a while. */
  note(text: string, calm = false): void {
    const remark = (this.remark = { n: ++this.count, text, calm });
    setTimeout(() => {
      if (this.remark === remark) this.remark = undefined;
    }, REMARK_MS);
  }

  private next(): void {
    const move = this.queue.shift();
    if (move === undefined) return;
    const { acting } = this;
    if (!this.may(move) || this.at === null || acting === null) {
      this.queue.length = 0;
      return;
    }
    this.pending = move;
    this.acted = true;
    this.remark = undefined;
    const { predict, view } = this;
    const predicted = view && predict?.(view, move, acting);
    const sent = this.command(this.played(move, this.at, acting));
    if (predicted) this.animate(() => (this.predicted = predicted), []);
    void sent.then((why) => {
      this.pending = undefined;
      if (why) this.rollBack(move, why);
      else this.next();
    });
  }

  private rollBack(move: string, why: Refusal): void {
    this.queue.length = 0;
    this.animate(() => (this.predicted = undefined), []);
    this.refuse(move, why);
  }

  private refuse(move: string, why: Refusal): void {
    this.refused = { move, n: ++this.count };
    this.note(this.instead[why.code] ?? this.speaker.refusal(why.code, why.params));
  }

  /** Sends a command; why it was not done, if it was not. */
  private async command(request: Request): Promise<Refusal | undefined> {
    try {
      await this.connection.send(request);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}
