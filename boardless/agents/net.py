"""An agent with a network that `boardless learn` trained."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from boardless.agents.protocol import Budget, Decision, Meter, StateProtocol
from boardless.play.state import State
from boardless.topo import InputError
from boardless.util import upward

if TYPE_CHECKING:
    from boardless.learn.network import FinalNetwork
    from boardless.learn.search import Searched, SearchSettings


@dataclass(frozen=True)
class Net:
    """Search with a network: Gumbel's trick at the root; see `boardless.learn`.

    Attributes
    ----------
    path : str or Path
        The folder of a training run, or a file of a network.
    considered, scale, worlds, ahead
        See `boardless.learn.SearchSettings`.

    Raises
    ------
    InputError
        If a setting is out of range, the file lacks a network, or PyTorch is not installed.
    """

    path: str | PathLike[str]
    considered: int = 16
    scale: float = 0.25
    worlds: int = 8
    ahead: int = 64

    #: The budget of a spec without one.
    default_budget: ClassVar[Budget] = Budget(iterations=100)

    def __post_init__(self) -> None:
        self._settings()
        loaded(self.path)

    def _settings(self) -> "SearchSettings":
        return upward.SearchSettings(self.considered, self.scale, self.worlds, self.ahead)

    def __call__(
        self, state: StateProtocol, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        if not isinstance(state, State):
            raise InputError(f"net: {state!r} is of a game written in Python; a Game is needed")
        network, observer = loaded(self.path), upward.Observer.of(state.game)
        if network.vocabulary != observer.vocabulary:
            raise InputError(
                f"net {self.path}: it was trained for another game, not for {state.game.name}"
            )
        meter = Meter(budget)
        search = upward.searched(
            state, observer, random, share_spent(meter, budget), self._settings()
        )
        try:
            asked = next(search)
            while True:
                asked = search.send(network.judge(asked))
        except StopIteration as ended:
            result = ended.value
        meter.iterations, meter.calls = max(int(result.visits.sum()), 1), result.moves
        return meter.count(_decision(state, result))


def _decision(state: State, result: "Searched") -> Decision:
    """Return the result of a search as a decision, its rows by their moves."""
    state.push_row(result.chosen)
    move = state.peek()
    state.pop()
    moves = list(state.legal_moves)
    if len(moves) != len(result.visits) or len(moves) == 1:
        # Rows that are the same move have one name.
        return Decision(move, line=(move,))
    visits = dict(zip(moves, result.visits.tolist(), strict=True))
    means = zip(moves, result.values.tolist(), strict=True)
    values = {each: (1 + mean) / 2 for each, mean in means if visits[each]}
    return Decision(move, (1 + result.value) / 2, values, visits, (move,))


def share_spent(meter: Meter, budget: Budget) -> Callable[[int, int], float]:
    """Return a function of simulations and moves: the spent share of a budget, 1 at its end."""

    def share(done: int, moves: int) -> float:
        seconds = 0.0 if budget.seconds is None else meter.spent.seconds
        spent = (done, budget.iterations), (moves, budget.calls), (seconds, budget.seconds)
        return max(used / most for used, most in spent if most)

    return share


def loaded(path: str | PathLike[str]) -> "FinalNetwork":
    """Return the network of a path, read once as long as its file stays the same."""
    try:
        network_file = upward.network_file
    except ModuleNotFoundError as error:
        raise InputError(f"net: install boardless[learn] ({error.name} is missing)") from None
    file = network_file(fspath(path))
    return _loaded(file, file.stat().st_mtime_ns if file.exists() else 0)


@lru_cache(maxsize=8)
def _loaded(path: Path, _written: int) -> "FinalNetwork":
    """Return the network of a file as it was written at a time."""
    return upward.load_network(path)[0].finish()
