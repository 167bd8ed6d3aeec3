/** The whole page's state: the lines to the server and to this device, where one is, and the tables that are open. */
import type { LessonPart, News, OpenTable, Setup, TableInfo } from '../wire.gen';
import { PROTOCOL } from '../wire.gen';
import { here, linkTo, push } from './address';
import type { Brought } from './brought';
import type { Device } from './device.svelte';
import { forget, keep, keyFor, newKey, pathOf, placeAt, placeOf } from './keys';
import { partOf, reached } from './lessons';
import { LOST, PASSING, WHY, type Notice } from './notices';
import { Refusal, type Connection, type Request } from './connection.svelte';
import { renew } from './renew';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';

/** What of this device is used here. */
export type Here = Pick<Device, 'line' | 'able' | 'ready' | 'plays' | 'has' | 'wake'>;
export type Level = 'easy' | 'medium' | 'hard' | 'expert';

/** What the table of a lesson is called. */
const LESSON = 'learn';
const LESSON_PATH = /^\/learn\/([\w.-]+)\/?$/;
/** A table of the server, or one of this device. */
const TABLE_PATH = /^\/(t|here)\/([A-Za-z0-9_-]{22})\/?$/;

/** Whether the other end of a line says what this page would not understand. */
const isNewer = ({ welcome }: Connection): boolean => !!welcome && welcome.version !== PROTOCOL;

export class Client {
  /** The line of where one is: to the server, or to this device. */
  connection = $state.raw() as Connection;
  table = $state.raw<Table>();
  tables = $state.raw<readonly OpenTable[]>([]);
  notice = $state<Notice>();
  /** Whether the server cannot let anybody to the table for the moment; the page tries again. */
  breathless = $state(false);
  /** Why the last request from the lobby was refused. */
  trouble = $state.raw<Refusal>();
  /** A match that one looks at by its record. */
  brought = $state.raw<Brought>();
  /** The game that one learns, … */
  learning = $state<string>();
  /** … as at the table one comes from, … */
  from: Setup | undefined;
  /** … and where one is in its lesson. */
  lesson = $state.raw<LessonPart>();
  /** Where one was before the lesson. */
  private before = '/';
  private arriving: string | undefined;
  /** Enters a table again whose server was out of breath. */
  private soon: ReturnType<typeof setTimeout> | undefined;
  /** The table at which one wants to sit down as soon as one is there. */
  private joining: string | undefined;
  /** Whether a part of the page did not come: only loading it anew makes it whole. */
  private incomplete = false;

  constructor(
    /** The static site has none. */
    readonly server: Connection | null,
    private readonly device: Here | null = null,
  ) {
    for (const line of this.lines) {
      line.onnews = (news) => this.hear(news, line);
      line.onopen = () => this.opened(line);
    }
    this.connection = this.first;
  }

  /** Whether one is at a table of this very device. */
  get isHere(): boolean {
    return this.connection === this.device?.line;
  }

  /** Whether one can do nothing before there is a connection again. */
  get lost(): boolean {
    const { connection, device, server, table } = this;
    return connection.status === 'away' && (!!table || (!!server && !device?.able));
  }

  /** Goes where the address says. */
  route(path: string): void {
    const [, kind, id] = TABLE_PATH.exec(path) ?? [];
    const game = LESSON_PATH.exec(path)?.[1];
    this.notice = this.brought = this.learning = this.lesson = undefined;
    this.breathless = false;
    if (id !== this.joining) this.joining = undefined;
    if (id) this.sitAt(id, kind === 'here');
    else if (game) this.learn(game);
    else if (path === '/') this.home();
    else this.notice = 'mistyped';
    if (isNewer(this.connection)) this.notice = 'old';
  }

  go(path: string): void {
    if (this.incomplete && this.connection.status === 'open') return location.assign(linkTo(path));
    if (!this.learning) this.before = here();
    push(path);
    this.route(path);
  }

  /** Leaves a lesson, to where one was before. */
  leaveLesson(): void {
    this.go(this.before);
  }

  /** Goes to a table to play there: to the first free seat. */
  join(table: string): void {
    this.joining = table;
    this.go(`/t/${table}`);
  }

  /** Makes a table and goes there; beside oneself sit the `people` at this device, and then `bots`. */
  async create(
    setup: Setup,
    name: string,
    bots: readonly Level[],
    start: boolean,
    people: readonly string[] = [],
  ): Promise<void> {
    const device = start && this.playsHere(setup, bots) ? this.device : undefined;
    const line = device && ((await device.wake()) || !this.server) ? device.line : this.server;
    await this.arrive(line ?? this.first, (key) => ({
      do: 'create',
      setup: { speed: settings.speed, ...setup },
      name,
      key,
      bots,
      start,
      ...(people.length ? { people } : {}),
    }));
  }

  /** Whether a match is played on this device; better bots may be worth the way to the server. */
  private playsHere(setup: Setup, bots: readonly Level[]): boolean {
    const { device, server } = this;
    return (
      !!device?.plays(setup.game) &&
      (server?.status !== 'open' || bots.every((level) => device.has(level, setup)))
    );
  }

  /** Brings a seat from another device to this one. */
  async redeem(code: string): Promise<void> {
    await this.arrive(this.first, (key) => ({ do: 'redeem', code, key }), keyFor(code));
  }

  /** What others open to come to a table; on this very machine the server knows its address better. */
  invitation(table: string): string {
    const local = /^(localhost|127\.|\[::1\])/.test(location.host);
    return new URL(`/t/${table}`, (local && this.server?.welcome?.link) || location.origin).href;
  }

  /** A part of the page did not come: it is loaded anew, or says what to do. */
  async missed(): Promise<void> {
    const { table } = this;
    this.incomplete = true;
    if (!(await renew()) && this.table === table) this.leave('missing');
  }

