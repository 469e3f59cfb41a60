"""Hive: moves of random games per second, beside OpenSpiel's, and positions counted per second."""

from random import Random
from time import perf_counter

import pandas as pd

from boardless.games import compile, description_text
from boardless.play import State, run_playouts

#: Games are cut here: random ones go on for long.
PLIES = 300
#: How many games are played, by us and by OpenSpiel, which is slower.
PLAYOUTS, SPIEL_PLAYOUTS = 400, 20
#: How deep positions are counted.
DEPTH = 5
_CUT = f"(if (>= (count Moves) {PLIES}) (result Mover Draw))"
#: What OpenSpiel has to be told to play with the bugs of a set beside those of the base game.
_SPIEL = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}


def hive_rates() -> pd.DataFrame:
    """Return the rates with the smallest and the largest set of pieces, on one core.

    OpenSpiel, whose rules are written in C++, is asked for its moves from Python, as its users do.
    """
    text = description_text("Hive").replace("<Repetition:end>", _CUT)
    rows = []
    for pieces in ("Base", "Base+MLP"):
        game = compile(text, [f"Pieces/{pieces}"])
        run_playouts(game, playouts=1)
        state = State(game)
        state.perft(2)
        played = run_playouts(game, playouts=PLAYOUTS, seed=1)
        begin = perf_counter()
        counted = state.perft(DEPTH)
        seconds = perf_counter() - begin
        rates = (played.tally.moves / played.seconds, counted / seconds)
        rows.append((pieces, *(round(rate) for rate in rates), _spiel_plies_a_second(pieces)))
    columns = ["pieces", "plies/s (> 100,000)", "positions/s (> 5,000,000)", "OpenSpiel's plies/s"]
    return pd.DataFrame(rows, columns=columns)


def _spiel_plies_a_second(pieces: str) -> int | str:
    try:
        import pyspiel
    except ImportError:
        return "not installed"
    used = ",".join(f"{name}={str(bug in pieces[4:]).lower()}" for bug, name in _SPIEL.items())
    game, random, moves = pyspiel.load_game(f"hive({used})"), Random(1), 0
    begin = perf_counter()
    for _ in range(SPIEL_PLAYOUTS):
        state = game.new_initial_state()
        for _ in range(PLIES):
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return round(moves / (perf_counter() - begin))
