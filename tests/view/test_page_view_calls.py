"""The cost of a click: calls of Python functions until the new board is sent, never timed."""

import sys
from functools import cache
from types import FrameType

from boardless.games import Game, compile, load
from boardless.play import State
from boardless.view.page_view import Message, PageView
from boardless.view.session import Session

#: Parts of the paths of the engine's files and of enumerations, which it reads: in compiled games
#: its functions are machine code.
ENGINE = ("/state/engine/", "/jit/", "game_", "/enum.py")
#: Calls of the picture for each tile, and of everything for each legal move.
TILE, LEGAL = 3, 12
#: Calls of a click in Carcassonne, and of each legal move, which has words and up to three actions.
CLICK_OF_TILES, LEGAL_OF_TILES = 2400, 50


@cache
def endless() -> Game:
    """Return Andantino in which nobody wins."""
    text = load("Andantino").text.replace("(is Line 5)", "(is Line 99)")
    text = text.replace("(is Loop surround:Next)", "(is Line 98)").replace(
        "Moves) 48", "Moves) 999"
    )
    return compile(text, tiling="hexagonal", jit=False)


def large(tiles: int) -> State:
    """Return a position after some moves."""
    state = State(endless())
    while state.ply < tiles:
        state.push_row(state.ply * 7 % state.legal_count)
    return state


@cache
def click(tiles: int) -> tuple[int, int]:
    """Return the calls of a click in Andantino, and the number of legal moves after it."""
    return calls_of_click(large(tiles))


def calls_of_click(state: State) -> tuple[int, int]:
    """Return the calls of a click outside the engine, and the number of legal moves after it."""
    sent: list[Message] = []
    session = Session(state, seed=1)
    page = PageView(session, sent.append)
    page.receive({"do": "hello", "n": 0})
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        if event == "call":
            count += not any(folder in frame.f_code.co_filename for folder in ENGINE)

    for number in range(1, 4):  # the first clicks fill what is kept for the game
        message = {"do": "play", "n": number, "node": session.tree.here}
        message["move"] = str(session.state.legal_moves[number])
        count = 0
        sys.setprofile(note)
        try:
            page.receive(message)
        finally:
            sys.setprofile(None)
        assert sent[-1] == {"re": number}
        assert "scene" in sent[-2]["patch"]
    return count, len(session.state.legal_moves)


def test_a_click_on_a_large_board_costs_few_calls() -> None:
    assert click(200)[0] <= 2000


def test_a_click_costs_no_more_with_a_longer_game_but_for_its_picture() -> None:
    (few, fewer_legal), (many, legal) = click(50), click(200)
    assert many - few <= 150 * TILE + LEGAL * (legal - fewer_legal) + 100


def test_a_click_in_a_game_of_tiles_costs_few_calls_for_each_legal_move() -> None:
    state = State(load("Carcassonne", jit=False))
    while state.ply < 40:
        state.push_row(state.ply * 7 % state.legal_count)
    count, legal = calls_of_click(state)
    assert count <= CLICK_OF_TILES + LEGAL_OF_TILES * legal
