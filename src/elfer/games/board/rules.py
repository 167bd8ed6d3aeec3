"""Elfer raus! The board game: tiles on a printed board whose rows are joined by areas and bridges.

Up to three tiles a turn; some bridges bring a bonus tile, and a pair of neighbours lets you pass a tile on.
"""

from __future__ import annotations

from itertools import cycle
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import BIT, COPIES, NAME, Card, Cards, Fields, listed, names, parse_cards
from elfer.core.chance import Chance
from elfer.core.events import Passed, TurnEnded
from elfer.core.game import Event, Game, Move, Result, RoundOver, Seat, seen_hands
from elfer.core.options import First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.core.texts import Words
from elfer.games.board import beliefs
from elfer.games.board.layout import Layout, parse_layout
from elfer.games.board.refusals import refusal
from elfer.games.board.state import (
    HAND_SIZE,
    LIMIT,
    FreeSkipped,
    State,
    TileGiven,
    TileLaid,
    TilesDrawn,
    View,
    over,
)
from elfer.games.board.tiles import (
    ELEVENS,
    ENDS,
    FIELDS,
    SYMBOLS,
    Places,
    anywhere,
    deck,
    fitting,
    kinds,
    minus_points,
    pair,
    soon,
)

DRAWS = 3  # BOA-10
GIVES: dict[Card, Move] = {tile: f"give {name}" for tile, name in NAME.items()}


