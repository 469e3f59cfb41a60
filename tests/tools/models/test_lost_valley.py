"""Lost Valley's first phase in the engine and in the slow model."""

from boardless.games import load
from boardless.play import State
from boardless.strategies import Placements
from boardless.topo import TRIANGULAR, Shape
from tools.models.lost_valley import CAMP, compared, named


def test_random_valleys_agree() -> None:
    game = load("Lost Valley", ["Rhombi/3"], jit=False)
    assert [compared(game, number, 3, 10) for number in range(10)] == [6] * 10


def test_a_valley_is_what_placements_offer() -> None:
    """As in Figure 7.1: the next rhombus beside the first can lie in 8 ways."""
    state = State(load("Lost Valley", ["Rhombi/3"], jit=False))
    tiles = Placements(Shape(TRIANGULAR, CAMP), start=CAMP)
    assert len(tiles.offer) == 8
    while state.outcome() is None:
        legal = {named(state, move): move for move in state.legal_moves}
        assert legal.keys() == {frozenset(offer.cells) for offer in tiles.offer}
        chosen = max(legal, key=sorted)
        state.push(legal[chosen])
        tiles.place(tiles.find(chosen))
