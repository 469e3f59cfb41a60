"""Measurements beside others: programs in C that play the same games, and published rates."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2_contingency

from benchmarks.playouts import c_program
from benchmarks.rivals import (
    RIVALS,
    TABLE_1,
    TABLE_2,
    TEXTS,
    Rival,
    c_results,
    described,
    draw_rates,
    our_results,
    write_rates,
)
from boardless.games import compile, description_text
from boardless.play import run_playouts

SEED = Path(__file__).parents[2] / "shared" / "seeds" / "001_8ba25b7c6c285ae9.txt"
WITH_C = [rival for rival in RIVALS if rival.c]
PLAYOUTS, LEVEL = 1_000, 1e-4


def probability(one: np.ndarray, other: np.ndarray) -> float:
    """Return how likely two samples differ at least so much by chance, by their counts of values.

    Neighbouring values are taken together until there are at least 110 of them, so that the smaller
    sample has some ten of these.
    """
    length = max(len(one), len(other))
    rows = np.array([np.pad(each, (0, length - len(each))) for each in (one, other)])
    parts, part = [], np.zeros(2, np.int64)
    for column in rows.T:
        part = part + column
        if part.sum() >= 110:
            parts.append(part)
            part = np.zeros(2, np.int64)
    parts[-1] = parts[-1] + part
    return float(chi2_contingency(np.array(parts)).pvalue)


@pytest.mark.parametrize("rival", WITH_C, ids=lambda rival: rival.c)
def test_programs_in_c_play_the_same_games(rival: Rival) -> None:
    program = c_program(rival.c)
    if program is None:
        pytest.skip("this system has no C compiler")
    game = described(rival.own or rival.description, (), None)
    assert game is not None
    theirs, ours = c_results(program, 1, 10 * PLAYOUTS), our_results(game, 1, PLAYOUTS)
    assert (theirs[0].sum(), ours[0].sum()) == (10 * PLAYOUTS, PLAYOUTS)
    for one, other in zip(theirs, ours, strict=True):
        assert probability(one, other) > LEVEL
    # Games that are longer by a tenth are noticed.
    plies = np.repeat(np.arange(len(ours[1])), ours[1])
    assert probability(theirs[1], np.bincount(np.round(1.1 * plies).astype(np.int64))) < LEVEL


def test_the_published_tables_are_whole() -> None:
    assert (len(TABLE_1), len(TABLE_2)) == (29, 14)
    assert all(row.gdl for row in TABLE_1)
    if not SEED.exists():
        pytest.skip("the shared folder with the published tables is not here")
    text = SEED.read_text(encoding="utf-8")
    table = text[text.index("Jeu LUDII GDL Taux") : text.index("6.3 Discussion")]
    printed = {int(number.replace(".", "")) for number in re.findall(r"\b[\d.]+\b", table)}
    # The reader of the scan took a point of this one, and all of another.
    unread = {494_999, 3_172}
    rates = {rate for row in (*TABLE_1, *TABLE_2) for rate in (row.ludii, row.gdl) if rate}
    assert {rate for rate in rates if rate >= 1} - printed <= unread


@pytest.mark.parametrize("path", sorted(TEXTS.glob("*.lud")), ids=lambda path: path.stem)
def test_texts_end_by_random_moves(path: Path) -> None:
    run = run_playouts(compile(description_text(path), jit=False), playouts=2, seed=1)
    assert run.tally.moves < 2 * 1_000


def test_every_text_is_measured() -> None:
    used = {row.description for row in (*TABLE_1, *TABLE_2)} | {rival.own for rival in RIVALS}
    assert {f"text:{path.stem}" for path in TEXTS.glob("*.lud")} <= used


def test_published_rates_are_drawn(tmp_path: Path) -> None:
    """Rows without a library have no rate of ours, and are left out."""
    columns = ["game", "description", "GDL 2019", "Ludii 2019", "plies", "ours", "times Ludii 2019"]
    rows = [
        ["Tron", "text:Tron", 2.0, 4, 6.0, 8.0, 2.0],
        ["Dara", "Dara", "", 5, "no library", "", ""],
    ]
    table = pd.DataFrame(rows, columns=columns)
    write_rates("ludii-table-2", table, tmp_path)
    kept = pd.read_csv(tmp_path / "ludii-table-2.csv")
    assert kept["game"].tolist() == ["Tron"]
    assert (tmp_path / "ludii-table-2.png").stat().st_size > 1_000
    lines = draw_rates(kept, "").axes[0].get_lines()
    assert [line.get_xdata().tolist() for line in lines] == [[2], [4], [8]]
