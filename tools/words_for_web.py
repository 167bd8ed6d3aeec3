"""Write the sentences that the web client says into its source, from those of the program.

python tools/words_for_web.py            writes web/src/words/*.gen.ts
python tools/words_for_web.py --check    fails if they are stale
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/elfer"
TARGET = ROOT / "web/src/words"
LANGUAGES = ("en", "de")
GROUPS = ("colour", "card", "seat", "refused", "event", "reason", "table", "ask", "input")
"""The kinds of sentences that a page may need."""
NOT_HERE = {
    "refused": ("record_", "position_", "data_", "backup_", "layout_", "file", "plot_", "step", "worker"),
    "table": ("help", "replay_help", "next_round", "bye", "partly", "legend"),
}
"""Sentences about files, records and typing, by how their names begin: no page says them."""
HEAD = "// Made by tools/words_for_web.py from the texts in src/elfer; do not edit.\n\n"


def sentences(lang: str) -> dict[str, str]:
    """The sentences of a language that a page may say, by dotted key."""
    found: dict[str, str] = {}
    for file in sorted(SOURCE.rglob(f"texts.{lang}.toml")):
        if file.parent.name == "study":
            continue
        for group, entries in tomllib.loads(file.read_text("utf-8")).items():
            if group in GROUPS:
                left_out = NOT_HERE.get(group, ())
                found |= {
                    f"{group}.{name}": text for name, text in entries.items() if not name.startswith(left_out)
                }
    return dict(sorted(found.items()))


def written() -> dict[Path, str]:
    """Each file and what it should contain."""
    texts = {lang: sentences(lang) for lang in LANGUAGES}
    keys = "\n".join(f"  | {json.dumps(key)}" for key in texts["en"])
    what = "/** The name of a sentence that every language has. */"
    files = {TARGET / "keys.gen.ts": f"{HEAD}{what}\nexport type Key =\n{keys};\n"}
    for lang, entries in texts.items():
        lines = "\n".join(
            f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)}," for key, text in entries.items()
        )
        files[TARGET / f"{lang}.gen.ts"] = (
            f"{HEAD}import type {{ Key }} from './keys.gen';\n\n"
            f"const sentences: Readonly<Record<Key, string>> = {{\n{lines}\n}};\n\n"
            "export default sentences;\n"
        )
    return files


def main() -> int:
    stale = [path for path, text in written().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run tools/words_for_web.py")
        return bool(stale)
    for path in stale:
        path.write_text(written()[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
