"""Tuning: which parameters make an agent strong, found by playing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardless.agents.specs import Entrant, entrant
from boardless.agents.tournament import run_tournament
from boardless.agents.tunable import Range, tunables
from boardless.topo import InputError, whole_number

MAX_TRIALS = 100_000


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
    tried: tuple[tuple[Mapping[str, Any], float], ...]


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
    try:
        import optuna
    except ImportError:
        raise InputError("tuning: install boardless[tuning]") from None
    whole_number(trials, "trials", 1, MAX_TRIALS)
    tuned, other = entrant(agent), entrant(against)
    ranges = declared(tuned.agent) if parameters is None else dict(parameters)
    if not ranges:
        raise InputError(f"{tuned.name}: declares nothing that can be tuned")
    for name in ranges:
        _at(tuned.agent, name)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed % 2**32)
    )
    study.enqueue_trial({name: _at(tuned.agent, name) for name in ranges})
    tried: list[tuple[Mapping[str, Any], float]] = []
    for number in range(trials):
        trial = study.ask()
        chosen = {name: _suggested(trial, name, it) for name, it in ranges.items()}
        mine = Entrant("tuned", with_parameters(tuned.agent, chosen), tuned.budget)
        rival = replace(other, name="rival")
        standings = run_tournament(game, (mine, rival), count=count, seed=seed)
        score = float(standings.pairs["score"][0])
        study.tell(trial, score)
        tried.append((chosen, score))
        if progress is not None:
            progress(number + 1, max(score for _, score in tried))
    best, score = max(tried, key=lambda one: one[1])
    found = Entrant(tuned.name, with_parameters(tuned.agent, best), tuned.budget)
    return Tuned(found, best, score, tuple(tried))


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


def _suggested(trial: Any, name: str, it: Range) -> Any:
    """Return what Optuna wants to try."""
    if it.choices:
        return trial.suggest_categorical(name, it.choices)
    if isinstance(it.low, int) and isinstance(it.high, int):
        return trial.suggest_int(name, it.low, it.high, log=it.log)
    return trial.suggest_float(name, it.low, it.high, log=it.log)
