"""What a seat sees of the board game, and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elfer.core.cards import BIT, COPIES, NAME, NUMBER, Cards, Fields, beside, names, parse_cards, union
from elfer.core.game import Move, Seat, seen_hands
from elfer.core.game import View as CoreView
from elfer.core.refusals import IllegalMove
from elfer.games.board.state import LIMIT, State, over
from elfer.games.board.tiles import (
    AREAS,
    COLOURED,
    FIELDS,
    GREY,
    GREY_NUMBERS,
    SYMBOLS,
    anywhere,
    deck,
    fitting,
    kinds,
    pair,
)

if TYPE_CHECKING:
    from elfer.games.board.rules import Board

WORDS = ("give", "skip", "draw", "end", "pass")


class View(CoreView, frozen=True):
    """What a seat sees of the board game."""

    seat: Seat | None
    turn: Seat
    rows: str
    """The letters of the rows from top to bottom. BOA-12"""
    bridges: tuple[tuple[str, str], ...]
    """The plain bridges, each with its two fields."""
    bonuses: tuple[tuple[str, str], ...]
    """The bridges that carry a bonus; it is taken once a tile lies on either field. BOA-8"""
    table: tuple[str, ...]
    """The filled fields."""
    symbols: tuple[str, ...] | None
    """The ends whose symbol field is filled; nothing if symbol tiles do not take part."""
    fits: tuple[str, ...]
    """The fields on which a tile would fit now, whoever has it."""
    ends: tuple[str, ...]
    """The ends beside which a symbol tile would fit now."""
    hands: tuple[tuple[str, ...] | None, ...]
    """The own hand, and all of them once the round is over."""
    sizes: tuple[int, ...]
    bag: int
    laid: int
    run: tuple[str, ...]
    """The fields filled in this turn."""
    drawn: str | None
    """The tile from the bag that is to be placed."""
    free: bool
    """Whether a free tile may be laid. BOA-22"""
    may_give: bool
    """Whether the seat to move may pass a tile on. BOA-9"""
    given: tuple[str, ...]
    """The own tiles that are known to be with the left neighbour."""
    moves: tuple[Move, ...]
    soon: tuple[str, ...]
    """Own tiles that become playable through others of the hand."""
    over: bool


def view(game: Board, state: State, seat: Seat | None, open: bool) -> View:
    done, room = over(state), game.fits(state)
    return View(
        seat=seat,
        turn=state.turn,
        rows=game.board.rows,
        bridges=_ends(game.board.rows, game.board.plain),
        bonuses=_ends(game.board.rows, game.board.bonus),
        table=names(state.table),
        symbols=names(state.symbols) if game.symbols else None,
        fits=names(room.fields),
        ends=names(room.ends) if game.symbols else (),
        hands=seen_hands(state.hands, seat, done or open),
        sizes=tuple(hand.bit_count() for hand in state.hands),
        bag=len(state.bag),
        laid=state.laid,
        run=names(state.run),
        drawn=NAME[state.drawn] if state.drawn else None,
        free=state.free,
        may_give=not done and not state.drawn and not state.free and pair(state.run),
        given=() if seat is None else parse_cards(state.given[seat]),
        moves=game.offered(state, seat),
        soon=() if seat is None else _soon(game, state, state.hands[seat]),
        over=done,
    )


def _ends(rows: str, bridges: tuple[Fields, ...]) -> tuple[tuple[str, str], ...]:
    """Each bridge as its two fields, the upper one first."""
    found = []
    for bridge in bridges:
        upper, lower = sorted(names(bridge), key=lambda name: rows.index(name[0]))
        found.append((upper, lower))
    return tuple(found)


def _soon(game: Board, state: State, hand: Cards) -> tuple[str, ...]:
    """The own tiles that fit once others of the hand have been laid."""
    own = hand & COLOURED | union(fields for tiles, fields in GREY.items() if tiles & hand)
    now, table = game.fits(state).takes(), state.table
    while reached := fitting(table, state.symbols, game.board).fields & own:
        table |= reached
    later = hand & ~now & fitting(table, state.symbols, game.board).takes()
    return tuple(NAME[tile] for tile in kinds(later | hand & ~now & table & COLOURED))


def explain(game: Board, state: State, seat: Seat, move: Move) -> IllegalMove:
    """Why a move is not possible now."""
    moves = game.moves(state, seat)
    if state.drawn:
        return IllegalMove("board_place", tile=NAME[state.drawn], moves=moves)  # BOA-8, BOA-10
    word, _, rest = move.lower().partition(" ")
    if word in WORDS:
        return _explain_word(game, state, seat, word, rest.upper())
    name, _, place = move.upper().partition("=")
    if name in BIT and NUMBER[BIT[name]] in GREY_NUMBERS:
        return IllegalMove("board_grey", field=name, move=f"N{name[1:]}={name}")  # BOA-1
    copies = union(COPIES.get(name, ())) & deck(game.symbols)
    if not copies or (place and place not in BIT):
        return IllegalMove("unknown_move", move=move, moves=moves)
    if copies & COLOURED & state.table:
        return IllegalMove("board_filled", field=name)
    if not copies & state.hands[seat]:
        return IllegalMove("board_not_yours", tile=name)
    if state.free and copies & SYMBOLS:
        return IllegalMove("board_free", moves=moves)  # BOA-22
    if state.laid >= LIMIT and not state.free:
        return IllegalMove("board_end")  # BOA-4
    if where := [legal for legal in moves if legal.startswith(f"{name}=")]:
        return IllegalMove("board_which", tile=name, moves=where)
    return _explain_tile(game, state, copies, place or name)


def _explain_word(game: Board, state: State, seat: Seat, word: str, tile: str) -> IllegalMove:
    moves = game.moves(state, seat)
    if state.free:
        return IllegalMove("board_free", moves=moves)
    if word == "skip":
        return IllegalMove("board_no_free")
    if word == "give":
        if not pair(state.run):
            return IllegalMove("board_no_pair")  # BOA-9
        if tile in COPIES:
            return IllegalMove("board_not_yours", tile=tile)
        return IllegalMove("board_give_what", moves=[move for move in moves if move.startswith("give")])
    if state.laid:
        return IllegalMove("board_end_instead", move=word)
    if moves[0] not in ("draw", "pass"):
        return IllegalMove("board_must_lay", moves=moves)  # BOA-4
    return IllegalMove("board_must_draw" if state.bag else "board_must_pass")  # BOA-10


def _explain_tile(game: Board, state: State, copies: Cards, place: str) -> IllegalMove:
    """What is missing for an own tile to fit there."""
    tile, field = copies & -copies, BIT.get(place, 0)
    possible = anywhere(0, 0).for_tile(tile)
    if not field & possible:
        return IllegalMove("board_where", tile=NAME[tile], fields=names(possible))
    if field & (state.symbols if tile & SYMBOLS else state.table):
        return IllegalMove("board_symbol_filled" if tile & SYMBOLS else "board_filled", field=place)
    if tile & SYMBOLS:
        return IllegalMove("board_needs_end", tile=NAME[tile], field=place)  # BOA-21
    if not state.table:
        return IllegalMove("board_must_open")  # BOA-3
    joined = beside(field) | game.board.across(field) | union(area for area in AREAS if area & field)
    return IllegalMove("board_needs", field=place, fields=names(joined & FIELDS & ~field))  # BOA-5
