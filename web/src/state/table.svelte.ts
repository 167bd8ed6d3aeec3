/** One table as this page knows it, and what one does there. */
import type { Estimate, Family, Say, TableInfo, Update, Views } from '../wire.gen';
import { ui } from '../words/language.svelte';
import { Refusal, type Connection, type Request } from './connection.svelte';
import { Known } from './known.svelte';
import { ownName } from './names';

export type { Emote, Notice, Remark } from './known.svelte';
export type { LogEntry } from './log';

export class Table<F extends Family = Family> extends Known<F> {
  /** The move that was sent and not answered yet. */
  pending = $state<string>();
  /** The card or move that was refused last, so that it can shake. */
  refused = $state.raw<{ readonly move: string; readonly n: number }>();
  /** The view as it will be once a move is confirmed, where the game's face can tell. */
  predict: ((view: Views[F], move: string, you: number) => Views[F] | undefined) | undefined;
  /** Whether the only thing there is to do may happen by itself; not where one is to learn it. */
  byItself = true;
  /** Whether a lesson only tells something: what was turned up stays to be seen meanwhile. */
  reading = $state(false);
  /** What is said here in place of a refusal's own sentence, by its code. */
  instead: Readonly<Record<string, string>> = {};
  /** Whether one has made a move here. */
  acted = $state(false);
  private readonly queue: string[] = [];

  constructor(
    id: string,
    readonly key: string,
    private readonly connection: Pick<Connection, 'send'>,
  ) {
    super(id);
  }

  /** The move that is left where there is nothing to decide, and which may be made for one. */
  readonly forced: string | undefined = $derived(
    this.update?.forced && this.pending === undefined ? this.moves[0] : undefined,
  );
  /** Whether one may take back one's last move. */
  readonly undoable: boolean = $derived(!!this.update?.undo && this.pending === undefined && !this.still);

  protected override pass(info: TableInfo, update: Update<F>): void {
    this.queue.length = 0;
    this.refused = undefined;
    super.pass(info, update);
  }

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
      const answer = await this.connection.send({ do: 'say', text, lang, open }, this.id);
      return { moves: answer.is === 'heard' ? answer.moves : [], open: '' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.note(this.speaker.refusal(error.code, error.params));
      return { moves: [], open: String(error.params.open ?? '') };
    }
  }

  async hint(): Promise<readonly Estimate[]> {
    const answer = await this.connection.send({ do: 'hint' }, this.id);
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
      await this.connection.send(request, this.id);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}
