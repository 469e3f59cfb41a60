"""Forms of the language mean the same on boards of all kinds, or are refused in one line."""

from pathlib import Path

import pytest

from boardless import games
from boardless.games.language.ludeme import LUDEMES
from boardless.games.ludemes import kinds
from boardless.play import State
from tests.themes.kinds_of_board import FIXED, FORMS, GROWING, SAME, Form, compared, row

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


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.text)
def test_a_form_means_the_same_on_all_boards(form: Form) -> None:
    """The row says "same", or the line that refuses it, as the page of forms does."""
    said = row(form)
    assert not any(word in said for word in ("other moves", "other positions", "different"))
    assert said in TABLE


#: Examples that tell which cells a growing board has, or number them.
OF_CELLS = (
    "Random", "(sites Board)", "(sites Outer)", "(sites Empty)", "(sites Playable)", "LineOfSight",
    "(ahead (last To) E steps:2)", "(last To)", "(last From)", "(to)", "(from)", "(centrePoint)",
    "(site)", "where", "Slide", "Shoot", "Distance", "expand", "{{F F", "StartOfTurn",
)  # fmt: skip
KINDS = {"C": kinds.Condition, "I": kinds.Integer, "R": kinds.Region, "M": kinds.Moves}
EXAMPLES = [
    Form(kind, ludeme.example)
    for every in LUDEMES.values()
    for ludeme in every
    for kind, base in KINDS.items()
    if issubclass(ludeme, base)
]


@pytest.mark.slow
@pytest.mark.parametrize("form", EXAMPLES, ids=lambda form: f"{form.kind} {form.text}")
def test_the_example_of_a_ludeme_means_the_same_on_all_boards(form: Form) -> None:
    fixed = compared(form, FIXED)
    assert len(set(fixed.values())) == 1, fixed
    if not any(part in form.text for part in OF_CELLS):
        grown = compared(form, GROWING)["growing"]
        assert grown == SAME or not grown.startswith("other"), grown
