/** The whole page's state: the connection, where one is, and the tables that are open. */
import type { LessonPart, News, OpenTable, Setup, TableInfo } from '../wire.gen';
import { PROTOCOL } from '../wire.gen';
import { forget, keep, newKey, placeAt, placeOf } from './keys';
import { partOf, reached } from './lessons';
import { Refusal, type Connection, type Request } from './connection.svelte';
import { renew } from './renew';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';

/** Why one is not where one wanted to be. */
export type Notice =
  | 'gone'
  | 'private'
  | 'removed'
  | 'elsewhere'
  | 'crowded'
  | 'broken'
  | 'mistyped'
  | 'old'
  | 'outdated'
  | 'failed'
  | 'missing';
export type Level = 'easy' | 'medium' | 'hard' | 'expert';

/** Why one cannot be at a table, by the code of the refusal. */
const WHY: Readonly<Record<string, Notice>> = {
  no_watching: 'private',
  no_table: 'gone',
  too_many_watching: 'crowded',
  table_broken: 'broken',
  record_version: 'outdated',
  no_lesson: 'mistyped',
  unknown_game: 'mistyped',
};
/** What passes by itself: the page tries again. */
const PASSING = new Set(['too_fast', 'not_saved', 'no_store', 'fault']);
/** Why there is nothing to come back to. */
const LOST: ReadonlySet<Notice> = new Set<Notice>(['gone', 'outdated', 'removed', 'private']);
/** What the table of a lesson is called. */
const LESSON = 'learn';
const LESSON_PATH = /^\/learn\/([\w.-]+)\/?$/;
const TABLE_PATH = /^\/t\/([A-Za-z0-9_-]{22})\/?$/;

export class Client {
  table = $state.raw<Table>();
  tables = $state.raw<readonly OpenTable[]>([]);
  notice = $state<Notice>();
  /** Whether the server cannot let anybody to the table for the moment; the page tries again. */
  breathless = $state(false);
  /** Why the last request from the lobby was refused. */
  trouble = $state.raw<Refusal>();
  /** The game that one learns, … */
  learning = $state<string>();
  /** … and where one is in its lesson. */
  lesson = $state.raw<LessonPart>();
  /** Where one was before the lesson. */
  private before = '/';
  private arriving: string | undefined;
  /** The table at which one wants to sit down as soon as one is there. */
  private joining: string | undefined;
  /** Whether a part of the page did not come: only loading it anew makes it whole. */
  private incomplete = false;

  constructor(readonly connection: Connection) {
    connection.onnews = (news) => this.hear(news);
    connection.onopen = () => this.opened();
  }

  /** Goes where the address says. */
  route(path: string): void {
    const id = TABLE_PATH.exec(path)?.[1];
    const game = LESSON_PATH.exec(path)?.[1];
    this.notice = this.learning = this.lesson = undefined;
    this.breathless = false;
    if (id !== this.joining) this.joining = undefined;
    if (id) this.sitAt(id);
    else if (game) this.learn(game);
    else if (path === '/') this.home();
    else this.notice = 'mistyped';
  }

  go(path: string): void {
    if (this.incomplete && this.connection.status === 'open') return location.assign(path);
    if (!this.learning) this.before = location.pathname;
    history.pushState(null, '', path);
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
    await this.arrive((key) => ({
      do: 'create',
      setup: { speed: settings.speed, ...setup },
      name,
      key,
      bots,
      start,
      ...(people.length ? { people } : {}),
    }));
  }

  /** Brings a seat from another device to this one. */
  async redeem(code: string): Promise<void> {
    await this.arrive((key) => ({ do: 'redeem', code, key }));
  }

  /** What others open to come to a table; on this very machine the server knows its address better. */
  invitation(table: string): string {
    const here = /^(localhost|127\.|\[::1\])/.test(location.host);
    return new URL(`/t/${table}`, (here && this.connection.welcome?.link) || location.origin).href;
  }

  /** A part of the page did not come: it is loaded anew, or says what to do. */
  async missed(): Promise<void> {
    const { table } = this;
    this.incomplete = true;
    if (!(await renew()) && this.table === table) this.leave('missing');
  }

  /** Asks for a seat at a table that is not known yet, and waits for that table with its key. */
  private async arrive(request: (key: string) => Request): Promise<void> {
    const key = (this.arriving = newKey());
    this.trouble = undefined;
    try {
      await this.connection.send(request(key));
    } catch (error) {
      this.arriving = undefined;
      if (error instanceof Refusal) this.trouble = error;
      else throw error;
    }
  }

  private home(): void {
    this.table = undefined;
    if (this.connection.status === 'open') this.listen();
  }

  /** Hears of open tables. */
  private listen(): void {
    void this.connection.send({ do: 'lobby' }).catch(() => undefined);
  }

  private learn(game: string): void {
    this.learning = game;
    this.table = new Table(LESSON, '', this.connection);
    this.table.byItself = false;
    if (this.connection.status === 'open') this.enter(this.table);
  }

  private sitAt(id: string): void {
    if (this.table?.id === id) return;
    this.table = new Table(id, placeOf(id)?.key ?? newKey(), this.connection);
    if (this.connection.status === 'open') this.enter(this.table);
  }

  private enter(table: Table): void {
    const { learning: game } = this;
    const entered = this.connection.send(
      game
        ? { do: 'learn', game, part: partOf(game) }
        : { do: 'enter', table: table.id, key: table.key, at: table.at ?? 0 },
    );
    entered.catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code === 'away' || this.table !== table) return;
      if (PASSING.has(error.code)) this.enterSoon(table);
      else this.leave(WHY[error.code] ?? 'failed');
    });
  }

  private enterSoon(table: Table): void {
    this.breathless = true;
    setTimeout(() => {
      if (this.table === table && this.connection.status === 'open') this.enter(table);
    }, 1500);
  }

  private leave(why: Notice): void {
    this.learning = undefined;
    if (this.table && LOST.has(why)) forget(this.table.id);
    this.table = undefined;
    this.notice = why;
  }

  private opened(): void {
    if (this.incomplete) void renew();
    if (this.connection.welcome && this.connection.welcome.version !== PROTOCOL) this.notice = 'old';
    else if (this.table) this.enter(this.table);
    else if (!this.notice) this.listen();
  }

  private hear(news: News): void {
    switch (news.is) {
      case 'tables':
        this.tables = news.tables;
        return;
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
      history.pushState(null, '', `/t/${info.id}`);
    }
    if (info.id !== this.table?.id) return;
    this.table.seated(info);
    const { id, key } = this.table;
    if (this.learning) return;
    if (info.you !== null || info.device?.length) keep(placeAt(info, key));
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
