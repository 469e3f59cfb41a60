"""Forms of the metadata that say how a game is shown."""

from boardless.games import compile
from boardless.play import State
from boardless.view import scene_of
from boardless.view.graphics import HandRow, options_of, pass_of, rows_of
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


def test_names_of_cells_states_and_passes() -> None:
    forms = """(metadata (graphics {
        (cells 0 {"Left" "Right"}) (pass "Stop") (options "Man" {"a" "b"}) (options {"c"})
    }))"""
    game = compile(MOVING + forms, jit=False)
    assert list(scene_of(State(game)).labels.values())[:3] == ["Left", "Right", "c1"]
    assert pass_of(game) == "Stop"
    assert options_of(game) == {"Man": ("a", "b"), "": ("c",)}
