"""A session of the Universal Hive Protocol, command by command."""

import pytest

from boardless.agents.adapters.uhp import HiveSession


@pytest.fixture
def session() -> HiveSession:
    session = HiveSession(jit=False)
    assert session.answer("newgame Base+MLP") == ["Base+MLP;NotStarted;White[1]", "ok"]
    return session


def begun(session: HiveSession) -> str:
    """Play four moves and return the text of the game."""
    for move in ("wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"):
        line, ok = session.answer(f"play {move}")
        assert ok == "ok"
    return line


def test_info() -> None:
    first, capabilities, ok = HiveSession(jit=False).answer("info")
    assert first.startswith("id boardless ")
    assert (capabilities, ok) == ("Mosquito;Ladybug;Pillbug", "ok")


def test_moves_and_taking_them_back(session: HiveSession) -> None:
    line = begun(session)
    assert line == "Base+MLP;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-"
    assert session.answer("undo 2")[0] == "Base+MLP;InProgress;White[2];wS1;bG1 wS1-"
    assert session.answer("undo")[0] == "Base+MLP;InProgress;Black[1];wS1"
    assert session.answer(f"newgame {line}") == [line, "ok"]


def test_valid_moves(session: HiveSession) -> None:
    assert session.answer("validmoves") == ["wA1;wB1;wG1;wL;wM;wP;wS1", "ok"]
    begun(session)
    moves, _ = session.answer("validmoves")
    for move in moves.split(";")[::9]:
        assert session.answer(f"play {move}")[0].endswith(f";{move}")
        session.answer("undo")
    assert len(moves.split(";")) == len(set(moves.split(";"))) > 20


def test_counts(session: HiveSession) -> None:
    assert session.answer("perft 2") == ["perft(0) = 1", "perft(1) = 7", "perft(2) = 294", "ok"]


def test_a_pass_is_for_those_who_cannot_move(session: HiveSession) -> None:
    assert session.answer("pass")[0].startswith("invalidmove ")


@pytest.mark.parametrize(
    "line",
    [
        "jump", "info now", "newgame Hive", "newgame Base+X", "newgame Base;Started;White[1]",
        "newgame Base;NotStarted", "newgame Base;NotStarted;White[0]",
        "newgame Base;InProgress;Black[1];wQ", "newgame Base;InProgress;Black[1];wM", "play",
        "play wS1", "play wZ1 wS1-", "play bS1 wS1-", "play wS1 wS1-\x00", "pass please",
        "play 99@0,0>1,1", "newgame Base;NotStarted;White[1];99@0,0>1,1",
        "validmoves all", "bestmove", "bestmove time", "bestmove time 1:00", "bestmove depth 0",
        "bestmove depth x", f"bestmove depth {'9' * 5000}", "bestmove \x1b\x0c.", "undo 0",
        "undo 5", "undo -1", "undo all", "options get", "options get Size", "options \x1b\x0c.",
        "options set Seed", "options set Seed -1", "options set Agent nobody", "options put Seed 1",
        "perft", "perft -1", "perft 1000", "perft two",
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_a_line_and_changes_nothing(session: HiveSession, line: str) -> None:
    before = begun(session)
    settings = session.answer("options")
    told, ok = session.answer(line)
    assert told.startswith(("err ", "invalidmove "))
    assert told.isprintable()
    assert len(told) < 200
    assert ok == "ok"
    assert session.text() == before
    assert session.answer("options") == settings


@pytest.mark.parametrize("move", ["wM", "bL wS1-"])
def test_a_piece_that_nobody_has_is_no_move(move: str) -> None:
    session = HiveSession(jit=False)
    session.answer("newgame Base+P;InProgress;Black[1];wS1")
    told, _ = session.answer(f"play {move}")
    assert told.startswith(
        f"invalidmove there is no piece {move.split()[0]!r}: choose from wQ, bQ,"
    )
    assert session.answer("undo") == ["Base+P;NotStarted;White[1]", "ok"]


def test_the_moves_tell_how_a_game_stands() -> None:
    answer = HiveSession(jit=False).answer("newgame Base;WhiteWins;White[9];wS1; bS1 wS1-")
    assert answer == ["Base;InProgress;White[2];wS1;bS1 wS1-", "ok"]
    spaced = "newgame  Base ; InProgress ; White[2] ; wS1 ; bS1  wS1- "
    assert HiveSession(jit=False).answer(spaced) == answer


@pytest.mark.parametrize(("repetition", "standing"), [("True", "Draw"), ("False", "InProgress")])
def test_a_position_for_the_third_time(repetition: str, standing: str) -> None:
    session = HiveSession(jit=False)
    if repetition == "False":
        session.answer("options set Repetition False")
    forth = ["wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"]
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *forth, *forth]
    (line, _) = session.answer(f"newgame Base;InProgress;White[7];{';'.join(moves)}")
    assert line.split(";")[1] == standing


@pytest.mark.parametrize("line", ["play wS1", "validmoves", "undo", "perft 1", "bestmove depth 1"])
def test_before_a_game_has_begun(line: str) -> None:
    told, _ = HiveSession(jit=False).answer(line)
    assert told == "err no game has begun: newgame begins one"


def test_options(session: HiveSession) -> None:
    assert session.answer("options get Seed") == ["Seed;int;0;0;0;2147483647", "ok"]
    assert session.answer("options set Seed 7") == ["Seed;int;7;0;0;2147483647", "ok"]
    assert session.answer("options set agent RANDOM")[0].startswith("err unknown option 'agent'")
    assert session.answer("options set Agent RANDOM")[0].startswith("Agent;enum;random;mcts;")


@pytest.mark.parametrize("limit", ["time 00:00:00", "depth 1"])
def test_the_best_move_is_a_legal_one(session: HiveSession, limit: str) -> None:
    session.answer("options set Agent random")
    begun(session)
    move, ok = session.answer(f"bestmove {limit}")
    assert ok == "ok"
    assert session.answer(f"play {move}")[1] == "ok"
