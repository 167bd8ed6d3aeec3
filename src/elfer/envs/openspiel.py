"""The games for OpenSpiel. Importing this module registers them:

    import pyspiel
    import elfer.envs.openspiel

    game = pyspiel.load_game("elfer_classic(seats=4)")

A game's name is `elfer_` and its id, with `_` for `-`. Its parameters are `seats`, `max_game_length` (0: the
usual length) and its options with single values; a seat of -1 is a random seat, and an empty text, or a
number of -1, leaves an option unset. `elfer_tiny` and `elfer_tinier` are small enough to be solved.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar

import numpy as np
from msgspec.structs import asdict

from elfer.bots import bot
from elfer.core.canonical_json import to_json
from elfer.core.chance import Chance, seed_for
from elfer.core.game import Option, Seat, View
from elfer.core.options import configure, options_of
from elfer.core.refusals import BadInput
from elfer.envs.dealing import DealTree
from elfer.envs.encoding import WAIT
from elfer.envs.game_tree import ROW, GameTree, TreeNode, game_tree
from elfer.envs.tiny import Tinier, Tiny
from elfer.games import Kind, registry
from elfer.match import AnyMatch

OLDEST = (1, 6)
"""The oldest supported OpenSpiel."""
try:
    import pyspiel

    if tuple(map(int, version("open_spiel").split(".")[:2])) < OLDEST:
        raise ImportError
except PackageNotFoundError:
    pass  # built from source
except ImportError:
    said = str(BadInput("spiel_missing", version=".".join(map(str, OLDEST))))
    raise ModuleNotFoundError(said, name="pyspiel") from None

RANDOM = -1
"""The parameter for a random seat."""
UNSET = {int: -1, str: ""}
"""The parameters for an option that is not set."""
OWN, ALL = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS
Parameters = dict[str, Any]


def name_of(kind: Kind) -> str:
    """The name of a game in OpenSpiel."""
    return f"elfer_{kind.id.replace('-', '_')}"


def parameters(kind: Kind) -> Parameters:
    """The parameters of a game, with their defaults."""
    usual = {name: _plain(option) for name, option in options_of(kind).items()}
    scalars = {name: value for name, value in usual.items() if value is not None}
    return {"seats": min(4, kind.seats[-1]), "max_game_length": 0} | scalars


def _plain(option: Option) -> object:
    """The default of an option as a parameter; `None` for an option that cannot be one."""
    if option.type == "seat":
        return RANDOM if option.default == "random" else option.default
    kinds = {type(choice) for choice in option.choices if choice is not None}
    if option.type not in ("bool", "choice") or len(kinds) > 1:
        return None
    return UNSET.get(kinds.pop()) if option.default is None else option.default


def _tree(kind: Kind, given: Parameters) -> GameTree:
    """The game tree of these parameters."""
    known = parameters(kind) | given
    seats, length = known["seats"], known["max_game_length"]
    if length < 0:
        raise BadInput("max_game_length", value=length)
    options = {
        name: _value(options_of(kind)[name], known[name]) for name in options_of(kind) if name in known
    }
    return game_tree(configure(kind, options, seats), seats, length)


def _value(option: Option, given: object) -> object:
    if option.type == "seat" and given == RANDOM:
        return "random"
    unset = None in option.choices and given not in option.choices and given in UNSET.values()
    return None if unset else given


def _type(kind: Kind, deals: DealTree) -> Any:
    """OpenSpiel's description of a game."""
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


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options at a number of seats."""

    kind: ClassVar[Kind]

    def __init__(self, given: Parameters | None = None) -> None:
        self.tree = _tree(self.kind, given or {})
        deals = self.tree.deals
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.tree.code.actions),
            max_chance_outcomes=deals.most_outcomes,
            num_players=self.tree.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.tree.max_length,
        )
        super().__init__(_type(self.kind, deals), info, given or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def new_initial_state(self, _: Any = None) -> OpenSpielState:
        """The root of the tree."""
        return OpenSpielState(self)

    def state_of(self, match: AnyMatch) -> OpenSpielState:
        """The state of a match, without chance nodes or a history."""
        if (match.game, match.seats, match.rounds) != (self.tree.game, self.tree.seats, 1):
            raise BadInput("other_table", game=match.game.id)
        state = OpenSpielState(self)
        state.node.begin(match.copy())
        return state

    def max_chance_nodes_in_history(self) -> int:
        return self.tree.deals.most_choices

    def make_py_observer(self, kind: Any = None, params: Any = None) -> OpenSpielObserver:
        if params:
            raise BadInput("observer", params=params)
        return OpenSpielObserver(self.tree, kind or pyspiel.IIGObservationType(perfect_recall=False))


def load(text: str) -> OpenSpielGame:
    """The game of a text; unpickling imports this module, which registers it."""
    game: OpenSpielGame = pyspiel.load_game(text)
    return game


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A node of a game tree."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.node = TreeNode(game.tree)

    def current_player(self) -> int:
        node = self.node
        if node.turns is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = node.turns.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None or node.over else seat

    def is_terminal(self) -> bool:
        return self.node.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.node.outcomes
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        turns, ids = self.node.turns, self.node.tree.code.ids
        return sorted(ids[move] for move in turns.moves) if turns else []

    def _apply_action(self, action: int) -> None:
        self.node.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action) if player < 0 else self.node.tree.code.action(action)

    def returns(self) -> list[float]:
        """1 for the winner, shared among several; the others pay equal parts."""
        seats, result = self.node.tree.seats, self.node.result
        if result is None:
            return [0.0] * seats
        shares = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
        return [(share * seats - 1) / (seats - 1) for share in shares]

    def resample_from_infostate(self, player: Seat, sampler: Any) -> OpenSpielState:
        """A random state with the same information state; *sampler* gives numbers from 0 to 1.

        Its history is empty, since the true one would reveal the deal.
        """
        first, second = (int(sampler() * (1 << 53)) for _ in range(2))
        state = OpenSpielState(self.get_game())
        state.node = self.node.resampled(player, Chance(seed_for(first, second, "imagine")))
        return state

    def record(self) -> str:
        """The match so far as a record for `elfer.replay`."""
        return self.node.match.record()

    def __str__(self) -> str:
        node = self.node
        return to_json(node.match.position() if node.turns else {"chosen": node.chance_history})


class OpenSpielObserver:
    """A player's information as text and arrays; other observers have text only."""

    def __init__(self, tree: GameTree, kind: Any) -> None:
        self.public, self.recall, self.private = kind.public_info, kind.perfect_recall, kind.private_info
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.recall and (not self.public or self.private == ALL):
            raise BadInput("recall")
        if not self.public or self.private != OWN:
            return
        size, rows = tree.code.size, tree.max_length if self.recall else 0
        self.tensor = np.zeros(size + rows * len(ROW), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.recall:
            self.dict["past"] = self.tensor[size:].reshape(rows, len(ROW))

    def set_from(self, state: OpenSpielState, player: Seat) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        node = state.node
        if node.turns is None:
            return
        node.tree.code.observation(node.match, player, self.dict["observation"])
        if self.recall:
            node.write_history(player, self.dict["past"])

    def string_from(self, state: OpenSpielState, player: Seat) -> str:
        node = state.node
        if node.turns is None:
            return ""
        seat = player if self.private == OWN else None
        if self.recall:
            return node.information_state(seat)
        seen = node.match.open_view() if self.private == ALL else node.match.view(seat)
        return to_json(seen if self.public else difference(seen, node.match.view(None)))


def difference(own: View, spectator: View) -> dict[str, object]:
    """The private part of a view."""
    public = asdict(spectator)
    return {name: value for name, value in asdict(own).items() if value != public[name]}


class Player(pyspiel.Bot):  # type: ignore[misc]
    """A bot of elfer as a bot of OpenSpiel. It uses only what its seat may know."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        super().__init__()
        self.bot = bot(name, seed)

    def restart_at(self, state: OpenSpielState) -> None:
        """Nothing to do: the bot is stateless."""

    def inform_action(self, state: OpenSpielState, player: Seat, action: int) -> None:
        """Nothing to do: the state has the history."""

    def step(self, state: OpenSpielState) -> int:
        turns, ids = state.node.turns, state.node.tree.code.ids
        if turns is None or turns.seat is None:
            return int(pyspiel.INVALID_ACTION)
        if turns.moves[-1] == WAIT:
            return ids[self.bot.calls(turns.match, turns.seat) or WAIT]
        return ids[self.bot.choose(turns.match, turns.seat)]


def register(kinds: Iterable[Kind]) -> None:
    """Register games with OpenSpiel."""
    there = set(pyspiel.registered_names())
    for kind in kinds:
        if name_of(kind) not in there:
            # a class, not a function: OpenSpiel releases it after Python has ended
            made = type(kind.__name__, (OpenSpielGame,), {"kind": kind})
            pyspiel.register_game(_type(kind, DealTree(kind(), kind.seats[0])), made)


register((*registry().values(), Tiny, Tinier))
