/** The state of a table as the server has sent it: seats, view, log and legal moves. */
import { Speaker } from '../words/speaker';
import type {
  ChairInfo,
  Emotes,
  Family,
  Result,
  RoundOver,
  Setup,
  TableInfo,
  Update,
  Views,
} from '../wire.gen';
import { gameOf, type OptionValue } from './games.svelte';
import { appended, entriesOf, recentLog, type LogEntry, type RecentLog } from './log';
import { displayName } from './players';
import { seatChanges, type SeatChange } from './seat_changes';

/** A sentence shown for a while, such as why a card does not fit. */
export interface Remark {
  readonly n: number;
  readonly text: string;
  /** A refusal, information, or a change of seats. */
  readonly kind: 'wrong' | 'calm' | 'news';
}

/** A change of seats with its place in the log. */
export interface LoggedSeatChange extends SeatChange {
  readonly n: number;
}

export type Emote = Emotes['emote'];

const MAX_LOG = 400;
const EMOTE_MS = 3500;
const REMARK_MS = 4500;
/** Deadlines closer than this are the same, sent twice. */
const SAME_MS = 400;

export class TableState<F extends Family = Family> {
  info = $state.raw<TableInfo>();
  update = $state.raw<Update<F>>();
  log = $state.raw<readonly LogEntry<F>[]>([]);
  /** The latest entries, for announcements, sounds and animations; a new array with each update. */
  news = $state.raw<readonly LogEntry<F>[]>([]);
  /** Changes of seats since this match began. */
  seatChanges = $state.raw<readonly LoggedSeatChange[]>([]);
  remark = $state.raw<Remark>();
  emotes = $state<Record<number, Emote>>({});
  rounds = $state.raw<readonly RoundOver[]>([]);
  /** When the awaited seats' time is up, on the clock of `performance.now()`. */
  deadline = $state.raw<number | null>(null);
  /** Time of the last event, on the same clock. */
  lastEventAt = 0;
  /** Applies a change of the view. A screen may animate it, unless the device is handed over (`passed`). */
  animate: (change: () => void, entries: readonly LogEntry<F>[], passed?: boolean) => void = (change) =>
    change();
  /** Log position at the last hand-over. */
  handoverAt = 0;
  /** By seat, until when an absent person is waited for, on the same clock. */
  patience = $state.raw<readonly (number | null)[]>([]);
  /** Whether the host is changing the setup after a match. */
  arranging = $state(false);
  /** In a replay with all cards open, the seat of the person whose page it is. */
  onlooker = $state<number | null>(null);
  /** Whether the table is a replay, without moves. */
  still = $state(false);
  readonly speaker: Speaker;
  protected predicted = $state.raw<Views[F]>();
  /** The hand-over under way: applied together with the view of the next holder. */
  private pendingHandover: TableInfo | undefined;
  /** The logs of those who share the device while another holds it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not displayed
  private readonly logs = new Map<number, readonly LogEntry<F>[]>();
  private readonly emoteTimers: Record<number, ReturnType<typeof setTimeout>> = {};
  protected count = 0;

  constructor(readonly id: string) {
    this.speaker = new Speaker(() => ({
      names: this.names,
      options: this.setup?.options,
      you: this.reader,
    }));
  }

  readonly view: Views[F] | undefined = $derived(this.predicted ?? this.update?.view);
  /** Whether the view is a prediction, not confirmed yet. */
  readonly foreseen: boolean = $derived(this.predicted !== undefined);
  /** One's own seat; on a shared device, the holder's. */
  readonly you: number | null = $derived(this.info?.you ?? null);
  /** The seats of a shared device. */
  readonly deviceSeats: readonly number[] = $derived(this.info?.device ?? []);
  /** Whether this page has a seat. */
  readonly plays: boolean = $derived(this.you !== null || this.deviceSeats.length > 0);
  /** Whether a shared device shows the same to all, as the game has no secrets. */
  common = $state(false);
  /** Whether a shared device is being handed over and shows no cards. */
  readonly covered: boolean = $derived(!!this.info?.covered);
  /** The seat that acts here: one's own, or the awaited one of a shared view. */
  readonly acting: number | null = $derived(
    this.common ? (this.deviceSeats.find((seat) => this.awaited.includes(seat)) ?? null) : this.you,
  );
  readonly setup: Setup | undefined = $derived(this.info?.setup);
  readonly chairs: readonly ChairInfo[] = $derived(this.info?.chairs ?? []);
  /** The number of rounds of a match. */
  readonly roundCount: number = $derived(this.setup?.rounds ?? 1);
  /** The round in play, from 1. */
  readonly round: number = $derived((this.update?.round ?? 0) + 1);
  /** The seats of people and programs, without those of this device. */
  readonly others: readonly number[] = $derived(
    this.chairs.flatMap(({ name, bot }, seat) =>
      name && !bot && seat !== this.you && !this.deviceSeats.includes(seat) ? seat : [],
    ),
  );
  /** Whether this page is ready for the next round or match; undefined for spectators. */
  readonly ready: boolean | undefined = $derived(this.chairs[this.you ?? this.deviceSeats[0] ?? -1]?.ready);
  readonly result: Result | null = $derived(this.update?.result ?? null);
  /** Whether the round is over; an aborted match ends within one. */
  readonly over: boolean = $derived(this.result !== null || (this.view?.over ?? false));
  /** The seat addressed as *you*. */
  readonly reader: number | null = $derived(
    this.deviceSeats.length && this.over ? null : (this.you ?? this.onlooker),
  );
  readonly names: readonly string[] = $derived(
    this.chairs.map(({ name }, seat) => displayName(name, seat, this.reader, this.deviceSeats.length > 0)),
  );
  readonly awaited: readonly number[] = $derived(this.update?.awaited ?? []);
  readonly host: boolean = $derived(
    typeof this.info?.host === 'number' && [this.you, ...this.deviceSeats].includes(this.info.host),
  );
  /** The legal moves of the acting seat. */
  readonly moves: readonly string[] = $derived(
    this.acting === null || this.still ? [] : this.movesOf(this.acting),
  );
  /** Whether the acting seat is awaited. */
  readonly mine: boolean = $derived(
    this.acting !== null && !this.still && this.awaited.includes(this.acting),
  );
  /** The points of each finished round. */
  readonly scores: readonly (readonly number[])[] = $derived(this.info?.scores ?? []);
  /** The reader's hand, where the game has hands. */
  readonly hand: readonly string[] = $derived(
    this.view && 'hands' in this.view && this.you !== null ? (this.view.hands[this.you] ?? []) : [],
  );
  /** The log since the reader's last turn; for spectators, since that of the awaited seat. */
  readonly recent: RecentLog = $derived(
    recentLog(this.log, this.reader ?? this.awaited[0] ?? null, this.update?.round ?? 0, this.hand),
  );

