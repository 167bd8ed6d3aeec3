import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableInfo } from '../wire.gen';
import { Client } from './client.svelte';
import { places } from './places';
import { Connection } from './connection.svelte';
import { chair, FakeSocket, seated } from './samples';

const ID = 'abcdefghijklmnopqrstuv';
let socket: FakeSocket;
const tell = (news: object) => socket.tell(news);
const last = () => socket.sent.at(-1);
const welcome = () => tell({ is: 'welcome', version: 1, server: '0', link: 'http://192.0.2.7/' });
const settled = () => new Promise((resolve) => setTimeout(resolve));

function open(path: string): Client {
  const connection = new Connection(() => (socket = new FakeSocket()));
  const client = new Client(connection);
  client.route(path);
  connection.open();
  welcome();
  return client;
}
function reconnect(client: Client): void {
  socket.close();
  client.connection.hurry();
  welcome();
}
const mia = chair('Mia');
const table = (more: Partial<TableInfo> = {}) =>
  seated([mia, mia], { id: ID, phase: 'gathering', match: 0, ...more });

beforeEach(() => {
  vi.stubGlobal('history', { pushState: vi.fn() });
  vi.stubGlobal('location', { host: 'localhost:1', origin: 'http://localhost:1' });
});

describe('a page', () => {
  it('subscribes to the lobby', () => {
    const client = open('/');
    expect(last()).toMatchObject({ do: 'lobby' });
    tell({ is: 'tables', tables: [{ id: ID }] });
    expect(client.tables).toHaveLength(1);
  });

  it('enters the table of its address, and stores the key once it has a seat', () => {
    const client = open(`/t/${ID}`);
    expect(last()).toMatchObject({ do: 'enter', table: ID, at: 0 });
    tell(table({ you: null }));
    expect(places()).toEqual([]);
    tell(table());
    expect(places()[0]).toMatchObject({ table: ID, key: client.table?.key, game: 'classic' });
  });

  it('forgets a seat that was taken away', () => {
    open(`/t/${ID}`);
    tell(table());
    expect(places()).toHaveLength(1);
    tell({ is: 'out', code: 'removed' });
    expect(places()).toEqual([]);
  });

  it('takes a free seat at a table it joins, once', () => {
    const client = open('/');
    client.join(ID);
    const free = chair('');
    tell(table({ you: null, chairs: [mia, free] }));
    expect(last()).toMatchObject({ do: 'sit', seat: 1 });
    const before = socket.sent.length;
    tell(table({ you: null, chairs: [mia, free] }));
    expect(socket.sent).toHaveLength(before);
  });

  it('takes no seat where it only watches, where none is free, or after it has left', () => {
    const client = open('/');
    client.go(`/t/${ID}`);
    tell(table({ you: null, chairs: [mia, chair('')] }));
    expect(last()).toMatchObject({ do: 'enter' });
    client.go('/');
    client.join(ID);
    tell(table({ you: null }));
    expect(last()).toMatchObject({ do: 'enter' });
    client.go('/');
    client.join(ID);
    client.go('/');
    client.go(`/t/${ID}`);
    tell(table({ you: null, chairs: [mia, chair('')] }));
    expect(last()).toMatchObject({ do: 'enter' });
  });

  it('goes to a table it has created', () => {
    const client = open('/');
    void client.create({ game: 'classic', seats: 2 }, 'Mia', ['easy'], true);
    const { key } = last() ?? {};
    tell(table());
    expect(client.table?.id).toBe(ID);
    expect(client.table?.key).toBe(key);
    expect(history.pushState).toHaveBeenCalledWith(null, '', `/t/${ID}`);
  });

  it('does not follow to a created table after the person has gone elsewhere', async () => {
    const other = ID.toUpperCase();
    const client = open('/');
    void client.create({ game: 'classic', seats: 2 }, 'Mia', ['easy'], true);
    const create = last();
    client.go(`/t/${other}`);
    tell(table());
    tell({ is: 'done', id: create?.id, table: ID });
    await settled();
    expect(client.table?.id).toBe(other);
    expect(client.trouble).toBeUndefined();
    expect(history.pushState).toHaveBeenLastCalledWith(null, '', `/t/${other}`);
  });

  it('drops an unsent request for a table after the person has gone elsewhere', () => {
    const client = open('/');
    socket.close();
    void client.create({ game: 'classic', seats: 2 }, 'Mia', ['easy'], true);
    client.go(`/t/${ID}`);
    client.connection.hurry();
    const before = socket.sent.length;
    welcome();
    expect(socket.sent.slice(before).map((command) => command.do)).toEqual(['enter']);
  });

  it('redeems a code with the same key after its answer was lost', async () => {
    let client = open('/');
    void client.redeem('abcd efgh');
    const redeem = last();
    reconnect(client);
    expect(last()).toEqual(redeem);
    tell({ is: 'refused', id: redeem?.id, code: 'no_store', params: {} });
    await settled();
    expect(client.trouble?.code).toBe('no_store');
    client = open('/'); // reloaded
    void client.redeem('ABCDEFGH');
    expect(last()).toMatchObject({ do: 'redeem', key: redeem?.key });
    tell(table());
    tell({ is: 'done', id: last()?.id, table: ID });
    expect(client.table?.key).toBe(redeem?.key);
    expect(places()[0]).toMatchObject({ table: ID, key: redeem?.key });
    void open('/').redeem('ABCDEFGJ');
    expect(last()?.key).not.toBe(redeem?.key);
  });

  it('opens a lesson, stores its progress, and nothing of its table', () => {
    const client = open('/learn/old-maid');
    expect(last()).toMatchObject({ do: 'learn', game: 'old-maid', part: 0 });
    const before = places().length;
    tell(table({ id: 'learn', phase: 'playing', match: 1 }));
    const part = {
      is: 'lesson',
      game: 'old-maid',
      parts: 3,
      text: { en: '', de: '' },
      other: null,
      moves: [],
    };
    tell({ ...part, part: 1, done: false });
    expect(client.lesson?.part?.part).toBe(1);
    expect(places()).toHaveLength(before);
    expect(client.table?.you).toBe(0);
    reconnect(client);
    expect(last()).toMatchObject({ do: 'learn', game: 'old-maid', part: 1 });
    tell({ ...part, part: 2, done: false });
    open('/learn/old-maid');
    expect(last()).toMatchObject({ do: 'learn', part: 0 });
    client.leaveLesson();
    expect([client.lesson, client.table]).toEqual([undefined, undefined]);
  });

  it('opens a lesson with the options of the table before it', () => {
    const client = open(`/t/${ID}`);
    const setup = { game: 'classic', seats: 2, options: { edition: 'star-wars' } };
    tell(table({ setup }));
    client.go('/learn/classic');
    expect(last()).toMatchObject({ do: 'learn', game: 'classic', options: { edition: 'star-wars' } });
    expect(client.lesson?.request(3)).toMatchObject({ part: 3, options: { edition: 'star-wars' } });
    client.go('/learn/duel');
    expect(last()).not.toHaveProperty('options');
  });

  it('goes from a lesson to a table it has created', () => {
    const client = open('/learn/duel');
    tell(table({ id: 'learn', phase: 'playing', match: 1 }));
    void client.create({ game: 'duel', seats: 2 }, 'Mia', ['easy'], true);
    tell(table({ phase: 'playing', match: 1 }));
    expect([client.table?.id, client.lesson]).toEqual([ID, undefined]);
  });

  it('shows a notice for a mistyped link, and for each refusal to enter', async () => {
    expect(open('/t/oops').notice).toBe('mistyped');
    for (const [code, notice] of [
      ['no_table', 'gone'],
      ['no_watching', 'private'],
      ['onlookers_cleared', 'cleared'],
      ['record_version', 'outdated'],
      ['bad_frame', 'failed'],
    ]) {
      const client = open(`/t/${ID}`);
      tell({ is: 'refused', id: last()?.id, code, params: {} });
      await settled();
      expect(client.notice).toBe(notice);
    }
    const client = open(`/t/${ID}`);
    tell(table());
    tell({ is: 'out', code: 'removed' });
    expect(client.notice).toBe('removed');
  });

  it('enters again from its position when told to', () => {
    open(`/t/${ID}`);
    tell(table({ phase: 'playing' }));
    tell({
      is: 'update',
      at: 12,
      round: 0,
      totals: [],
      awaited: [],
      wait: null,
      view: {},
      events: [],
      result: null,
    });
    tell({ is: 'out', code: 'reload' });
    expect(last()).toMatchObject({ do: 'enter', at: 12 });
  });

  it('builds invitations with an address that others can reach', () => {
    expect(open('/').invitation(ID)).toBe(`http://192.0.2.7/t/${ID}`);
    vi.stubGlobal('location', { host: 'elfer.example', origin: 'https://elfer.example' });
    expect(open('/').invitation(ID)).toBe(`https://elfer.example/t/${ID}`);
  });

  it('shows a notice when a file is missing, and reloads as soon as possible', async () => {
    const client = open(`/t/${ID}`);
    const assign = vi.fn();
    const reload = vi.fn();
    vi.stubGlobal('location', { assign, reload });
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await client.missed();
    expect(client.notice).toBe('missing');
    client.go('/');
    expect(assign).toHaveBeenCalledWith('/');
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
    welcome();
    await settled();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('asks for a reload when the protocol version differs', () => {
    const client = open('/');
    tell({ is: 'welcome', version: 99, server: '0', link: '' });
    expect(client.notice).toBe('old');
    client.go('/');
    expect(client.notice).toBe('old');
  });
});
