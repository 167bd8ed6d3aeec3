"""Answers to commands: which command a frame answers."""

from __future__ import annotations

import typing

from elfer.server import wire
from elfer.server.refusing import answered_by

ANSWERS = {"done", "refused", "code", "heard", "hint", "record", "replay"}


def test_every_answer_names_its_command_and_no_other_news_does() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in typing.get_args(wire.AnyNews)}
    assert {tag for tag, kind in kinds.items() if "id" in kind.__struct_fields__} == {*ANSWERS, "table"}
    for tag in kinds:
        told = f'{{"at":1,"id":"c-7","view":{{"id":"other"}},"is":"{tag}"}}'
        assert answered_by(told) == (None if tag == "table" else "c-7")
    assert answered_by('{"is":"out","code":"reload"}') is None
    assert answered_by('{"is":"refused","id":null,"code":"bad_frame","params":{}}') is None
