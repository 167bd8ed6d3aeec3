"""The messages: what the document and the generated types say of them is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import elfer
from elfer.core.texts import Words
from elfer.server import wire

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SESSION = re.findall(r"^([→←]) (\{.*\})$", DOCUMENT, re.MULTILINE)


def test_the_example_session_is_made_of_real_messages() -> None:
    assert len(SESSION) > 10
    for arrow, text in SESSION:
        if arrow == "→":
            assert wire.parse_command(text)
        else:
            news = msgspec.json.decode(text, type=wire.AnyNews)
            assert json.loads(wire.format_news(news)) == json.loads(text)


@pytest.mark.parametrize("kind", get_args(wire.AnyCommand), ids=lambda kind: kind.__name__)
def test_every_command_is_documented_with_its_fields(kind: type[msgspec.Struct]) -> None:
    config = kind.__struct_config__
    row = re.search(rf"^\| `{config.tag}` \|([^|]*)\|", DOCUMENT, re.MULTILINE)
    assert row, config.tag
    assert set(re.findall(r"`(\w+)`", row[1])) == set(kind.__struct_fields__) - {"id"}


@pytest.mark.parametrize("kind", get_args(wire.AnyNews), ids=lambda kind: kind.__name__)
def test_all_news_are_documented(kind: type[msgspec.Struct]) -> None:
    assert f"| `{kind.__struct_config__.tag}` |" in DOCUMENT


def test_the_document_names_the_version_and_real_files() -> None:
    assert f"version **{wire.VERSION}**" in DOCUMENT
    named = re.findall(r"`((?:src|web)/[\w./]+)`", DOCUMENT)
    assert len(named) >= 4
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_refusal_of_the_server_has_a_sentence() -> None:
    sources = (ROOT / "src" / "elfer" / "server").rglob("*.py")
    texts = [file.read_text("utf-8") for file in sources]
    codes = {code for text in texts for code in re.findall(r'(?:Refused|BadInput)\(\s*"(\w+)"', text)}
    assert len(codes) > 30
    for lang in ("en", "de"):
        assert [code for code in sorted(codes) if not Words(lang).knows(f"refused.{code}")] == []


@pytest.mark.parametrize("tool", ["typescript.py", "words_for_web.py"])
def test_what_is_made_for_the_web_client_is_not_stale(tool: str) -> None:
    checked = subprocess.run(
        [sys.executable, str(ROOT / "tools" / tool), "--check"], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr


def test_a_frame_is_one_line_of_json_and_leaves_out_what_is_not_set() -> None:
    assert wire.format_news(wire.CommandDone(id="1")) == '{"is":"done","id":"1"}'
    assert wire.format_news(wire.CommandDone(id="1", at=0)) == '{"is":"done","id":"1","at":0}'


def test_what_is_no_command_is_refused_as_such() -> None:
    for frame in ("", "{}", '{"do":"ping"}', '{"do":"ping","id":"1","more":1}', "[" * 100_000, b"\xff"):
        with pytest.raises(msgspec.DecodeError):
            wire.parse_command(frame)


def test_events_are_told_as_a_seat_may_know_them() -> None:
    match = elfer.start("old-maid", seats=3, seed=1)
    events = match.play(match.actors[0], match.moves(match.actors[0])[0])
    told = {seat: wire.raw_events(events, seat) for seat in (*range(3), None)}
    assert {seat: [bytes(event).decode() for event in seen] for seat, seen in told.items()} == {
        seat: [elfer.to_json(event.seen_by(seat)) for event in events] for seat in told
    }
    assert len(set(map(str, told.values()))) > 1


ANSWERS = {"done", "refused", "code", "heard", "hint", "record", "replay"}


def test_every_answer_names_its_command_and_no_other_news_does() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(wire.AnyNews)}
    assert {tag for tag, kind in kinds.items() if "id" in kind.__struct_fields__} == {*ANSWERS, "table"}
    for tag in kinds:
        told = f'{{"at":1,"id":"c-7","view":{{"id":"other"}},"is":"{tag}"}}'
        assert wire.answered_by(told) == (None if tag == "table" else "c-7")
    assert wire.answered_by('{"is":"out","code":"reload"}') is None
    assert wire.answered_by('{"is":"refused","id":null,"code":"bad_frame","params":{}}') is None
