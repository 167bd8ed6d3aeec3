"""A tournament at the terminal: who wins how much against whom, and the ratings."""

from __future__ import annotations

from rich.console import Console

from elfer.core.texts import Words
from elfer.study.standings import Standings, standings_tables
from elfer.terminal.tables import show_notes, show_table


def show_standings(standings: Standings, words: Words, console: Console) -> None:
    """The figures of a tournament, and below them what they mean."""
    notes, tables = standings_tables(standings, words)
    show_notes(notes[:-2], console)
    for table in tables:
        show_table(table, console)
    show_notes(notes[-2:], console)
