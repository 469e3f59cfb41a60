"""Rules that several places share: conditions on sampled moves, and the samples that follow."""

from collections import Counter
from fractions import Fraction

import pytest

from boardless import games
from boardless.games.game_technique import game_technique
from boardless.games.modules import Features
from boardless.play import run_playouts
from boardless.play.playout_worker import Job, play_chunk
from tests.games.compiler.boards import game_of, text_of
from tests.games.compiler.kernels_run import KernelsRun
from tests.play.test_playouts_policies import first
from tests.strategies.own import OWN

#: Of nine sites three are left by what is asked afterwards.
SOME = "(play (do (move Add (to (sites Empty))) ifAfterwards:(is In (last To) (sites Top))))"
#: Either player has one piece in the lowest row at most.
FEW = "(> 2 (count Pieces in:(sites Bottom)))"
ADD_FEW = f"(do (move Add (to (sites Empty))) ifAfterwards:{FEW})"
#: Go without passes; who cannot move loses.
GO: dict[str, str] = {
    "board": "(board (square 3) use:Vertex)",
    "pieces": '(piece "Marker" Each)',
    "before": "(meta (no Repeat))",
    "play": """(play (do
        (move Add (to (sites Empty)) (then (enclose
            (from (last To)) Orthogonal
            (between if:(is Enemy (who at:(between))) (apply (remove (between))))
        )))
        ifAfterwards:(> (count Liberties Orthogonal) 0)
    ))""",
    "end": "(end (if (no Moves Next) (result Mover Win)))",
}
#: Pieces hang together, on a board that grows.
GROWING = """(game "Grown" (players 2)
    (equipment {(boardless Square) (piece "A" Each)})
    (rules (start (place "A1" (centrePoint))) (play
        (do (move Add (to SITES)) ifAfterwards:(= 1 (count Groups Orthogonal)))
    ) (end (if (= 7 (count Pieces)) (result Mover Win)))))"""


def drawn(run: KernelsRun, number: int) -> list[int]:
    """Return the numbers of the move that is drawn for a random number."""
    row: list[int] = run.kernels.sample_move(run.arrays, number)[0].tolist()
    return row


class Planned:
    """Choices made as planned, and then the first; and the plans that differ in one of those."""

    def __init__(self, planned: list[int]) -> None:
        self.planned, self.made = planned, 0
        self.likely = Fraction(1)
        self.others: list[list[int]] = []

    def choose(self, s: object, count: int, number: int) -> int:
        """Stand for the engine's function."""
        if self.made == len(self.planned):
            self.others += [[*self.planned, choice] for choice in range(1, count)]
            self.planned.append(0)
        self.made += 1
        self.likely /= count
        return self.planned[self.made - 1]


def test_each_legal_move_is_exactly_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that chance may decide is gone through: with it come the odds of each move."""
    run = KernelsRun(play=SOME)
    odds: dict[int, Fraction] = {}
    waiting: list[list[int]] = [[]]
    while waiting:
        plan = Planned(waiting.pop())
        monkeypatch.setattr(run.kernels, "choose", plan.choose)
        site = drawn(run, 1)[2]
        odds[site] = odds.get(site, Fraction(0)) + plan.likely
        waiting += plan.others
    assert odds == {row[2]: Fraction(1, 3) for row in run.rows()}


def test_draws_by_numbers_are_even() -> None:
    run = KernelsRun(play=SOME)
    counts = Counter(drawn(run, number)[2] for number in range(600))
    assert counts.keys() == {row[2] for row in run.rows()}
    assert all(abs(count - 200) < 40 for count in counts.values())


def test_what_is_drawn_is_legal_and_changes_nothing() -> None:
    run = KernelsRun(**GO)
    refused = 0
    for ply in range(40):
        before = run.pieces, run.arrays.key[0], run.arrays.n.tolist()
        free = 9 - len(run.pieces)
        row = drawn(run, ply)
        assert (run.pieces, run.arrays.key[0], run.arrays.n.tolist()) == before
        legal = run.rows()
        assert row in legal
        refused += free - len(legal)
        if run.make(row) >= 0:
            break
    assert refused > 0


def test_who_has_no_move_that_may_be_is_stuck() -> None:
    play = f"(play {ADD_FEW})"
    end = "(end (if (no Moves Next) (result Mover Win)))"
    run = KernelsRun(play=play, end=end)
    assert run.go(1) == -1
    assert run.targets() == [3, 4, 5, 6, 7, 8]
    assert run.go(3, 4, 5, 6, 7) == -1
    assert run.go(8) == 1


def test_who_has_none_passes() -> None:
    run = KernelsRun(
        play=f"(play {ADD_FEW})", end="(end (if (= 99 (count Moves)) (result P1 Win)))"
    )
    run.go(1, 3, 4, 5, 6, 7, 8)
    assert drawn(run, 1)[:3] == run.rows()[0][:3] == [-1, 0, 0]


def test_the_same_move_by_two_rules_is_asked_by_each() -> None:
    """One asks for the top row, the other for nothing: a move of either stays what it is."""
    add = "(move Add (to (sites Empty)))"
    asked = f"(do {add} ifAfterwards:(is In (last To) (sites Top)))"
    run = KernelsRun(play=f"(play (or {asked} (move Add (to (sites Right)))))")
    assert run.targets() == [2, 5, 6, 7, 8, 8]
    assert {drawn(run, number)[2] - 1 for number in range(60)} == {2, 5, 6, 7, 8}


def test_only_what_nothing_else_depends_on_is_asked_late() -> None:
    """Whether a rule of less priority counts has to be known when the moves are listed."""
    bottom = "(intersection (sites Empty) (sites Bottom))"
    asked = f"(do (move Add (to {bottom})) ifAfterwards:{FEW})"
    run = KernelsRun(play=f"(play (priority {{{asked} (move Add (to (sites Top)))}}))")
    assert run.targets() == [0, 1, 2]
    run.go(1)
    assert run.targets() == [6, 7, 8]
    assert "may_be" not in game_of(play=f"(play (priority {{{asked} {ADD_FEW}}}))").source


def test_policies_choose_among_legal_moves() -> None:
    source = game_of(play=SOME).module.with_features(Features(policy=first)).source
    assert "sample_size" in source
    assert "ASKS_LATE = True" in game_of(play=SOME).source
    assert "ASKS_LATE = False" in source


@pytest.mark.parametrize(
    ("sites", "late"),
    [("(sites Around (sites Occupied by:All) if:(is Empty (to)))", True), ("(sites Empty)", False)],
)
def test_all_ways_to_play_make_the_same_games(sites: str, late: bool) -> None:
    """Cells far from all pieces, which some boards have, are drawn by none."""
    game = games.compile(GROWING.replace("SITES", sites), jit=False)
    assert f"ASKS_LATE = {late}" in game.source
    plain = run_playouts(game, playouts=3, seed=3).tally
    # The last grows in Python, between the moves.
    for technique in ("PERI-MAP", OWN):
        other = run_playouts(game, technique=technique, playouts=3, seed=3).tally
        assert (other.wins, other.lengths) == (plain.wins, plain.lengths)


def test_compiled_games_are_those_of_the_source() -> None:
    text = text_of(**GO)
    assert games.compile(text, jit=False).module.takes_back
    technique = game_technique("BASE-KEPT").name
    jobs = [Job(text, (), technique, "5.4", 3, jit=jit) for jit in (True, False)]
    compiled, plain = (play_chunk(job, 0, 30) for job in jobs)
    assert compiled == plain