  get at(): number | null {
    return this.update?.at ?? null;
  }

  /** The value of an option. */
  option(name: string): OptionValue | undefined {
    const set = this.setup?.options?.[name];
    return set === undefined ? gameOf(this.setup?.game ?? '')?.options[name]?.default : set;
  }

  may(move: string, seat = this.acting): boolean {
    return seat !== null && !this.still && this.movesOf(seat).includes(move);
  }

  /** The legal moves of a seat of this device. */
  movesOf(seat: number): readonly string[] {
    if (seat === this.you) return this.view?.moves ?? [];
    return this.predicted ? [] : (this.update?.calls?.find((call) => call.seat === seat)?.moves ?? []);
  }

  // Messages of the server

  seated(info: TableInfo): void {
    const passes = info.device?.length && this.info?.match === info.match && this.update;
    this.pendingHandover = passes && info.you !== this.you && info.phase !== 'gathering' ? info : undefined;
    if (!this.pendingHandover) this.arrange(info);
  }

  private arrange(info: TableInfo): void {
    const changes = seatChanges(this.info, info).map((change) => ({ ...change, n: ++this.count }));
    if (info.match !== this.info?.match) {
      // Was read before the match began.
      if (this.remark?.kind === 'news') this.remark = undefined;
      this.rounds = [];
      this.log = [];
      this.seatChanges = [];
      this.logs.clear();
      this.arranging = false;
    }
    if (this.info) for (const change of changes) this.note(this.speaker.seatChange(change), 'news');
    // The view belongs to the match before; another game may follow.
    if (info.phase === 'gathering' || info.ended) this.update = this.predicted = undefined;
    this.info = info;
    if (info.phase === 'playing') this.common = !!info.device?.length && info.you === null && !info.covered;
    const now = performance.now();
    this.patience = info.chairs.map(({ wait }) => (typeof wait === 'number' ? now + wait : null));
    this.seatChanges = [...this.seatChanges, ...changes].slice(-MAX_LOG);
  }

