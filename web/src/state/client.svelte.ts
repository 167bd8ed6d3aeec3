/** The state of the page: its screen, the open table or lesson, and how the person moves between them. */
import type { News, OpenTable, Setup, TableInfo } from '../wire.gen';
import { Arrival, Entry } from './arrival.svelte';
import { Refusal, refusalOf, type Connection, type Request } from './connection.svelte';
import { Connections, type LocalPlay } from './connections.svelte';
import type { Level } from './games.svelte';
import { Lesson } from './lesson.svelte';
import { noticeFor, SEAT_LOST, type Notice } from './notice';
import { forgetPlace, newKey, placeAt, placeOf, redemptionKey, savePlace } from './places';
import type { OpenedRecord } from './replay';
import { currentPath, hrefOf, invitationTo, pushPath, routeOf, tablePath } from './router';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';
import { reloadOnce } from './updates.svelte';

/** The id of a lesson's table. */
const LESSON_TABLE = 'learn';

export class Client {
  readonly connections: Connections;
  table = $state.raw<Table>();
  /** Open tables, listed in the lobby. */
  tables = $state.raw<readonly OpenTable[]>([]);
  lesson = $state.raw<Lesson>();
  /** A match shown by its record. */
  openedRecord = $state.raw<OpenedRecord>();
  notice = $state<Notice>();
  /** Why the last request from the lobby was refused. */
  trouble = $state.raw<Refusal>();
  private readonly entry = new Entry();
  private arrival: Arrival | undefined;
  /** The path before the lesson. */
  private before = '/';
  /** The table at which to take a seat on arrival. */
  private joining: string | undefined;
  /** Whether a file of the page could not be loaded, so that only a reload helps. */
  private incomplete = false;

  constructor(server: Connection | null, local: LocalPlay | null = null) {
    this.connections = new Connections(server, local);
    for (const connection of this.connections.all) {
      connection.onnews = (news) => this.receive(news, connection);
      connection.onopen = () => this.opened(connection);
    }
  }

  /** The connection in use. */
  get connection(): Connection {
    return this.connections.current;
  }
  /** Whether the table is on this device. */
  get isLocal(): boolean {
    return this.connections.isLocal;
  }
  /** Whether entering the table was refused temporarily and is retried. */
  get retrying(): boolean {
    return this.entry.retrying;
  }
  /** Whether nothing can be done without a connection. */
  get lost(): boolean {
    const { server, local } = this.connections;
    return this.connection.status === 'away' && (!!this.table || (!!server && !local?.available));
  }

  // Routing

  /** Show what a path names. */
  route(path: string): void {
    const route = routeOf(path);
    this.arrival?.cancel();
    this.arrival = this.notice = this.openedRecord = this.lesson = undefined;
    this.entry.cancel();
    if (route.screen !== 'table' || route.id !== this.joining) this.joining = undefined;
    if (route.screen === 'table') this.openTable(route.id, route.local);
    else if (route.screen === 'lesson') this.openLesson(route.game);
    else if (route.screen === 'lobby') this.openLobby();
    else this.notice = 'mistyped';
    if (this.connections.isIncompatible(this.connection)) this.notice = 'old';
  }

  go(path: string): void {
    if (this.incomplete && this.connection.status === 'open') return location.assign(hrefOf(path));
    if (!this.lesson) this.before = currentPath();
    pushPath(path);
    this.route(path);
  }

  /** Close the lesson and go back to the path before it. */
  leaveLesson(): void {
    this.go(this.before);
  }

  /** Go to a table and take its first free seat. */
  join(table: string): void {
    this.joining = table;
    this.go(tablePath(table));
  }

  /** The link to a table for others. */
  invitation(table: string): string {
    return invitationTo(table, this.connections.server?.welcome?.link);
  }

  /** A file of the page could not be loaded: reload, or show a notice. */
  async missed(): Promise<void> {
    const { table } = this;
    this.incomplete = true;
    if (!(await reloadOnce()) && this.table === table) this.leave('missing');
  }

  private openLobby(): void {
    this.table = undefined;
    this.connections.use(this.connections.lobby);
    this.connections.leaveTable(this.connection);
  }

  private openLesson(game: string): void {
    const setup = this.table?.setup;
    this.connections.use(this.connections.forLesson(game));
    this.lesson = new Lesson(game, setup?.game === game ? setup : undefined);
    this.table = new Table(LESSON_TABLE, '', this.connection);
    this.table.byItself = false;
    this.enter(this.table);
  }

