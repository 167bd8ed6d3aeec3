"""Plots of simulations and tournaments as PNG or SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.files import write_file
from elfer.sheets import title
from elfer.study.report import Report, ReportRow
from elfer.study.tables import share_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.colorbar import Colorbar
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

    from elfer.study.intervals import Mean
    from elfer.study.standings import Standings
    from elfer.study.tally import Sums

INKS = ("#d8412f", "#e0ac00", "#43b07c", "#3f66d6", "#8a6bbf", "#7d8590")
"""A colour per bot: those of the cards, and two more."""
INK, DIM, GREY, PALE = "#2b2f36", "#666d78", "#9aa1ab", "#e4e6ea"
HEAT = "PuOr"
"""From orange through white (even) to purple: safe for all kinds of colour vision."""
LIGHT = 0.179
"""The background luminance at which black and white text have equal contrast."""
BINS = 45
"""The most bars in a distribution."""
STYLE: dict[RcKeyType, object] = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.hashsalt": "elfer",
}


def check(path: Path) -> None:
    """Refuse a file that cannot be plotted to."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise BadInput("plot_type", path=path)
    if find_spec("matplotlib") is None:
        raise BadInput("plot_missing")


def plot(figures: Report | Standings, path: Path, words: Words) -> None:
    """Write the plots of a report, or the heat map of a tournament, to a PNG or SVG file."""
    from matplotlib import rc_context

    check(path)
    kind, drawn = path.suffix.lower()[1:], BytesIO()
    with rc_context(STYLE):
        figure = _report(figures, words) if isinstance(figures, Report) else _standings(figures, words)
        metadata = {"Date": None} if kind == "svg" else {"Software": None}  # reproducible files
        figure.savefig(drawn, format=kind, dpi=150, metadata=metadata)
    write_file(path, drawn.getvalue())


def _standings(standings: Standings, words: Words) -> Figure:
    """A heat map of win rates, the strongest bots first."""
    import numpy as np
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure

    contest, bots = standings.contest, [rating.bot for rating in standings.ratings]
    even, places = 1 / contest.seats, range(len(bots))
    found = [[standings.wins(bot, other) for other in bots] for bot in bots]
    shares = [[float("nan") if wins is None else wins.value for wins in row] for row in found]
    figure = Figure(figsize=(3.4 + 1.1 * len(bots), 1.9 + 0.72 * len(bots)), layout="constrained")
    axes = figure.subplots()
    fields = axes.imshow(shares, cmap=HEAT, norm=TwoSlopeNorm(even, 0, 1), aspect="auto")
    colours = fields.to_rgba(np.array(shares))
    for row, line in enumerate(found):
        for column, wins in enumerate(line):
            _cell(axes, column, row, wins, colours[row, column].tolist(), words)
    axes.set_xticks(places, bots, rotation=30 if len(bots) > 4 else 0)
    axes.set_yticks(places, bots)
    axes.set_xlabel(words.say("tournament.plot_columns"))
    axes.set_ylabel(words.say("tournament.plot_rows"))
    _scale(figure.colorbar(fields, ax=axes, ticks=[0, even, 1]), even, words)
    name = title(contest.game, words.lang)
    games = words.number(standings.games)
    said = words.say("tournament.plot_title", title=name, games=games, seed=contest.seed)
    figure.suptitle(said, fontsize=12)
    return figure


def _cell(
    axes: Axes, column: int, row: int, wins: Mean | None, ground: Sequence[float], words: Words
) -> None:
    """A share with its interval below, in a colour that contrasts with the ground."""
    ink = "black" if wins is None or luminance(ground) > LIGHT else "white"
    value, _, interval = share_text(wins, words).partition("\n")
    for said, shift, size in ((value, 5 if interval else 0, 11), (interval, -8, 8)):
        axes.annotate(
            said,
            (column, row),
            (0, shift),
            textcoords="offset points",
            ha="center",
            va="center",
            size=size,
            color=ink,
        )


def luminance(colour: Sequence[float]) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _scale(bar: Colorbar, even: float, words: Words) -> None:
    """The colour bar, with a line at even."""
    bar.ax.axhline(even, color=INK, linewidth=1.6)
    percents = (words.say("simulate.percent", number=words.number(100 * share, 1)) for share in (0, even, 1))
    low, middle, high = percents
    bar.ax.set_yticklabels([low, words.say("tournament.plot_even", share=middle), high])
    bar.outline.set_visible(False)


