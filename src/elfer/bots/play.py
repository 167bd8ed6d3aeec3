"""A match between bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elfer.bots.levels import BOTS, SIMPLE, Bot, SimpleBot, check_match
from elfer.bots.own import Own, OwnBot, imported
from elfer.core.chance import Chance, given_seed, seed_for
from elfer.core.game import TABLE, Move, Result, Seat
from elfer.core.refusals import BadInput
from elfer.match import AnyMatch

AnyBot = str | Bot | Own
"""A bot: the name of a level, `module:Name`, or the bot itself."""


def bot(who: AnyBot, seed: int | None = None) -> Bot:
    """The bot of this name, or your own: `module:Name`, a class or object with `choose`, a function."""
    if isinstance(who, Bot):
        return who if seed is None else who.with_seed(given_seed(seed))
    seed = given_seed(seed)
    if not isinstance(who, str):
        return OwnBot(who, seed)
    if ":" in who:
        return OwnBot(imported(who), seed, name=who)
    if who not in BOTS:
        raise BadInput("unknown_bot", bot=who, bots=BOTS)
    return SimpleBot(who, seed) if who in SIMPLE else Bot(who, seed)


def listed(bots: str | Sequence[AnyBot]) -> list[AnyBot]:
    """The bots of a list, or of a text that names them: `"hard, greedy"`."""
    if isinstance(bots, str):
        return [name.strip() for name in bots.split(",")]
    if not isinstance(bots, Iterable):
        raise BadInput("bots_type", found=type(bots).__name__)
    return list(bots)


def seated(bots: str | Sequence[AnyBot], seats: int, seed: int) -> list[Bot]:
    """A bot for every seat; the last one named fills the remaining seats."""
    named = listed(bots)
    if not 1 <= len(named) <= seats:
        raise BadInput("bots_for_seats", count=len(named), seats=seats)
    named += named[-1:] * (seats - len(named))
    return [
        who if isinstance(who, Bot) else bot(who, seed_for(seed, "bot", seat))
        for seat, who in enumerate(named)
    ]


def play_match(match: AnyMatch, bots: str | Sequence[AnyBot], *, seed: int | None = None) -> Result:
    """Play a match to its end, a bot in every seat. The same seed plays the same match."""
    check_match(match)
    seed = given_seed(seed)
    return play_on(match, seated(bots, match.seats, seed), Chance(seed_for(seed, "table")))


def play_on(match: AnyMatch, bots: Sequence[Bot], rng: Chance) -> Result:
    """Play a match to its end; *rng* decides the order where several seats may act."""
    while not match.over:
        match.play(*next_move(match, bots, rng))
    assert match.result is not None
    return match.result


def next_move(match: AnyMatch, bots: Sequence[Bot], rng: Chance) -> tuple[Seat, Move]:
    """The next seat and its move: calls come first, then the table, then an awaited seat."""
    awaited = match.awaited
    free = [seat for seat in match.actors if seat not in awaited]
    for seat in rng.shuffled(free) if len(free) > 1 else free:
        if call := bots[seat].calls(match, seat):
            return seat, call
    if TABLE in awaited:
        return TABLE, match.moves(TABLE)[0]
    seat = awaited[rng.below(len(awaited)) if len(awaited) > 1 else 0]
    return seat, bots[seat].choose(match, seat)
