"""Forms of the language mean the same on boards of all kinds, or are refused in one line."""

from functools import reduce
from pathlib import Path

import pytest

from boardless import games
from boardless.games.language import kinds
from boardless.games.language.ludeme import LUDEMES, meaning_of
from boardless.play import State
from tests.themes.forms import FORMS, MORE, OF_CELLS, OVER_GAPS, Form
from tests.themes.kinds_of_board import (
    SAME,
    SHAPES,
    on_fixed_boards,
    on_its_cells,
    row,
    with_room,
)

TABLE = (Path(__file__).parents[2] / "docs" / "forms.md").read_text(encoding="utf-8")
#: Pieces A1 in a row, and a mover who adds pieces B1: an owner's line has both components.
OWNERS = """(game "Owners" (players 2)
    (equipment { BOARD (piece "A" Each) (piece "B" Each) })
    (rules
        (start (place "A1" (sites {10 11})))
        (play (move Add (piece "B" Mover) (to (sites Empty))))
        (end (if (is Line 3 Mover) (result Mover Win)))))"""


@pytest.mark.parametrize("board", ["(square 9)", "(remove (square 9) cells:{80})"])
def test_a_line_of_an_owner_has_any_of_its_components(board: str) -> None:
    state = State(games.compile(OWNERS.replace("BOARD", f"(board {board})"), jit=False))
    winning = 0
    for move in list(state.legal_moves):
        state.push(move)
        winning += state.outcome() is not None
        state.pop()
    assert winning == 2


SELDOM = [pytest.param(form, marks=pytest.mark.slow) for form in (*OF_CELLS, *OVER_GAPS, *MORE)]


@pytest.mark.parametrize("form", [*FORMS, *SELDOM], ids=lambda form: form.text)
def test_a_form_means_the_same_on_all_boards(form: Form) -> None:
    """The row says "same", or the line that refuses it, as the page of forms does."""
    said = row(form)
    assert not any(word in said for word in ("other moves", "other positions", "different"))
    assert said in TABLE


#: Parts of forms that name sites by numbers.
NUMBERED = ("coord ", "Vertex 3", "{10 11}", '"A1" 3', "Even (site)")


@pytest.mark.parametrize("shape", list(SHAPES)[1:])
@pytest.mark.parametrize("form", [*FORMS, *OF_CELLS, *OVER_GAPS, *MORE], ids=lambda form: form.text)
@pytest.mark.slow
def test_a_form_means_the_same_on_boards_of_all_shapes(form: Form, shape: str) -> None:
    said = on_fixed_boards(form, shape, plies=2)
    if shape.startswith("(tri") and any(part in form.text for part in NUMBERED):
        # A graph numbers triangles in an order of its own.
        del said["graph"]
    assert len(set(said.values())) == 1, said
    assert "other" not in said["regular"]


KINDS = {"C": kinds.Condition, "I": kinds.Integer, "R": kinds.Region, "M": kinds.Moves}
#: Names in examples, and pieces of the same sort in the games here.
PIECES_HERE = {"King": "A", "Queen": "B", "Disc": "A", "Dot0": "B1", "Marker": "A", "Cross": "A1"}
EXAMPLES = [
    Form(
        kind,
        reduce(
            lambda text, names: text.replace(f'"{names[0]}"', f'"{names[1]}"'),
            PIECES_HERE.items(),
            meaning_of(ludeme)[1],
        ),
    )
    for every in LUDEMES.values()
    for ludeme in every
    for kind, base in KINDS.items()
    if issubclass(ludeme, base)
]


@pytest.mark.slow
@pytest.mark.parametrize("form", EXAMPLES, ids=lambda form: f"{form.kind} {form.text}")
def test_the_example_of_a_ludeme_means_the_same_on_all_boards(form: Form) -> None:
    fixed = on_fixed_boards(form, "(square 5)")
    assert len(set(fixed.values())) == 1, fixed
    grown = with_room(form)
    if grown.startswith("other"):
        assert on_its_cells(form, "Square") == SAME
