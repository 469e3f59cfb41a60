"""What is read off pieces that lie one upon another."""

import pytest

from boardless.games import LudemeError
from tests.games.compiler.kernels_run import KernelsRun
from tests.games.compiler.test_levels import run


def targets_if(condition: str) -> list[int]:
    """Return the sites of the board on which a condition on (to) holds."""
    return run(play=f"(play (move Add (to (sites Board) if:{condition})))").targets()


@pytest.mark.parametrize(
    ("condition", "sites"),
    [
        ("(= 2 (size Stack at:(to)))", [4]),
        ("(< 1 (size Stack at:(to)))", [0, 4]),
        ("(= 6 (size Stack in:(sites Occupied)))", list(range(9))),
        ("(= 1 (topLevel at:(to)))", [4]),
        ("(= 0 (topLevel at:(to)))", [1, 2, 3, 5, 6, 7, 8]),
        ("(= 3 (what at:(to) level:(topLevel at:(to))))", [0]),
        ("(= 2 (what at:(to) level:1))", [0, 4]),
        ("(= 2 (who at:(to) level:1))", [0, 4]),
        ("(= 3 (what at:(to) level:-1))", [0]),
        ("(= 2 (count Stack at:(to) if:(= 1 (who at:(to) level:(level)))))", [0]),
        ("(= 1 (count Stack at:(to) stop:(= 2 (who at:(to) level:(level)))))", [0, 1, 4]),
        ("(= 0 (count Stack FromTop at:(to) stop:(= 2 (who at:(to) level:(level)))))",
         [2, 3, 4, 5, 6, 7, 8]),
        ("(= 2 (count Stack to:(sites Occupied) if:(= 2 (who at:(to) level:(level)))))",
         list(range(9))),
        ("(is In (to) (sites Occupied by:P2))", [4]),
        ("(is In (to) (sites Occupied by:P2 top:False))", [0, 4]),
        ('(is In (to) (sites Occupied by:P1 component:"A"))', [0, 1]),
        ("(= 4 (count Pieces P1))", list(range(9))),
        ("(= 2 (count Pieces P2 in:(sites {0 4})))", list(range(9))),
        ("(no Pieces P2 in:(sites {1}))", list(range(9))),
        ('(= 0 (where Level "A" P1 at:(to)))', [0, 1, 4]),
        ('(= 1 (where Level "A" P2 at:(to)))', [0, 4]),
        ('(= -1 (where Level "B" P1 at:(to)))', [1, 2, 3, 4, 5, 6, 7, 8]),
        ('(= (to) (where "A" P2))', [0]),
        ("(no Pieces P2 in:(sites {0}))", [-1]),
    ],
)  # fmt: skip
def test_what_is_read_off_levels(condition: str, sites: list[int]) -> None:
    assert targets_if(condition) == sites


def test_levels_have_no_meaning_without_piles() -> None:
    game = KernelsRun(
        before='(start (place "A1" 0))',
        play="(play (move Add (to (sites Empty) if:(= 1 (what at:0 level:3)))))",
    )
    assert game.arrays.under.shape[0] == 0
    assert len(game.rows()) == 8


def test_a_size_needs_a_place() -> None:
    with pytest.raises(LudemeError, match="expected either at: or in:"):
        run(play="(play (move Add (to (sites Empty) if:(= 1 (size Stack)))))")
    with pytest.raises(LudemeError, match="expected either at: or to:"):
        run(play="(play (move Add (to (sites Empty) if:(= 1 (count Stack)))))")


def test_the_lowest_and_the_uppermost_level_of_a_component() -> None:
    start = '(start {(place Stack items:{"A1" "A2" "A1"} 0)})'
    for top, level in (("", 2), ("fromTop:True", 2), ("fromTop:False", 0)):
        test = f'(= {level} (where Level "A" P1 at:0 {top}))'
        play = f"(play (move Add (to (sites {{8}}) if:{test})))"
        assert KernelsRun(before=start, play=play).targets() == [8]


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("(what at:0)", 1),
        ("(what at:0 level:-1)", 3),
        ("(what at:0 level:(topLevel at:0))", 3),
        ("(what at:0 level:(topLevel at:8))", 1),
        ("(what at:8)", 0),
    ],
)
def test_what_stands_on_a_site_is_what_lies_lowest(what: str, found: int) -> None:
    assert run(play=f"(play (move Add (to (+ 2 {what}))))").targets() == [2 + found]


@pytest.mark.parametrize(
    ("count", "site"), [("(count at:0)", 3), ("(count in:(sites {0 1 4 8}))", 6)]
)
def test_every_piece_of_a_pile_counts(count: str, site: int) -> None:
    assert run(play=f"(play (move Add (to {count})))").targets() == [site]


@pytest.mark.parametrize(
    ("levels", "pieces"),
    [
        ("", [3, 2, 1]),
        ("FromTop", [3, 2, 1]),
        ("FromBottom", [1, 2, 3]),
        ("FromBottom startAt:1", [2, 3]),
        ("startAt:1", [2, 1]),
        ("startAt:7", [3, 2, 1]),
        ("if:(= 2 (who at:0 level:(level)))", [2]),
    ],
)
def test_levels_take_the_place_of_sites(levels: str, pieces: list[int]) -> None:
    found = f"(results from:0 to:(forEach Level at:0 {levels}) (what at:0 level:(to)))"
    tests = [f"(= {what} (arrayValue {found} index:{n}))" for n, what in enumerate([*pieces, -1])]
    game = run(play=f"(play (move Add (to (sites Empty) if:(and {{{' '.join(tests)}}}))))")
    assert game.targets() == [2, 3, 5, 6, 7, 8]
