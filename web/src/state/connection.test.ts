import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, Refusal } from './connection.svelte';
import { FakeSocket } from './samples';

const sockets: FakeSocket[] = [];
const latest = (): FakeSocket => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
};
const connection = (reconnects?: () => boolean) =>
  new Connection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }, reconnects);

/** A connection that is open. */
const welcomed = () => {
  const it_ = connection();
  it_.open();
  latest().welcome();
  return it_;
};

const enter = (it_: Connection) =>
  void it_.send({ do: 'enter', table: 't', key: 'k', at: 3 }, 't').catch(() => undefined);

beforeEach(() => {
  sockets.length = 0;
  vi.useFakeTimers();
});

describe('a connection', () => {
  it('answers a command by its id', async () => {
    const it_ = welcomed();
    const answer = it_.send({ do: 'start' });
    latest().tell({ is: 'done', id: latest().sent[0]?.id });
    expect(await answer).toMatchObject({ is: 'done' });
  });

  it('rejects with the code of a refusal', async () => {
    const it_ = welcomed();
    const answer = it_.send({ do: 'start' });
    latest().tell({ is: 'refused', id: latest().sent[0]?.id, code: 'not_host', params: {} });
    await expect(answer).rejects.toMatchObject({ code: 'not_host' });
  });

  it('is away after a break, and reconnects with growing delays', () => {
    const it_ = welcomed();
    expect(it_.status).toBe('open');
    latest().close();
    expect(it_.status).toBe('away');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    latest().close();
    vi.advanceTimersByTime(600);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(3);
    latest().welcome();
    expect(it_.status).toBe('open');
  });

  it('resends unanswered moves with the same id after the table was entered', () => {
    const it_ = connection();
    it_.onopen = () => enter(it_);
    it_.open();
    latest().welcome();
    void it_.send({ do: 'play', move: 'R11', at: 3 }, 't');
    const id = latest().sent.at(-1)?.id;
    latest().close();
    vi.advanceTimersByTime(1000);
    latest().welcome();
    expect(latest().said()).toEqual(['enter']);
    latest().tell({ is: 'done', id: latest().sent[0]?.id });
    expect(latest().said()).toEqual(['enter', 'play']);
    expect(latest().sent[1]?.id).toBe(id);
  });

  it('resends unsettled moves when a table is entered again on the same socket', async () => {
    const it_ = welcomed();
    const moves = ['R11', 'R12', 'R13'].map((move) => it_.send({ do: 'play', move, at: 3 }, 't'));
    const [first, second, third] = latest().sent.map(({ id }) => id);
    latest().tell({ is: 'done', id: first });
    latest().tell({ is: 'refused', id: second, code: 'not_saved', params: {} });
    enter(it_);
    latest().tell({ is: 'refused', id: third, code: 'no_table_entered', params: {} });
    void it_.send({ do: 'play', move: 'R14', at: 3 }, 't');
    expect(latest().sent).toHaveLength(5);
    latest().tell({ is: 'done', id: latest().sent[3]?.id });
    expect(
      latest()
        .sent.slice(5)
        .map(({ id }) => id),
    ).toEqual([second, third]);
    latest().tell({ is: 'done', id: second });
    latest().tell({ is: 'refused', id: third, code: 'stale', params: {} });
    const outcomes = await Promise.allSettled(moves);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('rejects a command that is never settled', async () => {
    const it_ = welcomed();
    const move = it_.send({ do: 'play', move: 'R11', at: 3 }, 't');
    const id = latest().sent[0]?.id;
    for (let tries = 0; tries < 4; tries++) {
      latest().tell({ is: 'refused', id, code: 'not_saved', params: {} });
      enter(it_);
      latest().tell({ is: 'done', id: latest().sent.at(-1)?.id });
    }
    await expect(move).rejects.toMatchObject({ code: 'not_saved' });
    expect(latest().sent.filter((command) => command.id === id)).toHaveLength(4);
  });

  it('drops the commands pending for a table that is left', async () => {
    const it_ = welcomed();
    const move = it_.send({ do: 'play', move: 'R11', at: 3 }, 'left');
    enter(it_);
    await expect(move).rejects.toMatchObject({ code: 'away' });
    latest().tell({ is: 'done', id: latest().sent.at(-1)?.id });
    expect(latest().said()).toEqual(['play', 'enter']);
  });

  it('redeems a code again later if its table has just moved', () => {
    const it_ = welcomed();
    void it_.send({ do: 'redeem', code: 'ABCDEFGH', key: 'k' });
    latest().tell({ is: 'refused', id: latest().sent[0]?.id, code: 'not_saved', params: {} });
    vi.advanceTimersByTime(1000);
    expect(latest().said()).toEqual(['redeem', 'redeem']);
    expect(latest().sent[1]).toEqual(latest().sent[0]);
  });

  it('does not resend momentary commands', async () => {
    const it_ = welcomed();
    const hint = it_.send({ do: 'hint' });
    latest().close();
    await expect(hint).rejects.toBeInstanceOf(Refusal);
    vi.advanceTimersByTime(1000);
    latest().welcome();
    expect(latest().sent).toEqual([]);
  });

  it('ignores a closed socket', () => {
    const it_ = connection();
    const heard: unknown[] = [];
    it_.onnews = (news) => heard.push(news);
    it_.open();
    const old = latest();
    old.close();
    vi.advanceTimersByTime(1000);
    old.tell({ is: 'tables', tables: [] });
    expect(heard).toEqual([]);
  });

  it('reconnects at once when asked to', () => {
    const it_ = connection();
    it_.open();
    latest().close();
    it_.hurry();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(2000);
    expect(sockets).toHaveLength(2);
  });

  it('closes a socket that is still connecting when it reconnects', () => {
    const it_ = connection();
    it_.open();
    latest().close();
    vi.advanceTimersByTime(1000);
    const connecting = latest();
    it_.hurry();
    expect(sockets).toHaveLength(3);
    expect(connecting.readyState).toBe(3);
    latest().welcome();
    expect(it_.status).toBe('open');
    vi.advanceTimersByTime(10_000);
    expect(sockets).toHaveLength(3);
  });

  it('does not reconnect if told so', () => {
    const it_ = connection(() => false);
    it_.open();
    latest().close();
    vi.advanceTimersByTime(60_000);
    expect([it_.status, sockets.length]).toEqual(['away', 1]);
  });

  it('drops an unanswered command that is aborted', async () => {
    const it_ = connection();
    const abort = new AbortController();
    const create = it_.send({ do: 'redeem', code: 'A', key: 'k' }, '', abort.signal);
    abort.abort();
    await expect(create).rejects.toMatchObject({ code: 'away' });
    it_.open();
    latest().welcome();
    expect(latest().sent).toEqual([]);
  });

  it('pings after a long silence, and reconnects without an answer', () => {
    const it_ = welcomed();
    vi.advanceTimersByTime(26_000);
    expect(latest().sent.map((command) => command.do)).toEqual(['ping']);
    latest().tell({ is: 'done', id: latest().sent[0]?.id });
    vi.advanceTimersByTime(26_000);
    expect(latest().sent.map((command) => command.do)).toEqual(['ping', 'ping']);
    expect(it_.status).toBe('open');
    vi.advanceTimersByTime(8_000);
    expect(it_.status).toBe('away');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.readyState).toBe(3);
  });

  it('pings at once when the page is visible again', () => {
    const it_ = welcomed();
    it_.hurry();
    expect(latest().sent.map((command) => command.do)).toEqual(['ping']);
  });

  it('drops a socket when the network is gone, and resends its moves', () => {
    const it_ = welcomed();
    void it_.send({ do: 'play', move: 'R11', at: 3 });
    it_.giveUp();
    expect(it_.status).toBe('away');
    vi.advanceTimersByTime(1000);
    latest().welcome();
    expect(sockets).toHaveLength(2);
    expect(latest().sent.map((command) => command.do)).toEqual(['play']);
  });
});
