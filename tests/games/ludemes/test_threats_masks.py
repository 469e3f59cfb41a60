"""Regions as masks: the same games as where each site of them is asked."""

from pathlib import Path

import pytest

from boardless.games import Game, compile, load
from boardless.games.game import technique_for
from boardless.games.ludemes import threats
from boardless.play import run_playouts

QUEENS = Path(__file__).parents[3] / "benchmarks" / "published" / "Queens.lud"
#: Values that are new among those of a region.
VALUES = """
(game "Values" (players 1)
    (equipment {{
        (board (square 6)) (hand P1)
        (piece "1" P1) (piece "2" P1) (piece "3" P1) (piece "4" P1) (piece "5" P1)
    }})
    (rules
        (play (forEach Site (sites Empty) (forEach Value min:0 max:5
            (if (all Sites {region} if:(!= (value) (what at:(site))))
                (move Add (piece (value)) (to (site)))
            )
        )))
        (end (if (no Moves P1) (result P1 Loss)))
    )
)
"""
GAMES = {
    "queens": QUEENS.read_text(encoding="utf-8"),
    "along": VALUES.format(region="(sites Direction from:(site) Orthogonal)"),
    "around": VALUES.format(region="(sites Around (site))"),
}


def masked(game: Game) -> bool:
    return "int64(MASKS" in game.program_of(technique_for(game)).source


def results(game: Game, jit: bool) -> object:
    return run_playouts(game, playouts=200 if jit else 2, seed=4).tally


@pytest.mark.parametrize(("name", "jit"), [*((name, False) for name in GAMES), ("queens", True)])
def test_games_are_those_of_single_sites(
    name: str, jit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = compile(GAMES[name], jit=jit)
    assert masked(game)
    found = results(game, jit)
    monkeypatch.setattr(threats, "hold_everywhere", lambda *_: None)
    other = compile("// Site by site.\n" + GAMES[name], jit=jit)
    assert not masked(other)
    assert results(other, jit) == found


def test_other_regions_are_gone_through() -> None:
    far = VALUES.format(region="(sites Direction from:(site) Orthogonal distance:2)")
    assert not masked(compile(far, jit=False))
    assert not masked(load("Gomoku", jit=False))
