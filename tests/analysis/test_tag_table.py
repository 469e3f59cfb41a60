"""TAG's Table 1 beside ours."""

import json
from dataclasses import asdict
from pathlib import Path

import pandas as pd
import pytest

from boardless.agents.schedule import GameResult
from boardless.agents.specs import entrant
from boardless.analysis.tag_table import (
    COLUMNS,
    GAMES,
    TABLES,
    counted,
    draw_tag_table,
    main,
    tag_table,
)

FIGURES = Path(__file__).parents[2] / "figures"


def result(seats: tuple[int, ...], rewards: tuple[float, ...]) -> GameResult:
    nothing = (0,) * len(seats)
    return GameResult(0, 0, 0, seats, rewards, 9, nothing, nothing, nothing, (0.0,) * len(seats))


def keep(folder: Path, name: str, *results: GameResult) -> None:
    lines = ["{}", *(json.dumps(asdict(each)) for each in results)]
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")


def test_who_is_first_alone_has_won() -> None:
    found = [
        (TABLES[0], result((0, 1, 2, 3), (0.0, 0.3, 0.7, 1.0))),
        (TABLES[0], result((1, 2, 3, 0), (0.0, 0.8, 0.8, 0.0))),
        (("MCTS",), result((0, 0, 0, 0), (1.0, 1.0, 1.0, 1.0))),
        (("OSLA",), result((0, 0, 0, 0), (0.0, 0.0, 0.0, 0.0))),
    ]
    counts = counted(found)
    # Games, wins, draws; who plays in all seats has one game.
    assert counts == {
        "Random": [2, 0, 0], "OSLA": [3, 0, 0], "RHEA": [2, 0, 1], "MCTS": [3, 2, 1],
    }  # fmt: skip


def test_a_row_stands_for_each_agent_of_what_was_kept(tmp_path: Path) -> None:
    won = result((0, 1, 2, 3), (0.0, 0.3, 0.7, 1.0))
    keep(tmp_path, "Uno-RHEA-1", won, won)
    keep(tmp_path, "Uno-RMHC-1", won)
    table = tag_table(tmp_path)
    assert table["agent"].tolist() == ["Random", "OSLA", "RHEA", "MCTS", "RMHC"]
    assert table["published"].tolist() == [0.26, 0.26, 0.22, 0.26, 0.22]
    assert table["ours"].tolist() == [0, 0, 0, 1, 0]
    assert table["games"].tolist() == [2, 2, 2, 2, 1]
    figure = draw_tag_table(table)
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["Uno, 2 games an agent"]
    caption = figure.texts[-1].get_text()
    assert "Not there yet: Tic-Tac-Toe, Love Letter" in caption


def test_the_table_that_was_made_is_of_this_form() -> None:
    kept = pd.read_csv(FIGURES / "tag-table-1.csv")
    assert tuple(kept.columns) == COLUMNS
    assert {"Tic-Tac-Toe", "Love Letter"} <= set(kept["game"])
    assert (kept["ours low"] <= kept["ours"]).all()
    assert (kept["ours"] <= kept["ours high"]).all()


def test_specs_are_agents() -> None:
    for game in GAMES:
        if game.is_there:
            for table in (0, 1):
                assert [entrant(spec).name for spec in game.specs(table).values()]


def test_unknown_games_are_refused() -> None:
    with pytest.raises(SystemExit):
        main(["--only", "Go"])
