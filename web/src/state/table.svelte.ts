/** An open table: its state and the commands of the person. */
import type { Estimate, Family, Say, TableInfo, Update, Views } from '../wire.gen';
import { Refusal, refusalOf, type Connection, type Request } from './connection.svelte';
import { guestName, ownName } from './players';
import { TableState } from './table_state.svelte';

export type { Emote, Remark } from './table_state.svelte';
export type { LogEntry } from './log';

export class Table<F extends Family = Family> extends TableState<F> {
  /** The move that was sent and is not answered yet. */
  pending = $state<string>();
  /** The card or move refused last, which shakes. */
  refused = $state.raw<{ readonly move: string; readonly n: number }>();
  /** The view after a move, where the game's face can predict it. */
  predict: ((view: Views[F], move: string, you: number) => Views[F] | undefined) | undefined;
  /** Whether forced steps happen by themselves; not in lessons. */
  byItself = true;
  /** Whether a lesson shows text only; revealed cards stay visible meanwhile. */
  reading = $state(false);
  /** Sentences of a lesson for refusals, by code. */
  refusalTexts: Readonly<Record<string, string>> = {};
  /** A question of the game's face that replaces its prompt, such as where a card goes. */
  question = $state('');
  /** The log position still shown on the table; later events are reported afterwards. */
  shownUntil = $state<number>();
  /** Whether the game's face has given its one-time explanation here. */
  explained = false;
  /** Whether the person has made a move here. */
  acted = $state(false);
  private readonly queue: string[] = [];

  constructor(
    id: string,
    readonly key: string,
    private readonly connection: Pick<Connection, 'send'>,
  ) {
    super(id);
  }

  /** The only legal move, if it may be made automatically. */
  readonly forced: string | undefined = $derived(
    this.update?.forced && this.pending === undefined ? this.moves[0] : undefined,
  );
  /** Whether the last move can be taken back. */
  readonly undoable: boolean = $derived(!!this.update?.undo && this.pending === undefined && !this.still);

  protected override handOver(info: TableInfo, update: Update<F>): void {
    this.queue.length = 0;
    this.refused = undefined;
    super.handOver(info, update);
  }

  /** Play legal moves, one after another's confirmation. */
  play(...moves: readonly string[]): void {
    const fresh = moves.filter((move) => move !== this.pending && !this.queue.includes(move));
    this.queue.push(...fresh);
    if (this.pending === undefined) this.next();
  }

  undo(): void {
    this.queue.length = 0;
    if (this.at !== null && this.undoable) void this.ask({ do: 'undo', at: this.at });
  }

  /** Send a move at once, ahead of queued ones, for calls that race. */
  call(move: string, seat = this.acting): void {
    if (this.at === null) return;
    this.acted = true;
    void this.attempt(move, this.at, seat);
  }

  private playRequest(move: string, at: number, seat: number | null): Request {
    return { do: 'play', move, at, ...(this.deviceSeats.length && seat !== null ? { seat } : {}) };
  }

  /** Hand the shared device to a seat. */
  hold(seat: number): Promise<boolean> {
    return this.ask({ do: 'hold', seat });
  }

  /** Show why a move is not legal, or play it if it is. */
  why(move: string): void {
    if (this.may(move)) this.play(move);
    else if (this.pending === undefined && this.at !== null) void this.attempt(move, this.at, this.acting);
  }

  private async attempt(move: string, at: number, seat: number | null): Promise<void> {
    const why = await this.command(this.playRequest(move, at, seat));
    if (why) this.refuse(move, why);
  }

  /** Send a command; whether it was done. A refusal becomes a remark. */
  async ask(request: Request): Promise<boolean> {
    const why = await this.command(request);
    if (why) this.note(this.speaker.refusal(why.code, why.params));
    return !why;
  }

  /** Parse typed moves; a remark asks where they are ambiguous, and `open` is the text in question. */
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

  /** Take a seat under one's own name. */
  sit(seat: number): Promise<boolean> {
    return this.ask({ do: 'sit', seat, name: ownName(seat) });
  }

  /** Give a seat to another person at this device. */
  sitBeside(seat: number, name: string): Promise<boolean> {
    return this.ask({
      do: 'sit',
      seat,
      name: name.trim() || guestName(seat),
      beside: true,
    });
  }

  /** Send one's own name to the table if it has changed. */
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
    const sent = this.command(this.playRequest(move, this.at, acting));
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
    this.note(this.refusalTexts[why.code] ?? this.speaker.refusal(why.code, why.params));
  }

  /** Send a command; the refusal, if any. */
  private command(request: Request): Promise<Refusal | undefined> {
    return refusalOf(this.connection.send(request, this.id));
  }
}