  /** Asks for a seat at a table that is not known yet, and waits for that table with its key. */
  private async arrive(line: Connection, request: (key: string) => Request, key = newKey()): Promise<void> {
    this.arriving = key;
    this.trouble = undefined;
    this.connection = line;
    try {
      await line.send(request(key));
    } catch (error) {
      this.arriving = undefined;
      this.connection = this.first;
      if (error instanceof Refusal) this.trouble = error;
      else throw error;
    }
  }

  private get lines(): readonly Connection[] {
    return [this.server, this.device?.line ?? null].filter((line) => line !== null);
  }

  /** The line of the lobby. */
  private get first(): Connection {
    const [line] = this.lines;
    if (!line) throw new Error('there is nobody to play with');
    return line;
  }

  private home(): void {
    this.table = undefined;
    this.connection = this.first;
    for (const line of this.lines) this.listen(line);
  }

  /** Is at no table of a line, and hears of open ones. */
  private listen(line: Connection): void {
    if (line.status === 'open') void line.send({ do: 'lobby' }).catch(() => undefined);
  }

  /** Speaks through a line from now on, and is at no table of the other one. */
  private use(line: Connection): void {
    this.connection = line;
    for (const other of this.lines) if (other !== line) this.listen(other);
  }

  private learn(game: string): void {
    const { device } = this;
    const setup = this.table?.setup;
    this.from = setup?.game === game ? setup : undefined;
    // A lesson leaves nothing behind: who has a server need not wait.
    const alone = device?.plays(game) && (device.ready || this.server?.status !== 'open');
    if (device && alone) void device.wake();
    this.use(device && alone ? device.line : this.first);
    this.learning = game;
    this.table = new Table(LESSON, '', this.connection);
    this.table.byItself = false;
    if (this.connection.status === 'open') this.enter(this.table);
  }

  private sitAt(id: string, onDevice: boolean): void {
    if (this.table?.id === id) return;
    if (onDevice) void this.device?.wake();
    this.use((onDevice && this.device?.line) || this.first);
    this.table = new Table(id, placeOf(id)?.key ?? newKey(), this.connection);
    if (this.connection.status === 'open') this.enter(this.table);
  }

  /** Asks for a part of the lesson. */
  lessonAt(part: number): Extract<Request, { do: 'learn' }> {
    const options = this.from?.options;
    return { do: 'learn', game: this.learning ?? '', part, ...(options && { options }) };
  }

  private enter(table: Table): void {
    const { learning: game } = this;
    clearTimeout(this.soon);
    const entered = this.connection.send(
      game
        ? this.lessonAt(partOf(game))
        : { do: 'enter', table: table.id, key: table.key, at: table.at ?? 0 },
      table.id,
    );
    entered.catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code === 'away' || this.table !== table) return;
      if (PASSING.has(error.code)) this.enterSoon(table);
      else this.leave(this.isForeign(error.code, table) ? 'foreign' : (WHY[error.code] ?? 'failed'));
    });
  }

  /** Whether a table of a device is asked for that never was on this one. */
  private isForeign(code: string, { id }: Table): boolean {
    return code === 'no_table' && this.isHere && !placeOf(id);
  }

  private enterSoon(table: Table): void {
    this.breathless = true;
    this.soon = setTimeout(() => {
      if (this.table === table && this.connection.status === 'open') this.enter(table);
    }, 1500);
  }

  private leave(why: Notice): void {
    this.learning = undefined;
    if (this.table && LOST.has(why)) forget(this.table.id);
    this.table = undefined;
    this.notice = why;
  }

  private opened(line: Connection): void {
    if (this.incomplete) void renew();
    if (this.table && line !== this.connection) return;
    if (isNewer(line)) this.notice = 'old';
    else if (this.table) this.enter(this.table);
    else if (!this.notice) this.listen(line);
  }

  private hear(news: News, line: Connection): void {
    if (news.is === 'tables') {
      if (line === this.server) this.tables = news.tables;
    } else if (line === this.connection) this.told(news);
  }

  private told(news: Exclude<News, { is: 'tables' }>): void {
    switch (news.is) {
      case 'table':
        return this.seated(news);
      case 'update':
        return this.table?.updated(news);
      case 'lesson':
        return this.taught(news);
      case 'emote':
        return this.table?.emoted(news.seat, news.emote);
      case 'out':
        if (news.code === 'reload' && this.table) this.enter(this.table);
        else if (news.code !== 'reload') this.leave(news.code);
    }
  }

  private taught(lesson: LessonPart): void {
    if (lesson.game !== this.learning) return;
    this.lesson = lesson;
    reached(lesson.game, lesson.part, lesson.part + 1 === lesson.parts);
  }

  private seated(info: TableInfo): void {
    this.breathless = false;
    if (this.arriving !== undefined && info.id !== this.table?.id) {
      this.table = new Table(info.id, this.arriving, this.connection);
      this.arriving = this.learning = undefined;
      push(pathOf({ table: info.id, here: this.isHere }));
    }
    if (info.id !== this.table?.id) return;
    this.table.seated(info);
    const { id, key } = this.table;
    if (this.learning) return;
    if (info.you !== null || info.device?.length) keep(placeAt(info, key, this.isHere));
    else forget(id);
    if (this.joining === id) this.takeSeat(this.table, info);
  }

  /** Sits down where a seat is free, once. */
  private takeSeat(table: Table, info: TableInfo): void {
    this.joining = undefined;
    const seat = info.chairs.findIndex(({ name }) => !name);
    if (info.you === null && info.phase === 'gathering' && seat >= 0) void table.sit(seat);
  }
}
