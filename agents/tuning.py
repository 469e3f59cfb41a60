"""Tuning: which parameters make an agent strong, found by playing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardless.agents.optimising import Tried, best, optimised
from boardless.agents.specs import Entrant, entrant
from boardless.agents.tournament import run_tournament
from boardless.agents.tunable import Range, tunables
from boardless.topo import InputError


@dataclass(frozen=True)
class Tuned:
    """What came out of tuning.

    Attributes
    ----------
    entrant : Entrant
        The agent with the best parameters.
    parameters : dict
        These.
    score : float
        Its mean score.
    tried : tuple of (dict, float)
        All that was tried, with the score of each.
    """

    entrant: Entrant
    parameters: Mapping[str, Any]
    score: float
    tried: Tried


def tune(
    game: Any,
    agent: str | Entrant,
    against: str | Entrant,
    *,
    parameters: Mapping[str, Range] | None = None,
    trials: int = 50,
    count: int = 20,
    seed: int = 0,
    progress: Callable[[int, float], object] | None = None,
) -> Tuned:
    """Return the parameters with which an agent scores most against another.

    Parameters are searched with Optuna's tree-structured Parzen estimator, the defaults first.

    Parameters
    ----------
    game : Game or str
        What is played, by two.
    agent, against : str or Entrant
        Who is tuned, and whom it plays.
    parameters : mapping of str to Range, optional
        What is tuned; by default all that the agent declares (`tunable`). Parameters of its
        heuristic are named ``heuristic.NAME``.
    trials : int, default 50
        How many sets of parameters are tried.
    count : int, default 20
        Games of each.
    seed : int, default 0
        Where random numbers come from; the same games are begun for every set.
    progress : callable, optional
        Called with the number of sets tried and the best score so far.

    Raises
    ------
    InputError
        If Optuna is not installed, or there is nothing to tune.
    """
    tuned, other = entrant(agent), replace(entrant(against), name="rival")
    ranges = declared(tuned.agent) if parameters is None else dict(parameters)
    if not ranges:
        raise InputError(f"{tuned.name}: declares nothing that can be tuned")
    first = {name: _at(tuned.agent, name) for name in ranges}

    def score(chosen: Mapping[str, Any]) -> float:
        mine = Entrant("tuned", with_parameters(tuned.agent, chosen), tuned.budget)
        standings = run_tournament(game, (mine, other), count=count, seed=seed)
        return float(standings.pairs["score"][0])

    tried = optimised(ranges, first, score, trials=trials, seed=seed, progress=progress)
    found, most = best(tried)
    stronger = Entrant(tuned.name, with_parameters(tuned.agent, found), tuned.budget)
    return Tuned(stronger, found, most, tried)


def declared(agent: Any) -> dict[str, Range]:
    """Return what an agent, and its heuristic, declare that can be tuned."""
    ranges = tunables(agent)
    heuristic = getattr(agent, "heuristic", None)
    if hasattr(heuristic, "__dataclass_fields__"):
        ranges |= {f"heuristic.{name}": it for name, it in tunables(heuristic).items()}
    return ranges


def with_parameters(agent: Any, parameters: Mapping[str, Any]) -> Any:
    """Return an agent with other parameters; see `tune` for those of its heuristic."""
    own = {name: it for name, it in parameters.items() if "." not in name}
    inner = {name.partition(".")[2]: it for name, it in parameters.items() if name not in own}
    if inner:
        own["heuristic"] = replace(agent.heuristic, **inner)
    return replace(agent, **own)


def _at(agent: Any, name: str) -> Any:
    """Return a parameter of an agent."""
    value = agent
    for part in name.split("."):
        if not hasattr(value, part):
            raise InputError(f"{name!r}: {type(agent).__name__} has no such parameter")
        value = getattr(value, part)
    return value
