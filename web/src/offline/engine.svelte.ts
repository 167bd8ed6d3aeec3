/** The server in a worker of this page: Python (Pyodide), started on the first connection. */
import { pack, type Pack } from 'virtual:pack';
import type { Socket } from '../state/connection.svelte';

/** Messages to the worker. */
export type ToWorker =
  | { is: 'load'; base: string; files: Pack['files']; release: string; link: string }
  | { is: 'open' | 'close'; line: number }
  | { is: 'frame'; line: number; frame: string };

/** Messages from the worker. */
export type ToPage =
  /** The share loaded, from 0 to 1. */
  | { is: 'progress'; share: number }
  | { is: 'ready' }
  | { is: 'failed'; why: string }
  /** Whether matches are stored. */
  | { is: 'saves'; saves: boolean }
  | { is: 'frame'; line: number; frame: string };

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
/** The close code of a WebSocket that ended without a closing frame. */
const ABNORMAL = 1006;
/** Failures in a row after which the engine gives up. */
const MAX_FAILURES = 3;
/** A failure after this time counts as the first one again. */
const STABLE_MS = 60_000;

/** A connection to the worker with the interface of a WebSocket. */
class WorkerSocket implements Socket {
  readyState = CONNECTING;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(
    private readonly line: number,
    private readonly post: (message: ToWorker) => void,
    private readonly onend: (line: number) => void,
  ) {}

  opened(): void {
    this.readyState = OPEN;
    this.post({ is: 'open', line: this.line });
  }

  send(frame: string): void {
    if (this.readyState === OPEN) this.post({ is: 'frame', line: this.line, frame });
  }

  close(): void {
    if (this.readyState === OPEN) this.post({ is: 'close', line: this.line });
    this.ended();
  }

  /** The other end is gone. */
  ended(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onend(this.line);
    // Asynchronous, as with a WebSocket.
    setTimeout(() => this.onclose?.({ code: ABNORMAL }));
  }
}

class Engine {
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  /** The share loaded, from 0 to 1. */
  progress = $state(0);
  /** Whether matches outlive the page. */
  saves = $state(true);
  /** Whether the browser cannot run it at all. */
  unsupported = $state(false);
  /** Failures in a row. */
  failures = $state(0);
  private worker: Worker | undefined;
  private count = 0;
  private readyAt = Infinity;
  private readonly sockets = new Map<number, WorkerSocket>();

  /** Whether it has failed too often to be restarted without being asked. */
  get gaveUp(): boolean {
    return this.unsupported || this.failures >= MAX_FAILURES;
  }

  /** A new connection, opened as soon as the engine is ready. */
  connect(): Socket {
    const line = ++this.count;
    const socket = new WorkerSocket(
      line,
      (message) => this.worker?.postMessage(message),
      (ended) => this.sockets.delete(ended),
    );
    this.sockets.set(line, socket);
    if (!this.worker) this.start();
    if (this.state === 'ready') socket.opened();
    return socket;
  }

  private start(): void {
    this.state = 'loading';
    this.progress = 0;
    try {
      if (!pack.version) throw new Error('the page was built without a pack');
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.worker = worker;
      worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
        if (worker === this.worker) this.receive(data);
      };
      worker.onerror = () => {
        if (worker === this.worker) this.fail();
      };
      const root = new URL(import.meta.env.BASE_URL, location.href);
      const load: ToWorker = {
        is: 'load',
        base: new URL(pack.base, root).href,
        files: pack.files,
        release: pack.release,
        link: root.href,
      };
      worker.postMessage(load);
    } catch {
      this.unsupported = true;
      this.fail();
    }
  }

  private receive(message: ToPage): void {
    switch (message.is) {
      case 'progress':
        this.progress = message.share;
        return;
      case 'ready':
        this.state = 'ready';
        this.readyAt = performance.now();
        for (const socket of this.sockets.values()) socket.opened();
        return;
      case 'failed':
        return this.fail();
      case 'saves':
        this.saves = message.saves;
        return;
      case 'frame':
        this.sockets.get(message.line)?.onmessage?.({ data: message.frame });
    }
  }

  /** Stop the worker and end all connections. */
  private fail(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.failures = performance.now() - this.readyAt > STABLE_MS ? 1 : this.failures + 1;
    this.readyAt = Infinity;
    this.state = 'failed';
    for (const socket of [...this.sockets.values()]) socket.ended();
  }
}

export const engine = new Engine();
