"""What people type at a table of the server: moves in their own words, or a question in return."""

from __future__ import annotations

import pytest

from elfer.server.lobby import MAX_TEXTS_AT_ONCE, Lobby
from tests.server.indoors import guest, within
from tests.server.people import Person, Refusal


async def moves(someone: Person, text: str, lang: str = "en", open: str = "") -> list[str]:
    heard: list[str] = (await someone.say("say", text=text, lang=lang, open=open))["moves"]
    return heard


async def holds_green_and_yellow(someone: Person) -> int:
    """Be dealt a hand with a number in green and in yellow; which one."""
    for _ in range(20):
        await someone.creates("classic", 2, bots=["easy"], start=True)
        await someone.until(lambda p: p.update)
        hand = set(someone.update["view"]["hands"][0])
        if both := [n for n in range(1, 21) if {f"G{n}", f"Y{n}"} <= hand]:
            return both[0]
    raise AssertionError("such hands are not that rare")


def test_moves_are_heard_in_both_languages_and_nothing_is_played() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            at = ada.at
            assert await moves(ada, "red 11, yellow 12") == ["R11", "Y12"]
            assert await moves(ada, "Rot 11 und gelb 12", "de") == ["R11", "Y12"]
            assert await moves(ada, "ziehen", "de") == ["draw"]
            assert await moves(ada, "no such thing") == ["no", "such", "thing"]
            assert await moves(ada, "  ") == []
            assert ada.at == at

    within(story)


def test_the_words_of_a_hint_are_heard() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("old-maid", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            assert await moves(ada, "Card 1") == ["draw 1"]
            assert await moves(ada, "Karte 1", "de") == ["draw 1"]

    within(story)


def test_a_colour_in_question_is_asked_for_and_then_said_alone() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            number = await holds_green_and_yellow(ada)
            with pytest.raises(Refusal) as unclear:
                await moves(ada, f"g {number}", "de")
            assert unclear.value.code == "unclear"
            open = unclear.value.params["open"]
            assert len(unclear.value.params["choices"]) == 2
            assert await moves(ada, "gelb", "de", open) == [f"Y{number}"]
            assert await moves(ada, "gr", "de", open) == [f"G{number}"]

    within(story)


def test_purple_is_a_colour_where_the_edition_says_so() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2, bots=["easy"], start=True, options={"edition": "star-wars"})
            await ada.until(lambda p: p.update)
            assert await moves(ada, "purple 3") == ["B3"]
            assert await moves(ada, "purple-blue 3") == ["B3"]
            assert await moves(ada, "Lila-Blau 3, rot 4", "de") == ["B3", "R4"]

    within(story)


@pytest.mark.parametrize("open", ["", "{GY}1+" * 33, "{RYGBN}{RYGBN}{RYGBN}{RYGBN}"])
def test_no_text_takes_long_to_read(open: str) -> None:
    """Each open colour would double the readings: as many as fit into a frame would take for ever."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2, bots=["easy"], start=True)
            assert len(await moves(ada, "+".join(["g1"] * 33), "de", open)) == 1
            assert len(await moves(ada, "g", "de", open)) == 1

    within(story)


@pytest.mark.usefixtures("at_once")
def test_an_address_types_only_so_much() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby, address="192.0.2.9") as cleo:
            for one in (ada, ben, cleo):
                await one.creates("classic", 2, bots=["easy"], start=True)
            for _ in range(MAX_TEXTS_AT_ONCE // 2):
                assert await moves(ada, "red 11") == await moves(ben, "red 11") == ["R11"]
            for one in (ada, ben):
                assert await one.refused("say", text="red 11", lang="en") == "too_fast"
            assert await moves(cleo, "red 11") == ["R11"]

    within(story)


def test_without_a_match_there_is_nothing_to_say() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2)
            assert await ada.refused("say", text="red 11", lang="en") == "no_match"

    within(story)
