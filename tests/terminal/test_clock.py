"""Reaction games in real time: bots call and the table moves without waiting for a slow person."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import elfer
from elfer.bots import bot
from elfer.core.texts import Words
from elfer.games.snap.calls import matches, middle_matches
from elfer.games.snap.state import State
from elfer.terminal.keyboard import Keyboard
from elfer.terminal.match import LOOKING_SECONDS, is_timed, play_match
from elfer.terminal.person import Person


class Attentive(Keyboard):
    """A person who makes every right call, but takes a while to type each line."""

    can_wait = True

    def __init__(self, takes: float) -> None:
        self.takes = takes
        self.time = 0.0
        self.person: Person | None = None
        self.longest = 0.0
        """The longest time it was waited for, where play did not wait for this seat."""

    def now(self) -> float:
        return self.time

    def line(self, _prompt: str, seconds: float | None = None) -> str | None:
        assert self.person is not None
        match, seat = self.person.match, self.person.seat
        if seat not in match.awaited:
            assert seconds is not None
            self.longest = max(self.longest, seconds)
        if seconds is not None and seconds < self.takes:
            self.time += seconds
            return None
        self.time += self.takes
        state, moves = match.state, match.moves(seat)
        assert isinstance(state, State)
        if middle_matches(state) and "schnipp" in moves:
            return "i"
        return "a" if matches(state) and "schnapp" in moves else ""


def wins(takes: float, level: str, games: int, **options: bool) -> int:
    """How many of some games an attentive person wins who takes so long to type."""
    won = 0
    for seed in range(games):
        match = elfer.start("snap", seats=2, seed=seed, **options)
        typist = Attentive(takes)
        console = Console(file=io.StringIO(), width=80)
        typist.person = Person(
            match, 0, Words("en", ("You", "Bot"), you=0), console, bot("easy"), lines=typist
        )
        play_match(typist.person, {1: bot(level, seed)})
        assert match.over
        assert match.result is not None
        assert typist.longest <= LOOKING_SECONDS + 0.001
        won += match.result.winners == (0,)
    return won


def test_it_is_a_matter_of_time_in_one_game_only() -> None:
    assert [id for id in elfer.games() if is_timed(elfer.start(id, seed=1))] == ["snap"]


def test_a_careful_typist_does_not_beat_experts_and_a_quick_one_can() -> None:
    assert wins(3.0, "expert", 8) <= 1
    assert wins(0.7, "expert", 4) >= 3


def test_all_turn_up_together() -> None:
    assert wins(2.5, "expert", 2, together=True) == 0
    assert wins(0.7, "expert", 2, together=True) == 2


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_bots_that_never_call_wait_for_nobody(level: str) -> None:
    assert wins(0.7, level, 1) == 1
