"""Files of games: the same columns for all players, readable by other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.bots import bot, play_match
from elfer.core.chance import seed_for
from elfer.study import games_file
from elfer.study.simulate import simulate


def read(file: Path) -> Any:
    """A file of games, as Polars reads it."""
    import polars

    return polars.read_parquet(file)


def test_duckdb_and_polars_find_the_figures_of_the_report(tmp_path: Path) -> None:
    import duckdb

    file = tmp_path / "games.parquet"
    report = simulate(
        "classic", seats=3, bots="hard,greedy", games=3000, seed=5, duplicate=True, games_out=file
    )
    games = read(file)
    assert games.height == report.games
    assert games["deal"].to_list() == [deal for deal in range(1000) for _ in range(3)]
    assert games["seed"].unique().to_list() == ["5"]
    assert games["reason"].unique().to_list() == ["out"]
    assert games["moves"].mean() == pytest.approx(report.length.value)
    for seat in range(3):
        assert games[f"points_{seat}"].mean() == pytest.approx(report.seats[seat].points.value)
    query = f"""
        SELECT avg((winners = [0] AND bot_0 = 'hard' OR winners = [1] AND bot_1 = 'hard'
                    OR winners = [2] AND bot_2 = 'hard')::int), sum(draws), sum(passes)
        FROM '{file}'
    """
    wins, *sums = duckdb.connect().execute(query).fetchall()[0]
    assert wins == pytest.approx(report.bots[0].wins.value)
    assert sums == [report.tally.draws.total, report.tally.passes.total]


@pytest.mark.parametrize(("game", "games"), [("junior", 9001), ("highest", 60)])
def test_the_file_is_the_same_whoever_played(
    game: str, games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_file, "GAMES_PER_GROUP", 1 << 10)
    files = [tmp_path / f"{jobs}.parquet" for jobs in (1, 2, 3)]
    for jobs, file in enumerate(files, 1):
        simulate(game, seats=3, bots="random,greedy", games=games, seed=5, jobs=jobs, games_out=file)
    one, two, three = (file.read_bytes() for file in files)
    assert one == two == three
    assert read(files[0]).height == games


def test_a_game_can_be_found_again(tmp_path: Path) -> None:
    """Through the library, the seed of a deal is that of the simulation with the number of the deal."""
    file = tmp_path / "games.parquet"
    simulate("highest", seats=3, bots="random", games=4, seed=8, games_out=file)
    row = read(file).row(3, named=True)
    match = elfer.start("highest", seats=3, seed=seed_for(int(row["seed"]), "deal", row["deal"]))
    assert row["turn"] == 0
    play_match(match, [bot("random", 1)] * 3, seed=1)
    assert match.result is not None
    assert row["reason"] == match.result.reason


def test_several_winners_and_rounds(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    simulate("highest", seats=3, bots="random", games=40, seed=8, rounds=2, games_out=file)
    games = read(file)
    assert games["reason"].unique().to_list() == ["rounds"]
    for row in games.iter_rows(named=True):
        points = [row[f"points_{seat}"] for seat in range(3)]
        assert row["winners"] == [seat for seat in range(3) if points[seat] == max(points)]
    assert max(map(len, games["winners"])) > 1


def test_what_was_played_before_ctrl_c_is_there(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    report = simulate("junior", games=10**9, seed=1, jobs=2, games_out=file, progress=stop)
    deals = read(file)["deal"]
    assert len(deals) == report.games > 0
    assert deals.is_sorted()
    assert deals.is_unique().all()


def test_what_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match=r"must end in \.parquet"):
        simulate("junior", games_out=tmp_path / "games.csv")
    with pytest.raises(BadInput, match="No such file"):
        simulate("junior", games_out=tmp_path / "none" / "games.parquet")
    monkeypatch.setattr(games_file, "find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"pip install 'elfer\[parquet\]'"):
        simulate("junior", games_out=tmp_path / "games.parquet")
    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)  # as where it is not installed
    with pytest.raises(BadInput, match=r"pip install 'elfer\[parquet\]'"):
        simulate("junior", games_out=tmp_path / "games.parquet")
