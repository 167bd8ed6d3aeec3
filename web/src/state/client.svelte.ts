/** The whole page's state: the line, where one is, and the tables that are open. */
import type { News, OpenTable, Setup, Table as Sitting } from '../wire.gen';
import { PROTOCOL } from '../wire.gen';
import { forget, keep, newKey, placeOf } from './keys';
import { NotDone, type Line } from './line.svelte';
import { renew } from './renew';
import { Table } from './table.svelte';

/** Why one is not where one wanted to be. */
export type Notice = 'gone' | 'private' | 'removed' | 'mistyped' | 'old' | 'outdated' | 'failed' | 'missing';
export type Level = 'easy' | 'medium' | 'hard' | 'expert';

/** Why one cannot be at a table, by the code of the refusal. */
const WHY: Readonly<Record<string, Notice>> = { no_watching: 'private', no_table: 'gone', record_version: 'outdated' };
const TABLE_PATH = /^\/t\/([A-Za-z0-9_-]{22})\/?$/;

export class Client {
  table = $state.raw<Table>();
  tables = $state.raw<readonly OpenTable[]>([]);
  notice = $state<Notice>();
  /** Why the last wish in the lobby was not granted. */
  trouble = $state.raw<NotDone>();
  private creating: string | undefined;
  /** Whether a part of the page did not come: only loading it anew makes it whole. */
  private torn = false;

  constructor(readonly line: Line) {
    line.onnews = (news) => this.hear(news);
    line.onopen = () => this.opened();
  }

  /** Goes where the address says. */
  route(path: string): void {
    const id = TABLE_PATH.exec(path)?.[1];
    this.notice = undefined;
    if (id) this.sitAt(id);
    else if (path === '/') this.home();
    else this.notice = 'mistyped';
  }

  go(path: string): void {
    if (this.torn && this.line.status === 'open') return location.assign(path);
    history.pushState(null, '', path);
    this.route(path);
  }

  /** Makes a table and goes there; with `bots` in the seats after one's own. */
  async create(setup: Setup, name: string, bots: readonly Level[], start: boolean): Promise<void> {
    const key = newKey();
    this.creating = key;
    this.trouble = undefined;
    try {
      await this.line.send({ do: 'create', setup, name, key, bots, start });
    } catch (error) {
      this.creating = undefined;
      if (error instanceof NotDone) this.trouble = error;
      else throw error;
    }
  }

  /** Brings a seat from another device to this one. */
  async redeem(code: string): Promise<void> {
    const key = newKey();
    this.creating = key;
    this.trouble = undefined;
    try {
      await this.line.send({ do: 'redeem', code, key });
    } catch (error) {
      this.creating = undefined;
      if (error instanceof NotDone) this.trouble = error;
      else throw error;
    }
  }

  /** What others open to come to a table; from this very machine it takes the server's word for its address. */
  invitation(table: string): string {
    const here = /^(localhost|127\.|\[::1\])/.test(location.host);
    return new URL(`/t/${table}`, (here && this.line.welcome?.link) || location.origin).href;
  }

  /** A part of the page did not come: it is loaded anew, or says what to do. */
  async missed(): Promise<void> {
    const { table } = this;
    this.torn = true;
    if (!(await renew()) && this.table === table) this.leave('missing');
  }

  private home(): void {
    this.table = undefined;
    if (this.line.status === 'open') this.listen();
  }

  /** Hears of open tables. */
  private listen(): void {
    void this.line.send({ do: 'lobby' }).catch(() => undefined);
  }

  private sitAt(id: string): void {
    if (this.table?.id === id) return;
    this.table = new Table(id, placeOf(id)?.key ?? newKey(), this.line);
    if (this.line.status === 'open') this.enter(this.table);
  }

  private enter(table: Table): void {
    const entered = this.line.send({ do: 'enter', table: table.id, key: table.key, at: table.at ?? 0 });
    entered.catch((error: unknown) => {
      if (!(error instanceof NotDone) || error.code === 'away' || this.table !== table) return;
      if (error.code === 'too_fast' || error.code === 'not_saved') setTimeout(() => this.enter(table), 1500);
      else this.leave(WHY[error.code] ?? 'failed');
    });
  }

  private leave(why: Notice): void {
    if (this.table && (why === 'gone' || why === 'outdated')) forget(this.table.id);
    this.table = undefined;
    this.notice = why;
  }

  private opened(): void {
    if (this.torn) void renew();
    if (this.line.welcome && this.line.welcome.version !== PROTOCOL) this.notice = 'old';
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
      case 'emote':
        return this.table?.emoted(news.seat, news.emote);
      case 'out':
        if (news.code === 'reload' && this.table) this.enter(this.table);
        else this.leave(news.code === 'removed' ? 'removed' : 'gone');
    }
  }

  private seated(sitting: Sitting): void {
    if (this.creating !== undefined && sitting.id !== this.table?.id) {
      this.table = new Table(sitting.id, this.creating, this.line);
      this.creating = undefined;
      history.pushState(null, '', `/t/${sitting.id}`);
    }
    if (sitting.id !== this.table?.id) return;
    this.table.seated(sitting);
    const { id, key } = this.table;
    if (sitting.you !== null) keep({ table: id, key, game: sitting.setup.game, when: Date.now() });
    else forget(id);
  }
}
