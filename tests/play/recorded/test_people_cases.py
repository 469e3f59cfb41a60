"""Files as other programs write them: what is read, and why others are refused."""

from pathlib import Path
from random import Random

import pytest

from boardless.play.recorded.people import NOTATIONS_OF_PEOPLE, records_in, records_of
from boardless.play.recorded.turn import PlayedGame, RecordError, Turn
from boardless.play.turns import trials_of
from boardless.state import Trial
from boardless.topo import InputError

CASES = Path(__file__).parents[2] / "goldens/recorded/people"
#: Of each game the name and the number of turns, or a part of why it is refused.
EXPECTED: dict[str, list[tuple[str, int] | str]] = {
    "hive-boardspace-climb.sgf": [("Hive", 7)],
    "hive-boardspace-movedone-last.sgf": [("Hive", 2)],
    "hive-boardspace-numbered.sgf": [("Hive", 2)],
    "hive-climb-by-direction.uhp": [("Hive", 7)],
    "hive-numbered-single.uhp": [("Hive", 3)],
    "hive-record.pgn": [("Hive", 6)],
    "kif-other-handicap.kif": ["game 1: move 1: 手合割 'その他': only games from the usual start"],
    "kif-utf8.kifu": [("Shogi", 4)],
    "kif-variation.kif": [("Shogi", 4)],
    "pdn-english-24.pdn": [("Spanish Draughts", 2)],
    "pdn-english-no-gametype.pdn": [("English Draughts", 4)],
    "pdn-fen-ignored.pdn": [
        "game 1: move 1: FEN 'W:W31-50:B1-17,19-20': only games from the usual start"
    ],
    "pdn-no-moves.pdn": ["game 1: move 1: there are no moves"],
    "pdn-padded-squares.pdn": [("International Draughts", 4)],
    "pdn-percent-line.pdn": [("International Draughts", 2)],
    "pgn-bad-in-middle.pgn": [("Chess", 2), "game 2: move 2: illegal san: 'e4'", ("Chess", 2)],
    "pgn-bad-variation.pgn": [("Chess", 4)],
    "pgn-stalemate.pgn": [("Chess", 19)],
    "sgf-7x7.sgf": [("Go", 2)],
    "sgf-9x9-capture.sgf": [("Go", 6)],
    "sgf-bracket-unescaped.sgf": ["game 1: move 1: ']' behind US[A[3d; a value has"],
    "sgf-capitals.sgf": [("Go", 2)],
    "sgf-gbk-ca.sgf": [("Go", 2)],
    "sgf-gomoku.sgf": [("Gomoku", 2)],
    "sgf-handicap.sgf": ["game 1: move 1: AB 'dd': only games from the usual start"],
    "sgf-hex-13-corner.sgf": [("Hex", 2)],
    "sgf-hex-5x5.sgf": [("Hex", 2)],
    "sgf-hex-setup.sgf": ["game 1: move 1: AB 'a1': only games from the usual start"],
    "sgf-hex-swap-pieces.sgf": [("Hex", 3)],
    "sgf-one-letter.sgf": ["game 1: move 2: move 'g': give a point"],
    "sgf-setup.sgf": ["game 1: move 1: AB 'dd': only games from the usual start"],
    "sgf-shift-jis-ca.sgf": [("Go", 2)],
}
CSA = (
    b"V2.2\nN+A\nN-B\n$EVENT:a match\nPI\n+\n"
    b"+7776FU\nT3\n-3334FU,T2\n+8822UM\n-3122GI\n+0055KA\n%TORYO\n"
)
#: A game of Go on two sizes of board, in few words.
GO = """(game "Go" (players 2)
    (equipment {(board <Board> use:Vertex) (piece "Stone" Each)})
    (rules
        (play (or (move Pass) (move Add (to (sites Empty)) (then (enclose
            (from (last To)) Orthogonal
            (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))))
        (end (if (all Passed) (result Mover Draw)))))
    (option "Board Size" <Board> args:{<size>} {
        (item "13x13" <(square 13)> "A board.") (item "19x19" <(square 19)> "The board.")*})"""
#: Who cannot move has to pass, which is a draw, as a stalemate of chess is.
BLOCKED = """(game "Blocked" (players {(player N) (player S)})
    (equipment {(board (square 3))
        (piece "Man" Each (move Step (directions {FR FL}) (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" {"B1"}) (place "Man2" {"A3"})}) (play (forEach Piece))
        (end (if (no Moves Mover) (result Mover Draw)))))"""


def test_every_case_is_expected() -> None:
    assert {path.name for path in CASES.iterdir()} == EXPECTED.keys()


def played(record: PlayedGame | RecordError) -> tuple[str, int] | str:
    return str(record) if isinstance(record, RecordError) else (record.game, len(record.turns))


@pytest.mark.parametrize("name", EXPECTED)
def test_cases(name: str) -> None:
    if name.endswith(".pgn"):
        pytest.importorskip("chess")
    found = list(records_of(CASES / name))
    for record, expected in zip(found, EXPECTED[name], strict=True):
        if isinstance(expected, str):
            assert isinstance(record, RecordError)
            assert str(record).startswith(expected)
            assert "\n" not in str(record)
        else:
            assert played(record) == expected


