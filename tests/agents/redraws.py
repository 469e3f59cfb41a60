"""Redraws of cards, compared with the odds of what a seat does not see."""

from collections import Counter
from random import Random

from scipy.stats import chi2

from boardless.agents.determinization import observation
from boardless.games import load
from boardless.games.ludemes.decks import Card
from boardless.play import State
from boardless.play.observation import numbers_seen
from boardless.play.playing import by_chance


def unseen_cards(state: State, seat: int) -> Counter[int]:
    """Return how many of each card a seat does not see: all of the text, but those it sees."""
    scene, view = state.game.module.model.scene, state.observation(seat)
    assert scene is not None
    components = enumerate(scene.inventory.components, 1)
    left = Counter({n: each.item.count for n, each in components if isinstance(each.item, Card)})
    for what, count in zip(view.what, view.count, strict=True):
        if what in left and count > 0:
            left[what] -= count
    return left


def chances_of_redraws(state: State, seat: int, samples: int, seed: int) -> tuple[float, float]:
    """Compare redraws with the odds of what a seat does not see.

    Returns the probabilities of such a chi-square or a larger one, of the card in the first place
    of a hand that the seat does not see, and of the cards in the first two.
    """
    left = unseen_cards(state, seat)
    total, view = left.total(), state.observation(seat)
    places = [n for n, what in enumerate(view.what) if what < 0 and view.count[n] > 0][:2]
    random, found = Random(seed), Counter[tuple[int, ...]]()
    for _ in range(samples):
        twin = observation(state, seat, random)
        assert isinstance(twin, State)
        what = numbers_seen(twin.position.arrays, twin.position.kernels, 0)[0]
        found[int(what[places[0]]), int(what[places[1]])] += 1
    one = Counter[tuple[int, ...]]()
    for pair, count in found.items():
        one[pair[:1]] += count
    singles: dict[tuple[int, ...], float] = {
        (a,): samples * n / total for a, n in left.items() if n
    }
    pairs: dict[tuple[int, ...], float] = {
        (a, b): samples * n * (left[b] - (a == b)) / total / (total - 1)
        for a, n in left.items() for b in left if n and left[b] > (a == b)
    }  # fmt: skip
    return _chi_square(one, singles), _chi_square(found, pairs)


def _chi_square(found: Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]) -> float:
    """Return the probability of such a difference, 0 where something impossible was found."""
    if not found.keys() <= expected.keys():
        return 0.0
    square = sum((found[cards] - n) ** 2 / n for cards, n in expected.items())
    return float(chi2.sf(square, len(expected) - 1))


def begun(name: str, players: int, moves: int, seed: int, jit: bool = True) -> State:
    """Return a state of a game of cards after some random moves, at a player's turn."""
    random, state = Random(seed), State(load(name, [f"Players/{players}"], jit=jit))
    while moves or state.seat == 0:
        moves -= state.seat != 0
        state.push(by_chance(state, random))
    return state
