"""Generated pages of the site: rule sheets, examples, the tutorial with its output, pages of the root.

MkDocs calls these functions; mkdocs.yml names this file.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from nbclient import NotebookClient

from elfer.core import events
from elfer.core.game import Event, RoundOver, View, package_of
from elfer.core.options import options_of
from elfer.games import Kind, games, registry
from elfer.match import steps
from elfer.sheets import sheets, title

ROOT = Path(__file__).parents[1]
OF_THE_ROOT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"
TUTORIAL = "tutorial.md"
ABOUT_GAMES = """What `match.view(seat)` and `match.play(…)` give, game by game. A match that was begun with
a game's class has these types: `elfer.start(Classic).view(0).hands` passes `mypy --strict`."""
LANGUAGES = {".py": "python", ".mjs": "js"}
SECONDS = 120
"""Seconds a cell of the tutorial may take."""
LINK = re.compile(r"\[([^]]+)\]\(\.\./([^)#]+)\)")
SHEET = re.compile(r"src/elfer/games/\w+/sheet/([\w-]+)\.en\.md")
FENCE = re.compile(r"^```(\w+) \S.*$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the rules and the examples to the menu."""
    for entry in config.nav or []:
        if "Play" in entry:
            entry["Play"].append({"Rules": [{title(id, "en"): f"rules/{id}.md"} for id in games()]})
        if "Study" in entry:
            entry["Study"].append({"Examples": [{file.name: _example(file)} for file in examples()]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in made().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Point links out of docs/ to pages of the site, and reduce code fences to their language."""
    if page.file.src_uri != TUTORIAL:
        markdown = markdown.replace(f"]({NOTEBOOK.name})", f"]({TUTORIAL})")
    return FENCE.sub(r"```\1", LINK.sub(_inside, markdown))


def _inside(link: re.Match[str]) -> str:
    """A link to a file outside docs/ as one to its page; a plain name if it has none."""
    text, target = link.groups()
    if sheet := SHEET.fullmatch(target):
        return f"[{text}](rules/{sheet[1]}.md)"
    if (ROOT / target) in examples():
        return f"[{text}]({_example(ROOT / target)})"
    if target in OF_THE_ROOT:
        return f"[{text}]({OF_THE_ROOT[target]})"
    return link[0] if target.endswith(".md") else text


def made() -> dict[str, str]:
    """The generated pages by path."""
    pages = {f"rules/{id}.md": "\n".join(sheets(id, "en")) for id in games()}
    pages |= {_example(file): _code_page(file) for file in examples()}
    for file, path in OF_THE_ROOT.items():
        pages[path] = (ROOT / file).read_text("utf-8").replace("](docs/", "](").replace("](CH", "](../CH")
    return pages | {TUTORIAL: tutorial(), "reference/games.md": games_reference()}


def examples() -> list[Path]:
    """The programs under examples/."""
    return sorted(file for file in (ROOT / "examples").iterdir() if file.suffix in LANGUAGES)


def _example(file: Path) -> str:
    return f"examples/{file.stem}.md"


def _code_page(file: Path) -> str:
    return f"# {file.name}\n{_fenced(LANGUAGES[file.suffix], file.read_text('utf-8'))}"


def _fenced(language: str, text: str) -> str:
    return f"\n````{language}\n{text.rstrip()}\n````\n"


# The reference of the games


def games_reference() -> str:
    """Each game as a type, with its options, and the views and events of each package of games."""
    over = _reference(RoundOver, *RoundOver.__struct_fields__)
    page = ["# Games, views and events", ABOUT_GAMES, "## Every game", *_told(events), over, *_told(steps)]
    packages: dict[str, list[Kind]] = {}
    for kind in registry().values():
        packages.setdefault(package_of(kind), []).append(kind)
    for package, kinds in packages.items():
        page.append(f"## {', '.join(f'`{kind.id}`' for kind in kinds)}")
        page += [_reference(kind, *options_of(kind)) for kind in kinds]
        page += _told(import_module(f"{package}.state"))
    return "\n\n".join(page)


def _told(module: ModuleType) -> list[str]:
    """The views and events of a module."""
    own = [found for found in vars(module).values() if isinstance(found, type) and _of(found, module)]
    return [_reference(kind, *kind.__struct_fields__) for kind in own if issubclass(kind, View | Event)]


def _of(kind: type, module: ModuleType) -> bool:
    return kind.__module__ == module.__name__


def _reference(kind: type, *fields: str) -> str:
    members = "".join(f"\n        - {field}" for field in fields) or " false"
    options = f"\n    options:\n      heading_level: 3\n      members:{members}"
    return f"::: {kind.__module__}.{kind.__name__}{options}"


# The tutorial


def tutorial() -> str:
    """The notebook as a page, with the output of its cells."""
    book: Any = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    with TemporaryDirectory() as folder:  # the kernel's sockets are files there, not ports
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{folder}/kernel")
        NotebookClient(book, timeout=SECONDS, km=kernel).execute(cleanup_kc=True)
    return "\n".join(_cell(cell) for cell in book.cells)


def _cell(cell: Any) -> str:
    if cell.cell_type == "markdown":
        return f"{cell.source}\n"
    return _fenced("python", cell.source) + "".join(map(_output, cell.outputs))


def _output(output: Any) -> str:
    """The output of a cell; pictures are embedded."""
    shown = output.get("data", {"text/plain": output.get("text", "")})
    if picture := shown.get("image/svg+xml") or shown.get("text/html"):
        return f"\n<div>{' '.join(picture.split())}</div>\n"
    return _fenced("text", shown["text/plain"])