def trials(name: str, game: str | None = None, library: Path | None = None) -> list[Trial]:
    return list(trials_of(CASES / name, game, jit=False, library=library and str(library)))


@pytest.mark.parametrize(
    ("name", "chosen", "sites"),
    [
        ("sgf-hex-5x5.sgf", "Board Size/5x5", 25),
        ("sgf-hex-13-corner.sgf", "Board Size/13x13", 169),
        ("sgf-7x7.sgf", "Board Size/7x7", 49),
        ("sgf-9x9-capture.sgf", "Board Size/9x9", 81),
        ("sgf-shift-jis-ca.sgf", "Board Size/9x9", 81),
    ],
)
def test_a_game_is_played_on_the_board_of_its_record(
    tmp_path: Path, name: str, chosen: str, sites: int
) -> None:
    (tmp_path / "Go.lud").write_text(GO, encoding="utf-8")
    (trial,) = trials(name, library=tmp_path)
    assert chosen in trial.options
    state = trial.replay()
    assert len(state.board) == sites
    # One of six stones has been taken.
    assert len(state.pieces) == (5 if "capture" in name else 2)


def test_a_board_of_another_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4]SZ[19];B[aa])", encoding="utf-8")
    with pytest.raises(InputError, match="a board of 19x19: Gomoku has 225 sites"):
        next(trials_of(path, jit=False))


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("hive-boardspace-climb.sgf", 7),
        ("hive-boardspace-movedone-last.sgf", 2),
        ("hive-boardspace-numbered.sgf", 2),
        ("hive-numbered-single.uhp", 3),
        ("hive-record.pgn", 6),
        ("sgf-gomoku.sgf", 2),
        ("sgf-hex-swap-pieces.sgf", 3),
    ],
)
def test_games_are_legal(name: str, moves: int) -> None:
    (trial,) = trials(name)
    assert len(trial.moves) == moves


def test_a_climb_may_be_named_by_a_direction(tmp_path: Path) -> None:
    path, moves = tmp_path / "game.uhp", r"wA1;bS1 wA1-;wQ \wA1;bQ bS1-;wB1 -wA1;bA1 bQ-;wB1"
    path.write_text(f"Base;InProgress;black[4];{moves} -bS1\nBase;;;{moves} wA1", encoding="utf-8")
    by_direction, by_name = trials_of(path, jit=False)
    assert by_direction == by_name


def test_swapped_pieces_lie_in_the_mirror(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[11]SZ[7];B[b1];W[swap-pieces];B[b1];W[c5])", encoding="utf-8")
    (swapped,) = trials_of(path, jit=False)
    # The first stone has gone from b1 to a2; in the mirror it stays, and others go.
    path.write_text("(;GM[11]SZ[7];B[b1];W[SWAP];W[a2];B[e3])", encoding="utf-8")
    (mirrored,) = trials_of(path, jit=False)
    assert swapped == mirrored


@pytest.mark.parametrize(
    ("moves", "made", "result"),
    [("b1-c2 a3-b2 c2-b3", 3, None), ("b1-c2 a3-b2 c2-b3 b2-a1", 5, 0)],
)
def test_who_is_stuck_ends_the_game(
    tmp_path: Path, moves: str, made: int, result: int | None
) -> None:
    game, path = tmp_path / "Blocked.lud", tmp_path / "game.pdn"
    game.write_text(BLOCKED, encoding="utf-8")
    path.write_text(f"{moves} *", encoding="utf-8")
    (trial,) = trials_of(path, str(game), jit=False)
    assert (len(trial.moves), trial.result) == (made, result)


def test_a_faulty_variation_is_noted_and_the_main_line_kept() -> None:
    pytest.importorskip("chess")
    (record,) = records_of(CASES / "pgn-bad-variation.pgn")
    assert isinstance(record, PlayedGame)
    assert [note[:34] for note in record.notes] == ["variation, move 1: illegal san: 'e"]


@pytest.mark.parametrize("notation", NOTATIONS_OF_PEOPLE)
@pytest.mark.parametrize("count", [40, pytest.param(2000, marks=pytest.mark.slow)])
def test_damaged_files_are_refused_in_a_line(tmp_path: Path, notation: str, count: int) -> None:
    sources = [path.read_bytes() for path in CASES.glob(f"*.{notation}")] or [
        b"7g7f 3c3d 8h2b+ 3a2b P*5e\n" if notation == "usi" else CSA
    ]
    random, path = Random(notation), tmp_path / f"game.{notation}"
    signs = sorted({*b"".join(sources), *b"()[]{}\\;:0179-+xaZ\n\x81\xff"})
    for _ in range(count):
        data = bytearray(random.choice(sources))
        for _ in range(random.randint(1, 6)):
            place = random.randrange(len(data))
            kind = random.randrange(4)
            if kind == 0:
                data[place] = random.choice(signs)
            elif kind == 1:
                data.insert(place, random.choice(signs))
            elif kind == 2:
                del data[place : place + random.randint(1, 9)]
                data += b"*" if not data else b""
            else:
                data[place:place] = data[random.randrange(len(data)) :][:12]
        path.write_bytes(data)
        for record in records_of(path):
            assert isinstance(record, PlayedGame) or "\n" not in str(record)
            assert not isinstance(record, PlayedGame) or record.turns
            assert "Error: " not in str(record)


