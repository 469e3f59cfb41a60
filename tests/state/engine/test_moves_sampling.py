"""Rejection sampling of tile moves: sites are sampled until one has a legal move."""

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from boardless.games import Game, compile, description_text, load
from boardless.games.game_technique import game_technique
from boardless.games.library import PACKAGED
from boardless.games.ludemes.board_regions import SAMPLES
from boardless.play import run_playouts
from boardless.state.engine.arrays import NAMED, PASS
from tests.play.test_playouts_policies import first


class RejectedError(Exception):
    """What was drawn first is no move."""


class Drawn:
    """A game of tiles after some moves, whose draws are decided from outside."""

    def __init__(self, game: Game, plies: int) -> None:
        technique = game_technique("ZONE-APPEND")
        self.kernels = game.kernels_of(technique, undo=True)
        self.arrays: Any = game.arrays(technique, undo=True)
        for ply in range(plies):
            self.make(self.draw(ply << 40))

    def make(self, row: list[int]) -> None:
        """Make a move."""
        self.arrays.queue[0, NAMED : len(row)] = row[NAMED:]
        assert self.kernels.make_move(self.arrays, *row[:NAMED]) == -1

    def draw(self, number: int) -> list[int]:
        """Return the move that is drawn by a random number; what chance decides is the same."""
        self.arrays.stream[0] = 7
        row: list[int] = self.kernels.sample_move(self.arrays, number)[0].tolist()
        return row

    def legal(self) -> list[list[int]]:
        """Return the legal moves."""
        self.arrays.stream[0] = 7
        rows: list[list[int]] = self.kernels.list_moves(self.arrays).tolist()
        return rows


def played(name: str = "Trax", plies: int = 6) -> Drawn:
    """Return a game of the library after some moves."""
    return Drawn(load(name, library=PACKAGED, jit=False), plies)


@pytest.mark.parametrize("plies", [1, 6])
def test_each_legal_move_comes_of_one_draw_and_no_other(
    plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All draws are equally likely, so all legal moves are, too."""
    run, ends = played(plies=plies), set[int]()
    found = Counter[tuple[int, ...]]()
    value = 0
    while not ends or value < max(ends):
        draws = iter([value])

        def draw(number: int, end: int, draws: Any = draws) -> int:
            if end == 1:
                return 0
            ends.add(end)
            try:
                return int(next(draws))
            except StopIteration:
                raise RejectedError from None

        monkeypatch.setattr(run.kernels, "below", draw)
        with suppress(RejectedError):
            found[tuple(run.draw(1))] += 1
        value += 1
    assert len(ends) == 1
    assert value > len(found) > 1
    assert found == Counter(map(tuple, run.legal()))


def test_all_moves_are_found_where_no_draw_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    run, draws = played(), list[int]()
    legal = run.legal()
    bad = _no_move(run, monkeypatch)

    def draw(number: int, end: int) -> int:
        draws.append(end)
        return bad if len(draws) <= SAMPLES else end - 1

    monkeypatch.setattr(run.kernels, "below", draw)
    assert run.draw(1) == legal[-1]
    assert len(draws) == SAMPLES + 1
    assert draws[-1] == len(legal)


def _no_move(run: Drawn, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return a draw that is no move."""
    for value in range(100):
        calls = list[int]()

        def draw(number: int, end: int, value: int = value, calls: list[int] = calls) -> int:
            calls.append(end)
            return min(value, end - 1)

        monkeypatch.setattr(run.kernels, "below", draw)
        run.draw(1)
        if len(calls) > SAMPLES:
            return value
    raise AssertionError


def test_who_can_lay_nothing_passes() -> None:
    """Nowhere is a tile allowed."""
    text = description_text("Trax", library=PACKAGED).replace("if:<Area:fits>", "if:(= 0 1)")
    run = Drawn(compile(text, jit=False), 1)
    assert run.draw(1)[0] == run.legal()[0][0] == PASS


def test_what_is_drawn_changes_nothing_and_is_legal() -> None:
    for name in ("Trax", "Carcassonne"):
        run = played(name)
        before = run.arrays.what.tolist(), run.arrays.n.tolist(), run.arrays.key.tolist()
        legal = run.legal()
        assert all(run.draw(number << 32) in legal for number in range(20))
        assert (run.arrays.what.tolist(), run.arrays.n.tolist(), run.arrays.key.tolist()) == before


def test_policies_choose_among_all_moves() -> None:
    game = load("Trax", library=PACKAGED, jit=False)
    source = game.module.with_features({}, first).source
    assert "SAMPLES_SITES = True" in game.source
    assert "SAMPLES_SITES = False" in source


@pytest.mark.parametrize(("name", "playouts"), [("Trax", 6), ("Carcassonne", 1)])
def test_boards_make_no_difference(name: str, playouts: int) -> None:
    game = load(name, library=PACKAGED, jit=False)
    plain = run_playouts(game, playouts=playouts, seed=4).tally
    for technique in ("ZONE-SHRINK", "BASE", "ZONE-MAP", "PERI-APPEND"):
        other = run_playouts(game, technique=technique, playouts=playouts, seed=4).tally
        assert (other.wins, other.lengths) == (plain.wins, plain.lengths)


def test_compiled_games_are_those_of_the_source() -> None:
    tallies = [
        run_playouts(load("Trax", library=PACKAGED, jit=jit), playouts=10, seed=4).tally
        for jit in (True, False)
    ]
    assert tallies[0] == tallies[1]
