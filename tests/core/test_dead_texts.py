"""No text outlives its use: every key is one that some code can say.

A key is looked for as code writes it: in full, or with a hole (`f"table.duel_{name}"`), which the values of
its loop fill, or else any word of the same file or the same game. Refusals are named by their codes, events
by their tags and fields, moves by their notation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from elfer.games import games
from tests.core.templates import PAGE, SOURCE, base, events, files
from tests.sources import parsed

WORD = re.compile(r"[\w -]+")
KEY = re.compile(r"[a-z]+\.[\w -]*")
REFUSALS = ("positive", "Refused", "BadInput", "BotError", "IllegalMove")
PLAYED = (SOURCE / "games", SOURCE / "terminal")


def dead(keys: Iterable[str], said: Iterable[str]) -> list[str]:
    """The keys that none of these patterns is."""
    pattern = re.compile("|".join(sorted(said)))
    return [key for key in keys if not pattern.fullmatch(base(key))]


def one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(set(map(re.escape, words))))})"


# The program


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(file)))


def words_in(found: Iterable[ast.AST]) -> list[str]:
    texts = (node.value for node in found if isinstance(node, ast.Constant))
    return [text for text in texts if isinstance(text, str) and WORD.fullmatch(text)]


@cache
def hole(file: Path, name: str) -> str:
    """What may stand in a gap of a key where this variable is, as a pattern."""
    loops = [node for node in nodes(file) if isinstance(node, ast.For | ast.comprehension)]
    over = [loop.iter for loop in loops if name in ast.unparse(loop.target).strip("()").split(", ")]
    values = [node for each in over for node in ast.walk(each)]
    if words_in(values) and not any(isinstance(node, ast.Starred) for node in values):
        return one_of(words_in(values))
    folder = file.relative_to(SOURCE).parts[:2]
    near = SOURCE.joinpath(*folder).rglob("*.py") if folder[0] == "games" else [file]
    return one_of(words_in(node for each in near for node in nodes(each)))


def patterns(node: ast.AST, file: Path) -> list[str]:
    """The texts that an expression can be."""
    match node:
        case ast.Constant(value=str() as text):
            return [re.escape(text)]
        case ast.IfExp(body=body, orelse=orelse):
            return patterns(body, file) + patterns(orelse, file)
        case ast.JoinedStr(values=parts):
            return ["".join(f"(?:{'|'.join(patterns(part, file))})" for part in parts)]
        case ast.FormattedValue(value=value):
            return patterns(value, file)
    return [hole(file, ast.unparse(node))]


def written(file: Path) -> Iterator[str]:
    """The dotted keys that a file writes."""
    for node in nodes(file):
        match node:
            case (
                ast.Constant(value=str() as text)
                | ast.JoinedStr(values=[ast.Constant(value=str() as text), *_])
            ):
                if KEY.fullmatch(text):
                    yield from patterns(node, file)


def given(file: Path, names: tuple[str, ...], at: int) -> Iterator[str]:
    """What calls of these names are given at this place."""
    for node in nodes(file):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names and len(node.args) > at:
            yield from patterns(node.args[at], file)


def inherited(file: Path) -> Iterator[str]:
    """The codes that classes of refusals pass to `super().__init__`."""
    for node in nodes(file):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"))),
                args=[ast.Constant(value=str() as code), *_],
            ):
                yield re.escape(code)


def moves(file: Path) -> Iterator[str]:
    """What a game or the terminal may call a move: a word, or a word and a number."""
    yield from map(re.escape, words_in(nodes(file)))
    for node in nodes(file):
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str() as text), ast.FormattedValue()]):
                yield re.escape(text) + r"\d+"


def told() -> Iterator[str]:
    """The keys of all events: a tag, and the fields that may be told with it."""
    for event in events():
        fields = "".join(f"(?:_{name})?" for name in event.__struct_fields__)
        yield rf"event\.{event.__struct_config__.tag}{fields}"


def said_by_the_program() -> Iterator[str]:
    yield from told()
    yield rf"points\.{one_of(games())}"
    for file in SOURCE.rglob("*.py"):
        yield from written(file)
        yield from (rf"refused\.(?:{code})" for code in (*given(file, REFUSALS, 0), *inherited(file)))
        yield from (rf"reason\.(?:{reason})" for reason in given(file, ("Result.of",), 1))
        yield from (rf"reason\.(?:{reason})" for reason in given(file, ("Result",), 3))
        yield from (rf"why\.(?:{code})" for code in given(file, ("Reason", "Drawback"), 0))
        if any(file.is_relative_to(folder) for folder in PLAYED):
            yield from (rf"input\.(?:{move})" for move in moves(file))


def test_the_program_can_say_all_its_texts() -> None:
    keys = [key for folder, entries in files("en").items() if folder.startswith("src") for key in entries]
    assert len(keys) > 500
    assert dead(keys, said_by_the_program()) == []


# The page


CODE = re.compile(r"(?<!\.test)\.(ts|svelte)$")
SAYS = re.compile(r"\b(ui|t)\(")
TEXT = re.compile(r"'([^'\n]*)'|`([^`\n]*)`")
GAP = re.compile(r"\$\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}")


def first_argument(source: str, at: int) -> str:
    """The text of a call's first argument, from behind its bracket."""
    depth = 0
    for end in range(at, len(source)):
        if source[end] in "([{":
            depth += 1
        elif source[end] in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and source[end] == ","):
            return source[at:end]
    raise AssertionError("a call without an end")


def texts_in(source: str) -> list[str]:
    """The quoted texts of a piece of code."""
    return [plain or filled for plain, filled in TEXT.findall(source)]


def options() -> Iterator[str]:
    """What options are called, and what may be chosen for them."""
    for info in games().values():
        for name, option in info.options.items():
            yield name
            yield from map(str, option.choices)


def said_by_the_page() -> Iterator[str]:
    """Each pattern has its folder before it; in a hole is any word of the page, the wire or an option."""
    found = {file: file.read_text("utf-8") for file in PAGE.rglob("*") if CODE.search(file.name)}
    texts = {file: texts_in(source) for file, source in found.items()}
    words = {word for each in texts.values() for word in each if WORD.fullmatch(word)}
    hole = one_of(words | set(options()))
    for file, source in found.items():
        near = [text for other, each in texts.items() if other.parent == file.parent for text in each]
        for call in SAYS.finditer(source):
            folder = "words" if call[1] == "ui" else file.parent.name
            for text in texts_in(first_argument(source, call.end())) or near:
                yield f"{folder}/" + hole.join(map(re.escape, GAP.split(text)))


def test_the_page_can_say_all_its_texts() -> None:
    keys = [key for folder, entries in files("en").items() if folder.startswith("web") for key in entries]
    assert len(keys) > 400
    assert dead(keys, said_by_the_page()) == []
