"""Writes the program's sentences that the web client uses into its source.

python tools/words_for_web.py            writes web/src/words/*.gen.ts
python tools/words_for_web.py --check    fails if they are stale
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import elfer.server  # noqa: F401  adds its sentences
from elfer.core.texts import LANGUAGES, sentences

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "web/src/words"
GROUPS = ("card", "colour", "input", "move", "points", "reason", "refused", "seat")
"""Sentences named by the server's messages or by a game, and their words; a page's questions are its own."""
NARRATION = ("event", "why")
"""Those that only tables need; the first page does not load them."""
HEAD = "// Made by tools/words_for_web.py from the texts in src/elfer; do not edit.\n\n"


def written() -> dict[Path, str]:
    """The files and their contents."""
    parts = {"gen": GROUPS, "narration.gen": NARRATION}
    return {
        TARGET / f"{lang}.{part}.ts": HEAD + _module(lang, part, groups)
        for lang in LANGUAGES
        for part, groups in parts.items()
    }


def _module(lang: str, part: str, groups: tuple[str, ...]) -> str:
    known = {key: text for key, text in sentences(lang).items() if key.partition(".")[0] in groups}
    entries = json.dumps(known, ensure_ascii=False, indent=2, sort_keys=True)
    if lang == "en":
        what = "export type Key = keyof typeof sentences;"
        return f"const sentences = {entries};\n\n{what}\nexport default sentences;\n"
    return (
        f"import type {{ Key }} from './en.{part}';\n\n"
        f"const sentences: Readonly<Record<Key, string>> = {entries};\n\nexport default sentences;\n"
    )


def main() -> int:
    files = written()
    stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run tools/words_for_web.py")
        return bool(stale)
    for path in stale:
        path.write_text(files[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
