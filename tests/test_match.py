from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import elfer
from elfer import BadInput, IllegalMove
from elfer.core.chance import Chance
from elfer.core.game import TABLE
from elfer.games import registry
from elfer.match import DEAL, STOP, AnyMatch, Match
from tests.positions import seen, table


def test_the_promised_games() -> None:
    info = elfer.games()["classic"]
    assert (info.id, info.title, info.seats) == ("classic", "Elfer raus!", range(2, 7))
    assert info.options["edition"] == elfer.Option("choice", ("classic", "junior", "star-wars"), "classic")
    assert info.options["without"] == elfer.Option("choice", (None, "red", "yellow", "green", "blue"), None)
    assert set(elfer.games()) == set(registry())


def test_a_match_from_start_to_end() -> None:
    match = elfer.start("classic", seats=4, seed=7)
    (seat,) = match.actors
    assert match.moves(seat) == ("R11",)
    assert match.moves((seat + 1) % 4) == ()
    assert match.moves(elfer.TABLE) == ()
    assert match.due is None
    assert not match.over
    assert match.result is None
    bot = elfer.bot("random", seed=1)
    while match.actors:
        match.play(match.actors[0], bot.choose(match, match.actors[0]))
    assert match.over
    assert match.result is not None
    assert len(match.history) == match.steps


def test_between_rounds_the_table_deals() -> None:
    match = table("junior", "R2", "Y9")
    assert match.rounds == 1
    match = elfer.start("junior", seats=2, seed=1, rounds=2)
    bot = elfer.bot("greedy", seed=1)
    while match.actors != (elfer.TABLE,):
        match.play(match.actors[0], bot.choose(match, match.actors[0]))
    assert match.moves(elfer.TABLE) == ("deal",)
    assert match.moves(0) == ()
    assert match.awaited == (elfer.TABLE,)
    assert match.due is None
    assert seen(match, 0).over
    assert None not in seen(match, 0).hands
    with pytest.raises(IllegalMove, match="deals the next one"):
        match.play(0, "draw")
    (event,) = match.play(elfer.TABLE, "deal")
    assert elfer.to_json(event) == '{"event":"dealt","round":1}'
    assert match.round == 1
    assert match.actors == (1,)


def test_seeds_differ_unless_given() -> None:
    assert elfer.start("classic").position() != elfer.start("classic").position()
    assert elfer.start("classic", seed=1).position() == elfer.start("classic", seed=1).position()
    assert elfer.start("classic", seed=1).position() != elfer.start("classic", seed=2).position()


