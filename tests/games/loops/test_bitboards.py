"""Owner bitboards: the sites of each owner's pieces as bits, through which rules loop."""

from random import Random

import numpy as np
import pytest

from boardless.games import compile
from boardless.games.compiler.rules import RuleFunctions
from boardless.games.language.kinds import Role
from boardless.games.loops import regions
from boardless.games.loops.bitboards import bitboard_of
from boardless.play import run_playouts
from tests.games.compiler.boards import game_of
from tests.games.compiler.kernels_run import KernelsRun

#: Hands come before the board, so that bitboards begin within a word, and 36 cells need two.
PARTS = (
    '(piece "Man" Each (or (move Step (to if:(is Empty (to)))) (move Hop (between if:(is Enemy '
    "(who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))))"
    ' (piece "Rock" Neutral) (hand Each)'
)
BEFORE = (
    '(start {(place "Man" "Hand" count:3) (place "Man1" {0 7 35}) (place "Man2" {5 28 31})'
    ' (place "Rock0" {14 30})})'
)
PLAY = (
    "(play (or (forEach Piece) (if (< 0 (count Cell at:(handSite Mover)))"
    " (move (from (handSite Mover)) (to (sites Empty))))))"
)


def run() -> KernelsRun:
    return KernelsRun(board="(square 6)", pieces=PARTS, before=BEFORE, play=PLAY)


def kept(game: KernelsRun) -> list[set[int]]:
    """Return the sites of each bitboard."""
    s = game.arrays
    return [
        {
            32 * word + bit + 1
            for word in range(len(row))
            for bit in range(32)
            if row[word] >> bit & 1
        }
        for row in s.bitboards.tolist()
    ]


def looked_up(game: KernelsRun) -> list[set[int]]:
    """Return the same, from what stands on each site."""
    s, k = game.arrays, game.kernels
    count = int(s.n[k.COUNT])
    owners = np.where(s.what == 0, 4, s.who)[1 : count + 1].tolist()
    return [{site for site, who in enumerate(owners, 1) if who == row} for row in range(5)]


@pytest.mark.parametrize("role", [Role.ENEMY, Role.NON_MOVER, Role.MOVER, Role.NEXT, Role.P2])
def test_sides_have_bitboards(role: Role) -> None:
    model = game_of(board="(square 6)", pieces=PARTS, before=BEFORE, play=PLAY).module.model
    assert model.layout is not None
    scope = RuleFunctions(model, model.layout).scope()
    assert bitboard_of(role, scope, model.game) is not None
    assert bitboard_of(Role.ALL, scope, model.game) is None


def test_camps_follow_every_move_and_are_taken_back() -> None:
    game, random, before = run(), Random(1), []
    for _ in range(40):
        assert kept(game) == looked_up(game)
        before.append(kept(game))
        game.go(random.choice(game.targets()))
    assert before[0] != before[-1]
    while before:
        game.back()
        assert kept(game) == before.pop()


def test_pieces_are_found_in_the_order_of_sites() -> None:
    game = run()
    origins = [row[1] - 1 - game.held for row in game.rows() if row[1] > game.held]
    assert sorted(set(origins)) == [0, 7, 35]
    assert origins == sorted(origins)


def test_what_lies_in_hands_is_counted_and_not_moved() -> None:
    counted = KernelsRun(
        board="(square 6)",
        pieces=PARTS,
        before=BEFORE,
        play="(play (if (= 6 (count Pieces Mover)) (forEach Piece) (move Pass)))",
    )
    assert {row[1] - 1 - counted.held for row in counted.rows()} == {0, 7, 35}


def test_enemies_and_empty_sites_are_found() -> None:
    game = KernelsRun(
        board="(square 6)",
        pieces=PARTS,
        before=BEFORE,
        play="(play (or (move Remove (sites Occupied by:Enemy)) (move Add (to (sites Empty)))))",
    )
    # What the enemy's hand holds is removed, too, and is on no site of the board.
    found = {max(row[2] - 1 - game.held, -1) for row in game.rows()}
    assert found == set(range(-1, 36)) - {0, 7, 35, 14, 30}


#: Everybody has a hand of ten places; cards leave gaps in it, and come into the first.
HANDS = """
(game "Hands" (players 2)
    (equipment {
        (board (rectangle 1 2)) (deck "Deck" {(card "Low" count:9) (card "High" count:3)})
        (hand Each size:10)
    })
    (rules
        (play (if (= 0 (count Moves))
            (move Pass (then (forEach Player
                (take Card "Deck" (sites Hand (player (player))) num:6)
            )))
            (or
                (forEach Site (sites Hand Mover) (if (is Occupied (site))
                    (move Remove (site)
                        (then (set Score Mover (count in:(sites Hand Mover))))
                    )
                ))
                (move Add (piece "Low")
                    (to (regionSite (forEach (sites Hand Mover) if:(is Empty (site))) index:0))
                )
            )
        ))
        (end (if (= 9 (count Moves)) (byScore)))
    )
)
"""


def test_large_hands_are_gone_through_by_their_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are the same as those in which every place is looked at."""
    game = compile(HANDS, jit=False)
    assert "next_standing(s, " in game.source
    monkeypatch.setattr(regions, "keeps_bitboards", lambda model: False)
    plain = compile(HANDS.replace('"Hands"', '"Places"'), jit=False)
    assert "next_standing(s, " not in plain.source
    results = [run_playouts(each, playouts=20, seed=1).tally for each in (game, plain)]
    assert results[0] == results[1]
    # Some have more cards than others.
    assert results[0].wins != (0, 0)
