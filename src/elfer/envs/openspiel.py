"""The games as OpenSpiel knows games. Importing this module registers them:

    import pyspiel
    import elfer.envs.openspiel

    game = pyspiel.load_game("elfer_classic(seats=4)")

Every game is called `elfer_` and its id, with `_` for `-`. Its parameters are `seats`, `max_game_length` (0:
as long as such games last) and its options, as far as they are single values; a seat of -1 is any seat, and
an empty text, or a number of -1, sets nothing. `elfer_tiny` and `elfer_tinier` are small enough to be solved.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar

import numpy as np
from msgspec.structs import asdict

from elfer.bots import bot
from elfer.core.chance import Chance, seed_for
from elfer.core.encoding import to_json
from elfer.core.game import Option, Seat, View
from elfer.core.options import configure, options_of
from elfer.core.refusals import BadInput
from elfer.envs.courses import ROW, Course, Table, table
from elfer.envs.dealing import Deals
from elfer.envs.encoding import WAIT
from elfer.envs.tiny import Tinier, Tiny
from elfer.games import Kind, registry
from elfer.match import AnyMatch

OLDEST = (1, 6)
"""The oldest OpenSpiel that will do."""
try:
    import pyspiel

    if tuple(map(int, version("open_spiel").split(".")[:2])) < OLDEST:
        raise ImportError
except PackageNotFoundError:
    pass  # it was built from its sources
except ImportError:
    said = str(BadInput("spiel_missing", version=".".join(map(str, OLDEST))))
    raise ModuleNotFoundError(said, name="pyspiel") from None

RANDOM = -1
"""The seat that stands for any seat, where an option names one."""
NOTHING = {int: -1, str: ""}
"""The values that stand for an option which is not set."""
OWN, ALL = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS
Parameters = dict[str, Any]


def name_of(kind: Kind) -> str:
    """What a game is called in OpenSpiel."""
    return f"elfer_{kind.id.replace('-', '_')}"


def parameters(kind: Kind) -> Parameters:
    """What can be said about a game when it is loaded, each with its usual value."""
    usual = {name: _plain(option) for name, option in options_of(kind).items()}
    scalars = {name: value for name, value in usual.items() if value is not None}
    return {"seats": min(4, kind.seats[-1]), "max_game_length": 0} | scalars


def _plain(option: Option) -> object:
    """The usual value of an option as a parameter, which has one type; `None` for what can be none."""
    if option.type == "seat":
        return RANDOM if option.default == "random" else option.default
    kinds = {type(choice) for choice in option.choices if choice is not None}
    if option.type not in ("bool", "choice") or len(kinds) > 1:
        return None
    return NOTHING.get(kinds.pop()) if option.default is None else option.default


def _table(kind: Kind, given: Parameters) -> Table:
    """The table that parameters describe."""
    known = parameters(kind) | given
    seats, most = known["seats"], known["max_game_length"]
    if most < 0:
        raise BadInput("max_game_length", value=most)
    options = {
        name: _value(options_of(kind)[name], known[name]) for name in options_of(kind) if name in known
    }
    return table(configure(kind, options, seats), seats, most)


def _value(option: Option, given: object) -> object:
    if option.type == "seat" and given == RANDOM:
        return "random"
    unset = None in option.choices and given not in option.choices and given in NOTHING.values()
    return None if unset else given


def _type(kind: Kind, deals: Deals) -> Any:
    """A game as OpenSpiel lists it."""
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=name_of(kind),
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if deals.most_choices else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.seats[-1],
        min_num_players=kind.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(kind),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its options at a table of some size."""

    kind: ClassVar[Kind]

    def __init__(self, given: Parameters | None = None) -> None:
        self.table = _table(self.kind, given or {})
        deals = self.table.deals
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.code.actions),
            max_chance_outcomes=deals.most_outcomes,
            num_players=self.table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.table.most,
        )
        super().__init__(_type(self.kind, deals), info, given or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def new_initial_state(self, _: Any = None) -> State:
        """The state before the deal."""
        return State(self)

    def state_of(self, match: AnyMatch) -> State:
        """The state that a match is in: it was not dealt by chance, and its moves are no history here."""
        if (match.game, match.seats, match.rounds) != (self.table.game, self.table.seats, 1):
            raise BadInput("other_table", game=match.game.id)
        state = State(self)
        state.course.begin(match.copy())
        return state

    def max_chance_nodes_in_history(self) -> int:
        return self.table.deals.most_choices

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        if params:
            raise BadInput("observer", params=params)
        return Observer(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


def load(text: str) -> Game:
    """The game of this text, wherever it was pickled: this module has registered it."""
    game: Game = pyspiel.load_game(text)
    return game


class State(pyspiel.State):  # type: ignore[misc]
    """A point in a game."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.course = Course(game.table)

    def current_player(self) -> int:
        course = self.course
        if course.turns is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = course.turns.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None or course.over else seat

    def is_terminal(self) -> bool:
        return self.course.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.course.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        turns, ids = self.course.turns, self.course.table.code.ids
        return sorted(ids[move] for move in turns.moves) if turns else []

    def _apply_action(self, action: int) -> None:
        if self.course.outcomes:
            self.course.choose(action)
        else:
            self.course.answer(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action) if player < 0 else self.course.table.code.action(action)

    def returns(self) -> list[float]:
        """1 for the winner, or shared among winners, and the others pay for it in equal parts."""
        seats, result = self.course.table.seats, self.course.result
        if result is None:
            return [0.0] * seats
        shares = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
        return [(share * seats - 1) / (seats - 1) for share in shares]

    def resample_from_infostate(self, player: Seat, sampler: Any) -> State:
        """A random state which this player cannot tell from this one; *sampler* gives numbers from 0 to 1.

        Its history begins here, since the true one would betray the deal.
        """
        luck = [int(sampler() * (1 << 53)) for _ in range(2)]
        state = State(self.get_game())
        state.course = self.course.imagined(player, Chance(seed_for(luck[0], luck[1], "imagine")))
        return state

    def record(self) -> str:
        """The match so far, as a record that `elfer.replay` reads."""
        return self.course.match.record()

    def __str__(self) -> str:
        course = self.course
        return to_json(course.match.position()) if course.turns else to_json({"chosen": course.made})


class Observer:
    """What a player knows, as text and as arrays. Others than players have texts only."""

    def __init__(self, table: Table, kind: Any) -> None:
        self.public, self.recall, self.private = kind.public_info, kind.perfect_recall, kind.private_info
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.recall and (not self.public or self.private == ALL):
            raise BadInput("recall")
        if not self.public or self.private != OWN:
            return
        size, rows = table.code.size, table.most if self.recall else 0
        self.tensor = np.zeros(size + rows * len(ROW), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.recall:
            self.dict["past"] = self.tensor[size:].reshape(rows, len(ROW))

    def set_from(self, state: State, player: Seat) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        course = state.course
        if course.turns is None:
            return
        course.table.code.observation(course.match, player, self.dict["observation"])
        if self.recall:
            course.past(player, self.dict["past"])

    def string_from(self, state: State, player: Seat) -> str:
        course = state.course
        if course.turns is None:
            return ""
        looking = player if self.private == OWN else None
        if self.recall:
            return course.told(looking)
        seen = course.match.open_view() if self.private == ALL else course.match.view(looking)
        return to_json(seen if self.public else difference(seen, course.match.view(None)))


def difference(own: View, everybody: View) -> dict[str, object]:
    """What one seat sees and others do not."""
    public = asdict(everybody)
    return {name: value for name, value in asdict(own).items() if value != public[name]}


class Player(pyspiel.Bot):  # type: ignore[misc]
    """A bot of elfer, by its name, as a bot of OpenSpiel. It looks at no more than its seat may know."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        super().__init__()
        self.bot = bot(name, seed)

    def restart_at(self, state: State) -> None:
        """It keeps nothing in mind, so there is nothing to forget."""

    def inform_action(self, state: State, player: Seat, action: int) -> None:
        """It sees the whole past in the state."""

    def step(self, state: State) -> int:
        turns, ids = state.course.turns, state.course.table.code.ids
        if turns is None or turns.seat is None:
            return int(pyspiel.INVALID_ACTION)
        if turns.moves[-1] == WAIT:
            return ids[self.bot.calls(turns.match, turns.seat) or WAIT]
        return ids[self.bot.choose(turns.match, turns.seat)]


def register(kinds: Iterable[Kind]) -> None:
    """Make games known to OpenSpiel."""
    there = set(pyspiel.registered_names())
    for kind in kinds:
        if name_of(kind) not in there:
            # a class, not a function: OpenSpiel lets go of it when Python has ended, and nothing can be freed
            made = type(kind.__name__, (Game,), {"kind": kind})
            pyspiel.register_game(_type(kind, Deals(kind(), kind.seats[0])), made)


register((*registry().values(), Tiny, Tinier))
