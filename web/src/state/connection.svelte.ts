/** A connection to a server: reconnects by itself, and resends unanswered commands once the table is entered. */
import type {
  Command,
  DeviceCode,
  CommandDone,
  Heard,
  HintAnswer,
  News,
  RecordText,
  CommandRefused,
  Steps,
  Welcome,
} from '../wire.gen';
import { randomText } from './places';

export type Answer = CommandDone | DeviceCode | Heard | HintAnswer | RecordText | Steps;
/** A command without its id, which the connection adds. */
export type Request = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never;

/** The part of a WebSocket that is used here. */
export interface Socket {
  readonly readyState: number;
  send(frame: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** A command was refused; the code says why. `away`: there is no connection. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>>,
  ) {
    super(code);
  }
}

/** The refusal of a command, if it was refused. */
export async function refusalOf(sent: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

interface Pending {
  readonly frame: string;
  /** The table it is for, if any. */
  readonly table: string;
  /** Whether it is resent after a break. */
  readonly resend: boolean;
  /** Commands for the same table that were pending when this one, which enters it, was sent. */
  readonly before: readonly string[];
  /** Refusals after which it was kept. */
  retries: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (why: Refusal) => void;
}

const OPEN = 1;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;
/** Silence after which a ping is sent. */
const SILENCE_MS = 25_000;
/** Time for its answer before the connection counts as broken. */
const PING_TIMEOUT_MS = 8000;
/** Commands that are not resent after a break. */
const MOMENTARY: ReadonlySet<string> = new Set([
  'lobby',
  'enter',
  'say',
  'hint',
  'emote',
  'ready',
  'record',
  'replay',
  'code',
  'learn',
  'hold',
  'ping',
]);

/** Commands that go to a table, or away from it. */
const MOVING: ReadonlySet<string> = new Set(['lobby', 'enter', 'learn']);
/** Refusals after which the page enters its table again and resends the command. */
const UNSETTLED: ReadonlySet<string> = new Set(['not_saved', 'no_table_entered']);
const MAX_RETRIES = 4;

/** A message of the server; the only place where its type is assumed. */
function parsed(data: unknown): News {
  const news: unknown = JSON.parse(String(data));
  if (typeof news === 'object' && news !== null && 'is' in news) return news as News;
  throw new TypeError('not a message of the server');
}

export class Connection {
  status = $state<'opening' | 'open' | 'away'>('opening');
  welcome = $state.raw<Welcome>();
  /** Called with every message that answers no command. */
  onnews: (news: News) => void = () => undefined;
  /** Called when the connection is open, before unanswered commands are resent. */
  onopen: () => void = () => undefined;
  private socket: Socket | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- not displayed
  private readonly pending = new Map<string, Pending>();
  private readonly outcomes: ((open: boolean) => void)[] = [];
  private delay = FIRST_DELAY_MS;
  private reopenTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly dial: () => Socket,
    /** Whether to reconnect after a break. */
    private readonly reconnects: () => boolean = () => true,
  ) {}

  /** Connect; a socket that is open or connecting is closed. */
  open(): void {
    clearTimeout(this.reopenTimer);
    const before = this.socket;
    const socket = (this.socket = this.dial());
    before?.close();
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.restartSilence();
      this.receive(parsed(data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  /** Connect; whether that succeeds, with as many attempts as `reconnects` allows. */
  connect(): Promise<boolean> {
    this.open();
    return new Promise((resolve) => this.outcomes.push(resolve));
  }

  /** Reconnect or ping at once, as when the browser is online again or the page is visible again. */
  hurry(): void {
    if (this.status === 'open') return this.ping();
    if (this.status !== 'away') return;
    this.delay = FIRST_DELAY_MS;
    this.open();
  }

  /** Treat an open connection as broken. */
  giveUp(): void {
    if (this.status !== 'open') return;
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
    this.lost();
  }

  /** Send a command, perhaps for a table; its answer, or a `Refusal`. Aborting drops it if unanswered. */
  send(request: Request, table = '', signal?: AbortSignal): Promise<Answer> {
    const id = randomText(9);
    const frame = JSON.stringify({ ...request, id });
    const resend = !MOMENTARY.has(request.do);
    const before = MOVING.has(request.do) ? this.moveTo(table) : [];
    return new Promise((resolve, reject) => {
      this.pending.set(id, { frame, table, resend, before, retries: 0, resolve, reject });
      signal?.addEventListener('abort', () => this.drop(id));
      if (this.status === 'open' && this.socket?.readyState === OPEN) this.socket.send(frame);
      else if (!resend) this.drop(id);
    });
  }

  /** Drop the commands pending for other tables; the ids of those for this one. */
  private moveTo(table: string): string[] {
    const pending = [...this.pending].filter(([, { table: its, resend }]) => its && resend);
    for (const [id, { table: its }] of pending) if (its !== table) this.drop(id);
    return pending.filter(([, { table: its }]) => its === table).map(([id]) => id);
  }

  private resend(id: string): void {
    const pending = this.pending.get(id);
    if (pending && this.status === 'open') this.socket?.send(pending.frame);
  }

  private drop(id: string): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.reject(new Refusal('away', {}));
  }

  /** Find out whether the connection is broken. */
  private ping(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.giveUp(), PING_TIMEOUT_MS);
    this.send({ do: 'ping' }).catch(() => undefined);
  }

  private restartSilence(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.ping(), SILENCE_MS);
  }

  private lost(): void {
    clearTimeout(this.silenceTimer);
    this.socket = undefined;
    this.status = 'away';
    for (const [id, { resend }] of [...this.pending]) if (!resend) this.drop(id);
    if (!this.reconnects()) return this.connected(false);
    this.reopenTimer = setTimeout(() => this.open(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(2 * this.delay, MAX_DELAY_MS);
  }

  private receive(news: News): void {
    switch (news.is) {
      case 'welcome':
        return this.welcomed(news);
      case 'done':
      case 'code':
      case 'heard':
      case 'hint':
      case 'record':
      case 'replay':
        return this.answered(news);
      case 'refused':
        return this.refused(news);
      default:
        this.onnews(news);
    }
  }

  private welcomed(welcome: Welcome): void {
    const unanswered = [...this.pending].filter(([, { table }]) => !table).map(([id]) => id);
    this.welcome = welcome;
    this.status = 'open';
    this.delay = FIRST_DELAY_MS;
    this.onopen();
    for (const id of unanswered) this.resend(id);
    this.connected(true);
  }

  private connected(open: boolean): void {
    for (const resolve of this.outcomes.splice(0)) resolve(open);
  }

  private answered(answer: Answer): void {
    const pending = this.pending.get(answer.id);
    this.pending.delete(answer.id);
    pending?.resolve(answer);
    for (const id of pending?.before ?? []) this.resend(id);
  }

  private refused({ id, code, params }: CommandRefused): void {
    const pending = id === null ? undefined : this.pending.get(id);
    if (id === null || !pending) return;
    if (pending.resend && UNSETTLED.has(code) && ++pending.retries < MAX_RETRIES) {
      if (!pending.table) setTimeout(() => this.resend(id), FIRST_DELAY_MS);
      return;
    }
    this.pending.delete(id);
    pending.reject(new Refusal(code, params));
  }
}

/** A connection to the server this page came from. */
export const connectHome = (): Connection =>
  new Connection(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket`) as Socket);
