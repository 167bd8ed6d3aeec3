"""Who sits where: changes of a table, without a server."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.game_card import policy_of
from elfer.games import registry
from elfer.server.tables import seating
from elfer.server.tables.seating import FREE, MAX_REDEEMED, Table, hashed
from elfer.server.wire import Setup

NOBODY: frozenset[int] = frozenset()


def gathered(seats: int = 4) -> Table:
    """Ada is host, a bot sits beside her, and Ben has come."""
    table = seating.create(Setup(game="classic", seats=seats), "Ada", "ada", ("hard",))
    return seating.sit(table, 2, "Ben", "ben")


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda error: error.code == code)


def test_the_host_has_the_first_seat_and_bots_have_names() -> None:
    table = seating.create(Setup(game="classic", seats=3), "Ada", "ada", ("easy", "expert"))
    assert table.chairs[0].name == "Ada"
    assert [chair.bot for chair in table.chairs] == [None, "easy", "expert"]
    assert len({chair.name for chair in table.chairs}) == 3
    assert table.host == 0


def test_a_game_that_cannot_be_played_has_no_table() -> None:
    for setup, code in (
        (Setup(game="chess", seats=2), "unknown_game"),
        (Setup(game="classic", seats=7), "seats"),
        (Setup(game="classic", seats=2, options={"edition": "gold"}), "option_choice"),
        (Setup(game="classic", seats=2, options={"speed": 3}), "unknown_option"),
    ):
        with refused(code):
            seating.create(setup, "Ada", "ada", ())
    with refused("bot_count"):
        seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy", "easy"))


def test_a_table_begins_with_what_is_better_for_people_unless_they_say_otherwise() -> None:
    table = seating.create(Setup(game="connect", seats=2), "Ada", "ada", ("easy",))
    assert table.setup.options == {"attention": True}
    match = seating.begin(table)[1]
    assert match.position()["options"] == {"attention": True, "first": 0}
    plain = seating.change(table, Setup(game="connect", seats=2, options={"attention": False, "first": 1}))
    assert plain.setup.options == {"attention": False, "first": 1}
    assert seating.change(plain, Setup(game="duel", seats=2)).setup.options == {}


def test_a_seat_is_for_one_and_nobody_has_two() -> None:
    table = gathered()
    with refused("seat_taken"):
        seating.sit(table, 0, "Cleo", "cleo")
    with refused("seat_taken"):
        seating.sit(table, 1, "Cleo", "cleo")
    with refused("already_seated"):
        seating.sit(table, 3, "Ada", "ada")
    with refused("seat_range"):
        seating.sit(table, 4, "Cleo", "cleo")


def test_people_at_one_device_have_one_key_and_a_seat_each() -> None:
    table = seating.create(Setup(game="classic", seats=5), "Ada", "ada", ("easy",), ("Oma",))
    assert [chair.name for chair in table.chairs] == ["Ada", "Oma", "Tilda", "", ""]
    table = seating.sit(table, 4, "Ben", "ada", beside=True)
    assert (table.seats_of("ada"), table.people) == ((0, 1, 4), (0, 1, 4))
    assert table.seats_of("cleo") == ()
    table = seating.sit(table, 3, "Cleo", "cleo", beside=True)
    assert seating.vacate(table, 0, frozenset({3})).host == 1  # the device stays host
    assert seating.leave(table, "ada", None, frozenset({3})).host == 3
    assert seating.redeem(table, "x", "ada", "phone").seats_of("phone") == (0, 1, 4)
    assert seating.rename(table, "ada", "Opa", 1).chairs[1].name == "Opa"
    for seat in (2, 3):
        with refused("not_seated"):
            seating.rename(table, "ada", "Opa", seat)
    with refused("people_seated"):
        seating.create(Setup(game="duel", seats=2), "Ada", "ada", (), ("Ben", "Oma"))
    with refused("bot_count"):
        seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",), ("Ben",))


def test_who_leaves_a_gathering_leaves_the_seat_free_and_in_a_match_to_a_bot() -> None:
    assert seating.vacate(gathered(), 2, NOBODY).chairs[2] == FREE
    table, _ = seating.begin(seating.filled(gathered()))
    left = seating.vacate(table, 2, NOBODY)
    assert left.chairs[2].bot == "medium"
    assert not left.chairs[2].key
    assert left.chairs[2].was == "Ben"
    again, _ = seating.begin(replace(left, phase="over"))
    assert not again.chairs[2].was


def test_people_can_be_called_otherwise_at_any_time_and_only_themselves() -> None:
    table = seating.rename(gathered(), "ben", "Benno")
    assert [chair.name for chair in table.chairs] == ["Ada", "Pico", "Benno", ""]
    table, _ = seating.begin(seating.filled(table))
    assert seating.rename(table, "ada", "Adele").chairs[0] == replace(table.chairs[0], name="Adele")
    with refused("not_seated"):
        seating.rename(table, "cleo", "Cleo")


def test_a_host_who_leaves_hands_the_role_on_to_somebody_present() -> None:
    table = seating.sit(gathered(), 3, "Cleo", "cleo")
    assert seating.vacate(table, 0, frozenset({3})).host == 3
    assert seating.vacate(table, 0, NOBODY).host == 2
    alone = seating.create(Setup(game="classic", seats=2), "Ada", "ada", ())
    assert seating.vacate(alone, 0, NOBODY).host is None
    assert seating.sit(seating.vacate(alone, 0, NOBODY), 1, "Ben", "ben").host == 1


def test_only_an_absent_host_is_replaced_and_only_by_somebody_present() -> None:
    table = seating.swap(gathered(), 0, 2)
    assert [seating.pass_on_host(table, frozenset(there)).host for there in ({0, 2}, {0}, set())] == [2, 0, 2]


def test_seats_change_places_and_the_host_stays_host() -> None:
    table = seating.swap(gathered(), 0, 2)
    assert table.chairs[0].name == "Ben"
    assert table.host == 2
    assert seating.swap(table, 0, 3).host == 2
    assert table.seats_of("ada") == (2,)


def test_bots_are_put_where_no_person_sits() -> None:
    table = seating.place(gathered(), 3, "expert")
    assert table.chairs[3].bot == "expert"
    assert seating.place(table, 3, None).chairs[3] == FREE
    with refused("seat_taken"):
        seating.place(table, 2, "easy")


def test_another_game_keeps_the_people() -> None:
    smaller = seating.change(gathered(), Setup(game="guess", seats=2))
    assert [chair.name for chair in smaller.chairs] == ["Ada", "Ben"]
    assert smaller.host == 0
    larger = seating.change(gathered(), Setup(game="classic", seats=6))
    assert [chair.key for chair in larger.chairs] == ["ada", "", "ben", "", "", ""]
    three = seating.sit(gathered(), 3, "Cleo", "cleo")
    with refused("people_seated"):
        seating.change(three, Setup(game="duel", seats=2))


def test_a_match_begins_only_when_no_seat_is_free_and_none_is_on() -> None:
    with refused("seats_free"):
        seating.begin(gathered())
    table, match = seating.begin(seating.filled(gathered()))
    assert (table.phase, table.match, match.seats) == ("playing", 1, 4)
    for change in (
        lambda: seating.begin(table),
        lambda: seating.swap(table, 0, 1),
        lambda: seating.place(table, 1, "easy"),
        lambda: seating.change(table, Setup(game="duel", seats=2)),
    ):
        with refused("table_playing"):
            change()


def test_only_a_table_whose_match_is_not_over_goes_on_when_it_is_brought_back() -> None:
    table, match = seating.begin(seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",)))
    over, gathering = replace(table, phase="over"), replace(table, phase="gathering")
    assert seating.resumed(over, match).phase == "playing"
    assert seating.resumed(gathering, match).phase == "gathering"
    while not match.over:
        match.play(0, "reveal")
    assert seating.resumed(over, match).phase == "over"


def test_a_key_is_kept_as_a_hash_only() -> None:
    assert hashed("a" * 43) != hashed("b" * 43)
    assert "a" * 43 not in hashed("a" * 43)
    stored = "0cf509db6c5629d38b455802c61f83423d72b372428248dce1be18210d752be5"
    assert hashed("a" * 43) == stored, "keys in existing databases must stay valid"


def test_a_key_moves_with_its_holder_and_not_with_the_seat() -> None:
    moved = seating.redeem(gathered(), "x", "ben", "phone")
    assert (moved.seats_of("ben"), moved.seats_of("phone"), moved.chairs[2].name) == ((), (2,), "Ben")
    assert seating.redeem(seating.swap(gathered(), 0, 2), "x", "ben", "phone").seats_of("phone") == (0,)
    with refused("already_seated"):
        seating.redeem(gathered(), "x", "ben", "ada")
    with refused("no_code"):
        seating.redeem(seating.vacate(gathered(), 2, NOBODY), "x", "ben", "phone")


@pytest.mark.parametrize("game", registry())
def test_more_rounds_than_people_would_play_are_refused(game: str) -> None:
    """No match of the most rounds comes near the number of moves after which it is broken off."""
    kind = registry()[game]
    setup = Setup(game=game, seats=kind.seats[0], rounds=policy_of(kind).max_rounds)
    table, more = seating.create(setup, "Ada", "ada", ()), replace(setup, rounds=setup.rounds + 1)
    with refused("too_many_rounds"):
        seating.create(more, "Ada", "ada", ())
    with refused("too_many_rounds"):
        seating.change(table, more)


def test_a_program_sits_down_only_where_the_host_allows_it_and_becomes_host_last() -> None:
    with refused("no_programs"):
        seating.sit(gathered(), 3, "Robo", "robo", program=True)
    open_to_all = seating.change(gathered(), Setup(game="classic", seats=4, programs=True))
    table = seating.place(open_to_all, 1, None)
    table = seating.sit(table, 1, "Robo", "robo", program=True)
    assert table.chairs[1].program
    assert seating.vacate(table, 0, frozenset({1, 2})).host == 2
    assert seating.vacate(seating.vacate(table, 2, NOBODY), 0, frozenset({1})).host == 1


def test_a_code_is_redeemed_once_and_the_last_ones_are_remembered() -> None:
    table = seating.redeem(gathered(), "x", "ben", "phone")
    assert seating.redeem(table, "x", "ben", "phone") == table
    with refused("no_code"):
        seating.redeem(table, "x", "ben", "eve")
    for number, key in enumerate(["phone", *(f"phone {n}" for n in range(MAX_REDEEMED - 1))]):
        table = seating.redeem(table, f"code {number}", key, f"phone {number}")
    assert [redeemed.code for redeemed in table.redeemed] == [f"code {n}" for n in range(MAX_REDEEMED)]


def test_a_table_of_an_earlier_version_knows_no_commands_and_shows_its_matches_to_all_who_sit() -> None:
    document = msgspec.to_builtins(gathered())
    for name in ("done", "redeemed"):
        del document[name]
    for chair in document["chairs"]:
        del chair["since"]
    old = msgspec.convert(document, Table)
    assert (old.done, old.redeemed, {chair.since for chair in old.chairs}) == ((), (), {0})
