"""Elfer raus!: rows open with the 11, and the first empty hand wins."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from elfer.core.cards import Cards, each, names, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.core.options import Colour
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State

ELEVENS = rows((11,))


def first_eleven(cards: Cards) -> Cards:
    """The 11 that counts for the start: red before yellow, green, blue. CLA-3"""
    elevens = cards & ELEVENS
    return elevens & -elevens


class Classic(RowGame, frozen=True):
    """The game of the classic booklet; edition `junior` has the same rules."""

    id: ClassVar[str] = "classic"
    title: ClassVar[str] = "Elfer raus!"

    edition: Literal["classic", "junior", "star-wars"] = "classic"  # GEN-9
    without: Annotated[Colour | None, (2,)] = None  # CLA-2

    def check(self, seats: int) -> None:
        super().check(seats)
        if self.edition == "star-wars" and self.without not in (None, "blue"):  # CLA-2
            raise BadInput("without_star_wars", without=self.without)

    def starter(self, hands: tuple[Cards, ...], rng: Chance) -> Seat | None:
        eleven = first_eleven(union(hands))
        return next((seat for seat, hand in enumerate(hands) if hand & eleven), None)  # CLA-3

    def openers(self, state: State) -> Cards:
        return ELEVENS  # CLA-6

    def middle(self, state: State) -> int:
        return 11  # CLA-6

    def may_keep(self) -> bool:
        return self.edition == "star-wars"  # CLA-8

    def playable(self, state: State, cards: Cards) -> Cards:
        table = state.table
        if not table:
            return first_eleven(cards)  # CLA-4
        return cards & (table << 1 | table >> 1 | ELEVENS)

    def opened(self, state: State) -> State:
        """The state after the first card: no hand held an earlier 11. CLA-3"""
        before = (state.table - 1) & ELEVENS & self.in_play()
        return replace(state, excluded=tuple(belief.without(before) for belief in state.excluded))

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        if not state.table:
            return IllegalMove("must_open", cards=names(first_eleven(state.hands[seat])))
        return super().explain(state, seat, move)

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        if state.table or not state.hands[state.turn] & ELEVENS:
            return super().imagine(state, seat, rng)
        return self._imagine_start(state, seat, rng)

    def _imagine_start(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """Before the first card: the starter holds an 11, and the earlier ones lie in the stock. CLA-3"""
        mine = state.hands[seat] if seat is not None else 0
        eleven = first_eleven(mine) if seat == state.turn else self._likely_eleven(state, mine, rng)
        before = (eleven - 1) & ELEVENS & self.in_play()
        start = replace(state, excluded=tuple(belief.without(before) for belief in state.excluded))
        while True:
            guess = super().imagine(start, seat, rng)
            if guess.hands[state.turn] & eleven or not eleven:
                return replace(guess, excluded=state.excluded)

    def _likely_eleven(self, state: State, mine: Cards, rng: Chance) -> Cards:
        """One of the 11s the starter may hold, as likely as the deals in which it decides the start."""
        size, stock = state.hands[state.turn].bit_count(), len(state.stock)
        unseen = (self.in_play() & ~mine).bit_count()
        chances: dict[Cards, float] = {}
        likely = 1.0
        for eleven in each(ELEVENS & self.in_play()):
            if eleven & mine:
                break
            chances[eleven] = likely * size / unseen
            likely *= stock / unseen
            stock, unseen = stock - 1, unseen - 1
        return list(chances)[rng.weighted(list(chances.values()))] if chances else 0
