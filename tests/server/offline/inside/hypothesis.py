"""In the place of Hypothesis, whose native part Pyodide lacks: each law is tried with one fixed number."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

from elfer.core.chance import Chance

Draw = Callable[[Chance], Any]
HealthCheck = SimpleNamespace(too_slow=None, data_too_large=None)


def settings(*_: object, **__: object) -> Callable[[Any], Any]:
    return lambda law: law


def given(**draws: Draw) -> Callable[[Callable[..., None]], Callable[..., None]]:
    def tried(law: Callable[..., None]) -> Callable[..., None]:
        def test(**case: Any) -> None:
            law(**case, **{name: draw(Chance(1)) for name, draw in draws.items()})

        return test

    return tried


strategies: Any = ModuleType("hypothesis.strategies")
strategies.integers = lambda low, high: lambda rng: low + rng.below(high - low + 1)
strategies.text = lambda max_size: lambda rng: "x" * rng.below(max_size + 1)
sys.modules["hypothesis.strategies"] = strategies
