"""TAG's Table 1 beside ours."""

from pathlib import Path

import pandas as pd
import pytest

from boardless.agents.specs import entrant
from boardless.analysis.tag_table import (
    COLUMNS,
    GAMES,
    KEPT_COLUMNS,
    TABLES,
    TagGame,
    counted,
    draw_tag_table,
    kept_games,
    main,
    play,
    tag_table,
)

FIGURES = Path(__file__).parents[2] / "figures"
WON = "Random OSLA RHEA MCTS", "0 0.3 0.7 1"


def test_who_is_first_alone_has_won() -> None:
    counts = counted([
        WON,
        ("OSLA RHEA MCTS Random", "0 0.8 0.8 0"),
        ("MCTS MCTS MCTS MCTS", "1 1 1 1"),
        ("OSLA OSLA OSLA OSLA", "0 0 0 0"),
    ])  # fmt: skip
    # Games, wins, draws; who plays in all seats has one game.
    assert counts == {
        "Random": [2, 0, 0], "OSLA": [3, 0, 0], "RHEA": [2, 0, 1], "MCTS": [3, 2, 1],
    }  # fmt: skip


def test_a_row_stands_for_each_agent_of_what_was_kept(tmp_path: Path) -> None:
    kept = tmp_path / "games.csv"
    rows = [("Uno", beside, 1, *WON) for beside in ("RHEA", "RHEA")]
    rows.append(("Uno", "RMHC", 1, WON[0].replace("RHEA", "RMHC"), WON[1]))
    pd.DataFrame(rows, columns=list(KEPT_COLUMNS)).to_csv(kept, index=False)
    table = tag_table(kept)
    assert table["agent"].tolist() == ["Random", "OSLA", "RHEA", "MCTS", "RMHC"]
    assert table["published"].tolist() == [0.26, 0.26, 0.22, 0.26, 0.22]
    assert table["ours"].tolist() == [0, 0, 0, 1, 0]
    assert table["games"].tolist() == [2, 2, 2, 2, 1]
    figure = draw_tag_table(table)
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["Uno, 2 games an agent, RMHC 1"]
    caption = figure.texts[-1].get_text()
    assert "Not there yet: Tic-Tac-Toe, Love Letter" in caption


def test_rounds_that_were_kept_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "games.csv"
    quick = ("random", "first", "random:1", "first:1")
    specs = dict(zip(TABLES[0], quick, strict=True))
    monkeypatch.setattr(TagGame, "specs", lambda *_: specs)
    play(GAMES[0], 0, 4, kept, jit=False)
    first = kept.read_text()
    assert len(first.splitlines()) == 1 + 6 * 4
    play(GAMES[0], 0, 4, kept, jit=False)
    assert kept.read_text() == first
    play(GAMES[0], 0, 5, kept, jit=False)
    assert kept_games(kept)["round"].tolist() == [1] * 24 + [2] * 24


def test_the_table_is_that_of_the_games_that_were_kept() -> None:
    table = tag_table(FIGURES / "tag-table-1-games.csv")
    pd.testing.assert_frame_equal(pd.read_csv(FIGURES / "tag-table-1.csv"), table)


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
