"""The reasons of hints are true: each is checked by playing, in positions of every option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

import elfer
from elfer.bots import Reason
from elfer.core.cards import BIT, NUMBER, names
from elfer.core.chance import Chance
from elfer.core.game import TABLE, AnyGame, Seat
from elfer.core.texts import LANGUAGES, Words
from elfer.games.board.bot import why as board_why
from elfer.games.board.tiles import SYMBOLS
from elfer.games.cheat.bot import why as cheat_why
from elfer.games.cheat.state import whole_pile
from elfer.games.master.bot import why as master_why
from elfer.games.master.state import JOKERS
from elfer.games.rows.bot import why as rows_why
from elfer.games.snap.bot import why as snap_why
from elfer.games.snap.calls import calls, matches, middle_matches
from tests.games.board.positions import board
from tests.games.cheat.positions import at as cheat
from tests.games.snap.positions import snap
from tests.rules import rule
from tests.variants import VARIANTS


class At(NamedTuple):
    """A move in a position, and the parameters of its reasons."""

    game: Any
    state: Any
    seat: Seat
    move: str
    gaps: Any

    @property
    def after(self) -> Any:
        return played(self.game, self.state, self.seat, self.move)

    @property
    def moves(self) -> set[str]:
        return set(self.game.moves(self.state, self.seat))

    @property
    def moves_after(self) -> set[str]:
        return set(self.game.moves(self.after, self.seat))

    def wins(self, state: Any) -> bool:
        result = self.game.result(state)
        return result is not None and self.seat in result.winners


def played(game: Any, state: Any, seat: Seat, move: str) -> Any:
    return game.play(state, seat, move)[0]


def goes_out(at: At) -> bool:
    """The whole hand can go in this turn."""
    state = at.after
    while state.hands[at.seat]:
        lays = [move for move in at.game.moves(state, at.seat) if move in BIT]
        if not lays:
            return False
        state = played(at.game, state, at.seat, lays[0])
    return True


def opens(at: At) -> bool:
    """These fit once the card lies, and did not before."""
    cards, before = set(at.gaps["cards"]), set(at.game.view(at.state, at.seat).fits)
    return not cards & before and cards <= set(at.game.view(at.after, at.seat).fits)


def own(at: At) -> bool:
    return all(BIT[card] & at.state.hands[at.seat] for card in at.gaps["cards"])


def held_back(at: At) -> bool:
    """These could be laid instead."""
    return set(at.gaps["cards"]) <= at.moves


def jokers(at: At, state: Any) -> int:
    return int((state.hands[at.seat] & JOKERS).bit_count())


def settled(game: Any, state: Any) -> Any:
    """The state after all have accepted the last lay."""
    while asked := game.asked(state):
        state = played(game, state, asked[0], "accept")
    return state


def doubted(game: Any, state: Any) -> Any:
    return played(game, state, game.doubters(state)[0], "doubt")


def risked(at: At) -> bool:
    """After a doubt the whole pile is taken: at least this many cards."""
    pile = whole_pile(at.after)
    taken = doubted(at.game, at.after).hands[at.seat]
    return pile.bit_count() >= at.gaps["count"] and not pile & ~taken


def proven(at: At) -> bool:
    """After a doubt another seat takes the pile, and play goes on."""
    end = doubted(at.game, at.after)
    return end.hands[at.seat] == at.after.hands[at.seat] and at.game.result(end) is None


def resolved(at: At) -> Any:
    return played(at.game, at.after, TABLE, "resolve")


def costs_nothing(at: At) -> bool:
    """Nothing moves, if no call of another is being settled."""
    closed = resolved(at)
    return bool(calls(at.state)) or (closed.piles, closed.middle) == (at.state.piles, at.state.middle)


def costs(at: At) -> bool:
    """The open pile goes to the middle, if no call of another is being settled."""
    closed, count = resolved(at), at.gaps["count"]
    return bool(calls(at.state)) or len(closed.middle) == len(at.state.middle) + count


def matching(at: At) -> bool:
    return bool(matches(at.state) or middle_matches(at.state))


Check = Callable[[At], bool]
ROWS: dict[str, Check] = {
    "goes_out": goes_out,
    "frees": lambda at: opens(at) and own(at),
    "opens": lambda at: opens(at) and not own(at),
    "holds_back": held_back,
    "keeps": lambda at: BIT[at.gaps["cards"][0]] == at.state.drawn or held_back(at),
}
BOARD: dict[str, Check] = {
    "goes_out": lambda at: not at.after.hands[at.seat],
    "board_bonus": lambda at: len(at.after.bag) < len(at.state.bag),
    "board_free_tile": lambda at: bool(at.moves_after - {"skip"}) and "skip" in at.moves_after,
    "holds_back": held_back,
    "keeps": held_back,
}
MASTER: dict[str, Check] = {
    "goes_out": lambda at: not at.after.hands[at.seat],
    "master_half": lambda at: at.after.bonus[at.seat] == at.state.bonus[at.seat] + 1,
    "master_takes_joker": lambda at: jokers(at, at.after) == jokers(at, at.state) + 1,
    "master_spends_joker": lambda at: jokers(at, at.after) == jokers(at, at.state) - 1,
    "master_spends_bridge": lambda at: at.after.connections[at.seat] == at.state.connections[at.seat] - 1,
    "master_saves": lambda at: bool(jokers(at, at.state) or at.state.connections[at.seat]),
    "holds_back": held_back,
}
CHEAT: dict[str, Check] = {
    "cheat_accepts": lambda at: at.game.result(at.after) is not None and not at.wins(at.after),
    "cheat_all_accept": lambda at: (
        at.game.result(at.after) is None and not at.wins(settled(at.game, at.after))
    ),
    "cheat_sure_lie": lambda at: not at.game.honest(at.state),
    "cheat_sure_lie_colour": lambda at: (
        not at.game.honest(at.state) and at.gaps["card"] not in names(at.state.last)
    ),
    "cheat_free": lambda at: at.after.hands[at.seat] == at.state.hands[at.seat],
    "cheat_risk": risked,
    "cheat_true": proven,
    "cheat_wins": lambda at: at.wins(doubted(at.game, at.after)) and at.wins(settled(at.game, at.after)),
}
SNAP: dict[str, Check] = {
    "snap_match": lambda at: (
        [NUMBER[pile[0]] for pile in at.state.piles if pile].count(at.gaps["number"]) > 1
    ),
    "snap_middle": lambda at: NUMBER[at.state.middle[0]] == at.gaps["number"] and matching(at),
    "snap_call": matching,
    "snap_nothing": lambda at: not matching(at),
    "snap_late": costs_nothing,
    "snap_false_free": costs_nothing,
    "snap_false": costs,
}
FAMILIES: dict[str, tuple[Callable[..., Any], dict[str, Check]]] = {
    "rows": (rows_why, ROWS),
    "board": (board_why, BOARD),
    "master": (master_why, MASTER),
    "cheat": (cheat_why, CHEAT),
    "snap": (lambda _, state, seat, move: [snap_why(state, seat, move)], SNAP),
}
FEW = {id: min(seats for one, seats, _ in VARIANTS if one == id) for id, _, _ in VARIANTS}
"""The smallest table of each game, where options are tried."""


def family(game: AnyGame) -> str:
    return type(game).__module__.split(".")[2]


def tried() -> list[tuple[str, int, dict[str, Any]]]:
    """Each game with a choice of each option at its smallest table, and as it is at three seats."""
    found = []
    for id, seats, options in VARIANTS:
        match = elfer.start(id, seats=seats, seed=0, **options)
        if family(match.game) in FAMILIES and (seats == FEW[id] or seats == 3):
            found.append((id, seats, options))
    return found


def positions(id: str, seats: int, options: dict[str, Any]) -> Iterator[tuple[Any, Any, Seat]]:
    """Positions of a match in which all play at random, and who may act in each."""
    match, rng = elfer.start(id, seats=seats, seed=7, **options), Chance(7)
    while not match.over and match.steps < 160:
        for seat in match.actors:
            if seat != TABLE and len(match.moves(seat)) > 1:
                yield match.game, match.state, seat
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])


@pytest.mark.parametrize(("id", "seats", "options"), tried())
def test_reasons_are_true(id: str, seats: int, options: dict[str, Any]) -> None:
    for game, state, seat in positions(id, seats, options):
        why, checks = FAMILIES[family(game)]
        for move in game.moves(state, seat)[:12]:
            for reason in why(game, state, seat, move):
                said = [reason.tell(Words(lang)) for lang in LANGUAGES]
                assert not any("{" in text for text in said)
                check = checks.get(reason.code)
                assert not check or check(At(game, state, seat, move, reason.params)), (move, said)


def told(match: Any, seat: Seat, move: str) -> list[str]:
    why, checks = FAMILIES[family(match.game)]
    found: list[Reason] = why(match.game, match.state, seat, move)
    checked = (one for one in found if one.code in checks)
    assert all(checks[one.code](At(match.game, match.state, seat, move, one.params)) for one in checked)
    return [text for one in found for text in (one.tell(Words("en")), one.tell(Words("de")))]


@rule("BOA-22")
def test_the_free_tile_goes_on_its_own_field_only() -> None:
    match = board("RS G8 B2", "Y1 Y2", table="R11 R20", options={"symbols": True})
    said = told(match, 0, "RS=R20")
    assert said[0].endswith("on its field, even if it does not fit.")
    assert "beliebig" not in said[1]
    match.play(0, "RS=R20")
    assert set(match.moves(0)) == {"G8", "B2", "skip"}


@rule("BOA-22")
def test_no_free_tile_is_promised_to_a_hand_without_one() -> None:
    match = board("RS YS", "Y1 Y2", table="R11 R20", options={"symbols": True})
    assert not match.state.hands[0] & ~SYMBOLS
    assert told(match, 0, "RS=R20")[0] == "It opens the way for nobody."


@rule("BOA-8")
def test_no_bonus_is_promised_from_an_empty_bag() -> None:
    full, empty = (board("N13 R2", "Y1", table="R12", rest=rest) for rest in ("bag", "hand"))
    assert told(full, 0, "N13=R13")[0] == "It brings a bonus tile from the bag onto the board."
    assert not any("bonus" in text for text in told(empty, 0, "N13=R13"))


@rule("SNA-6")
def test_a_late_call_is_not_said_to_have_been_made() -> None:
    """The match of the card before was not called."""
    match = snap(["Y1", "G9", "B3"], ["R7", "Y7", "G8"], turn=1)
    match.play(1, "reveal")
    assert not any(match.state.called)
    assert told(match, 2, "schnapp") == [
        "That comes too late: it costs nothing and brings nothing.",
        "Das kommt zu spät. Es kostet nichts, bringt aber auch nichts.",
    ]


@rule("CHE-8")
@pytest.mark.parametrize("star_wars", [False, True])
def test_accepting_the_last_card_loses_once_all_have_accepted(star_wars: bool) -> None:
    match = cheat("R1", "Y2 G9", "B3 R7", star_wars=star_wars)
    match.play(0, "R1")
    said = "If all accept it, the round is lost." if star_wars else "Then the round is lost."
    assert told(match, 1, "accept")[0] == said
    if star_wars:
        match.play(1, "accept")
        assert told(match, 2, "accept")[0] == "Then the round is lost."


@rule("CHE-9")
def test_a_sure_lie_names_the_card_where_the_colour_counts() -> None:
    match = cheat("Y1 G9", "R1 G2", "B3 R7", options={"colour": "red"})
    match.play(0, "Y1")
    assert told(match, 1, "doubt")[0] == "It is a lie: it cannot be red 1."


@rule("CHE-8")
def test_a_true_last_card_is_said_to_win() -> None:
    match = cheat("R1", "Y2 G9", "B3 R7")
    assert told(match, 0, "R1")[0] == "It is the truth, and your last card: you win."