@pytest.mark.parametrize("encoding", ["GB2312", "gbk", "Shift-JIS", "EUC-KR", "Big5", "ISO-8859-1"])
def test_sgf_is_decoded_as_it_says(tmp_path: Path, encoding: str) -> None:
    name = {"EUC-KR": "이", "ISO-8859-1": "é"}.get(encoding, "表")
    path = tmp_path / "game.sgf"
    text = f"(;CA[{encoding}]PB[{name}]SZ[9];B[aa]C[{name}];W[bb])"
    path.write_bytes(text.encode(encoding))
    (record,) = records_of(path)
    assert isinstance(record, PlayedGame)
    assert (len(record.turns), record.about[0]) == (2, name)


def test_an_unknown_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_bytes(b"(;CA[runes]PB[\x81];B[aa])")
    assert [str(it) for it in records_of(path)] == ["CA[runes]: there is no such encoding"]


def test_a_forced_pass_of_boardspace_is_a_lone_done() -> None:
    text = "(;SU[hive];P0[1 move W wS1 N 13 .];P0[2 done];P1[3 move B bS1 O 13 wS1-];P1[4 done]"
    (record,) = records_in(f"{text};P0[5 done];P1[6 resign];P1[7 done])", "sgf")
    assert isinstance(record, PlayedGame)
    assert record.turns == ("wS1", "bS1 wS1-", "pass")
    (refused,) = records_in(f"{text};P0[5 undo])", "sgf")
    assert str(refused) == "game 1: move 3: P0[5 undo] is not understood"
    (refused,) = records_in(f"{text};P0[5 move W wB1 Z 9 .])", "sgf")
    assert str(refused).startswith("game 1: move 3: wB1: no piece is on Z 9")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        # The first player's own side, left or right, whatever the tag says.
        ('[GameType "20,W,10,10,N1,0"]\n32-28 19-23', ("D4", "E5")),
        ('[GameType "22"]\n21-17 12-15', ("G3", "H4")),
        ('[GameType "21"]\n11-15 24-20', ("C3", "D4")),
        ('[GameType "25"]\n[FEN "W:W21-32:B1-12"]\nc3d4 f6-g5', ("C3", "D4")),
    ],
)
def test_squares_of_draughts_are_found_by_the_moves(text: str, first: tuple[str, str]) -> None:
    (record,) = records_in(text, "pdn")
    assert isinstance(record, PlayedGame)
    assert isinstance(record.turns[0], Turn)
    assert record.turns[0].sites == first


@pytest.mark.parametrize("text", ["21-17 12-15", "c3-d4 f6-g5"])
def test_draughts_that_may_be_several_games_need_a_name(text: str) -> None:
    (refused,) = records_in(text, "pdn")
    assert "no tag GameType: name the game" in str(refused)
    (record,) = records_in(text, "pdn", "Shashki")
    assert played(record) == ("Shashki", 2)


@pytest.mark.parametrize(
    ("text", "notation", "reason"),
    [
        ("PI82HI22KA\n-\n-5142OU", "csa", "move 1: start 'PI82HI22KA': only games"),
        ("PI\n+\n+7776FU\n%MATTA", "csa", "move 2: '%MATTA' is not understood here"),
        ("PI\n+\n+7776KI", "csa", "move 1: '+7776KI': on 77 there is FU"),
        (
            "   1 ７六歩(77)\n   3 ２六歩(27)",
            "kif",
            "move 2: line '3 ２六歩(27)' is not understood",
        ),
        ("   1 ７六歩(77)\n   2 ３二馬(31)", "kif", "move 2: '３二馬(31)': on 31 there is GI"),
        ("1. e4 foo e5 *", "pgn", "move 2: invalid san: 'foo'"),
        ("1. e4 (1. d4 e5 *", "pgn", "move 2: brackets of variations are not in pairs"),
        ("1. e4 -- 2. d4 *", "pgn", "move 2: -- is not a move"),
        ("(;GM[1]SZ[9];B[aa];W[bb];AE[aa])", "sgf", "move 3: AE 'aa': only games"),
        ("(;GM[1]SZ[9];B[aa][bb])", "sgf", "move 1: B[aa]: the players do not move in turn"),
        ("(;GM[1]SZ[9];B[aa]", "sgf", "move 2: the last bracket is missing"),
        ("(;GM[11]SZ[9];B[resign];W[a1])", "sgf", "move 1: W[a1]: the players do not move"),
        ("(;SU[hive-x];P0[1 move W wS1 N 13 .])", "sgf", "move 1: SU 'hive-x': give hive"),
    ],
)
def test_what_changes_the_game_is_understood_or_refused(
    text: str, notation: str, reason: str
) -> None:
    if notation == "pgn":
        pytest.importorskip("chess")
    (record,) = records_in(text, notation)
    assert str(record).startswith(f"game 1: {reason}")
