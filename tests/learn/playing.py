"""Networks that need no PyTorch, and games that they judge."""

from collections.abc import Sequence
from random import Random
from zlib import crc32

import numpy as np

from boardless.games import load
from boardless.learn.positions import Observer, SeenPosition
from boardless.learn.search import Judgement, Searched, SearchSettings, searched
from boardless.play import State

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)


def even(positions: Sequence[SeenPosition]) -> list[Judgement]:
    """Judge every position alike."""
    return [(np.zeros(len(it.rows)), [0.0, 0.0]) for it in positions]


def odd(positions: Sequence[SeenPosition]) -> list[Judgement]:
    """Judge each position in a way of its own, whatever others there are."""
    found = []
    for it in positions:
        random = np.random.default_rng(crc32(it.nodes.tobytes()))
        found.append((random.normal(size=len(it.rows)), random.uniform(-1, 1, 2).tolist()))
    return found


def search(
    state: State, simulations: int, judge: object = even, considered: int = 16, ahead: int = 0
) -> tuple[Searched, list[int]]:
    """Return the result of a search, and how many positions were judged at once."""
    settings = SearchSettings(considered=considered, worlds=3, ahead=ahead)
    going = searched(
        state, Observer.of(state.game), Random(1), lambda done, _: done / simulations, settings
    )
    sizes = []
    try:
        asked = next(going)
        while True:
            sizes.append(len(asked))
            asked = going.send(judge(asked))  # type: ignore[operator]
    except StopIteration as ended:
        return ended.value, sizes
