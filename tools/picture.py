"""The picture of a terminal game in the README: `make picture` draws docs/terminal.svg anew."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

import elfer
from elfer.core.texts import Words
from elfer.terminal.faces import face_of
from elfer.terminal.narrate import narrate

FILE = Path(__file__).parent.parent / "docs" / "terminal.svg"
# Rich's own frame, less the fonts it would fetch from elsewhere.
FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
  role="img" aria-label="A game in the terminal">
<style>{styles}
.{unique_id}-matrix {{
  font: {char_height}px/{line_height}px Menlo, Consolas, "DejaVu Sans Mono", monospace;
}}</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def main() -> None:
    match = elfer.start("classic", seats=4, seed=33)
    bots = {seat: elfer.bot("random", seed=seat) for seat in range(4)}
    words = Words("en", ("You", "Random 1", "Random 2", "Random 3"), you=0)
    while match.steps < 30:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match, seat))
    console = Console(
        record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    for step in match.history[-4:]:
        for event in step.events:
            console.print(Text("  " + narrate(event, words), style="italic"))
    view = match.view(0)
    face = face_of(view)
    console.print(face.draw(view, words))
    console.print(Text(face.ask(view, words), style="bold"))
    console.print("> ", end="")
    FILE.write_text(
        console.export_svg(title="elfer play", theme=MONOKAI, code_format=FRAME, unique_id="elfer"), "utf-8"
    )


if __name__ == "__main__":
    main()
