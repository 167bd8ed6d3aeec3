/** The server on this device: Python in a worker, which starts when it is first asked for. */
import { pack } from 'virtual:pack';
import type { Socket } from '../state/connection.svelte';
import type { ToPage, ToWorker } from './talk';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;
/** The connection ended without a word, as a WebSocket says it. */
const ABNORMAL = 1006;

/** One conversation with the worker, in the place of a WebSocket. */
class Line implements Socket {
  readyState = CONNECTING;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(
    private readonly number: number,
    private readonly tell: (news: ToWorker) => void,
    private readonly forget: (line: number) => void,
  ) {}

  opened(): void {
    this.readyState = OPEN;
    this.tell({ is: 'open', line: this.number });
  }

  send(frame: string): void {
    if (this.readyState === OPEN) this.tell({ is: 'frame', line: this.number, frame });
  }

  close(): void {
    if (this.readyState === OPEN) this.tell({ is: 'close', line: this.number });
    this.ended();
  }

  /** There is nobody at the other end any more. */
  ended(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.forget(this.number);
    // As with a WebSocket, nobody hears of it before whoever closed it has finished.
    setTimeout(() => this.onclose?.({ code: ABNORMAL }));
  }
}

class Engine {
  state = $state<'idle' | 'loading' | 'ready' | 'failed'>('idle');
  /** How much of it is loaded, from 0 to 1. */
  progress = $state(0);
  /** Whether what is played outlives the page. */
  saves = $state(true);
  /** Why it has failed, for whoever looks into it. */
  why = '';
  private worker: Worker | undefined;
  private count = 0;
  private readonly lines = new Map<number, Line>();

  /** A conversation with the server on this device, which is welcomed as soon as that is ready. */
  open(): Socket {
    const number = ++this.count;
    const line = new Line(
      number,
      (news) => this.tell(news),
      (gone) => this.lines.delete(gone),
    );
    this.lines.set(number, line);
    this.start();
    if (this.state === 'ready') line.opened();
    return line;
  }

  /** Loads it, unless that has been done. */
  start(): void {
    if (this.worker) return;
    this.state = 'loading';
    this.progress = 0;
    try {
      if (!pack.version) throw new Error('the page was built without it');
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.worker = worker;
      worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
        if (worker === this.worker) this.hear(data);
      };
      worker.onerror = ({ message }) => {
        if (worker === this.worker) this.fail(message);
      };
      const root = new URL(import.meta.env.BASE_URL, location.href);
      const base = new URL(pack.base, root).href;
      this.tell({ is: 'load', base, files: pack.files, release: pack.release, link: root.href });
    } catch (error) {
      this.fail(String(error));
    }
  }

  /** Ends it, with all conversations; the next one starts it anew. */
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.state = 'idle';
    for (const line of [...this.lines.values()]) line.ended();
  }

  private tell(news: ToWorker): void {
    this.worker?.postMessage(news);
  }

  private hear(news: ToPage): void {
    switch (news.is) {
      case 'progress':
        this.progress = news.share;
        return;
      case 'ready':
        this.state = 'ready';
        for (const line of this.lines.values()) line.opened();
        return;
      case 'failed':
        return this.fail(news.why);
      case 'saves':
        this.saves = news.saves;
        return;
      case 'frame':
        this.lines.get(news.line)?.onmessage?.({ data: news.frame });
    }
  }

  private fail(why: string): void {
    this.stop();
    this.why = why;
    this.state = 'failed';
  }
}

export const engine = new Engine();
