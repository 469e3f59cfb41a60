"""Games of one player: what share is won, and how many points are made; nobody draws."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from boardless.agents import run_tournament, wilson
from boardless.analysis import measure
from boardless.analysis.pages import game_markdown as game_page
from boardless.analysis.pages import tournament_markdown as tournament_page
from boardless.games import Game, compile
from boardless.play import State, record_playouts, run_playouts
from tests.cli.conftest import boardless_inside  # noqa: F401 (a fixture)
from tests.cli.running import Answer

#: Two points for each corner, in four moves of nine; a line of three is a win of its own.
HOARD = """(game "Hoard" (players 1)
    (equipment { (board (square 3)) (piece "Coin" P1) })
    (rules
        (play (move Add (to (sites Empty))
            (then (if (is In (last To) (sites Corners)) (addScore P1 2)))))
        (end { (if (is Line 3) (result P1 Win)) (if (>= (count Moves) 4) (result P1 Loss)) })))"""
#: The same without points.
ROW = HOARD.replace("Hoard", "Row").replace("(addScore P1 2)", "(set Var 1)")


@pytest.fixture(scope="module")
def hoard() -> Game:
    return compile(HOARD)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for name, text in (("hoard", HOARD), ("row", ROW)):
        (folder / f"{name}.lud").write_text(text)
    return folder


def last(state: State, random: object) -> object:
    return list(state.legal_moves)[-1]


def test_points_of_playouts_are_those_of_the_games(hoard: Game) -> None:
    tally = run_playouts(hoard, playouts=60, seed=3).tally
    batch = record_playouts(hoard, 0, 60, seed=3)
    scores = []
    for number in range(60):
        state = State(hoard)
        for move in batch.moves(number):
            state.push(move)
        assert state.outcome() is not None
        scores += state.scores
    assert dict(tally.scores) == Counter(scores)
    assert tally.points == {
        "mean": pytest.approx(np.mean(scores)),
        "sd": pytest.approx(np.std(scores)),
        "min": min(scores),
        "max": max(scores),
    }
    parts = [run_playouts(hoard, playouts=count, seed=3).tally.scores for count in (60, 25)]
    assert parts[0] == tally.scores
    assert sum(count for _, count in parts[1]) == 25
    assert run_playouts(hoard, playouts=2, policy=last).tally.scores == ((4, 2),)
    assert run_playouts(compile(ROW, jit=False), playouts=3).tally.points is None


def test_the_command_says_lost_and_won_and_points(
    boardless: Callable[..., Answer], files: Path
) -> None:
    line = f"playouts {files}/hoard.lud --playouts 40 --seed 3"
    head, row = boardless(line).out.splitlines()
    assert head.endswith("lost, won; points: mean, sd, least, most")
    found = json.loads(boardless(f"{line} --format json").out)
    assert row.split("; ")[1].split()[0] == f"{found['points']['mean']:.2f}"
    (told,) = csv.DictReader(io.StringIO(boardless(f"{line} --format csv").out))
    assert float(told["points"]) == found["points"]["mean"]
    head = boardless(f"playouts {files}/row.lud --playouts 4").out.splitlines()[0]
    assert head.endswith("lost, won")
    assert "drawn" not in head


def test_a_tournament_of_solitaire_games_has_shares_and_points(hoard: Game) -> None:
    standings = run_tournament([hoard, compile(ROW)], ("first", "random"), count=20, seed=1)
    table = standings.solitaire
    assert table["game"].tolist() == ["Hoard", "Hoard", "Row", "Row"]
    assert (table["won"] + table["lost"] == 20).all()
    rows = standings.table
    for row in table.to_dict("records"):
        mine = rows[(rows["game"] == row["game"]) & (rows["agent"] == row["agent"])]
        assert row["won"] == (mine["ended"] == "win").sum()
        assert (row["low"], row["high"]) == wilson(row["won"] / 20, 20)
        if row["game"] == "Row":
            assert np.isnan(row["points"])
        else:
            assert row["points"] == pytest.approx(mine["points"].mean())
            assert row["points_low"] <= row["points"] <= row["points_high"]
            assert row["points_least"] <= row["points"] <= row["points_most"]
    # Who takes the first cell each time always has a line, and the two corners at its ends.
    assert table["won"].tolist()[::2] == [20, 20]
    assert (table["points"][0], table["points_sd"][0]) == (4, 0)
    record = json.loads(json.dumps(standings.record("Hoard"), allow_nan=False))
    assert record.keys() == {"game", "seed", "agents"}
    assert record["agents"][0]["points"] == table["points"][0]
    page = tournament_page(standings)
    assert "share" in page
    assert "rating" not in page


def test_the_command_prints_one_table(boardless: Callable[..., Answer], files: Path) -> None:
    line = f"tournament {files}/hoard.lud --agents random --agents first --games 4"
    out = boardless(line).out
    assert "Empty" not in out
    assert "NaN" not in out
    assert [word for word in ("draws", "rating", "seats", "each against each") if word in out] == []
    assert {"share", "points"} <= set(out.split())
    rows = list(csv.DictReader(io.StringIO(boardless(f"{line} --format csv").out)))
    assert [row["agent"] for row in rows] == ["random", "first"]


def test_results_with_points_are_kept(hoard: Game, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    settings = {"count": 3, "seed": 2, "keep": kept}
    first = run_tournament(hoard, ("random",), **settings)
    again = run_tournament(hoard, ("random",), **settings)
    assert again.results == first.results
    assert again.table["points"].tolist() == first.table["points"].tolist()


def test_games_of_one_player_are_measured_as_such(hoard: Game) -> None:
    found = measure(hoard, playouts=20, seed=1)
    assert found["won"]["share"] == found["seats"][0]
    assert found["points"]["max"] in (2, 4, 6, 8)
    assert measure(compile(ROW, jit=False), playouts=3)["points"] is None
    page = game_page([found])
    assert "Share of games won" in page
    assert "| Points |" in page
    assert measure("Tic-Tac-Toe", playouts=2)["won"] is None
