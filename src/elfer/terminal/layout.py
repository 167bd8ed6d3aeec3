"""Wraps lines between cards and names, for narrow terminals."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

NARROW = 10
"""Columns of a name in a narrow terminal."""
INDENT = "    "


class Rows:
    """Named rows of cells, split into blocks of columns where too wide."""

    def __init__(
        self,
        lines: Sequence[tuple[Text, Sequence[Text]]],
        *,
        heads: Sequence[Text] = (),
        name_again: bool = True,
    ) -> None:
        self.lines = lines
        self.heads = heads
        """Column headings of each block."""
        self.name_again = name_again
        """Whether every block repeats the names."""

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        if all(name.cell_len + sum(cell.cell_len for cell in cells) <= width for name, cells in self.lines):
            yield from (Text.assemble(name, *cells) for name, cells in self.lines)
            return
        widest = max(cell.cell_len for _, cells in self.lines for cell in cells)
        count, fit = max(len(cells) for _, cells in self.lines), max(1, (width - NARROW) // widest)
        size = -(-count // -(-count // fit))
        for at in range(0, count, size):
            if self.heads:
                yield Text.assemble(" " * NARROW, *self.heads[at : at + size])
            for name, cells in self.lines:
                if cells[at : at + size]:
                    named = _cut(name) if self.name_again or not at else Text(" " * NARROW)
                    yield Text.assemble(named, *cells[at : at + size])


def _cut(name: Text) -> Text:
    """A name shortened to fit."""
    short = name.copy()
    short.rstrip()
    short.truncate(NARROW - 1)
    short.align("left", NARROW)
    return short


class Flow:
    """Wrap phrases, indenting continuation lines."""

    def __init__(self, phrases: Sequence[Text], gap: str = "  ") -> None:
        self.phrases = phrases
        self.gap = gap

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        line: list[Text] = []
        for phrase in self.phrases:
            if line and Text(self.gap).join([*line, phrase]).cell_len > options.max_width:
                yield Text(self.gap).join(line)
                line = []
                phrase = Text.assemble(INDENT, phrase)
            line.append(phrase)
        yield Text(self.gap).join(line)
