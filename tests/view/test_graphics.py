"""Forms of the metadata that say how a game is shown."""

from contextlib import suppress

from hypothesis import example, given
from hypothesis import strategies as st

from boardless.games import compile
from boardless.play import State
from boardless.topo import InputError
from boardless.view import scene_of
from boardless.view.graphics import HandRow, names_of, options_of, pass_of, rows_of, symbols_of
from tests.view.games import uncompiled
from tests.view.test_scene import MOVING


def test_rows_of_kingdomino() -> None:
    rows = rows_of(uncompiled("Kingdomino"))
    assert rows[0] == HandRow(0, 0, 48, "Bag", folded=True)
    assert rows[1] == HandRow(0, 48, 52, "This line", on=56)
    (hand,) = scene_of(State(uncompiled("Kingdomino"))).hands
    assert hand["rows"][2]["places"] == ("h1.52", "h1.53", "h1.54", "h1.55")
    assert hand["rows"][2]["upon"] == ("h1.60", "h1.61", "h1.62", "h1.63")


def test_forms_of_other_programs_are_passed_over() -> None:
    forms = """(metadata (graphics {
        (board Style Chess) (places) (places Shared x 3 "A") (options) (cells 0 "A") (states 0 {})
        (piece Families {"Abstract"}) (pass) (no Animation)
    }))"""
    game = compile(MOVING + forms, jit=False)
    assert (rows_of(game), options_of(game), pass_of(game)) == ((), {}, "")
    scene = scene_of(State(game))
    assert scene.kinds[0]["title"] == "Man"
    assert scene.labels["0,0"] == "b2"


HEADS = [
    *("places", "piece", "cells", "states", "colours", "face", "reason", "ends", "counts"),
    *("tint", "options", "raises", "pass", "digits", "board", "player", "show", "frames"),
]
WORDS = [
    *("Shared", "P1", "Row", "Rest", "Regions", "Symbol", "Style", "Colour", "Phase0", "Now"),
    *("Folded", "True", "rows", "mark"),
]
VALUES = st.recursive(
    st.sampled_from(["0", "2", "48", "-3", "999999", "0.5", '""', '"red"', '"x<y&"', *WORDS]),
    lambda inner: st.lists(inner, max_size=5).flatmap(
        lambda values: st.sampled_from(
            [f"{{{' '.join(values)}}}", f"(mark {' '.join(values)})", f"on:{values[0]}"]
            if values
            else ["{}"]
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(HEADS), st.lists(VALUES, max_size=6))
@example("face", ["1", "2", "3"])
@example("colours", ["{1 2}"])
@example("cells", ["0", "{1 (mark)}"])
@example("tint", ['"red"', "{A1}"])
@example("cells", ["0", '""'])
def test_no_form_breaks_a_picture(head: str, values: list[str]) -> None:
    text = f"{MOVING} (metadata (graphics {{ ({head} {' '.join(values)}) }}))"
    with suppress(InputError):
        state = State(compile(text, jit=False))
        state.push(state.legal_moves[0])
        assert "<svg" in (state._repr_svg_() or "")


def test_words_are_not_taken_for_texts() -> None:
    forms = """(metadata (graphics {
        (piece Scale 0.5) (piece "Man" "Woman")
        (show Symbol "disc" Vertex "Home" {3 4} scale:0.5 (colour White))
    }))"""
    game = compile(MOVING + forms, jit=False)
    assert names_of(game) == {"Man": "Woman"}
    assert symbols_of(game) == (("disc", "Home"), ("disc", (3, 4)))


def test_names_of_cells_states_and_passes() -> None:
    forms = """(metadata (graphics {
        (cells 0 {"Left" "Right"}) (pass "Stop") (options "Man" {"a" "b"}) (options {"c"})
    }))"""
    game = compile(MOVING + forms, jit=False)
    assert list(scene_of(State(game)).labels.values())[:3] == ["Left", "Right", "c1"]
    assert pass_of(game) == "Stop"
    assert options_of(game) == {"Man": ("a", "b"), "": ("c",)}
