"""The connection of a remote player, over a real network."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from elfer.core.refusals import Refused
from elfer.remote_bot.connection import parse_link
from tests.bots import own_bots
from tests.browser.proxy import Proxy
from tests.server.people import person, serving
from tests.server.programs import Stay

TABLE = "g-jxsyojfF9jvqAf7YJtfw"


@pytest.mark.parametrize(
    ("link", "address"),
    [
        (f"http://localhost:8011/t/{TABLE}", "ws://localhost:8011/socket"),
        (f" https://elfer.example/t/{TABLE}/\n", "wss://elfer.example/socket"),
        (f"HTTPS://elfer.example/t/{TABLE}", "wss://elfer.example/socket"),
        (f"192.168.1.7:8011/t/{TABLE}", "ws://192.168.1.7:8011/socket"),
        (f"http://[::1]:8011/t/{TABLE}", "ws://[::1]:8011/socket"),
        (f"https://example.org/games/elfer/t/{TABLE}", "wss://example.org/games/elfer/socket"),
    ],
)
def test_the_link_of_a_table(link: str, address: str) -> None:
    assert parse_link(link) == (address, TABLE)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "http://localhost:8011/",
        f"/t/{TABLE}",
        f"http://localhost:8011/t/{TABLE[1:]}",
        f"http://localhost:80110/t/{TABLE}",
        f"http://localhost:http/t/{TABLE}",
        f"ftp://localhost/t/{TABLE}",
        f"http://[::1/t/{TABLE}",
        f"http://ada:secret@localhost/t/{TABLE}",
        f"http://localhost:8011/t/{TABLE}?x=1",
        f"http://localhost:8011/x y/t/{TABLE}",
    ],
)
def test_what_is_no_link_of_a_table(link: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_link(link)
    assert refused.value.code == "join_link"


def test_a_guest_whose_cable_is_cut_comes_back_to_its_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with person(server) as ada:
            table = await ada.creates("duel", 2, programs=True)
            stay = Stay(cable.address, table)
            await ada.until(lambda p: p.table["chairs"][1]["here"], "for the guest")
            cable.cut()
            await ada.until(lambda p: not p.table["chairs"][1]["here"], "for the guest to go")
            await ada.say("start")
            assert ada.at == 0
            cable.mend()
            await ada.until(lambda p: p.update.get("result"), "for the end")
            assert stay.told == ["join.lost", "join.back"]
            await ada.say("remove", seat=1)
            assert await stay.over() == "join_removed"

    with serving(tmp_path / "data") as server:
        cable = Proxy(server)
        asyncio.run(story())
        cable.cut()


def test_a_guest_gives_its_seat_up_when_it_has_to_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with person(server) as ada:
            table = await ada.creates("highest", 2, programs=True)
            stay = Stay(server.address, table, own_bots.Raising)
            await ada.until(lambda p: p.table["chairs"][1]["program"], "for the guest")
            await ada.say("start")
            assert await stay.over() == "bot_raised"
            await ada.until(lambda p: p.table["chairs"][1]["bot"], "for a bot in its place")
            await ada.plays_on()

    with serving(tmp_path / "data") as server:
        asyncio.run(story())
        assert asyncio.run(Stay("127.0.0.1:1", TABLE).over()) == "join_no_server"
        assert asyncio.run(Stay(f"{server.address}/elsewhere", TABLE).over()) == "not_elfer"
        assert asyncio.run(Stay(server.address, TABLE).over()) == "no_table"
