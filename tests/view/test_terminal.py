"""Games in the terminal."""

import io
import sys
from collections.abc import Callable
from random import Random

import pytest

from boardless.games import load
from boardless.play import State
from boardless.play.playing import by_chance
from boardless.topo import InputError
from boardless.view.terminal import play_in_terminal, text_board
from boardless.view.thinking import seat_of, seats_from
from tests.cli.conftest import boardless_inside  # noqa: F401 (a fixture)
from tests.cli.running import Answer
from tests.view.games import uncompiled


@pytest.fixture
def at_the_keyboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    def run(typed: str, *seats: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        state = State(load("Tic-Tac-Toe", jit=False))
        play_in_terminal(state, seats_from(list(seats), 2), 4)
        return capsys.readouterr().out

    return run


def test_people_and_agents_play_to_the_end(at_the_keyboard: Callable[..., str]) -> None:
    words = "5\nundo\nnonsense\n99\n+2@0,0\n+1@0,0\nmoves\nundo\n1\n1\n1\n1\n1\n1\n"
    printed = at_the_keyboard(words, "2=random")
    assert printed.startswith("Tic-Tac-Toe, seed 4. ")
    assert "move 99: choose 1 to 9" in printed
    assert "move 'nonsense': no legal move has this name; choose from a1" in printed
    assert "move +2@0,0: it is not legal here" in printed
    assert printed.splitlines()[-1].endswith(" moves")


def test_help_is_there_at_the_keyboard(at_the_keyboard: Callable[..., str]) -> None:
    said = at_the_keyboard("help\nquit\n")
    assert "undo    take back your last move" in said
    assert "+ is where a move may go" in said
    assert "S12 is Spider 1 of player 2" in said


def test_nobody_takes_back_what_was_not_played(at_the_keyboard: Callable[..., str]) -> None:
    assert "there is no move of yours to take back" in at_the_keyboard("undo\nquit\n")


def test_the_end_of_the_input_ends_the_game(at_the_keyboard: Callable[..., str]) -> None:
    assert at_the_keyboard("").endswith("player 1 to move> \n")


def test_agents_alone_need_no_keyboard(at_the_keyboard: Callable[..., str]) -> None:
    first, second = (at_the_keyboard("", "1=random", "2=random") for _ in range(2))
    assert first == second
    assert "player 1 to move" not in first


def test_the_command_plays_a_game(
    boardless: Callable[..., Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("Tic-Tac-Toe", jit=False)
    monkeypatch.setattr("boardless.cli.games.game_of", lambda *_words: game)
    done = boardless("play Tic-Tac-Toe --seat 1=random --seat 2=random --seed 4")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1].endswith(" moves")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play Tic-Tac-Toe --seat 3=random", "seat '3=random': give PLAYER=NAME"),
        ("play Tic-Tac-Toe --seat 1=nobody", "player 'nobody': choose one of person, random"),
        ("play Tic-Tac-Toe --seat 1=os:nothing", "os:nothing"),
        ("play Tic-Tac-Toe --seed -1", "seed -1: choose"),
        ("serve Tic-Tac-Toe --port 70000", "port 70000: choose"),
        ("serve Tic-Tac-Toe --as 3", "seat 3: choose"),
        ("serve Nothing", "Nothing"),
    ],
)
def test_wrong_words_are_said_in_a_line(
    boardless: Callable[..., Answer], line: str, message: str
) -> None:
    done = boardless(line)
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_boards_of_any_tiling_are_text() -> None:
    state = State(load("Andantino", tiling="triangular", jit=False))
    signs = text_board(state).split()
    assert len(signs) == len(state.board)
    assert sorted(signs)[-2:] == ["1", "2"]
    assert signs.count("+") == len(state.legal_moves)


def test_seats() -> None:
    assert [seat.name for seat in seats_from(["2=random"], 2)] == ["person", "random"]
    assert (
        seat_of("tests.play.test_playouts_policies:last").name
        == "tests.play.test_playouts_policies:last"
    )
    with pytest.raises(InputError, match="not one of Numba"):
        seat_of("tests.play.test_playouts_policies:first")


def test_coordinates_stand_beside_the_board() -> None:
    state = State(uncompiled("Tic-Tac-Toe"))
    state.push(state.parse("+1@0,0"))
    assert text_board(state, coordinates=True).splitlines() == [
        "3  +   +   +", "", "2  +   O   +", "", "1  +   +   +", "", "   a   b   c",
    ]  # fmt: skip
    # Boards that grow have numbers.
    state = State(uncompiled("Trax"))
    state.push(next(iter(state.legal_moves)))
    lines = text_board(state, coordinates=True).splitlines()
    assert [line.split()[0] for line in lines[:5:2]] == ["1", "0", "-1"]
    assert lines[-1].split() == ["-1", "0", "1"]
    # A column that slants has its number where it would meet the last line.
    assert text_board(State(uncompiled("Andantino")), coordinates=True).splitlines() == [
        " 2            .   .   .", "", " 1          .   .   +   .", "",
        " 0        .   .   1   2   .", "", "-1          .   .   +   .", "",
        "-2            .   .   .", "", "    -2  -1  0   1   2",
    ]  # fmt: skip
    game = State(uncompiled("Hex"))
    lines = text_board(game, coordinates=True).splitlines()
    assert [line.split()[0] for line in lines[:-1:2]] == [str(n) for n in range(11, 0, -1)]
    assert lines[-1].split() == list("abcdefghijk")
    assert lines[-1].index("a") == lines[-3].index("+") + 2
    # Of rings several cells have one column and row.
    rings = State(load("Keythedral", jit=False))
    assert text_board(rings, coordinates=True) == text_board(rings)


def test_maps_are_lines_of_places() -> None:
    pandemic = State(uncompiled("Pandemic"))
    lines = text_board(pandemic).splitlines()
    assert lines[0] == "Atlanta: Station"
    assert "blue cubes: Blue Cube x24" in lines
    # Of a train several cells lie at one place.
    train = State(uncompiled("Colt Express"))
    random = Random(1)
    while train.ply < 8:
        train.push(by_chance(train, random))
    assert text_board(train).splitlines()[0] == "the locomotive: Marshal"


def test_covered_cards_are_a_number() -> None:
    state = State(uncompiled("Love Letter"))
    random = Random(1)
    while state.ply < 6:
        state.push(by_chance(state, random))
    lines = text_board(state, 1).splitlines()
    assert any(line.endswith("covered") and "(deck)" in line for line in lines)
    assert "?" not in "".join(lines)
