"""A lesson over the wire: the same news as at a table, nothing kept, and always a way out."""

from __future__ import annotations

from typing import Any

import pytest

from elfer.games import BUILT_IN
from elfer.lessons import OTHERS, Learner, lesson
from elfer.server.lobby import Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from tests.server.indoors import guest, within
from tests.server.people import Person


def part_of(learner: Person) -> dict[str, Any]:
    """A person's place in a lesson."""
    return next(news for news in reversed(learner.heard) if news["is"] == "lesson")


async def reaches(learner: Person, part: int) -> dict[str, Any]:
    """Wait until a part has begun."""

    def there(_: Person) -> bool:
        now = part_of(learner)
        return now["part"] == part and not now["done"]

    await learner.until(there, f"for part {part}")
    return part_of(learner)


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_a_lesson_is_played_to_its_end(game: str) -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.say("learn", game=game)
            parts = part_of(ada)["parts"]
            for number in range(parts - 1):
                now = await reaches(ada, number)
                if now["moves"]:
                    assert set(now["moves"]) <= set(ada.moves)
                    await ada.say("play", move=now["moves"][0], at=ada.at)
                else:
                    await ada.insists("learn", game=game, part=number + 1)
            last = await reaches(ada, parts - 1)
            assert (last["moves"], set(last["text"])) == ([], {"en", "de"})
            found = lesson(game)
            assert found
            assert ada.update["view"]["over"] == Learner(found, parts).match.over
            assert ada.table["setup"]["game"] == game
            assert [chair["name"] for chair in ada.table["chairs"][1:]] == list(
                OTHERS[: len(ada.table["chairs"]) - 1]
            )

    within(story)


def test_a_lesson_is_the_one_for_the_options_of_a_table() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.say("learn", game="classic", part=5)
            assert ada.table["setup"]["options"]["edition"] == "classic"
            table = {"edition": "star-wars", "without": "blue"}
            await ada.say("learn", game="classic", part=5, options=table)
            assert ada.table["setup"]["options"] == {"edition": "star-wars", "without": None}
            now = await reaches(ada, 5)
            assert (now["moves"], ada.moves) == (["R14"], ["R14", "keep"])
            assert "keep" in now["text"]["en"]
            assert await ada.refused("learn", game="classic", options={"edition": "x"}) == "option_choice"

    within(story)


def test_wrong_moves_are_refused_by_the_rules_and_others_by_the_lesson() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.say("learn", game="classic", part=1)
            at = ada.at
            assert await ada.refused("play", move="R19", at=at) == "not_in_hand"
            assert await ada.refused("play", move="R5", at=at) == "needs_neighbour"
            assert await ada.refused("play", move="nonsense", at=at) == "unknown_move"
            assert await ada.refused("play", move="G11", at=at) == "lesson_other"
            assert (ada.at, part_of(ada)["part"]) == (at, 1)
            assert part_of(ada)["other"]["de"]
            await ada.plays("R13")
            await reaches(ada, 2)
            assert "R13" in ada.update["view"]["table"]

    within(story)


def test_one_can_go_back_and_on_and_anywhere() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.say("learn", game="classic", part=2)
            there = ada.update["view"]["table"]
            await ada.say("learn", game="classic", part=1)
            assert (part_of(ada)["part"], "R13" in ada.update["view"]["table"]) == (1, False)
            first = ada.table["match"]
            await ada.say("learn", game="classic", part=2)  # the move is made, and seen
            await reaches(ada, 2)
            assert ada.update["view"]["table"] == there
            assert ada.table["match"] == first
            await ada.say("learn", game="classic", part=1000)
            assert part_of(ada)["part"] == part_of(ada)["parts"] - 1
            await ada.say("learn", game="junior")
            assert (part_of(ada)["game"], part_of(ada)["part"]) == ("junior", 0)

    within(story)


def test_others_reply_at_a_pace_and_at_once_for_who_does_not_wait() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.say("learn", game="classic", part=3)
            await ada.plays("end")
            assert part_of(ada)["done"]
            assert part_of(ada)["moves"] == []
            assert ada.update["awaited"] == [1]
            await ada.say("learn", game="classic", part=4)
            assert (part_of(ada)["part"], part_of(ada)["done"]) == (4, False)
            assert ada.update["awaited"] == [0]

    within(story, pause=5.0)


def test_a_lesson_ends_where_one_goes_elsewhere() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.say("learn", game="classic", part=3)
            await ada.plays("end")
            await ada.say("lobby")
            heard = len(ada.heard)
            assert await ada.refused("play", move="draw", at=ada.at) == "no_table_entered"
            await ada.say("learn", game="classic")
            await ada.creates("junior", 2, bots=["easy"], start=True)
            assert ada.table["setup"]["game"] == "junior"
            await ada.until(lambda p: p.seat in p.update["awaited"])
            await ada.plays()
            told = [news["part"] for news in ada.heard[heard:] if news["is"] == "lesson"]
            assert told == [0]

    within(story, pause=5.0)


def test_what_is_no_lesson_is_refused_and_one_stays_where_one_is() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            assert await ada.refused("learn", game="no such game") == "unknown_game"
            await ada.say("learn", game="junior")
            assert await ada.refused("learn", game="no such game") == "unknown_game"
            await ada.say("learn", game="junior", part=1)

    within(story)


def test_nothing_of_a_lesson_is_kept_and_one_cannot_ask_without_end() -> None:
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            answers = [await ada.refused("learn", game="x") for _ in range(30)]
            assert answers.count("unknown_game") == 20
            assert set(answers) == {"unknown_game", "too_fast"}
            assert not lobby.rooms
        assert not await store.ids()

    within(story, store)
