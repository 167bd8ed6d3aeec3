"""Conversion between the rules library and the engine: data sheets, states, moves."""

from __future__ import annotations

from elfer.compiled.arrays import ints
from elfer.compiled.decorator import Ints
from elfer.core.beliefs import Belief
from elfer.core.cards import BIT, NAME, NUMBER, Card, Cards, each
from elfer.core.game import Move
from elfer.games.rows.any_start import AnyStart
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import layout as at
from elfer.games.rows.compiled.layout import DECK, HALF, Sheet
from elfer.games.rows.rules import RESTS, RowGame
from elfer.games.rows.state import State
from elfer.games.rows.three_starts import ThreeStarts


def sheet_of(game: RowGame, seats: int) -> Sheet:
    """The data sheet of a row game at a table of this size."""
    cards, table, openers = (
        halves(some) for some in (game.in_play(), game.laid_out(), game.openers(game.blank(seats)))
    )
    first = getattr(game, "first", at.ELEVEN)
    return Sheet(
        seats,
        game.hand_size(seats),
        game.draws,
        int(game.may_keep()),
        at.BY_LOT if first == "random" else first,
        *cards,
        *table,
        *openers,
        eleven_first=int(isinstance(game, Classic)),
        empty_rows_only=int(isinstance(game, ThreeStarts)),
        first_decides=int(isinstance(game, AnyStart)),
    )


def blank() -> tuple[Ints, Ints]:
    """Empty arrays for a game."""
    return ints(at.SIZE), ints(DECK)


def from_state(game: RowGame, state: State, rng: int = 0) -> tuple[Ints, Ints]:
    """The engine's arrays for a state of the library; of beliefs, the excluded cards."""
    array, stock = blank()
    for seat, (cards, belief) in enumerate(zip(state.hands, state.excluded, strict=True)):
        deciding = state.drawn and seat == state.turn
        # CLA-8: of a hand that is deciding, only the drawn card can be one of those that fitted
        _put(array, at.HANDS + 2 * seat, cards)
        _put(array, at.EXCLUDED + 2 * seat, belief.tracked if deciding else belief.excluded)
    _put(array, at.TABLE, state.table)
    _put(array, at.OPENERS, game.openers(state))
    array[at.TURN], array[at.LAID], array[at.DRAWN] = state.turn, state.laid, number(state.drawn)
    array[at.NEXT], array[at.LAST] = DECK - len(state.stock), DECK
    stock[array[at.NEXT] :] = [number(card) for card in state.stock]
    array[at.WINNER] = state.hands.index(0) if 0 in state.hands else -1
    array[at.RNG] = rng
    return array, stock


def to_state(game: RowGame, array: Ints, stock: Ints, seats: int) -> State:
    """The library's state for the engine's arrays."""
    table, drawn = _set(array, at.TABLE), int(array[at.DRAWN])
    excluded = [Belief(_set(array, at.EXCLUDED + 2 * seat)) for seat in range(seats)]
    if drawn:
        excluded[array[at.TURN]] = Belief()
    opener = next(each(_set(array, at.OPENERS)), 0) if isinstance(game, AnyStart) and table else 0
    return State(
        turn=int(array[at.TURN]),
        hands=tuple(_set(array, at.HANDS + 2 * seat) for seat in range(seats)),
        table=table,
        stock=tuple(card(int(n)) for n in stock[array[at.NEXT] : array[at.LAST]]),
        laid=int(array[at.LAID]),
        drawn=card(drawn) if drawn else 0,
        opener=NUMBER[opener] if opener else None,
        excluded=tuple(excluded),
    )


def halves(cards: Cards) -> tuple[int, int]:
    """A set of the library as the engine's two words."""
    return cards & (1 << HALF) - 1, cards >> HALF


def _put(array: Ints, start: int, cards: Cards) -> None:
    array[start : start + 2] = halves(cards)


def _set(array: Ints, start: int) -> Cards:
    return int(array[start]) | int(array[start + 1]) << HALF


def number(card: Card) -> int:
    """The engine's number of a card, or 0 for none."""
    half, bit = divmod(card.bit_length() - 1, HALF)
    return half << 6 | bit if card else 0


def card(number: int) -> Card:
    """The card of this number."""
    return 1 << (number >> 6) * HALF + (number & 63)


def to_number(move: Move) -> int:
    """The engine's number of a move."""
    return at.DRAW + RESTS.index(move) if move in RESTS else number(BIT[move])


def to_move(number: int) -> Move:
    """The move of this number."""
    return NAME[card(number)] if number < at.DRAW else RESTS[number - at.DRAW]
