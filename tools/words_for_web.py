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
GROUPS = ("card", "colour", "event", "input", "move", "points", "reason", "refused", "seat", "why")
"""Sentences named by the server's messages or by a game, and their words; a page's questions are its own."""
HEAD = "// Made by tools/words_for_web.py from the texts in src/elfer; do not edit.\n\n"


def written() -> dict[Path, str]:
    """The files and their contents."""
    return {TARGET / f"{lang}.gen.ts": f"{HEAD}{_module(lang)}" for lang in LANGUAGES}


def _module(lang: str) -> str:
    known = {key: text for key, text in sentences(lang).items() if key.partition(".")[0] in GROUPS}
    entries = json.dumps(known, ensure_ascii=False, indent=2, sort_keys=True)
    if lang == "en":
        what = "export type Key = keyof typeof sentences;"
        return f"const sentences = {entries};\n\n{what}\nexport default sentences;\n"
    return (
        "import type { Key } from './en.gen';\n\n"
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
