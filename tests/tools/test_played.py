"""Hashes of random games: what they are to see, and a table of them."""

import os
import signal
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from boardless.jit import native
from boardless.play.position import Position
from boardless.play.recording import SteppedPlayer
from boardless.topo import InputError
from tests.conftest import GOLDENS
from tools.many_games import File, Lost, choose_files, results
from tools.played import playing
from tools.played.__main__ import main
from tools.played.playing import Job, rows_of
from tools.played.tables import FAILS, LATE, PLAYED, REFUSED, Comparison, Key, Row, Table

GOLDEN = GOLDENS / "played.txt"
#: How the golden file is written anew.
UPDATE = "python -m tools.played --write tests/goldens/played.txt --moves --games 3 --plies 40"
TEXT = """(game "T" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
#: Ways to break this game, each some words and what takes their place.
BROKEN = {
    "an end": ("(is Line 3)", "(is Line 2)"),
    "a winner": ("Win", "Loss"),
    "a board": ("(square 3)", "(square 4)"),
    "a move": ("(sites Empty)", "(sites Bottom)"),
    "a result": ("(sites Empty))", "(sites Empty)) (then (addScore Mover 1))"),
}


def row(folder: Path, text: str, *, bulk: bool = False) -> Row:
    (folder / "T.lud").write_text(text)
    (found,) = rows_of(Job(File(str(folder), "T.lud"), 3, 40, bulk)).values()
    return found


@pytest.mark.parametrize("edit", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_played_counts(edit: tuple[str, str], tmp_path: Path) -> None:
    before, now = row(tmp_path, TEXT), row(tmp_path, TEXT.replace(*edit))
    assert (before.end, now.end) == (PLAYED, PLAYED)
    assert before.difference(now) == "moves"


def test_names_do_not_count(tmp_path: Path) -> None:
    before = row(tmp_path, TEXT)
    assert (before.games, before.plies > 3 * 4) == (3, True)
    assert before == row(tmp_path, TEXT.replace("Disc", "Cross"))


def test_playing_in_bulk_counts_where_it_is_recorded(tmp_path: Path) -> None:
    before, now = row(tmp_path, TEXT, bulk=True), row(tmp_path, TEXT)
    assert before.difference(now) == ""
    assert before.difference(replace(before, bulk="0")) == "bulk"


def test_a_game_that_fails_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = row(tmp_path, TEXT)
    whole = playing.after

    def fails(player: SteppedPlayer, seed: int, number: int, plies: int) -> Position:
        if number == 1:
            raise ZeroDivisionError
        return whole(player, seed, number, plies)

    monkeypatch.setattr(playing, "after", fails)
    now = row(tmp_path, TEXT)
    assert (now.end, before.difference(now)) == (PLAYED, "moves")
    assert before.plies > now.plies > 0


def test_a_description_that_does_not_compile_is_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = row(tmp_path, "(game)")
    assert (found.end, found.error, found.moves) == (REFUSED, "LudemeError", "-")
    assert found.said.startswith("line 1, column 1")
    monkeypatch.setattr(playing, "compile", lambda text, options: 1 // 0)
    found = row(tmp_path, TEXT)
    assert (found.end, found.error) == (FAILS, "ZeroDivisionError")


def test_processes_that_are_late_or_die_are_replaced() -> None:
    (late,) = results(time.sleep, [3600.0], seconds=0.1)
    assert late == (3600.0, Lost.LATE)
    found = sorted(results(signal.raise_signal, [9, 0, 9, 0], 2), key=lambda it: it[0])
    assert found == [(0, None), (0, None), (9, Lost.DIED), (9, Lost.DIED)]


@pytest.mark.skipif(sys.platform != "linux", reason="this system has no /proc")
def test_processes_are_replaced_after_some_calls() -> None:
    found = results(os.path.realpath, 3 * ["/proc/self"], seconds=600, calls=2)
    first, second, third = (place for _, place in found)
    assert first == second != third


def test_tables_are_compared(tmp_path: Path) -> None:
    played = Row(PLAYED, "1", "2", 20, 300)
    refused = Row(REFUSED, error="LudemeError", said="line 1: a | b: no")
    rows = {
        "Late": Row(LATE), "Now late": played, "Other": played, "Refused": refused,
        "Same": played, "Soon": refused, "Stays": refused, "Went": played,
    }  # fmt: skip
    changed = {
        "Late": played, "Now late": Row(LATE), "Other": replace(played, moves="3"), "New": played,
        "Refused": Row(FAILS, error="TypeError"), "Same": played, "Soon": played,
        "Stays": replace(refused, said="other words"),
    }  # fmt: skip
    before = Table(20, 500, {Key(name): row for name, row in rows.items()})
    now = Table(20, 500, {Key(name): row for name, row in changed.items()})
    before.write(tmp_path / "table.gz")
    assert Table.read(tmp_path / "table.gz") == before
    found = Comparison.of(before, now)
    assert not found.is_equal
    assert [*found.lines()] == [
        "descriptions: 2 equal, 2 different, 1 missing, 1 newly compiled, 1 new, 2 late",
        "  different: Other: moves",
        "  different: Refused: refused LudemeError now fails TypeError",
        "  missing: Went",
        "  newly compiled: Soon",
        "  late: Late",
        "  late: Now late",
    ]
    assert Comparison.of(before, before).is_equal


def test_the_exit_status_tells_of_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = lambda function, jobs, workers, **limits: results(function, jobs)  # noqa: E731
    monkeypatch.setattr("tools.played.__main__.results", here)
    path = tmp_path / "table.txt"
    play = partial(main, only=["Tic-Tac-Toe"], moves=True)
    assert play(write=path, games=2, plies=5) == 0
    assert play(against=path) == 0
    path.write_text(path.read_text().replace("\nplayed ", "\nplayed 0"))
    assert play(against=path) == 1
    assert "different: Tic-Tac-Toe.lud: moves" in capsys.readouterr().out
    with pytest.raises(InputError, match="3 games of 5 moves: the file has 2 of 5"):
        play(against=path, games=3)


def test_random_games_are_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """Changed on purpose? Then write the golden file anew; `UPDATE` is the command."""
    # What is on disk is used, and nothing is compiled for so few moves.
    monkeypatch.setattr(native, "PATIENCE", float("inf"))
    before = Table.read(GOLDEN)
    now = Table(before.games, before.plies)
    for file in choose_files():
        now.rows |= rows_of(Job(file, now.games, now.plies, bulk=False))
    found = Comparison.of(before, now)
    said = "\n".join([f"if this was meant: {UPDATE}", *found.lines()])
    assert found.is_equal, said
    assert not found.new, said