def test_this_seed_gives_this_deal_on_every_machine() -> None:
    assert elfer.start("junior", seats=2, seed=1).position()["hands"] == ["Y2 Y6 G5 B4 B5", "R3 R10 Y8 G8 B3"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda start: start("clasic"), "There is no game 'clasic'. Games: classic, "),
        (lambda start: start(11), "A game is named by a text such as 'classic', or by its class, not by 11."),
        (lambda start: start("classic", seats=7), "cannot be played by 7. It takes 2 to 6 seats."),
        (lambda start: start("classic", seats="4"), "'seats' must be a whole number, not '4' (str)."),
        (lambda start: start("classic", seats=True), "'seats' must be a whole number, not True (bool)."),
        (lambda start: start("classic", colour="red"), "It has: edition, without."),
        (lambda start: start("classic", without="pink"), "Choose one of: None, red, yellow, green, blue."),
        (lambda start: start("classic", without=["red"]), "Option 'without' cannot be"),
        (lambda start: start("classic", rounds=0), "It has 1 or more"),
        (lambda start: start("classic", rounds=1.5), "'rounds' must be a whole number, not 1.5 (float)."),
        (lambda start: start("classic", seed=-1), "from 0 to 2"),
        (lambda start: start("classic", seed=1 << 128), "from 0 to 2"),
        (lambda start: start("classic", seed="x"), "'seed' must be a whole number, not 'x' (str)."),
        (lambda start: start("classic", seats=2, seed=1).view(2), "Seats go from 0 to 1"),
        (lambda start: start("classic", seats=2, seed=1).view(-1), "no seat -1"),
        (lambda start: start("classic", seats=2, seed=1).moves(5), "no seat 5"),
        (lambda start: start("classic", seats=2, seed=1).play("0", "R11"), "'seat' must be a whole"),
        (lambda start: start("duel", seed=1).play(True, "reveal"), "not True (bool)."),
        (lambda start: start("duel", seed=1).play(1.0, "reveal"), "not 1.0 (float)."),
        (lambda start: start("duel", seed=1).moves(True), "not True (bool)."),
        (lambda start: start("duel", seed=1).moves(None), "not None (NoneType)."),
        (lambda _: elfer.bot("genius"), "There is no bot 'genius'. Bots: "),
    ],
)
def test_bad_input_is_named(call: Callable[[Any], object], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        call(elfer.start)
    assert message in str(refused.value)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("R7", "needs_neighbour", "Red 7 does not fit: red 8 is not on the table yet."),
        ("Y3", "row_closed", "Yellow 3 does not fit: its row must be opened first, with yellow 11."),
        ("R11", "on_table", "Red 11 lies on the table already."),
        ("B20", "not_in_hand", "Blue 20 is not in your hand."),
        ("R99", "unknown_move", "'R99' is not a move. Possible: R10."),
        ("r10", "spelling", "Write 'R10', not 'r10'."),
        (" R 10\n", "spelling", "Write 'R10', not ' R 10\\n'."),
        ("r7", "unknown_move", "'r7' is not a move. Possible: R10."),
        ("J", "unknown_move", "'J' is not a move. Possible: R10."),
        ("keep", "nothing_drawn", "There is no drawn card to keep."),
        ("end", "must_lay", "You have a card that fits, so you must play one: R10."),
        (None, "move_type", "A move is a text such as 'R11', not None."),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(move: str, code: str, message: str) -> None:
    match = table("classic", "R10 R7 Y3", "G1", table="R11")
    before = match.position()
    with pytest.raises(IllegalMove) as refused:
        match.play(0, move)
    assert (refused.value.code, str(refused.value)) == (code, message)
    assert match.position() == before
    assert match.history == ()


def test_others_cannot_move_out_of_turn_nor_after_the_end() -> None:
    match = table("classic", "R10", "R9", table="R11")
    with pytest.raises(IllegalMove, match="It is not seat 1's turn: seat 0 is to move"):
        match.play(1, "R9")
    match.play(0, "R10")
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play(1, "R9")


def test_a_match_as_it_was_and_with_all_hands_open() -> None:
    match = elfer.start("classic", seats=3, seed=5)
    opening = match.position()
    bot = elfer.bot("random", seed=1)
    for _ in range(10):
        match.play(match.actors[0], bot.choose(match, match.actors[0]))
    assert match.at(0).position() == opening
    assert match.at(10).position() == match.position()
    open_view: Any = match.open_view()
    assert None not in open_view.hands
    assert open_view.seat is None


@pytest.mark.parametrize("step", [-1, 11])
def test_a_step_that_is_not_there_is_refused(step: Any) -> None:
    match = elfer.start("classic", seats=3, seed=5)
    for _ in range(10):
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    with pytest.raises(BadInput, match="does not exist: the record has 10 steps"):
        match.at(step)


def standing(match: AnyMatch) -> tuple[object, ...]:
    """All that can be asked of a match about where it stands."""
    return (
        match.position(),
        match.record(),
        match.actors,
        match.awaited,
        [match.moves(seat) for seat in range(-1, match.seats)],
        (match.round, match.results, match.totals, match.over, match.result),
        [match.events(seat) for seat in (*range(match.seats), None)],
    )


@pytest.mark.parametrize("game", registry())
def test_every_move_can_be_taken_back(game: str) -> None:
    """Also the deal of the next round; and then the match goes on as if nothing had been."""
    match, rng = elfer.start(game, seed=5, rounds=2), elfer.Chance(1)
    stood, deals = [], 0
    while not match.over and match.steps < 600:
        if match.steps < 40 or match.actors == (elfer.TABLE,):
            stood.append((match.steps, standing(match)))
            deals += "deal" in match.moves(elfer.TABLE)
        seat = match.actors[rng.below(len(match.actors))]
        match.play(seat, match.moves(seat)[rng.below(len(match.moves(seat)))])
    whole = match.copy()
    assert deals or match.steps == 600
    for steps, before in reversed(stood):
        while match.steps > steps:
            last = match.history[-1]
            assert match.undo() == last
        assert standing(match) == before
        assert standing(whole.at(steps)) == before
    with pytest.raises(BadInput, match="Nothing has been played yet"):
        match.undo()
    for step in whole.history:
        assert match.play(step.seat, step.move) == step.events
    assert match == whole


def test_only_a_move_that_revealed_nothing_is_undoable_by_its_seat() -> None:
    match = table("classic", "Y3 B4", "R10 G2", table="R11", stock="Y5 Y6 Y7")
    assert match.undoable is None
    match.play(0, "draw")
    assert match.undoable is None
    match.play(1, "R10")
    assert match.undoable == 1


def test_taking_back_and_playing_on_in_turns() -> None:
    match, rng = elfer.start("junior", seats=2, seed=3, rounds=3), elfer.Chance(2)
    while not match.over:
        seat = match.actors[0]
        move = match.moves(seat)[rng.below(len(match.moves(seat)))]
        match.play(seat, move)
        if rng.below(3) == 0:
            for _ in range(1 + rng.below(min(4, match.steps))):
                match.undo()
    assert elfer.replay(match.record()) == match


def test_a_match_that_was_broken_off_can_go_on() -> None:
    match = elfer.start("junior", seats=2, seed=3)
    before = standing(match)
    match.play(elfer.TABLE, "stop")
    assert match.over
    assert match.undo().move == "stop"
    assert standing(match) == before


def test_matches_are_equal_that_began_alike_and_went_alike() -> None:
    match = elfer.start("classic", seats=3, seed=5)
    other = elfer.start("classic", seats=3, seed=5)
    assert match == other
    assert match != elfer.start("classic", seats=3, seed=6)
    assert match != elfer.start("classic", seats=3, seed=5, rounds=2)
    assert match != elfer.load(match.position())
    assert elfer.load(match.position()) == elfer.load(match.position())
    match.play(match.actors[0], match.moves(match.actors[0])[0])
    assert match != other
    other.play(other.actors[0], other.moves(other.actors[0])[0])
    assert match == other == elfer.replay(match.record())
    assert match != match.record()
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_what_a_match_says_of_itself() -> None:
    match = elfer.start("junior", seats=2, seed=1, rounds=2, first=1)
    assert repr(match) == "<Match junior, 2 seats, round 1 of 2, 0 moves, seat 1 to move>"
    assert repr(elfer.start("highest", seats=2, seed=1)) == (
        "<Match highest, 2 seats, 0 moves, seat 0 and seat 1 to move>"
    )
    while match.actors != (elfer.TABLE,):
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    assert repr(match).endswith("the table to move>")
    one = table("classic", "R10", "R9", table="R11")
    one.play(0, "R10")
    assert repr(one) == "<Match classic, 2 seats, 1 moves, won by 0>"


def test_a_seat_is_told_what_it_saw() -> None:
    match = table("classic", "Y3 B4", "G1 G2", table="R11", stock="Y5 Y6 Y7")
    match.play(0, "draw")
    own, other, spectator = (elfer.to_json(match.events(seat)) for seat in (0, 1, None))
    assert own == '[{"event":"drew","seat":0,"cards":["Y5","Y6","Y7"],"laid":null}]'
    assert other == spectator == '[{"event":"drew","seat":0,"cards":[null,null,null],"laid":null}]'
    with pytest.raises(BadInput, match="no seat 2"):
        match.events(2)


@pytest.mark.parametrize("copied", [Match.copy, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("game", registry())
def test_a_copy_is_a_match_of_its_own(game: str, copied: Callable[[AnyMatch], AnyMatch]) -> None:
    match = elfer.start(game, seed=5, rounds=2)
    bot = elfer.bot("greedy", seed=1)

    def play(it: AnyMatch, steps: int) -> None:
        for _ in range(steps):
            it.play(it.awaited[0], bot.choose(it, it.awaited[0]))

    play(match, 3)
    match.tags["Mood"] = ["good"]
    match.comments[2] = "well"
    before, record = match.position(), match.record()
    other = copied(match)
    assert (other.position(), other.record(), other.actors) == (before, record, match.actors)
    play(other, 4)
    assert (match.position(), match.record(), match.steps) == (before, record, 3)
    assert elfer.replay(record).position() == before
    while not other.over:
        play(other, 1)
    assert (match.over, match.results, match.totals) == (False, (), (0,) * match.seats)
    play(match, 4)
    other.tags["Mood"].append("better")
    other.comments.clear()
    assert (match.tags, match.comments) == ({"Mood": ["good"]}, {2: "well"})
    assert match == other.at(7)


def test_a_seat_that_only_equals_one_leaves_no_trace() -> None:
    match = elfer.start("duel", seed=1)
    match.play(1, "reveal")
    before = match.record()
    with pytest.raises(BadInput):
        match.play(True, "reveal")
    assert match.record() == before
    assert elfer.replay(before).steps == 1


def test_importing_elfer_does_not_import_numba_or_the_command_line() -> None:
    code = "import elfer, sys; print([m for m in ('numba', 'numpy', 'typer', 'rich') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_a_match_that_is_broken_off_counts_the_rounds_played() -> None:
    match = elfer.start("duel", seats=2, seed=5, rounds=3)
    for _ in range(30):
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    points = match.totals
    assert "stop" not in match.moves(elfer.TABLE)
    assert match.play(elfer.TABLE, "stop") == ()
    assert match.over
    assert match.actors == ()
    assert match.result == elfer.Result.of(points, "stopped")
    assert elfer.replay(match.record()).result == match.result
    assert not match.at(match.steps - 1).over
    for seat, move in ((elfer.TABLE, "stop"), (0, "reveal")):
        with pytest.raises(IllegalMove, match="over"):
            match.play(seat, move)


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_match_that_is_broken_off_in_its_first_round_has_no_winner(rounds: int) -> None:
    match = elfer.start("duel", seats=2, seed=5, rounds=rounds)
    match.play(0, "reveal")
    match.play(elfer.TABLE, "stop")
    assert match.result == elfer.Result((0, 0), (), (1, 1), "broken_off")
    assert elfer.replay(match.record()).result == match.result
    assert repr(match).endswith("2 moves, won by nobody>")


def test_only_the_table_breaks_a_match_off() -> None:
    match = elfer.start("duel", seats=2, seed=5)
    with pytest.raises(IllegalMove):
        match.play(0, "stop")
    assert not match.over


def test_only_a_seat_imagines_and_only_by_chance() -> None:
    match = elfer.start("classic", seats=3, seed=1)
    for seat in (9, 3, -1):
        with pytest.raises(BadInput, match=rf"^There is no seat {seat!r} for 'seat'\."):
            match.imagine(seat, elfer.Chance(7))
    with pytest.raises(BadInput, match=r"^There is no chance in 7\. elfer\.Chance\(7\) has some"):
        match.imagine(0, 7)  # type: ignore[arg-type]
    assert match.imagine(None, elfer.Chance(7)) != match.imagine(0, elfer.Chance(7))


def test_each_imagined_world_is_another() -> None:
    match, rng = elfer.start("classic", seats=3, seed=1), Chance(5)
    worlds = [match.imagine(0, rng) for _ in range(4)]
    assert rng.counter == 8
    worlds += [match.imagine(0, chance) for chance in (Chance(5, 1), Chance(5, 2), Chance(6))]
    assert len({elfer.to_json(world) for world in worlds}) == 7


def test_a_match_stopped_between_rounds_has_begun_no_further_round() -> None:
    match = elfer.start("duel", seed=1, rounds=2)
    while match.moves(TABLE) != (DEAL,):
        match.play(0, "reveal")
    match.play(TABLE, STOP)
    assert (match.round, len(match.results), match.over) == (0, 1, True)


def test_a_position_at_the_end_of_a_round_is_a_match_that_is_over() -> None:
    match = elfer.start("duel", seats=2, seed=5)
    while not match.over:
        match.play(0, "reveal")
    loaded = elfer.load(match.position())
    assert (loaded.over, loaded.actors, loaded.result) == (True, (), match.result)


def test_a_copy_rewinds_on_its_own() -> None:
    match = elfer.start("guess", seats=2, seed=1)
    for number in range(10, 20):
        match.play(match.actors[0], str(number))
    last = match.undo()
    copied, wanted = match.copy(), match.at(match.steps - 1).state
    copied.undo()
    copied.undo()
    copied.play(copied.actors[0], "30")
    copied.play(copied.actors[0], "31")
    copied.undo()
    assert match.at(match.steps - 1).state == wanted
    assert match.play(last.seat, last.move) == last.events
