/** Arriving at a table: asking for a seat at one not known yet, and entering one by its id. */
import { refusalOf, type Connection, type Request } from './connection.svelte';
import { TEMPORARY } from './notice';

const RETRY_MS = 1500;

/** A request for a seat at a table to be created, or at one whose code is redeemed. */
export class Arrival {
  sent = false;
  private readonly controller = new AbortController();

  constructor(readonly key: string) {}

  get cancelled(): boolean {
    return this.controller.signal.aborted;
  }

  /** The person has gone elsewhere: the answer is ignored, and an unsent request dropped. */
  cancel(): void {
    this.controller.abort();
  }

  async send(connection: Connection, request: Request): Promise<void> {
    this.sent = true;
    await connection.send(request, '', this.controller.signal);
  }
}

/** Entering a table, with retries where it is refused temporarily. */
export class Entry {
  /** Entry was refused temporarily; it is retried. */
  retrying = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;

  /** Send the command to enter; `onrefused` is called where retrying is of no use. */
  async enter(send: () => Promise<unknown>, onrefused: (code: string) => void): Promise<void> {
    clearTimeout(this.timer);
    const attempt = ++this.attempt;
    const code = (await refusalOf(send()))?.code;
    // After a break the table is entered when the connection opens.
    if (attempt !== this.attempt || !code || code === 'away') return;
    if (!TEMPORARY.has(code)) return onrefused(code);
    this.retrying = true;
    this.timer = setTimeout(() => void this.enter(send, onrefused), RETRY_MS);
  }

  /** Forget any attempt: the person has gone elsewhere. */
  cancel(): void {
    this.attempt += 1;
    this.retrying = false;
    clearTimeout(this.timer);
  }
}
