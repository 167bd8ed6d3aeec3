/** The connections of the page: to the server, to the server on this device, or to both. */
import type { LocalServer } from '../offline/local_server.svelte';
import { PROTOCOL, type Setup } from '../wire.gen';
import type { Connection } from './connection.svelte';
import type { Level } from './games.svelte';

/** The part of the local server that is used here. */
export type LocalPlay = Pick<LocalServer, 'connection' | 'available' | 'plays' | 'hasLevel' | 'start'>;

export class Connections {
  readonly all: readonly Connection[];
  /** The connection of the lobby. */
  readonly lobby: Connection;
  /** The connection in use. */
  current = $state.raw() as Connection;

  constructor(
    /** Null on the static site. */
    readonly server: Connection | null,
    readonly local: LocalPlay | null,
  ) {
    this.all = [server, local?.connection ?? null].filter((each) => each !== null);
    const [lobby] = this.all;
    if (!lobby) throw new Error('there is no server');
    this.lobby = this.current = lobby;
  }

  /** Whether the local server is in use. */
  get isLocal(): boolean {
    return this.current === this.local?.connection;
  }

  /** Whether the server speaks another version of the protocol than this page. */
  isIncompatible({ welcome }: Connection): boolean {
    return !!welcome && welcome.version !== PROTOCOL;
  }

  /** Use a connection, and leave the tables of the others. */
  use(connection: Connection): void {
    this.current = connection;
    for (const other of this.all) if (other !== connection) this.leaveTable(other);
  }

  /** Leave any table of a connection; it then tells of open tables. */
  leaveTable(connection: Connection): void {
    if (connection.status === 'open') connection.send({ do: 'lobby' }).catch(() => undefined);
  }

  /** The connection of a table, on this device or on the server. */
  forTable(local: boolean): Connection {
    if (!local || !this.local) return this.lobby;
    void this.local.start();
    return this.local.connection;
  }

  /** The connection for a lesson: the local server, unless it is not running and the other one is connected. */
  forLesson(game: string): Connection {
    const { local, server } = this;
    const running = local?.connection.status === 'open';
    return this.forTable(!!local?.plays(game) && (running || server?.status !== 'open'));
  }

  /** The local server for a match against bots, unless the server is there and has stronger ones. */
  localFor(setup: Setup, bots: readonly Level[]): LocalPlay | undefined {
    const { local, server } = this;
    if (!local?.plays(setup.game)) return undefined;
    const enough = server?.status !== 'open' || bots.every((level) => local.hasLevel(level, setup));
    return enough ? local : undefined;
  }
}
