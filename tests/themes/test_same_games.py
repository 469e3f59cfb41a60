"""The games of tiles are the same, move by move, however their board grows, shrinks or stays."""

from itertools import islice

import pytest

from boardless.analysis.figures.tile_games import walked
from boardless.games import Game, load
from boardless.play import State
from boardless.topo import InputError

#: Games, and how many moves of each are made, those of chance among them.
GAMES = {
    "Block": 34, "Carcassonne": 24, "Hive": 14, "Keythedral": 14, "Kingdomino": 24,
    "Lost Valley": 10, "Ringo": 4, "Tantrix": 30, "Trax": 8, "Village": 10, "Yinsh": 24,
}  # fmt: skip
SEED = 5


def told(game: Game, technique: str, plies: int) -> list[tuple[str, int, int]]:
    """Return each move of a random game, the key after it, and how many moves there are then."""
    states = (state for state, _ in walked(game, SEED, technique))
    return [
        (str(state.peek()), state.key, len(state.legal_moves)) for state in islice(states, plies)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_boards_that_grow_shrink_or_stay_give_the_same_game(name: str) -> None:
    """Where moves are searched for no list tells which cells it needs: not by the rules then."""
    game = load(name, jit=False)
    grown = told(game, "ZONE-APPEND", GAMES[name])
    assert len(grown) > 3
    by_rules = ("RULE-APPEND",) if name == "Keythedral" else ()
    for technique in ("ZONE-SHRINK", "BASE", *by_rules):
        assert told(game, technique, GAMES[name]) == grown
    if by_rules:
        return
    with pytest.raises(InputError, match=r"grow by the rules: .* searched for") as refused:
        State(game, "RULE-APPEND")
    assert "\n" not in str(refused.value)
