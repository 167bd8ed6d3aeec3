"""What each lay in the board game is worth to a seat, judged by its own tiles and the open board.

Judging is made of sets of tiles, because every step of every playout needs it.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from elfer.cards import NAME, NUMBER, Card, Cards, Fields, beside, each
from elfer.core import Move, Seat
from elfer.games.board import Board
from elfer.games.board_layout import read_layout
from elfer.games.board_state import LIMIT, State
from elfer.games.board_tiles import AREAS, COLOURED, FIELDS, GREY, SYMBOL, SYMBOLS, pair

OUT_OF_REACH = 20
"""How far a tile is that cannot be reached, in fields to be filled first."""


def _beyond(field: Fields) -> Fields:
    """The fields of the same row that lie further from the 11, on the same side."""
    number, found = NUMBER[field], 0
    for steps in range(1, 11):
        if number <= 11:
            found |= field >> steps if number - steps >= 1 else 0
        if number >= 11:
            found |= field << steps if number + steps <= 20 else 0
    return found


BEYOND = {field: _beyond(field) for field in each(FIELDS)}


@lru_cache(maxsize=16)
def joined(layout: str | None) -> dict[Fields, Fields]:
    """For each field the others that fit once a tile lies there. BOA-5 to BOA-7"""
    board = read_layout(layout)
    sets = (*board.plain, *board.bonus, *AREAS)
    return {
        field: (beside(field) | sum(joins for joins in sets if joins & field)) & FIELDS & ~field
        for field in each(FIELDS)
    }


class Taste(msgspec.Struct, frozen=True):
    """How much a player likes what a lay does."""

    tempo: float
    """A tile less in hand, ..."""
    rush: float
    """... more so, the smaller the smallest hand of the others: this, divided by its size, ..."""
    close: float
    """... and the smaller the own hand."""
    number: float
    """For each point of the tile that is gone."""
    unlock: float
    """For each own tile that can follow."""
    far: float
    """For each own tile further out, towards which the row grows."""
    open: float
    """For each field opened that another hand may fill."""
    block: float
    """For each tile further out that another hand may hold."""
    pair: float
    """A pair of neighbours, so that a tile may be passed on, ..."""
    soon: float
    """... or half of one, with the other half in hand. BOA-9"""
    bonus: float
    """A bonus tile. BOA-8"""
    symbol: float
    """A symbol tile, which brings a free tile. BOA-22"""
    grey: float
    """A grey tile, which fits in many places, instead of keeping it."""
    hold: float
    """What a lay must be worth to follow another."""
    away: float
    """What makes a tile worth passing on: for each field that must be filled first by others, ..."""
    heavy: float
    """... and for each point of it. BOA-24: a symbol counts 11"""


class Outlook:
    """What a seat sees before it lays: its tiles, the fields, and how likely others hold a tile."""

    __slots__ = (
        "empty",
        "fits",
        "game",
        "joins",
        "own",
        "prizes",
        "state",
        "taste",
        "tempo",
        "theirs",
        "tiles",
    )

    def __init__(self, game: Board, state: State, seat: Seat, taste: Taste) -> None:
        hand = state.hands[seat]
        sizes = [held.bit_count() for s, held in enumerate(state.hands) if s != seat]
        others, least = sum(sizes), min(sizes)
        self.game, self.state, self.taste = game, state, taste
        self.tiles, self.own = hand, homes(hand)
        self.fits, self.empty = game.fits(state), FIELDS & ~state.table
        self.joins = joined(game.layout)
        self.theirs = others / (others + len(state.bag))
        self.tempo = taste.tempo + taste.rush / least + taste.close / hand.bit_count()
        self.prizes = [bridge for bridge in game.board.bonus if not bridge & state.table]

    def lays(self) -> list[tuple[float, Move]]:
        """The lays, each with its worth."""
        state, taste = self.state, self.taste
        tiles = state.drawn or self.tiles
        room = self.game.room(state) if state.drawn or state.free else self.fits
        found = [(self._worth(tile), NAME[tile]) for tile in each(tiles & COLOURED & room.fields)]
        for copies, fields in GREY.items():
            if copies & tiles:
                name = NAME[copies & -copies]
                found += [
                    (taste.grey + self._worth(f), f"{name}={NAME[f]}") for f in each(fields & room.fields)
                ]
        for copies, ends in SYMBOL.items() if tiles & SYMBOLS else ():
            if copies & tiles:
                name, worth = NAME[copies & -copies], self.tempo + taste.symbol
                found += [(worth, f"{name}={NAME[end]}") for end in each(ends & room.ends)]
        return found

    def _worth(self, field: Fields) -> float:
        """What it is worth to fill this field, for this seat and against others."""
        taste, worth = self.taste, self.tempo + self.taste.number * NUMBER[field]
        if opened := self.joins[field] & self.empty & ~self.fits.fields:
            follow = self._following(opened & self.own, field)
            beyond = BEYOND[field] & self.empty
            mine = (beyond & self.own).bit_count()
            worth += taste.unlock * follow + taste.far * mine
            others = taste.open * (opened & ~self.own).bit_count()
            worth -= self.theirs * (others + taste.block * (beyond.bit_count() - mine))
        if not pair(self.state.run):
            if beside(field) & self.state.run:
                worth += taste.pair
            elif self.state.laid + 1 < LIMIT and beside(field) & self.own & self.empty:
                worth += taste.soon
        return worth + sum(taste.bonus for bridge in self.prizes if bridge & field)

    def _following(self, step: Fields, field: Fields) -> int:
        """How many own tiles can follow, one after another, from these fields on."""
        reached, shut = step, self.own & self.empty & ~self.fits.fields & ~field
        while step:
            nearby = 0
            for own in each(step):
                nearby |= self.joins[own]
            step = nearby & shut & ~reached
            reached |= step
        return reached.bit_count()

    def burdens(self) -> list[tuple[float, Card]]:
        """One tile of each name with how much one would like to be rid of it. BOA-9, BOA-22"""
        places = _places(self.state, self.tiles)
        found, far, done, reach = [], 0, 0, self.fits.fields
        while places and reach & ~done:
            reach = self._through_own(reach)
            for tile in [tile for tile, fields in places.items() if fields & (reach | self.state.table)]:
                del places[tile]
                found.append((self._burden(tile, far), tile))
            step, done = reach & ~done, reach
            for field in each(step):
                reach |= self.joins[field] & self.empty
            far += 1
        return found + [(self._burden(tile, OUT_OF_REACH), tile) for tile in places]

    def _through_own(self, reach: Fields) -> Fields:
        """These fields and all that own tiles on them lead to."""
        step = reach & self.own
        while step:
            nearby = 0
            for field in each(step):
                nearby |= self.joins[field]
            step = nearby & self.empty & ~reach
            reach |= step
            step &= self.own
        return reach

    def _burden(self, tile: Card, far: int) -> float:
        return self.taste.away * far + self.taste.heavy * NUMBER.get(tile, 11)


def homes(tiles: Cards) -> Fields:
    """The fields on which these tiles can lie, symbol tiles apart."""
    found = tiles & COLOURED
    for copies, fields in GREY.items():
        if copies & tiles:
            found |= fields
    return found


def _places(state: State, tiles: Cards) -> dict[Card, Fields]:
    """One tile of each name, and the free fields it can go on; a symbol tile, the ends it can go beside."""
    places: dict[Card, Fields] = {tile: tile for tile in each(tiles & COLOURED)}
    for copies, fields in GREY.items():
        if held := copies & tiles:
            places[held & -held] = fields & ~state.table
    for copies, ends in SYMBOL.items():
        if held := copies & tiles:
            places[held & -held] = ends & ~state.symbols
    return places
