"""Deduction puzzles: which values sites may be given, and when the constraints hold."""

import pytest

from boardless import State, games
from boardless.topo import InputError
from tests.games.compiler.boards import text_of
from tests.games.compiler.kernels_run import KernelsRun

SQUARE = "(board (square 2) (values Cell (range 1 2)))"
LINES = "(regions {Columns Rows})"
SOLVED = "(end (if (is Solved) (result P1 Win)))"


class Puzzle(KernelsRun):
    """A puzzle whose moves are told apart by what they do."""

    def __init__(self, rule: str, **parts: str) -> None:
        given = {"board": SQUARE, "more": LINES, "end": SOLVED, **parts}
        super().__init__(play=f"(play (satisfy {rule}))", players=1, **given)

    def moves(self, sort: int = 0) -> set[tuple[int, int]]:
        """Return the sites and values that may be given (0), or ruled out and readmitted (1)."""
        return {(row[2] - 1 - self.held, row[3]) for row in self.rows() if row[0] == sort}

    def do(self, site: int, value: int, sort: int = 0) -> int:
        """Give a value, or rule it out or readmit it; return what the move made."""
        row = next(
            row
            for row in self.rows()
            if (row[0], row[2], row[3]) == (sort, site + 1 + self.held, value)
        )
        self.arrays.queue[0, 3] = value
        return int(self.kernels.make_move(self.arrays, *row[:3]))


def test_a_puzzle_is_solved_by_giving_values() -> None:
    puzzle = Puzzle("(all Different)")
    every = {(site, value) for site in range(4) for value in (1, 2)}
    assert puzzle.moves() == puzzle.moves(1) == every
    assert puzzle.do(0, 1) == -1
    assert puzzle.pieces == {0: 1}
    assert puzzle.moves() == every - {(1, 1), (2, 1)}
    # What a site has cannot be ruled out.
    assert puzzle.moves(1) == every - {(0, 1)}
    key = int(puzzle.arrays.key[0])
    puzzle.do(1, 2)
    puzzle.back()
    assert int(puzzle.arrays.key[0]) == key
    assert puzzle.pieces == {0: 1}
    assert [puzzle.do(1, 2), puzzle.do(2, 2), puzzle.do(3, 1)] == [-1, -1, 1]


def test_what_is_left_of_the_values_of_a_site() -> None:
    puzzle = Puzzle("(all Different)", board="(board (square 2) (values Cell (range 0 2)))")
    puzzle.do(0, 0, 1)
    assert puzzle.pieces == {}
    puzzle.do(0, 2, 1)
    assert puzzle.pieces == {0: 1}
    puzzle.do(0, 2, 1)
    assert puzzle.pieces == {}


def test_what_is_given_stays() -> None:
    puzzle = Puzzle("(all Different)", before="(start (set {{0 1}}))")
    assert puzzle.pieces == {0: 1}
    assert {site for site, _ in puzzle.moves() | puzzle.moves(1)} == {1, 2, 3}
    assert not {(1, 1), (2, 1)} & puzzle.moves()


@pytest.mark.parametrize(
    ("rule", "given", "may", "not_"),
    [
        ("(all Different (sites {0 3}))", (0, 1), [(3, 2)], [(3, 1)]),
        ("(all Different except:1)", (0, 1), [(1, 1)], []),
        ("(all Different excepts:{1 2})", (0, 2), [(1, 2)], []),
        ("(is Sum 3)", (0, 1), [(1, 2)], [(1, 1)]),
        ("{(all Different except:1) (is Sum (sites {0 3}) 3)}", (0, 1), [(3, 2)], [(3, 1)]),
        ("(forAll Cell (is Count (sites Board) of:2 1))", (0, 2), [(3, 1)], [(3, 2)]),
        ("(forAll Cell (not (is Line 2 Orthogonal)))", (0, 2), [(1, 1)], [(1, 2)]),
        ("(forAll Vertex (is Count (sites Incident Cell of:Vertex at:(from)) 0))", (0, 2),
         [(1, 2)], [(1, 1)]),
        ("(forAll Cell (< 0 3))", (0, 2), [(1, 1)], [(3, 1), (3, 2)]),
    ],
)  # fmt: skip
def test_constraints(
    rule: str, given: tuple[int, int], may: list[tuple[int, int]], not_: list[tuple[int, int]]
) -> None:
    puzzle = Puzzle(rule)
    puzzle.do(*given)
    assert set(may) <= puzzle.moves()
    assert not set(not_) & puzzle.moves()


def test_no_two_rows_are_alike() -> None:
    puzzle = Puzzle("{(forAll Cell (= 1 1)) (is Unique)}", more="(regions {Rows})")
    for site, value in ((0, 1), (1, 2), (2, 1)):
        puzzle.do(site, value)
    assert (3, 1) in puzzle.moves()
    assert (3, 2) not in puzzle.moves()


def test_hints_say_something_about_sites() -> None:
    hints = "(hints {(hint {0 1} 3) (hint {2 3} 2)})"
    sums = Puzzle("(is Sum (hint))", more=f"{hints} (regions HintRegions)")
    sums.do(0, 2)
    assert sums.moves() - {(0, 1), (0, 2)} == {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)}
    compared = Puzzle("(forAll Hint (< (from) (to)))", more=hints)
    compared.do(0, 2)
    assert not {(1, 1), (1, 2)} & compared.moves()
    numbers = Puzzle("(forAll Hint (= (hint) (+ 1 (hint at:(to)))))", more=hints)
    assert numbers.moves() == set()
    about = Puzzle("(forAll Hint (!= 2 (hint at:(from))))", more=hints)
    assert about.moves() == set()


def test_moves_have_names() -> None:
    text = text_of(
        board=SQUARE, more=LINES, play="(play (satisfy (all Different)))", end=SOLVED, players=1
    )
    state = State(games.compile(text, jit=False))
    names = [str(move) for move in state.legal_moves]
    assert len(set(names)) == len(names) == 16
    state.push(state.parse(names[0]))
    assert len(list(state.legal_moves)) == 16 - 3


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"board": "(board (square 2))"}, "expected a puzzle"),
        ({"board": "(board (square 2) (values Cell (range 1 99)))"}, "values from 0 to 61"),
        ({"rule": "(is Unique Edge)"}, "expected Cell, which has the values"),
    ],
)
def test_what_is_no_puzzle(parts: dict[str, str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as caught:
        Puzzle(**{"rule": "(all Different)", **parts})
    assert "\n" not in str(caught.value)


def test_sites_by_their_numbers_are_one_region() -> None:
    """A list of numbers is one region, of regions each is one."""
    diagonal = Puzzle("(all Different)", more="(regions {0 3}) (regions {1 2})")
    diagonal.do(0, 1)
    assert {at for at, value in diagonal.moves() if value == 1} == {0, 1, 2}
    each = Puzzle("(all Different)", more="(regions {(sites {0 1}) (sites {2 3})})")
    each.do(0, 1)
    assert {at for at, value in each.moves() if value == 1} == {0, 2, 3}
