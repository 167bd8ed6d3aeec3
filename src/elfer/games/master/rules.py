"""Elfer raus! Master: rows from 1 to 21 with jokers, bridges and bonus cards; the most points win."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.beliefs import Belief, Hand, deal_hidden
from elfer.core.cards import NAME, Card, Cards, Fields, each, names, union
from elfer.core.chance import Chance
from elfer.core.events import Drew, Passed, TurnEnded
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at, seen_hands
from elfer.core.options import Colour, First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.core.texts import Words
from elfer.games.master.refusals import refusal
from elfer.games.master.state import (
    BONUSES,
    CONNECTIONS,
    ELEVENS,
    FIELDS,
    JOKERS,
    LAYS,
    SWAPS,
    BonusTaken,
    FieldLay,
    JokerSwapped,
    State,
    View,
    bridged,
    completed,
    fitting,
    scores,
    soon,
    spans,
    texts,
)

HAND_SIZE = {2: 20, 3: 20, 4: 15, 5: 12, 6: 12}  # MAS-4
CONNECTIONS_EACH = {2: 4, 3: 4, 4: 3, 5: 3, 6: 2}  # MAS-2
MOST = 4  # MAS-5


class Master(Game[State, View], frozen=True):
    """The game of the Master booklet."""

    id: ClassVar[str] = "master"
    title: ClassVar[str] = "Elfer raus! Master"
    seats: ClassVar[range] = range(2, 7)

    row_order: tuple[Colour, ...] = ("yellow", "blue", "red", "green")  # MAS-3
    first: First = 0  # MAS-4

    def blank(self, seats: int) -> State:
        connections, none = (CONNECTIONS_EACH[seats],) * seats, (0,) * seats  # MAS-2
        beliefs = (Belief(),) * seats
        return State(0, none, connections=connections, bonus=none, excluded=beliefs, known_jokers=none)

    def deal(self, seats: int, rng: Chance) -> State:
        cards, size = rng.shuffled(each(FIELDS & ~ELEVENS | JOKERS)), HAND_SIZE[seats]  # MAS-4
        hands = tuple(union(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
        turn = starting_seat(self.first, seats, rng)
        return replace(self.blank(seats), turn=turn, hands=hands, stock=tuple(cards[seats * size :]))

    def check_position(self, state: State) -> None:
        if missing := ELEVENS & ~state.table:  # MAS-3
            raise BadInput("position_laid_out", cards=names(missing))
        if astray := state.jokers & ~state.table:
            raise BadInput("master_jokers", fields=names(astray))
        held = [(hand & JOKERS).bit_count() for hand in state.hands]
        possible = {
            "connections": sum(state.connections) <= CONNECTIONS,
            "bonus": sum(state.bonus) <= BONUSES,
            "laid": state.laid < MOST,
            "bridges": not state.bridges & ~self._joined(state.table),
            "known_jokers": all(k <= h for k, h in zip(state.known_jokers, held, strict=True)),
        }
        for key, fine in possible.items():
            if not fine:
                raise BadInput("position_value", key=key, value=getattr(state, key))

    def _joined(self, table: Fields) -> Fields:
        """The filled fields with a filled one below. MAS-9"""
        upwards = bridged(self.row_order, table)[len(self.row_order) - 1 :]
        return table & union(fields for _, fields in upwards)

    # The turn.

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if self._ended(state) else (state.turn,)

    def _ended(self, state: State) -> str:
        """Why the round is over, once it is."""
        if 0 in state.hands:
            return "master_out"  # MAS-12
        return "full" if state.table == FIELDS and not state.stock else ""  # MAS-14

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn or self._ended(state):
            return ()
        hand, fits = state.hands[seat], fitting(state.table)
        numbers = names(hand & fits)  # MAS-6
        lays = [*numbers]
        if hand & JOKERS:
            lays += texts("J={}", fits)  # MAS-7
        if state.connections[seat]:
            lays += self._bridging(state, hand, fits)
        swaps: tuple[Move, ...] = ()
        if state.laid or fits:  # MAS-8: bound to a lay, and the joker can be laid while a field is empty
            swaps = texts("{}xJ", hand & state.jokers)
        if state.laid:
            return (*lays, *swaps, "end")  # MAS-15
        if state.swapped and lays:  # MAS-8
            return (*lays, *swaps)
        if state.stock:
            return (*lays, *swaps, "draw")  # MAS-5
        return (*lays, *swaps) if numbers else (*lays, *swaps, "pass")  # MAS-11

    def _bridging(self, state: State, hand: Cards, fits: Fields) -> list[Move]:
        """The lays through a connection card. MAS-9"""
        found: list[Move] = []
        free = FIELDS & ~state.table & ~fits
        for letter, fields in bridged(self.row_order, state.table):
            found += texts("{}<" + letter, hand & fields & free)
            if hand & JOKERS:
                found += texts("J={}<" + letter, fields & free)
        return found

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if lay := LAYS.get(move):
            return self._lay(state, seat, lay)
        if card := SWAPS.get(move):
            return self._swap(state, seat, card)
        if move == "draw":
            return self._draw(state, seat)
        if move == "end":
            return self._pass_turn(state), (TurnEnded(seat),)
        belief = state.excluded[seat].without(fitting(state.table))  # MAS-11
        shown = replaced_at(state.excluded, seat, belief)
        return self._pass_turn(replace(state, excluded=shown)), (Passed(seat),)

    def _lay(self, state: State, seat: Seat, lay: FieldLay) -> tuple[State, tuple[Event, ...]]:
        hand, known = state.hands[seat], state.known_jokers[seat]
        table, jokers, excluded = state.table | lay.field, state.jokers, state.excluded
        if lay.joker:
            hand &= ~(hand & JOKERS & -(hand & JOKERS))
            jokers |= lay.field
            known = max(0, known - 1)
        else:
            hand &= ~lay.field
            excluded = self._seen(excluded, seat, lay.field)
        bonus = state.bonus[seat] + min(completed(table, lay.field), BONUSES - sum(state.bonus))  # MAS-10
        connections = state.connections[seat] - bool(lay.source)  # MAS-9
        after = replace(
            state,
            hands=replaced_at(state.hands, seat, hand),
            table=table,
            jokers=jokers,
            connections=replaced_at(state.connections, seat, connections),
            bonus=replaced_at(state.bonus, seat, bonus),
            laid=state.laid + 1,
            swapped=False,
            excluded=excluded,
            known_jokers=replaced_at(state.known_jokers, seat, known),
            bridges=state.bridges | lay.bridge(self.row_order),
        )
        if after.laid == MOST:  # MAS-15
            after = self._pass_turn(after)
        taken = (BonusTaken(seat, bonus),) if bonus > state.bonus[seat] else ()
        return after, (lay.event(seat), *taken, *self.closing(after))

    def _swap(self, state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
        """The joker goes openly to the hand; a swap never earns a bonus. MAS-8, MAS-10"""
        free = JOKERS & ~union(state.hands) & ~union(state.stock)
        after = replace(
            state,
            hands=replaced_at(state.hands, seat, state.hands[seat] & ~card | free & -free),
            jokers=state.jokers & ~card,
            swapped=not state.laid,
            excluded=self._seen(state.excluded, seat, card),
            known_jokers=replaced_at(state.known_jokers, seat, state.known_jokers[seat] + 1),
        )
        return after, (JokerSwapped(seat, NAME[card]),)

    def _draw(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        card, hand = state.stock[0], state.hands[seat]
        unseen = FIELDS & ~(state.table & ~state.jokers)
        size = hand.bit_count() - state.known_jokers[seat]
        belief = state.excluded[seat].joined(size, Belief(), 1, unseen)
        after = replace(
            state,
            hands=replaced_at(state.hands, seat, hand | card),
            stock=state.stock[1:],
            excluded=replaced_at(state.excluded, seat, belief),
        )
        after = self._pass_turn(after)  # MAS-5
        return after, (Drew(seat, (NAME[card],)), *self.closing(after))

    def _seen(self, excluded: tuple[Belief, ...], seat: Seat, card: Card) -> tuple[Belief, ...]:
        """What is known of the hands once a number card of this seat lies on the table."""
        if not any(belief.tracked & card for belief in excluded):
            return excluded
        known = (b.after(card) if s == seat else b.without(card) for s, b in enumerate(excluded))
        return tuple(Belief(belief.tracked & ~card, belief.odds) for belief in known)

    def _pass_turn(self, state: State) -> State:
        return replace(state, turn=(state.turn + 1) % len(state.hands), laid=0, swapped=False)

    def result(self, state: State) -> Result | None:
        reason = self._ended(state)
        if not reason:
            return None
        return Result.of([score.points for score in scores(state)], reason)  # MAS-13

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        return refusal(self.row_order, state, move, self.moves(state, seat))

    def say(self, move: Move, words: Words) -> str:
        if move in SWAPS:
            return words.say("move.master_swap", field=NAME[SWAPS[move]])
        lay = LAYS.get(move)
        if not lay or not (lay.joker or lay.source):
            return words.move(move)
        field = NAME[lay.field]
        if not lay.source:
            return words.say("move.master_joker", field=field)
        key = "move.master_joker_bridge" if lay.joker else "move.master_bridge"
        return words.say(key, field=field, source=NAME[lay.origin()])

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        over = bool(self._ended(state))
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            self.row_order,
            names(state.table),
            names(state.jokers),
            names(fitting(state.table)),
            seen_hands(state.hands, seat, over or open),
            tuple(hand.bit_count() for hand in state.hands),
            state.known_jokers,
            len(state.stock),
            state.connections,
            state.bonus,
            state.laid,
            state.swapped,
            self.offered(state, seat),
            () if seat is None else names(soon(state.hands[seat], state.table)),
            over,
            scores(state) if over else (),
            spans(self.row_order, state.bridges),
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """Uniform over all deals with the jokers taken openly and the passes the table has seen. GEN-8"""
        others = [s for s in range(len(state.hands)) if s != seat]
        hidden = union(state.hands[s] for s in others) | union(state.stock)
        copies = each(hidden & JOKERS)
        known = {s: union(islice(copies, state.known_jokers[s])) for s in others}
        wanted = [Hand(state.hands[s].bit_count() - known[s].bit_count(), state.excluded[s]) for s in others]
        dealt, stock = deal_hidden(hidden & ~union(known.values()), wanted, rng)
        hands = {s: known[s] | cards for s, cards in zip(others, dealt, strict=True)}
        everyone = tuple(hands.get(s, hand) for s, hand in enumerate(state.hands))
        return replace(state, hands=everyone, stock=tuple(stock))
