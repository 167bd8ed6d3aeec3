"""Names that people give themselves, and what hostile ones come to."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elfer.core.refusals import BadInput
from elfer.server.lobby import Lobby
from elfer.server.tables.names import GLUE, HIDDEN, MAX_NAME_CHARACTERS, clean_name
from tests.server.bystanders import act, bystanders, complaints
from tests.server.indoors import guest, sit_down, within
from tests.server.people import Person, Refusal, Server, new_key, person, serving

GOOD = {
    "Ada": "Ada",
    "  Ada \t  Lovelace\n": "Ada Lovelace",
    "Zoe\u0308": "Zoë",
    "Österreich-Ungarn": "Österreich-Ungarn",
    "李小龍": "李小龍",
    "हिन्दी": "हिन्दी",
    "שָׁלוֹם": "שָׁלוֹם",
    "👩\u200d👧 ❤\ufe0f": "👩\u200d👧 ❤\ufe0f",
    "<script>alert()</script>": "<script>alert()</script>",
    "</pre><img src=x>": "</pre><img src=x>",
    "Robert'); DROP TABLE x;-": "Robert'); DROP TABLE x;-",
    "{{7*7}} ${7*7} %s %n": "{{7*7}} ${7*7} %s %n",
    "../../etc/passwd": "../../etc/passwd",
}
"""Names, and how they are shown: whatever looks like code is only text."""
BAD = {
    "nothing": ("", "name_empty"),
    "spaces": (" \t\n\u3000", "name_empty"),
    "25 letters": ("a" * 25, "name_long"),
    "right to left": ("Ada\u202eneB", "name_letters"),
    "an isolate": ("\u2066Ada\u2069", "name_letters"),
    "a mark of direction": ("Ada\u200f", "name_letters"),
    "a zero-width space": ("A\u200bda", "name_letters"),
    "a byte order mark": ("\ufeffAda", "name_letters"),
    "joiners alone": ("\u200d\u200d", "name_letters"),
    "a variation alone": ("\ufe0f", "name_letters"),
    "a filler": ("\u3164", "name_letters"),
    "a blank of Braille": ("\u2800\u2800", "name_letters"),
    "a null": ("Ada\u0000", "name_letters"),
    "a bell": ("A\u0007da", "name_letters"),
    "an escape": ("\u001b[31mAda", "name_letters"),
    "delete": ("Ada\u007f", "name_letters"),
    "tags": ("Ada\U000e0041", "name_letters"),
    "private use": ("\ue000", "name_letters"),
    "no character": ("\uffff", "name_letters"),
    "a mark without a letter": ("\u0301Ada", "name_letters"),
    "a heap of marks": ("A" + "\u0300\u0316\u0321\u0334\u0335", "name_letters"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("names") / "data"
    with serving(data, "--tables", "1000", "--sockets", "1000") as server:
        yield server
        assert complaints(server) == []


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name_is_kept(name: str) -> None:
    assert clean_name(name) == GOOD[name]


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_name_is_refused(kind: str) -> None:
    name, code = BAD[kind]
    with pytest.raises(BadInput) as refused:
        clean_name(name)
    assert refused.value.code == code


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(), max_size=40))
def test_a_name_is_one_short_line_of_visible_characters_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except BadInput:
        return
    assert 0 < len(name) <= MAX_NAME_CHARACTERS
    assert name == clean_name(name)
    assert name == " ".join(name.split())
    assert not any(unicodedata.category(letter) in HIDDEN for letter in name if letter not in GLUE)


async def seated(ben: Person, name: str) -> str:
    """The name as the table shows it."""
    await ben.say("sit", seat=1, name=name)
    await ben.until(lambda p: p.table["chairs"][1]["name"], "for the name")
    shown = str(ben.table["chairs"][1]["name"])
    await ben.say("leave")
    return shown


def test_names_that_look_like_code_are_shown_as_they_are(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben:
            await ben.enters(await ada.creates("classic", 2, listed=True))
            for name, shown in GOOD.items():
                assert await seated(ben, name) == shown

    act(scene)


def test_hostile_names_are_refused(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben:
            await ben.enters(await ada.creates("classic", 2))
            for name, code in BAD.values():
                with pytest.raises(Refusal, match=code):
                    await ben.say("sit", seat=1, name=name)
            assert not ada.table["chairs"][1]["name"]

    act(scene)


def test_ten_thousand_letters_are_refused(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as eve:
            setup = {"game": "classic", "seats": 2}
            for name in ("a" * 10_000, "\u202e" * 2_000, "👩" * 1_000):
                with pytest.raises(Refusal, match="bad_frame"):
                    await eve.say("create", setup=setup, name=name, key=new_key())

    act(scene)


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "\\udc00\\ud800", "Ada\\ud83d"])
def test_halves_of_characters_are_refused(server: Server, half: str) -> None:
    """JSON can say `\\ud800`, which no text can hold."""

    async def scene() -> None:
        async with bystanders(server), person(server) as eve:
            command = {"do": "create", "id": "1", "setup": {"game": "classic", "seats": 2}, "key": new_key()}
            await eve.socket.send(json.dumps({**command, "name": "NAME"}).replace("NAME", half))
            assert (await eve.hears("refused"))["code"] == "bad_frame"
            assert (await eve.say("lobby"))["is"] == "done"

    act(scene)


def called(someone: Person) -> list[str]:
    return [chair["name"] for chair in someone.table["chairs"]]


def test_a_name_can_be_changed_before_and_during_a_match_and_lasts() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            table = await sit_down(ada, ben)
            await ben.say("rename", name="  Benno   B. ")
            await ada.until(lambda p: called(p) == ["Ada", "Benno B."])
            await ada.say("start")
            await ada.say("rename", name="Adele")
            await ben.until(lambda p: called(p) == ["Adele", "Benno B."] and p.update)
            assert await ben.refused("rename", name=" ") == "name_empty"
            assert await ben.refused("rename", name="\u202eBen") == "name_letters"
            saved = await lobby.store.peek(table)
            assert saved
            assert [chair.name for chair in saved.table.chairs] == ["Adele", "Benno B."]

    within(story)


@pytest.mark.usefixtures("at_once")
def test_nobody_changes_names_again_and_again() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2)
            codes = []
            for number in range(30):
                try:
                    await ada.say("rename", name=f"Ada {number}")
                except Refusal as refusal:
                    codes.append(refusal.code)
            assert codes
            assert set(codes) == {"too_fast"}

    within(story)
