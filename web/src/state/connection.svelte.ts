/** The connection to the server: opens again by itself, and sends again what was not answered, once a table is entered. */
import type {
  Command,
  DeviceCode,
  Done,
  Heard,
  Hints,
  News,
  RecordText,
  Refused,
  Steps,
  Welcome,
} from '../wire.gen';
import { random } from './keys';

export type Answer = Done | DeviceCode | Heard | Hints | RecordText | Steps;
/** A command before it is sent: the connection gives it its id. */
export type Request = Command extends infer C ? (C extends Command ? Omit<C, 'id'> : never) : never;

/** What of a WebSocket is used here. */
export interface Socket {
  readonly readyState: number;
  send(frame: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

/** A command was not carried out; the code says why. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>>,
  ) {
    super(code);
  }
}

interface Waiting {
  readonly frame: string;
  /** The table it is for, if any. */
  readonly table: string;
  readonly again: boolean;
  /** Commands for the same table that waited when this one, which enters it, was sent. */
  readonly before: readonly string[];
  /** How often it was refused and kept. */
  kept: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (why: Refusal) => void;
}

const OPEN = 1;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
/** How long nothing is heard before the server is asked whether it is there. */
const SILENCE_MS = 25_000;
/** How long its answer may take before the connection counts as broken. */
const PATIENCE_MS = 8000;
/** These mean only the moment they are sent in; after a break they are asked anew or dropped. */
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
const GOING: ReadonlySet<string> = new Set(['lobby', 'enter', 'learn']);
/** Refusals after which the page enters its table again, and sends the same command again. */
const UNSETTLED: ReadonlySet<string> = new Set(['not_saved', 'no_table_entered']);
/** How often that is tried before a refusal is shown. */
const MOST_TRIES = 4;

/** A message of the server: here, and nowhere else, what it says gets its type. */
function parsed(data: unknown): News {
  const news: unknown = JSON.parse(String(data));
  if (typeof news === 'object' && news !== null && 'is' in news) return news as News;
  throw new TypeError('what the server says is no message');
}

export class Connection {
  status = $state<'opening' | 'open' | 'away'>('opening');
  welcome = $state.raw<Welcome>();
  /** Hears everything that is no answer to a command. */
  onnews: (news: News) => void = () => undefined;
  /** Called when it is open again, before anything unanswered is sent; what is for a table waits until it is entered. */
  onopen: () => void = () => undefined;
  private socket: Socket | undefined;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows it
  private readonly waiting = new Map<string, Waiting>();
  private wait = FIRST_WAIT_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly dial: () => Socket) {}

  open(): void {
    clearTimeout(this.timer);
    const socket = (this.socket = this.dial());
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.listen();
      this.hear(parsed(data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  /** Tries at once, as when the browser says that it is online again or that somebody looks. */
  hurry(): void {
    if (this.status === 'open') return this.ping();
    if (this.status !== 'away') return;
    this.wait = FIRST_WAIT_MS;
    this.open();
  }

  /** Takes the connection for broken, though nobody has closed it. */
  giveUp(): void {
    if (this.status !== 'open') return;
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
    this.lost();
  }

  /** Sends a command, which may be for a table; its answer, or `Refusal`. */
  send(request: Request, table = ''): Promise<Answer> {
    const id = random(9);
    const frame = JSON.stringify({ ...request, id });
    const again = !MOMENTARY.has(request.do);
    const before = GOING.has(request.do) ? this.goTo(table) : [];
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { frame, table, again, before, kept: 0, resolve, reject });
      if (this.status === 'open' && this.socket?.readyState === OPEN) this.socket.send(frame);
      else if (!again) this.drop(id);
    });
  }

  /** Drops what waits for any other table; what waits for this one. */
  private goTo(table: string): string[] {
    const waiting = [...this.waiting].filter(([, { table: its, again }]) => its && again);
    for (const [id, { table: its }] of waiting) if (its !== table) this.drop(id);
    return waiting.filter(([, { table: its }]) => its === table).map(([id]) => id);
  }

  private sendAgain(id: string): void {
    const waiting = this.waiting.get(id);
    if (waiting && this.status === 'open') this.socket?.send(waiting.frame);
  }

  private drop(id: string): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.reject(new Refusal('away', {}));
  }

  /** Asks whether anybody is there: a connection can break without a word. */
  private ping(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.giveUp(), PATIENCE_MS);
    void this.send({ do: 'ping' }).catch(() => undefined);
  }

  /** Something was heard: all is well for a while. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.ping(), SILENCE_MS);
  }

  private lost(): void {
    clearTimeout(this.silence);
    this.status = 'away';
    for (const [id, { again }] of [...this.waiting]) if (!again) this.drop(id);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  private hear(news: News): void {
    switch (news.is) {
      case 'welcome':
        return this.greet(news);
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

  private greet(welcome: Welcome): void {
    const unanswered = [...this.waiting].filter(([, { table }]) => !table).map(([id]) => id);
    this.welcome = welcome;
    this.status = 'open';
    this.wait = FIRST_WAIT_MS;
    this.onopen();
    for (const id of unanswered) this.sendAgain(id);
  }

  private answered(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    waiting?.resolve(answer);
    for (const id of waiting?.before ?? []) this.sendAgain(id);
  }

  private refused({ id, code, params }: Refused): void {
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (id === null || !waiting) return;
    if (waiting.again && UNSETTLED.has(code) && ++waiting.kept < MOST_TRIES) {
      if (!waiting.table) setTimeout(() => this.sendAgain(id), FIRST_WAIT_MS);
      return;
    }
    this.waiting.delete(id);
    waiting.reject(new Refusal(code, params));
  }
}

/** A connection to the server this page came from. */
export const connectHome = (): Connection =>
  new Connection(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket`) as Socket);
