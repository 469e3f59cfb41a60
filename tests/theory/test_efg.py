"""Files of Gambit. Those in tests/goldens/efg were written by pygambit 16.7."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from boardless.theory import ExtensiveGame, kuhn, read_efg, to_efg
from boardless.theory.efg import parse_efg
from boardless.topo import InputError
from tests.conftest import GOLDENS
from tests.theory.trees import games

FILES = sorted((GOLDENS / "efg").glob("*.efg"))
HEAD = 'EFG 2 R "x" { "A" }\n""\n'


def moves_and_payoffs(game: ExtensiveGame, node: int = 0) -> object:
    return game.player(node), game.payoffs(node), [
        (move, game.probability(node, after), moves_and_payoffs(game, after))
        for move, after in game.moves(node)
    ]  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_are_written_as_they_were_read(path: Path) -> None:
    game = read_efg(path)
    assert parse_efg(to_efg(game)) == game


def test_numbers_of_files_are_exact() -> None:
    assert read_efg(GOLDENS / "efg" / "centipede.efg").payoffs(1) == (
        Fraction(2, 5),
        Fraction(1, 10),
    )
    assert read_efg(GOLDENS / "efg" / "signalling.efg").probability(0, 1) == Fraction(9, 10)


@given(games())
def test_random_games_come_back(game: ExtensiveGame) -> None:
    again = parse_efg(to_efg(game))
    assert moves_and_payoffs(again) == moves_and_payoffs(game)
    assert len(list(again.decisions())) == len(list(game.decisions()))
    assert (again.forgets is None) == (game.forgets is None)


def test_payoffs_on_the_way_are_added() -> None:
    text = HEAD + 'p "" 1 1 "" { "a" "b" } 1 "" { 1/2 }\nt "" 2 "" { .5 }\nt "" 0\n'
    game = parse_efg(text)
    assert [game.payoffs(node) for node in (1, 2)] == [(1,), (Fraction(1, 2),)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, at 'nothing': expected EFG after it, the file ends"),
        ("NFG 1 R", "line 1, at 'NFG': expected EFG"),
        ('EFG 2 R "x', "line 1: a string that is never closed"),
        (HEAD, "expected a node, beginning with c, p or t after it, the file ends"),
        (HEAD + 't "" 1 "" { nan }', "line 3, at 'nan': expected a payoff, a finite number"),
        (HEAD + 't "" 1 "" { inf }', "line 3, at 'inf': expected a payoff, a finite number"),
        (HEAD + 't "" 1 "" { 1/0 }', "line 3, at '1/0': expected a payoff, which is not divided"),
        (HEAD + 't "" 1 "" { 1 2 }', "2 payoffs for 1 players"),
        (HEAD + 't "" 1', "expected the payoffs of outcome 1"),
        (HEAD + 'p "" 2 1 "" { "a" } 0', "expected the number of a player, from 1 to 1"),
        (HEAD + 'p "" 1 1 "" { } 0', "expected a move"),
        (HEAD + 't "" 0\nt "" 0', "line 4, at 't': this node is unreachable"),
        (HEAD + 'c "" 1 "" { "a" 1/2 "b" 1/3 } 0\nt "" 0\nt "" 0', "probabilities sum to 5/6"),
    ],
)
def test_bad_files_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_efg(text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_pygambit_reads_what_is_written(tmp_path: Path) -> None:
    gambit = pytest.importorskip("pygambit")
    (tmp_path / "kuhn.efg").write_text(to_efg(kuhn()))
    read = gambit.read_efg(tmp_path / "kuhn.efg")
    assert parse_efg(read.to_efg()) == parse_efg(to_efg(kuhn()))