  private openTable(id: string, local: boolean): void {
    if (this.table?.id === id) return;
    this.connections.use(this.connections.forTable(local));
    this.table = new Table(id, placeOf(id)?.key ?? newKey(), this.connection);
    this.enter(this.table);
  }

  // Arriving

  /** Create a table and go there. `people` at this device and `bots` take the other seats. */
  async create(
    setup: Setup,
    name: string,
    bots: readonly Level[],
    start: boolean,
    people: readonly string[] = [],
  ): Promise<void> {
    const { lobby, server } = this.connections;
    const local = start ? this.connections.localFor(setup, bots) : undefined;
    const arrival = this.newArrival(newKey());
    const started = local && (await local.start());
    if (arrival.cancelled) return;
    if (local && !started && !server) return this.refused(new Refusal('away', {}));
    await this.arrive(arrival, local && started ? local.connection : lobby, {
      do: 'create',
      setup: { speed: settings.speed, ...setup },
      name,
      key: arrival.key,
      bots,
      start,
      ...(people.length ? { people } : {}),
    });
  }

  /** Bring a seat from another device to this one. */
  async redeem(code: string): Promise<void> {
    const key = redemptionKey(code);
    await this.arrive(this.newArrival(key), this.connections.lobby, { do: 'redeem', code, key });
  }

  private newArrival(key: string): Arrival {
    this.arrival?.cancel();
    this.trouble = undefined;
    return (this.arrival = new Arrival(key));
  }

  private async arrive(arrival: Arrival, connection: Connection, request: Request): Promise<void> {
    this.connections.current = connection;
    const why = await refusalOf(arrival.send(connection, request));
    if (why && !arrival.cancelled) this.refused(why);
  }

  private refused(why: Refusal): void {
    this.arrival = undefined;
    this.connections.current = this.connections.lobby;
    this.trouble = why;
  }

  private enter(table: Table): void {
    const { connection, lesson } = this;
    if (connection.status !== 'open') return;
    const send = () =>
      connection.send(
        lesson?.request(lesson.savedPart) ?? {
          do: 'enter',
          table: table.id,
          key: table.key,
          at: table.at ?? 0,
        },
        table.id,
      );
    void this.entry.enter(send, (code) => {
      const foreign = code === 'no_table' && this.isLocal && !placeOf(table.id);
      this.leave(foreign ? 'foreign' : noticeFor(code));
    });
  }

  private leave(why: Notice): void {
    this.entry.cancel();
    if (this.table && SEAT_LOST.has(why)) forgetPlace(this.table.id);
    this.table = this.lesson = undefined;
    this.notice = why;
  }

  // Messages

  private opened(connection: Connection): void {
    if (this.incomplete) void reloadOnce();
    if (this.table && connection !== this.connection) return;
    if (this.connections.isIncompatible(connection)) this.notice = 'old';
    else if (this.table) this.enter(this.table);
    else if (!this.notice) this.connections.leaveTable(connection);
  }

  private receive(news: News, connection: Connection): void {
    if (news.is === 'tables') {
      if (connection === this.connections.server) this.tables = news.tables;
      return;
    }
    if (connection !== this.connection) return;
    switch (news.is) {
      case 'table':
        return this.seated(news);
      case 'update':
        return this.table?.updated(news);
      case 'lesson':
        return this.lesson?.received(news);
      case 'emote':
        return this.table?.emoted(news.seat, news.emote);
      case 'out':
        if (news.code !== 'reload') this.leave(news.code);
        else if (this.table) this.enter(this.table);
    }
  }

  private seated(info: TableInfo): void {
    this.entry.retrying = false;
    if (this.arrival?.sent && info.id !== this.table?.id) {
      this.table = new Table(info.id, this.arrival.key, this.connection);
      this.arrival = this.lesson = undefined;
      pushPath(tablePath(info.id, this.isLocal));
    }
    if (info.id !== this.table?.id) return;
    this.table.seated(info);
    if (this.lesson) return;
    const { id, key } = this.table;
    if (info.you !== null || info.device?.length) savePlace(placeAt(info, key, this.isLocal));
    else forgetPlace(id);
    if (this.joining === id) this.takeSeat(this.table, info);
  }

  private takeSeat(table: Table, info: TableInfo): void {
    this.joining = undefined;
    const seat = info.chairs.findIndex(({ name }) => !name);
    if (info.you === null && info.phase === 'gathering' && seat >= 0) void table.sit(seat);
  }
}
