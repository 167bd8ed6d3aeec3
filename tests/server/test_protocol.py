"""The protocol's document and the generated types say what the server does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from elfer.core.texts import Words
from elfer.server import wire

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SESSION = re.findall(r"^([→←]) (\{.*\})$", DOCUMENT, re.MULTILINE)


def test_the_example_session_is_made_of_real_messages() -> None:
    assert len(SESSION) > 10
    for arrow, text in SESSION:
        if arrow == "→":
            assert wire.read(text)
        else:
            news = msgspec.json.decode(text, type=wire.AnyNews)
            assert json.loads(wire.write(news)) == json.loads(text)


@pytest.mark.parametrize("kind", get_args(wire.AnyCommand), ids=lambda kind: kind.__name__)
def test_every_command_is_documented_with_its_fields(kind: type[msgspec.Struct]) -> None:
    config = kind.__struct_config__
    row = re.search(rf"^\| `{config.tag}` \|([^|]*)\|", DOCUMENT, re.MULTILINE)
    assert row, config.tag
    assert set(re.findall(r"`(\w+)`", row[1])) == set(kind.__struct_fields__) - {"id"}


@pytest.mark.parametrize("kind", get_args(wire.AnyNews), ids=lambda kind: kind.__name__)
def test_all_news_are_documented(kind: type[msgspec.Struct]) -> None:
    assert f"| `{kind.__struct_config__.tag}` |" in DOCUMENT


def test_the_document_names_the_version_and_the_settings_are_all_documented() -> None:
    assert f"version **{wire.VERSION}**" in DOCUMENT
    shown = subprocess.run(
        [sys.executable, "-m", "elfer", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "200", "PATH": ""},
    ).stdout
    operations = (ROOT / "docs" / "operations.md").read_text("utf-8")
    options = set(re.findall(r"--[a-z-]+", shown)) - {"--help", "--lang", "--no-browser"}
    assert {"--lan", "--data", "--metrics-port"} <= options
    assert all(option in operations for option in options), options
    variables = set(re.findall(r"ELFER_[A-Z_]+", shown))
    assert all(variable in operations for variable in variables)


def test_every_refusal_of_the_server_has_a_sentence() -> None:
    sources = (ROOT / "src" / "elfer" / "server").glob("*.py")
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
