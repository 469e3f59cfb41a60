"""What users run is compiled: the same games for the same seed as in plain Python, recorded too."""

from collections.abc import Iterator

import pytest

from boardless.games import Game, compile, load
from boardless.play import record_playouts, run_playouts
from boardless.topo.kernels import prompt

#: Discs between two of the other colour change sides: moves have effects, and are recorded one by
#: one.
OTHELLO = (
    load("Othello", jit=False)
    .text.replace("square 8", "square 4")
    .replace('"E4" "D5"', '"C2" "B3"')
    .replace('"D4" "E5"', '"B2" "C3"')
)


@pytest.fixture(scope="module", autouse=True)
def at_once() -> Iterator[None]:
    """Have kernels compiled when they are first called, as they are once they have been kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prompt, "PATIENCE", -1)
        yield


@pytest.fixture(scope="module")
def othello() -> tuple[Game, Game]:
    """Return the game compiled and plain."""
    return compile(OTHELLO), compile(OTHELLO, jit=False)


@pytest.mark.parametrize("technique", ["BASE", "BASE-KEPT"])
def test_recorded_games_are_those_of_plain_python(
    othello: tuple[Game, Game], technique: str
) -> None:
    """Half of all random numbers of 64 bits are larger than a signed one may be."""
    compiled, plain = (record_playouts(game, 0, 6, technique=technique, seed=1) for game in othello)
    assert list(compiled) == list(plain)
    counted = run_playouts(othello[0], playouts=6, technique=technique, seed=1).tally
    assert compiled.plies.sum() == counted.moves
