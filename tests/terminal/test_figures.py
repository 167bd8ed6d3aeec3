"""FigureTables at the terminal: a grid where there is room, else a list that says the same."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from elfer.study.tables import WELL, FigureTable
from elfer.terminal.figures import show_table

TABLE = FigureTable(
    ("", "Bot", "Score", "Note"), [("1", "hard", "61.5 %", "fine"), ("2", "greedy", "38.5 %", "")], 2
)
MATRIX = FigureTable(
    ("", "hard", "easy"), [("hard", "–", "61.5\n50.1–70.2"), ("easy", "38.5\n29.8–49.9", "–")], 1
)


def shown(table: FigureTable, width: int) -> list[str]:
    console = Console(width=width, force_terminal=False)
    with console.capture() as captured:
        show_table(table, console)
    return captured.get().splitlines()


def test_a_grid_gets_tighter_before_it_becomes_a_list() -> None:
    wide, tight, listed = (shown(TABLE, width) for width in (80, 24, 20))
    assert wide[3] == "│ 1 │ hard   │ 61.5 % │ fine │"
    assert tight[3] == "│1│hard  │61.5 %│fine│"
    assert [line.rstrip() for line in listed] == [
        "1 hard",
        "  Score  61.5 %",
        "  Note   fine",
        "2 greedy",
        "  Score  38.5 %",
    ]


@pytest.mark.parametrize("width", [20, 24, 30, 80])
def test_no_cell_is_cut_at_any_width(width: int) -> None:
    for table in (TABLE, MATRIX):
        said = "\n".join(shown(table, width))
        for part in "\n".join("\n".join(row) for row in table.rows).split("\n"):
            assert part in said
        assert max(map(len, said.splitlines())) <= width
        assert "…" not in said


def test_what_is_surely_better_is_coloured_in_either_form() -> None:
    table = MATRIX._replace(marks={(0, 2): WELL})
    for width in (20, 80):
        console = Console(width=width, force_terminal=True, color_system="standard")
        with console.capture() as captured:
            show_table(table, console)
        assert re.search("\x1b\\[32m *61[.]5", captured.get())
