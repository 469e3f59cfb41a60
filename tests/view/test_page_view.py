"""Messages of pages, legal and illegal."""

import json
from typing import Any

import pytest

from boardless.games import compile, load
from boardless.play import State
from boardless.view import PageView, Session
from boardless.view.page_view import MAX_MESSAGE, read_message
from tests.view.games import patched

#: What a page might say to do harm; each is answered with an error, and nothing else happens.
HOSTILE: tuple[Any, ...] = (
    None,
    [],
    "play",
    7,
    {},
    {"do": "__init__"},
    {"do": "play"},
    {"do": ["play"]},
    {"do": "play", "move": "+1@0,0", "node": 7},
    {"do": "play", "move": "+2@0,0", "node": 0},
    {"do": "play", "move": "+1@0,0", "node": False},
    {"do": "play", "move": "+1@0,0", "node": 0, "player": 1},
    {"do": "play", "move": {"a": 1}, "node": 0},
    {"do": "play", "move": "+1@" + "9" * 150, "node": 0},
    {"do": "play", "move": "x" * 10_000, "node": 0},
    {"do": "play", "move": "\ud800", "node": 0},
    {"do": "play", "move": "*0", "node": 0},
    {"do": "play", "move": "=2", "node": 0},
    {"do": "play", "move": "+1@0,0;+1@1,0", "node": 0},
    {"do": "typed", "move": "z9", "node": 0},
    {"do": "typed", "move": "b2", "node": 7},
    {"do": "typed", "move": ["b2"], "node": 0},
    {"do": "preview", "move": "+1@1000000,0"},
    {"do": "preview", "move": "pass"},
    {"do": "go", "node": None},
    {"do": "go", "node": 0.5},
    {"do": "sit", "player": "1", "agent": "random"},
    {"do": "sit", "player": 1, "agent": "mcts:999999999"},
    {"do": "go", "node": -1},
    {"do": "go", "node": True},
    {"do": "view", "node": 10**30},
    {"do": "view", "node": -2},
    {"do": "new", "seed": "__import__('os')"},
    {"do": "new", "seed": -1},
    {"do": "sit", "player": 1, "agent": "os:system"},
    {"do": "sit", "player": 0, "agent": "random"},
    {"do": "hint", "agent": "person"},
    {"do": "paste", "text": "<script>alert(1)</script>"},
    {"do": "paste", "text": "x" * (MAX_MESSAGE + 1)},
    {"do": "undo", "n": "x"},
    {"do": "redo", "n": 10**400},
)


def page_of(session: Session, seat: int = 0) -> tuple[PageView, list[Any]]:
    sent: list[Any] = []
    view = PageView(session, lambda message: sent.append(json.loads(json.dumps(message))), seat)
    view.receive({"do": "hello", "n": 1})
    return view, sent


@pytest.fixture
def session() -> Session:
    return Session(State(load("Tic-Tac-Toe", jit=False)), seed=1)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_messages_are_answered_in_one_line_and_change_nothing(
    session: Session, number: int
) -> None:
    view, sent = page_of(session)
    before = session.data()
    view.receive(HOSTILE[number])
    reply = sent[-1]
    assert len(sent) == 3
    assert set(reply) == {"re", "error"}
    assert len(reply["error"]) <= 300
    assert "\n" not in reply["error"]
    assert session.data() == before


def test_what_is_no_json_is_no_message() -> None:
    for text in ("", "{", b"\xff", "[" * 100_000, '{"do": NaN'):
        assert read_message(text) is None
    assert read_message('{"do": "undo"}') == {"do": "undo"}


def test_pages_of_a_session_stay_together(session: Session) -> None:
    one, sent = page_of(session)
    _, others = page_of(session)
    one.receive({"do": "play", "move": "+1@0,0", "node": 0, "n": 2})
    assert sent[-1] == {"re": 2}
    data = others[0]["whole"]
    for message in others[2:]:
        data = patched(data, message["patch"])
    assert data == json.loads(json.dumps(session.data()))
    one.receive({"do": "preview", "move": "+2@1,0", "n": 3})
    shown = patched(data["scene"], sent[-1]["patch"])
    assert shown["piles"] == {"0,0": [1], "1,0": [2]}
    assert session.state.ply == 1
    one.close()
    one.receive({"do": "undo", "n": 4})
    assert sent[-1] == {"re": 4}
    assert "patch" in others[-1]


def test_a_seat_moves_for_itself(session: Session) -> None:
    view, sent = page_of(session, 2)
    view.receive({"do": "play", "move": "+1@0,0", "node": 0, "n": 2})
    assert sent[-1]["error"] == "it is player 1's turn, and this is the seat of 2"
    view.receive({"do": "typed", "move": "b2", "node": 0, "n": 3})
    assert sent[-1]["error"] == "it is player 1's turn, and this is the seat of 2"
    assert session.state.ply == 0


def test_reasons(session: Session) -> None:
    view, sent = page_of(session)
    session.play("+1@0,0")
    for place, reason in (("0,0", "b2 is taken"), ("1,0", ""), ("<b>", "there is no such place")):
        view.receive({"do": "why", "place": place, "n": 2})
        assert sent[-1]["why"].startswith(reason)
        assert bool(reason) == bool(sent[-1]["why"])


def test_names_are_data_and_never_markup() -> None:
    text = """
    (game "<img src=x onerror=alert(1)>" (players 2)
        (equipment {(board (square 2)) (piece "</script>" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
    """
    from boardless.view.files import live_page, recorded_page

    session = Session(State(compile(text, jit=False)))
    data = session.data()
    assert data["scene"]["title"] == "<img src=x onerror=alert(1)>"
    page = recorded_page(data["scene"]["title"], {"scene": data["scene"]}, [])
    assert "<img" not in page
    assert page.count("</script>") == 2
    assert "<img" not in live_page(data["scene"]["title"], "n")
