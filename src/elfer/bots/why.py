"""Reasons that games share: what a lay opens, and what is held back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from elfer.bots.search import Drawback, Estimate, Reason
from elfer.core.cards import Cards, names, union
from elfer.core.game import Move

MOST_REASONS = 2
"""The most reasons shown for a move."""


def explained(found: Iterable[Estimate], why: Callable[[Move], Sequence[Reason]]) -> tuple[Estimate, ...]:
    """The estimates with reasons; a single legal move has that as its reason."""
    moves = tuple(found)
    if len(moves) == 1:
        return (replace(moves[0], why=(Reason("only_move"),)),)
    return tuple(replace(one, why=tuple(why(one.move)[:MOST_REASONS])) for one in moves)


def best_first(found: Iterable[Estimate]) -> tuple[Estimate, ...]:
    """The estimates, best first; a best move with drawbacks only gets the reason `best_anyway`."""
    best, *others = sorted(found, key=lambda move: (-move.win, -move.points))
    if others and best.why and all(isinstance(reason, Drawback) for reason in best.why):
        best = replace(best, why=(*best.why, Reason("best_anyway")))
    return (best, *others)


def opening(opened: Cards, hand: Cards) -> list[Reason]:
    """Reasons by the opened fields: they help one's own hand, or others."""
    mine, theirs = opened & hand, opened & ~hand
    found = [Reason("frees", {"cards": names(mine)})] if mine else []
    found += [Drawback("opens", {"cards": names(theirs)})] if theirs else []
    return found or [Reason("opens_nothing")]


def holding(opened: dict[Cards, Cards], hand: Cards) -> list[Reason]:
    """What not laying holds back: the playable cards, each with the fields it would open."""
    helpful = union(card for card, fields in opened.items() if fields & ~hand)
    if helpful:
        fields = union(opened[card] for card in opened if card & helpful) & ~hand
        return [Reason("holds_back", {"cards": names(helpful), "opened": names(fields)})]
    return [Reason("keeps", {"cards": names(union(opened))})] if opened else []
