"""Readers of games of people, in the notations of their games."""

from pathlib import Path

import pytest

from boardless.play.recorded.people import games_in, games_of, notation_of_file
from boardless.play.recorded.turn import PlayedGame, Turn
from boardless.topo import InputError

PDN = """[Event "A game"]
[GameType "20"]

1. 32-28 {a comment} 19-23 2. 28x19 (2. 37-32 2-7 {not (played)}) 14x23 $1 1-1

[Event "Another"]
[GameType "25,W,8,8,A0,0"]

1. c3-d4 b6-c5 2. d4xb6 a7xc5! *
"""
KIF = """# kif
手数----指手---------消費時間--
   1 ７六歩(77)
   2 ３四歩(33)
   3 ２二角成(88)
   4 同　銀(31)
   5 ５五角打
   6 投了
"""
CSA = """V2.2
PI
+
+7776FU
-3334FU
+8822UM
"""
HIVE = r"""(;
GM[27]VV[1]
SU[Hive-PLM]
; P0[1 Pick w 0 S1]
; P0[2 dropb S1 N 13 .]
; P0[3 done]
; P1[4 Pickb b 0 bG1]
; P1[5 Dropb bG1 M 13 wS1-]
; P1[6 Pickb M 13 bG1]
; P1[7 Dropb bG1 M 13 \\wS1]
; P1[8 done]
; P0[9 move W wS1 O 13 bG1-]
; P0[10 done]
; P1[11 pass]
; P1[12 done]
)"""


def sites(game: PlayedGame) -> list[tuple[str, ...]]:
    return [turn.sites for turn in game.turns if isinstance(turn, Turn)]


def test_pdn_has_numbers_and_labels() -> None:
    first, second = games_in(PDN, "pdn")
    assert (first.game, second.game) == ("International Draughts", "Shashki")
    assert sites(first) == [("D4", "E5"), ("G7", "F6"), ("E5", "G7"), ("H8", "F6")]
    assert sites(second) == [("C3", "D4"), ("B6", "C5"), ("D4", "B6"), ("A7", "C5")]
    assert second.turns[3].text == "a7xc5"


def test_games_of_pdn_end_with_a_result_and_keep_their_tags() -> None:
    games = list(games_in('[GameType "21"]\n11-15 22-18 0-2 9-14 2-0', "pdn"))
    assert [(game.game, len(game.turns)) for game in games] == [
        ("English Draughts", 2),
        ("English Draughts", 1),
    ]
    # Black, who moves first, is at the near side.
    assert sites(games[0]) == [("C3", "D4"), ("F6", "E5")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("32-28 castles", "'castles'"),
        ('[GameType "20"]\n32-28 51-46', "move 2: square 51: choose a whole number from 1 to 50"),
        ('[GameType "99"]\n1-6', "choose one of 20, 21"),
    ],
)
def test_bad_pdn_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(games_in(text, "pdn"))


def test_pgn() -> None:
    pytest.importorskip("chess")
    text = "1. e4 d5 2. exd5 (2. e5) c6 3. dxc6 Nf6 4. cxb7 Nd5 5. bxa8=N *\n\n1. Nf3 *"
    first, second = games_in(text, "pgn")
    assert sites(first)[:3] == [("E2", "E4"), ("D7", "D5"), ("E4", "D5")]
    assert first.turns[-1] == Turn(("B7", "A8"), "Knight")
    assert sites(second) == [("G1", "F3")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e5 *", "illegal"),
        ('[SetUp "1"]\n[FEN "8/8/8/8/8/k7/8/K1R5 w - - 0 1"]\n\n1. Rc3+ *', "usual position"),
        ('[Variant "Atomic"]\n\n1. e4 *', "usual position"),
    ],
)
def test_other_pgn_is_refused(text: str, message: str) -> None:
    pytest.importorskip("chess")
    with pytest.raises(InputError, match=message):
        list(games_in(text, "pgn"))


USI = [
    Turn(("C3", "C4"), changes=False),
    Turn(("G7", "G6"), changes=False),
    Turn(("B2", "H8"), changes=True),
]


def test_usi() -> None:
    games = list(games_in("position startpos moves 7g7f 3c3d 8h2b+\n\n7g7f 3c3d 8h2b+ P*5e", "usi"))
    assert [list(game.turns[:3]) for game in games] == [USI, USI]
    assert games[1].turns[3] == Turn(("E5",), "Fuhyo")
    with pytest.raises(InputError, match="give such as 7g7f"):
        list(games_in("7g7z", "usi"))


def test_kif_and_csa_have_the_moves_of_usi(tmp_path: Path) -> None:
    (kif,) = games_in(KIF, "kif")
    assert list(kif.turns[:3]) == USI
    assert kif.turns[4] == Turn(("E5",), "Kakugyo")
    (csa,) = games_in(CSA, "csa")
    assert list(csa.turns) == USI
    path = tmp_path / "game.kif"
    path.write_bytes(KIF.encode("cp932"))
    assert [game.turns for game in games_of(path)] == [kif.turns]


def test_sgf_of_go() -> None:
    (game,) = games_in("(;GM[1]SZ[9];B[aa](;W[ic]C[main];B[])(;W[ee]))", "sgf")
    assert (game.game, game.options) == ("Go", ("Board Size/9x9",))
    assert sites(game) == [("A9",), ("I7",), ()]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1]AB[dd];W[aa])", "move 1: AB 'dd': only games from the usual start"),
        ("(;GM[1];B[aa];B[bb])", "do not move in turn"),
        ("(;GM[3];B[aa])", "choose 1"),
        ("no game", "there is no game"),
    ],
)
def test_other_sgf_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(games_in(text, "sgf"))


def test_hive_of_boardspace_is_what_lies_when_a_move_is_done() -> None:
    (game,) = games_in(HIVE, "sgf")
    assert (game.game, game.options) == ("Hive", ("Pieces/Base+MLP",))
    assert game.turns == ("wS1", "bG1 \\wS1", "wS1 bG1-", "pass")


def test_notations_of_files() -> None:
    assert [notation_of_file(it) for it in ("a.PGN", "b.kif", "c.json", "d")] == [
        "pgn", "kif", None, None,
    ]  # fmt: skip
    with pytest.raises(InputError, match="choose one of csa, kif"):
        list(games_in("", "psn"))
    with pytest.raises(InputError, match=r"none\.usi: No such file"):
        list(games_of("none.usi"))
