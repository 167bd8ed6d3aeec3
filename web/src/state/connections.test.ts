import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from './client.svelte';
import { Connection } from './connection.svelte';
import type { LocalPlay } from './connections.svelte';
import { plainText, Stored } from './persisted.svelte';
import { placeOf } from './places';
import { chair, FakeSocket, seated } from './samples';

const ID = 'abcdefghijklmnopqrstuv';
const GAME = { game: 'classic', seats: 2 };
const WELCOME = { is: 'welcome', version: 1, server: '0', link: '' };
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A connection whose server is the test. */
class Server {
  private socket = new FakeSocket();
  readonly connection = new Connection(() => (this.socket = new FakeSocket()));
  get sent() {
    return this.socket.sent;
  }
  get last() {
    return this.sent.at(-1);
  }
  tell(news: object) {
    this.socket.tell(news);
  }
  breaks() {
    this.socket.close();
  }
}

const table = seated([chair('Mia'), chair('Mia', { bot: 'easy' })], { id: ID });
let server: Server;
let own: Server;
let able = true;

/** A page with a server, on a device that plays `classic` itself. */
function open(path: string, withServer = true): Client {
  const local: LocalPlay = {
    connection: own.connection,
    get available() {
      return able;
    },
    plays: (game) => able && game === 'classic',
    hasLevel: (level) => level !== 'expert',
    start: () => {
      if (own.connection.status !== 'open') own.connection.open();
      own.tell(WELCOME);
      return Promise.resolve(true);
    },
  };
  const client = new Client(withServer ? server.connection : null, local);
  client.route(path);
  if (withServer) {
    server.connection.open();
    server.tell(WELCOME);
  }
  return client;
}

beforeEach(() => {
  [server, own, able] = [new Server(), new Server(), true];
  new Stored('places', plainText).remove();
  vi.stubGlobal('history', { pushState: vi.fn() });
  vi.stubGlobal('location', { pathname: '/', host: 'localhost:1', origin: 'http://localhost:1' });
});

describe('a page with two connections', () => {
  it('plays against bots on the local server, and stores where the table is', async () => {
    const client = open('/');
    void client.create(GAME, 'Mia', ['easy'], true);
    await settled();
    expect(own.last).toMatchObject({ do: 'create' });
    own.tell(table);
    expect([client.table?.id, client.isLocal]).toEqual([ID, true]);
    expect(history.pushState).toHaveBeenCalledWith(null, '', `/here/${ID}`);
    expect(placeOf(ID)).toMatchObject({ here: true });
    expect(server.last).toMatchObject({ do: 'lobby' });
  });

  it('creates no local table after the person has left', async () => {
    const client = open('/');
    void client.create(GAME, 'Mia', ['easy'], true);
    client.go('/learn/ladder');
    await settled();
    expect(own.sent.map(({ do: what }) => what)).not.toContain('create');
    expect(server.last).toMatchObject({ do: 'learn' });
  });

  it('uses the server for friends, and for games that the local server lacks', async () => {
    const client = open('/');
    void client.create(GAME, 'Mia', [], false);
    void client.create({ ...GAME, game: 'ladder' }, 'Mia', ['easy'], true);
    able = false;
    void client.create(GAME, 'Mia', ['easy'], true);
    await settled();
    expect(server.sent.filter(({ do: what }) => what === 'create')).toHaveLength(3);
    expect(own.sent).toEqual([]);
  });

  it('uses the server for stronger expert bots while it is connected', async () => {
    const client = open('/');
    void client.create(GAME, 'Mia', ['expert'], true);
    await settled();
    expect(server.last).toMatchObject({ do: 'create' });
    server.breaks();
    void client.create(GAME, 'Mia', ['expert'], true);
    await settled();
    expect(own.last).toMatchObject({ do: 'create' });
  });

  it("enters the address's table on its connection, and leaves the tables of the other one", () => {
    const client = open(`/here/${ID}`);
    expect(own.last).toMatchObject({ do: 'enter', table: ID });
    expect(server.last).toBeUndefined();
    client.go(`/t/${ID.toUpperCase()}`);
    expect(server.last).toMatchObject({ do: 'enter', table: ID.toUpperCase() });
    expect(own.last).toMatchObject({ do: 'lobby' });
    client.go('/');
    expect([server.last, own.last]).toMatchObject([{ do: 'lobby' }, { do: 'lobby' }]);
  });

  it("takes a table's news from its connection only, and open tables from the server only", () => {
    const client = open(`/here/${ID}`);
    server.tell(table);
    expect(client.table?.info).toBeUndefined();
    own.tell(table);
    expect(client.table?.info?.id).toBe(ID);
    own.tell({ is: 'tables', tables: [{ id: ID }] });
    expect(client.tables).toEqual([]);
  });

  it('is lost without the server only at a table of the server, or if there is no local server', () => {
    const client = open('/');
    server.breaks();
    expect(client.lost).toBe(false);
    client.go(`/here/${ID}`);
    expect(client.lost).toBe(false);
    client.go(`/t/${ID.toUpperCase()}`);
    expect(client.lost).toBe(true);
    able = false;
    client.go('/');
    expect(client.lost).toBe(true);
  });

  it('uses the connection that is open for a lesson', () => {
    const client = open('/learn/classic');
    expect(own.last).toMatchObject({ do: 'learn', game: 'classic' });
    client.go('/learn/ladder');
    expect(server.last).toMatchObject({ do: 'learn', game: 'ladder' });
    own.breaks();
    client.go('/learn/classic');
    expect(server.last).toMatchObject({ do: 'learn', game: 'classic' });
    own.connection.open();
    own.tell(WELCOME);
    client.go('/learn/classic');
    expect(own.last).toMatchObject({ do: 'learn', game: 'classic' });
  });

  it('works without a server', async () => {
    const client = open('/', false);
    expect(client.connections.server).toBeNull();
    void client.create(GAME, 'Mia', [], false);
    own.connection.open();
    own.tell(WELCOME);
    expect(own.sent.map(({ do: what }) => what)).toContain('create');
  });

  it('keeps a local table open when the server is newer', () => {
    const client = open(`/here/${ID}`);
    server.tell({ ...WELCOME, version: 99 });
    expect(client.notice).toBeUndefined();
    client.go('/');
    expect(client.notice).toBe('old');
    client.go(`/here/${ID}`);
    expect(client.notice).toBeUndefined();
  });
});
