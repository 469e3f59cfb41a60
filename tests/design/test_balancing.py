"""Balancing: the variants of a game, and tests that see what is unfair."""

import pytest

from boardless.agents.ratings import SPRT
from boardless.design.balancing import Variant, balance, variants_of
from boardless.games import compile, load
from boardless.topo import InputError

UNFAIR = (
    '(game "First" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules '
    "(play (move Add (to (sites Empty)))) (end (if (is Line 2) (result P1 Win)))))"
)


def test_variants_change_one_thing():
    names = [it.name for it in variants_of(load("Hex", jit=False))]
    assert names[0] == "as it is"
    assert {"swap", "handicap"} & {name.split()[0] for name in names}
    yavalath = {it.name: it.text for it in variants_of(load("Yavalath", jit=False))}
    assert "(hex 4)" in yavalath["side 4"]
    assert "(hex 7)" in yavalath["side 7"]
    assert "(swap)" in yavalath["swap"]
    assert '(place "Ball2" (centrePoint))' in yavalath["handicap Ball2 in the centre"]
    assert [it.options for it in variants_of(load("Andantino", jit=False))][1] == ("Tiling/Square",)


def test_an_unfair_game_is_found_out():
    game = compile(UNFAIR, jit=False)
    variants = [Variant("as it is", UNFAIR), Variant("turned", UNFAIR.replace("P1 W", "P2 W"))]
    found = balance(game, "random", variants=variants, games=60, unfair=0.2)
    assert {it.variant: it.verdict for it in found} == {"as it is": "first", "turned": "second"}
    assert all(it.games < 60 for it in found)
    broken = balance(game, "random", variants=[Variant("broken", "(game")], games=2)
    assert (broken[0].verdict, broken[0].games) == ("fails", 0)
    with pytest.raises(InputError, match="unfair"):
        balance(game, "random", unfair=0.7)


def test_verdicts_of_the_sequential_test():
    test = SPRT(0.5, 0.6)
    assert test.verdict(0, 0, 0) is None
    assert test.verdict(90, 0, 20) == "first"
    assert test.verdict(20, 0, 90) == "second"
    assert test.verdict(500, 0, 500) == "fair"
    assert test.verdict(3, 0, 3) is None
