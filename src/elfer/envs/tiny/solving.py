"""The bots on tiny as tabular policies of OpenSpiel, with exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from elfer.envs.game_tree import TreeNode
from elfer.envs.openspiel import OpenSpielGame
from elfer.envs.tiny.bot import odds
from elfer.envs.tiny.rules import Tiny

BOTS = ("random", "greedy", "easy", "medium", "hard")
"""The bots without search, whose probabilities are known."""


def bot_policies(game: OpenSpielGame, bots: Sequence[str] = BOTS) -> dict[str, Any]:
    """Each of these bots as a policy for every decision node."""
    import pyspiel  # not above: where it is missing, `elfer.envs.openspiel` says what to do

    rules = game.tree.game
    assert isinstance(rules, Tiny), "only tiny's bots have known odds"
    tables: dict[str, dict[str, list[tuple[int, float]]]] = {name: {} for name in bots}
    known: set[str] = set()
    for node in decisions(TreeNode(game.tree)):
        assert node.turns is not None
        key = node.information_state(node.turns.seat or 0)
        if key not in known:
            known.add(key)
            for name, found in tables.items():
                likely = odds(name, rules, node.match.state)
                found[key] = sorted((game.tree.code.ids[move], chance) for move, chance in likely.items())
    return {name: pyspiel.TabularPolicy(found) for name, found in tables.items()}


def decisions(start: TreeNode) -> Iterator[TreeNode]:
    """Every decision node of the tree below a node."""
    todo = [start]
    while todo:
        node = todo.pop()
        if node.outcomes:
            todo += (child(node, outcome) for outcome in range(node.outcomes))
        elif not node.over and node.turns:
            yield node
            todo += (child(node, node.tree.code.ids[move]) for move in node.turns.moves)


def child(node: TreeNode, action: int) -> TreeNode:
    """The node after an outcome or an action."""
    copied = deepcopy(node)
    copied.apply(action)
    return copied
