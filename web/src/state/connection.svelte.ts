/** The connection to the server: opens again by itself, and sends again what was not answered. */
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
  readonly again: boolean;
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
  /** Called when it is open again, before anything unanswered is sent. */
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

  /** Sends a command; its answer, or `Refusal`. */
  send(request: Request): Promise<Answer> {
    const id = random(9);
    const frame = JSON.stringify({ ...request, id });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { frame, again: !MOMENTARY.has(request.do), resolve, reject });
      if (this.status === 'open' && this.socket?.readyState === OPEN) this.socket.send(frame);
      else if (MOMENTARY.has(request.do)) this.drop(id);
    });
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
        this.waiting.get(news.id)?.resolve(news);
        this.waiting.delete(news.id);
        return;
      case 'refused':
        return this.refused(news);
      default:
        this.onnews(news);
    }
  }

  private greet(welcome: Welcome): void {
    const unanswered = [...this.waiting.values()];
    this.welcome = welcome;
    this.status = 'open';
    this.wait = FIRST_WAIT_MS;
    this.onopen();
    for (const { frame } of unanswered) this.socket?.send(frame);
  }

  private refused({ id, code, params }: Refused): void {
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (id !== null) this.waiting.delete(id);
    waiting?.reject(new Refusal(code, params));
  }
}

/** A connection to the server this page came from. */
export const connectHome = (): Connection =>
  new Connection(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket`) as Socket);