def _report(report: Report, words: Words) -> Figure:
    """Victories and lengths on the left, each bot's points on the right."""
    from matplotlib.figure import Figure

    rows = 3 if report.plan.duplicate else 2
    figure = Figure(figsize=(11, 1.2 + 2.3 * rows), layout="constrained")
    left, right = figure.subfigures(1, 2, squeeze=False, wspace=0.04)[0]
    axes = left.subplots(rows, 1)
    labels = [_label(line, words) for line in report.bots]
    _bars(axes[0], report.bots, labels, INKS, words)
    axes[0].set_title(words.say("simulate.plot_wins"))
    if report.plan.duplicate:
        seats = [words.say("simulate.seat_of", seat=line.seat) for line in report.seats]
        _bars(axes[1], report.seats, seats, [GREY] * len(seats), words)
        axes[1].set_title(words.say("simulate.plot_wins_seats"))
    _histogram(axes[-1], report.tally.length, _edges([report.tally.length]), INKS[3], words)
    mean = report.length.value
    _line(axes[-1], mean, words.say("simulate.plot_mean", number=words.number(mean, 1)))
    axes[-1].set_title(words.say("simulate.plot_length"))
    _points(right.subplots(len(labels), 1, sharex=True), report, labels, words)
    name = title(report.plan.game, words.lang)
    said = words.say(
        "simulate.plot_title", title=name, games=words.number(report.games), seed=report.plan.seed
    )
    figure.suptitle(said, fontsize=12)
    return figure


def _label(line: ReportRow, words: Words) -> str:
    if line.seat is None:
        return f"{line.entry} {line.bot}"
    return words.say("simulate.plot_bot", bot=line.bot, seat=line.seat)


def _bars(
    axes: Axes, lines: Sequence[ReportRow], labels: Sequence[str], inks: Sequence[str], words: Words
) -> None:
    """A bar per row with its interval and value, and a line at even."""
    shares = [line.wins.value for line in lines]
    places = range(len(lines))
    axes.barh(places, shares, color=list(inks[: len(lines)]), height=0.66)
    highs = [line.wins.high or line.wins.value for line in lines]
    for place, line in enumerate(lines):
        if line.wins.low is not None:
            axes.plot([line.wins.low, highs[place]], [place, place], color=INK, linewidth=1.6)
        said = words.say("simulate.percent", number=words.number(100 * line.wins.value, 1))
        axes.annotate(
            said,
            (highs[place], place),
            (6, 0),
            textcoords="offset points",
            va="center",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    _line(axes, 1 / len(lines), words.say("simulate.plot_equal"))
    axes.set_yticks(places, labels)
    axes.invert_yaxis()
    axes.set_xlim(0, max(*highs, 1 / len(lines)) * 1.16)
    _percent(axes.xaxis, words)
    axes.tick_params(axis="y", length=0)


def _line(axes: Axes, value: float, said: str) -> None:
    """A dashed line, with its label at the top right."""
    axes.axvline(value, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.set_title(f"┄ {said}", loc="right", fontsize=9, fontweight="normal", color=DIM)


def _points(axes: Sequence[Axes], report: Report, labels: Sequence[str], words: Words) -> None:
    """A small distribution per bot, on shared scales."""
    sums = [side.points for side in report.tally.bots]
    edges = _edges(sums)
    tallest = max(
        _histogram(each, one, edges, ink, words) for each, one, ink in zip(axes, sums, INKS, strict=False)
    )
    axes[0].set_title(words.say("simulate.plot_points"))
    for each, label in zip(axes, labels, strict=True):
        each.set_ylim(0, tallest * 1.08)
        each.annotate(label, (0.012, 0.9), xycoords="axes fraction", va="top", weight="bold")


def _edges(sums: Sequence[Sums]) -> list[float]:
    """The edges of equal bins for all values."""
    low = min(min(one.counts) for one in sums)
    high = max(max(one.counts) for one in sums)
    width = -(-(high - low + 1) // BINS)
    count = -(-(high - low + 1) // width)
    return [low - 0.5 + width * i for i in range(count + 1)]


def _histogram(axes: Axes, sums: Sums, edges: Sequence[float], ink: str, words: Words) -> float:
    """A histogram as shares of all games; returns the largest share."""
    shares = [0.0] * (len(edges) - 1)
    games, width = sum(sums.counts.values()), edges[1] - edges[0]
    for value, count in sums.counts.items():
        shares[int((value - edges[0]) // width)] += count / games
    axes.stairs(shares, edges, fill=True, color=ink)
    axes.grid(axis="y", color=PALE)
    axes.set_axisbelow(True)
    axes.set_xlim(edges[0] - width, edges[-1] + width)
    _ticks(axes.xaxis, words, whole=True)
    _percent(axes.yaxis, words)
    return max(shares)


def _percent(axis: Axis, words: Words) -> None:
    """Ticks in per cent."""
    _ticks(axis, words, lambda share: words.say("simulate.percent", number=_short(100 * share, words)))


def _ticks(
    axis: Axis, words: Words, say: Callable[[float], str] | None = None, *, whole: bool = False
) -> None:
    """A few round ticks, formatted for the language."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10), integer=whole))
    axis.set_major_formatter(FuncFormatter(lambda value, _: say(value) if say else _short(value, words)))


def _short(value: float, words: Words) -> str:
    digits = next(digits for digits in range(10) if abs(value - round(value, digits)) < 1e-9)
    return words.number(value, digits)
