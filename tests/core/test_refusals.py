from __future__ import annotations

import pytest

import elfer
from elfer.core.refusals import BadInput, IllegalMove, Refused
from elfer.core.texts import Words


def test_a_refusal_is_a_code_that_every_language_can_say() -> None:
    refused = IllegalMove("needs_neighbour", move="R7", card="R8")
    assert (refused.code, refused.params) == ("needs_neighbour", {"move": "R7", "card": "R8"})
    assert str(refused) == "Red 7 does not fit: red 8 is not on the table yet."
    assert refused.tell(Words("de")) == "Rot 7 passt nicht: Rot 8 liegt noch nicht auf dem Tisch."


@pytest.mark.parametrize("kind", [BadInput, IllegalMove])
def test_a_refusal_is_a_value_error(kind: type[Refused]) -> None:
    assert issubclass(kind, ValueError)
    assert getattr(elfer, kind.__name__) is kind
