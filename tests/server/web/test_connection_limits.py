"""How many may be connected, who makes room for others, and how much an address may ask for."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage, InvalidStatus

from elfer.server.web.connection_limits import (
    CLOSE_SECONDS,
    MAX_HTTP_CONNECTIONS,
    MAX_REQUESTS_AT_ONCE,
    ConnectionLimits,
    client_address,
)
from tests.server.bystanders import act, bystanders, complaints, looks_at, open_files, person_at
from tests.server.indoors import JumpingLoop
from tests.server.people import PATIENCE, Refusal, Server, person, serving
from tests.server.raw import raw

HERE, THERE, ELSEWHERE = "192.0.2.1", "192.0.2.2", "192.0.2.3"


class Guest:
    """A connection of which only one thing matters: whether it was turned away."""

    def __init__(self, seat: bool = False) -> None:
        self.gone = self.closing = False
        self.transport = cast(asyncio.Transport, self)
        self._seat = seat

    def abort(self) -> None:
        self.gone = True

    def is_closing(self) -> bool:
        return self.closing

    def seated(self) -> bool:
        return self._seat


def comes(limits: ConnectionLimits, address: str) -> Guest:
    guest = Guest()
    limits.connections.add(guest)  # type: ignore[arg-type]
    assert limits.admit(guest, address)
    return guest


def sits(limits: ConnectionLimits, seat: bool) -> Guest:
    """A connection that has become a socket."""
    guest = Guest(seat)
    limits.connections.add(guest)  # type: ignore[arg-type]
    limits.add_socket(guest)
    return guest


def test_of_too_many_connections_of_an_address_the_oldest_goes() -> None:
    limits = ConnectionLimits(sockets=1, total=100)
    other = comes(limits, THERE)
    guests = [comes(limits, HERE) for _ in range(MAX_HTTP_CONNECTIONS + 2)]
    assert [guest.gone for guest in guests] == [True, True, *[False] * MAX_HTTP_CONNECTIONS]
    assert not other.gone
    limits.release(guests[-1])
    limits.release(guests[-1])
    assert not comes(limits, HERE).gone
    assert not guests[2].gone, "who left has made room"


def test_a_connection_of_a_proxy_counts_for_its_visitor() -> None:
    limits = ConnectionLimits(sockets=1, total=100)
    guests = []
    for number in range(5 * MAX_HTTP_CONNECTIONS):
        guests.append(comes(limits, "127.0.0.1"))
        limits.reassign(guests[-1], f"192.0.2.{number}")
    assert not any(guest.gone for guest in guests)
    for guest in guests[: MAX_HTTP_CONNECTIONS + 1]:
        limits.reassign(guest, HERE)
    assert [guest.gone for guest in guests[: MAX_HTTP_CONNECTIONS + 1]].count(True) == 1


def test_in_a_full_house_the_oldest_without_a_seat_goes_sockets_last() -> None:
    limits = ConnectionLimits(sockets=100, total=6)
    seated, looking = sits(limits, True), sits(limits, False)
    plain = [comes(limits, HERE) for _ in range(4)]
    for guest in plain:
        new = comes(limits, THERE)
        limits.release(new)  # as it becomes a socket
        limits.add_socket(new)
        assert guest.gone
        limits.connections.discard(guest)
    assert not looking.gone
    comes(limits, ELSEWHERE)
    assert looking.gone
    assert not seated.gone


def test_where_all_have_a_seat_nobody_is_turned_away_for_another() -> None:
    limits = ConnectionLimits(sockets=100, total=3)
    seated = [sits(limits, True) for _ in range(3)]
    guest = Guest()
    limits.connections.add(guest)  # type: ignore[arg-type]
    assert not limits.admit(guest, HERE)
    assert not any(one.gone for one in seated)


def test_who_does_not_read_the_end_is_cut_off_after_a_while() -> None:
    async def story() -> list[list[bool]]:
        limits = ConnectionLimits(sockets=100, total=100)
        stays, reads, deaf, late = guests = [comes(limits, HERE) for _ in range(4)]
        gone = []
        reads.closing = deaf.closing = True
        limits.abort_unread()
        gone.append([guest.gone for guest in guests])
        limits.connections.discard(reads)
        late.closing = True
        for _ in range(2):
            await asyncio.sleep(CLOSE_SECONDS)
            await asyncio.sleep(0)
            gone.append([guest.gone for guest in guests])
        assert not stays.gone
        return gone

    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        gone = runner.run(story())
    assert gone == [[False] * 4, [False, False, True, False], [False, False, True, True]]


@pytest.mark.usefixtures("at_once")
def test_an_address_that_comes_too_often_is_not_let_in() -> None:
    limits = ConnectionLimits(sockets=2, total=10_000)
    came = [limits.admit(Guest(), HERE) for _ in range(200)]
    assert came == [True] * int(2 * MAX_REQUESTS_AT_ONCE) + [False] * (200 - int(2 * MAX_REQUESTS_AT_ONCE))
    assert limits.admit(Guest(), THERE)


def test_an_address_may_open_only_so_many_tables(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        async with bystanders(server), person(server) as eve:
            for _ in range(4):
                await eve.creates("classic", 2)
            for _ in range(5):
                with pytest.raises(Refusal, match="too_many_tables"):
                    await eve.creates("classic", 2)

    with serving(tmp_path / "data", "--tables", "4") as server:
        act(lambda: scene(server))


def test_an_address_may_have_only_so_many_sockets(tmp_path: Path) -> None:
    """Who goes may come again; another address, as a proxy on this machine reports it, counts by itself."""

    async def scene(server: Server) -> None:
        url, other = f"ws://{server.address}/socket", {"X-Forwarded-For": "192.0.2.7"}
        async with bystanders(server), AsyncExitStack() as stack:
            for _ in range(6):
                first = await stack.enter_async_context(connect(url))
            for _ in range(10):
                with pytest.raises(InvalidStatus, match="403"):
                    await connect(url)
            async with connect(url, additional_headers=other) as elsewhere:
                await elsewhere.recv()
            await first.close()
            async with person(server) as again:
                assert (await again.say("lobby"))["is"] == "done"

    with serving(tmp_path / "data", "--sockets", "6") as server:
        act(lambda: scene(server))


def test_a_proxy_is_known_however_its_address_is_written() -> None:
    proxies = ConnectionLimits(sockets=1, total=10, proxies=("::ffff:192.0.2.1", "2001:DB8:0::1")).proxies
    assert proxies == {"127.0.0.1", "::1", "192.0.2.1", "2001:db8::1"}


@pytest.mark.parametrize(
    ("peer", "forwarded", "counts"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "198.51.100.1", "192.0.2.1"),
        ("127.0.0.2", "198.51.100.1", "127.0.0.2"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("::1", "198.51.100.1:4711", "198.51.100.1"),
        ("127.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", " , ", "127.0.0.1"),
        ("127.0.0.1", "[2001:db8::7]:4711", "2001:db8::/64"),
        ("127.0.0.1", "2001:db8::7", "2001:db8::/64"),
        ("127.0.0.1", "x" * 1000, "x" * 64),
        ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "", "fe80::/64"),
        ("::ffff:192.0.2.1", "", "192.0.2.1"),
        ("::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:7f00:1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:192.0.2.1", "198.51.100.1", "192.0.2.1"),
        ("127.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("0:0:0:0:0:0:0:1", "198.51.100.1", "198.51.100.1"),
        ("", "", ""),
    ],
)
def test_limits_count_for_the_client_and_not_for_one_of_its_many_addresses(
    peer: str, forwarded: str, counts: str
) -> None:
    assert client_address(peer, forwarded) == counts


def test_a_server_on_all_addresses_counts_those_that_a_proxy_of_its_machine_names(tmp_path: Path) -> None:
    """A socket on `::` names a proxy at 127.0.0.1 `::ffff:127.0.0.1`."""

    async def scene(server: Server) -> None:
        url = f"ws://{server.address}/socket"
        async with AsyncExitStack() as stack:
            for number in range(4):
                visitor = {"X-Forwarded-For": f"192.0.2.{number}"}
                await stack.enter_async_context(connect(url, additional_headers=visitor))
            with pytest.raises(InvalidStatus, match="403"):
                await connect(url, additional_headers={"X-Forwarded-For": "192.0.2.0"})

    with serving(tmp_path / "data", "--host", "::", "--sockets", "1") as server:
        act(lambda: scene(server))


def test_sockets_and_requests_come_only_so_often_from_an_address(tmp_path: Path) -> None:
    """Too many new sockets are refused, too many requests wait or are refused; a moment later all is well."""

    async def ask(server: Server) -> str:
        async with raw(server) as connection:
            connection.say(f"GET / HTTP/1.1\r\nHost: {server.address}\r\nConnection: close\r\n\r\n".encode())
            return (await connection.rest())[9:12].decode()

    async def scene(server: Server) -> None:
        url = f"ws://{server.address}/socket"
        async with bystanders(server):
            statuses = Counter[int]()
            for _ in range(40):
                try:
                    async with connect(url):
                        statuses[101] += 1
                except InvalidStatus as refused:
                    statuses[refused.response.status_code] += 1
                except (OSError, InvalidMessage):
                    statuses[0] += 1
            assert statuses[101] <= 35, statuses
            assert statuses[429] + statuses[0] > 0
            heard = Counter(await asyncio.gather(*(ask(server) for _ in range(300))))
            assert heard["200"] < 150, heard
            assert set(heard) <= {"200", "429", ""}, "the rest was cut off before it could ask"
            while await ask(server) != "200":
                await asyncio.sleep(0.2)

    with serving(tmp_path / "data", "--sockets", "2") as server:
        act(lambda: scene(server))
        assert complaints(server) == []


@pytest.fixture
def few_files(tmp_path: Path) -> str:
    """A Python that may have only a few files open, and even fewer unless it asks for more."""
    script = tmp_path / "python"
    script.write_text(f'#!/bin/sh\nulimit -Sn 200\nulimit -Hn 420\nexec {sys.executable} "$@"\n')
    script.chmod(0o755)
    return str(script)


def test_idle_connections_shut_nobody_out(tmp_path: Path, few_files: str) -> None:
    """More of them than the system lets the server have files; newcomers come in, and who plays goes on."""

    async def scene(server: Server) -> None:
        assert server.process
        listed = Path(f"/proc/{server.process.pid}/limits").read_text()
        (line,) = [line for line in listed.splitlines() if line.startswith("Max open files")]
        assert line.split()[3:5] == ["420", "420"]
        async with bystanders(server) as others, AsyncExitStack() as stack:
            for number in range(600):
                idle = socket.create_connection(
                    ("127.0.0.1", server.port), PATIENCE, (f"127.0.1.{number % 8}", 0)
                )
                stack.callback(idle.close)
                if number % 100 == 99:
                    await looks_at(server, "/api/games", "127.0.0.4")
                    async with person_at(server, "127.0.0.3") as cleo:
                        await cleo.creates("classic", 2, bots=["easy"], start=True)
                    await others.go_on()
            assert open_files(server) < 420
            await looks_at(server, "/", "127.0.1.1")

    with Server(tmp_path / "data", "--pause", "0", python=few_files) as server:
        act(lambda: scene(server))
        assert complaints(server) == []
        assert server.stop() == 0