class Board(Game[State, View], frozen=True):
    """The rules of the board game."""

    id: ClassVar[str] = "board"
    title: ClassVar[str] = "Elfer raus! The board game"
    seats: ClassVar[range] = range(2, 5)

    symbols: bool = False  # BOA-20
    layout: str | None = None  # BOA-12
    first: First = 0  # BOA-3

    def check(self, seats: int) -> None:
        parse_layout(self.layout)

    @property
    def board(self) -> Layout:
        return parse_layout(self.layout)

    def blank(self, seats: int) -> State:
        return State(0, (0,) * seats, excluded=(Belief(),) * seats, given=("",) * seats, astray=("",) * seats)

    def deal(self, seats: int, rng: Chance) -> State:
        first, size = starting_seat(self.first, seats, rng), HAND_SIZE[seats]
        bag = rng.shuffled(listed(deck(self.symbols)))
        hands = [sum(bag[seat * size : (seat + 1) * size]) for seat in range(seats)]  # BOA-2
        del bag[: seats * size]
        order = [(first + i) % seats for i in range(seats)]
        turn = next((seat for seat in order if hands[seat] & ELEVENS), None)  # BOA-3
        asked = order if turn is None else order[: order.index(turn)]
        if turn is None:
            for turn in cycle(order):
                hands[turn] |= bag[0]
                if bag.pop(0) & ELEVENS:
                    break
        lacking = Belief().without(ELEVENS)
        shown = tuple(lacking if seat in asked and seat != turn else Belief() for seat in range(seats))
        return replace(self.blank(seats), turn=turn, hands=tuple(hands), bag=tuple(bag), excluded=shown)

    def check_position(self, state: State) -> None:
        for key, fields, allowed in (
            ("table", state.table, FIELDS),
            ("symbols", state.symbols, ENDS),
            ("run", state.run, state.table),
        ):
            if fields & ~allowed:
                raise BadInput("position_value", key=key, value=" ".join(names(fields & ~allowed)))
        if state.drawn and not self.places(state).for_tile(state.drawn):
            raise BadInput("position_value", key="drawn", value=NAME[state.drawn])
        for tiles in (*state.given, *state.astray):
            parse_cards(tiles)  # refuses what is no tile

    # What may be done.

    def fits(self, state: State) -> Places:
        """Where tiles fit now, from any hand."""
        return fitting(state.table, state.symbols, parse_layout(self.layout))

    def places(self, state: State) -> Places:
        """Where the tile may go that is to be laid next."""
        if state.free:
            return Places(FIELDS & ~state.table, 0)  # BOA-22: a number or grey tile
        if state.drawn and (state.laid or state.run):
            return anywhere(state.table, state.symbols)  # BOA-8, BOA-25: a bonus tile
        return self.fits(state)  # BOA-10: a drawn grey or symbol tile, too

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if 0 in state.hands else (state.turn,)  # BOA-11

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn or 0 in state.hands:
            return ()
        if state.drawn:
            return self.places(state).lays(state.drawn)
        hand = state.hands[seat]
        if state.free:
            return (*self.places(state).lays(hand), "skip")  # BOA-22
        lays = self.fits(state).lays(hand) if state.laid < LIMIT else ()  # BOA-4
        if not state.laid:
            return lays or (("draw",) if state.bag else ("pass",))  # BOA-10
        gives = tuple([GIVES[tile] for tile in kinds(hand)]) if pair(state.run) else ()  # BOA-9
        return (*lays, *gives, "end")  # BOA-13

    # What comes of it.

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if move in BIT or "=" in move:
            return self._lay(state, seat, move)
        word, _, tile = move.partition(" ")
        match word:
            case "draw":
                return self._draw(state, seat)
            case "give":
                return self._give(state, seat, tile)
            case "skip":
                after, bonus, places = self._settled(replace(state, free=False))
                return after, (FreeSkipped(seat, bonus, places),)
            case "end":
                return _pass_turn(state), (TurnEnded(seat),)
        shown = beliefs.nothing_fitted(state, self.fits(state).takes())
        return _pass_turn(replace(state, excluded=shown)), (Passed(seat),)

    def _lay(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        """Lay the drawn tile, or one of the hand; the last of the hand triggers nothing more. BOA-11"""
        name, _, place = move.partition("=")
        field = BIT[place or name]
        if state.drawn:
            tile, counts = state.drawn, not (state.laid or state.run)  # BOA-10 counts, BOA-8 does not
        else:
            tile, counts = _copy(name, state.hands[seat]), not state.free  # BOA-22
            state = beliefs.let_go(state, seat, tile)
        laid = state.laid + counts
        grey, end = (None, place) if tile & SYMBOLS else (place or None, None)
        if over(state):
            state = replace(self._laid(state, tile, field, laid), free=False, owed=state.owed)
            return state, (TileLaid(seat, name, grey, end), RoundOver.of(_score(state)))
        after = self._laid(state, tile, field, laid)
        if not after.owed:
            return after, (TileLaid(seat, name, grey, end),)
        after, bonus, places = self._settled(after)
        return after, (TileLaid(seat, name, grey, end, bonus, places),)

    def _laid(self, state: State, tile: Card, field: Fields, laid: int) -> State:
        """The state with a tile on a field; the bonuses it earns are owed. BOA-8, BOA-21, BOA-22"""
        if tile & SYMBOLS:
            return replace(state, laid=laid, drawn=0, free=True, symbols=state.symbols | field)
        table, run = state.table | field, state.run | field
        owed = state.owed + parse_layout(self.layout).earned(state.table, field)
        return replace(state, laid=laid, drawn=0, free=False, table=table, run=run, owed=owed)

    def _settled(self, state: State) -> tuple[State, tuple[str, ...] | None, tuple[str | None, ...]]:
        """The state with all bonuses drawn and laid, up to the next choice; which tiles, and where. BOA-13

        Two bonuses of one field, the upper first, are two tiles of the bag: it is enough to count them.
        """
        tiles: list[str] = []
        places: list[str | None] = []
        while state.owed and state.bag and not state.drawn and not state.free:
            tile = state.bag[0]
            state = replace(state, bag=state.bag[1:], owed=state.owed - 1)
            fields = anywhere(state.table, state.symbols).for_tile(tile)  # BOA-8
            tiles.append(NAME[tile])
            if fields.bit_count() == 1:
                places.append(NAME[fields])
                state = self._laid(state, tile, fields, state.laid)
            else:
                places.append(None)
                state = replace(state, drawn=tile)
        if state.owed and not state.bag:
            state = replace(state, owed=0)
        return state, tuple(tiles) or None, tuple(places)

    def _draw(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """Draw up to three tiles; the first that fits is laid, and counts. BOA-10"""
        room = self.fits(state)
        fits, count = room.takes(), 0
        for tile in state.bag[:DRAWS]:
            count += 1
            if tile & fits:
                break
        drawn, last = state.bag[:count], state.bag[count - 1]
        kept = drawn[:-1] if last & fits else drawn
        cards = tuple(NAME[tile] for tile in drawn)
        state = beliefs.took_up(state, kept, fits)
        state = replace(state, bag=state.bag[count:])
        if not last & fits:
            return _pass_turn(state), (TilesDrawn(seat, cards),)
        fields = room.for_tile(last)
        if fields.bit_count() > 1:
            return replace(state, drawn=last), (TilesDrawn(seat, cards, shown=NAME[last]),)
        after, bonus, places = self._settled(self._laid(state, last, fields, 1))
        event = TilesDrawn(seat, cards, laid=NAME[last], place=NAME[fields], bonus=bonus, places=places)
        return after, (event,)

    def _give(self, state: State, seat: Seat, name: str) -> tuple[State, tuple[Event, ...]]:
        """Pass a tile on to the left neighbour; that ends the turn, and may end the round. BOA-9, BOA-11"""
        tile, left = _copy(name, state.hands[seat]), (seat + 1) % len(state.hands)
        state = _pass_turn(beliefs.passed_on(state, seat, left, tile))
        event = TileGiven(seat, left, name)
        if over(state):
            return state, (event, RoundOver.of(_score(state)))
        return state, (event,)

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        return refusal(self.board, deck(self.symbols), state, move, self.moves(state, seat))

    def say(self, move: Move, words: Words) -> str:
        if move.startswith("give "):
            return words.say("move.board_give", tile=move[5:])
        tile, _, field = move.partition("=")
        if not field:
            return words.move(move)
        return words.say("move.board_beside" if tile[1:] == "S" else "move.board_on", tile=tile, field=field)

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        done, board, room = over(state), self.board, self.fits(state)
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            board.rows,
            board.bridges,
            board.bonuses,
            names(state.table),
            names(state.symbols) if self.symbols else None,
            names(room.fields),
            names(room.ends) if self.symbols else (),
            seen_hands(state.hands, seat, done or open),
            tuple(map(int.bit_count, state.hands)),
            len(state.bag),
            state.laid,
            names(state.run),
            NAME[state.drawn] if state.drawn else None,
            state.free,
            not done and not state.drawn and not state.free and pair(state.run),
            () if seat is None else parse_cards(state.given[seat]),
            self.offered(state, seat),
            () if seat is None else soon(state.hands[seat], state.table, state.symbols, board),
            done,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        return beliefs.imagine(state, seat, rng)

    def result(self, state: State) -> Result | None:
        return _score(state) if over(state) else None


def _copy(name: str, hand: Cards) -> Card:
    """The tile of this name in a hand; its copies are all the same."""
    if card := BIT.get(name):
        return card
    return next(copy for copy in COPIES[name] if copy & hand)


def _pass_turn(state: State) -> State:
    return replace(state, turn=(state.turn + 1) % len(state.hands), laid=0, run=0)


def _score(state: State) -> Result:
    return Result.of([-minus_points(hand) for hand in state.hands], "tiles_out")  # BOA-11