  /** The speaker for log position `n`, when seats may have had other names. */
  speakerAt(n: number): Speaker {
    const later = this.seatChanges.filter((change) => change.n > n && change.now);
    if (!later.length) return this.speaker;
    const names = this.names.map(
      (name, seat) => later.find((change) => change.seat === seat && seat !== this.reader)?.name ?? name,
    );
    return new Speaker(() => ({ names, options: this.setup?.options, you: this.reader }));
  }

  updated(update: Update<F>): void {
    if (this.info?.phase === 'gathering') return;
    const { pendingHandover } = this;
    this.pendingHandover = undefined;
    if (pendingHandover) this.handOver(pendingHandover, update);
    else this.apply(update);
  }

  /** Hand the device to another seat, or cover it. Each holder has a log of their own. */
  protected handOver(info: TableInfo, update: Update<F>): void {
    if (this.you !== null) this.logs.set(this.you, this.log);
    this.remark = undefined;
    this.arrange(info);
    if (info.phase === 'playing') this.log = (info.you !== null && this.logs.get(info.you)) || [];
    this.handoverAt = this.count;
    this.apply(update, true);
  }

  private apply(update: Update<F>, passed = false): void {
    const entries = entriesOf(update, this.at, this.count);
    this.count += entries.length;
    for (const event of update.events) if (event.event === 'roundover') this.rounds = [...this.rounds, event];
    if (entries.length) this.lastEventAt = performance.now();
    // The first update brings the whole log, which is not announced.
    const fresh = this.update ? entries : [];
    const change = () => {
      this.predicted = undefined;
      this.update = update;
      this.news = fresh;
      this.log = appended(this.log, entries).slice(-MAX_LOG);
      this.deadline = this.endOf(update.wait);
    };
    this.animate(change, fresh, passed);
  }

  /** The deadline in *wait* ms; unchanged if sent again. */
  private endOf(wait: number | null): number | null {
    if (wait === null) return null;
    const end = performance.now() + wait;
    return this.deadline !== null && Math.abs(end - this.deadline) < SAME_MS ? this.deadline : end;
  }

  /** Show an emote for a while; a repeated one from its start. */
  emoted(seat: number, emote: Emote): void {
    this.emotes[seat] = emote;
    clearTimeout(this.emoteTimers[seat]);
    this.emoteTimers[seat] = setTimeout(() => Reflect.deleteProperty(this.emotes, seat), EMOTE_MS);
  }

  /** Show a sentence for a while. */
  note(text: string, kind: Remark['kind'] = 'wrong'): void {
    const remark = (this.remark = { n: ++this.count, text, kind });
    setTimeout(() => {
      if (this.remark === remark) this.remark = undefined;
    }, REMARK_MS);
  }
}
