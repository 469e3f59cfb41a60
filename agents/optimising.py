"""Optuna's search for parameters, with those that are there tried first."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from boardless.agents.tunable import Range
from boardless.topo import InputError, whole_number

MAX_TRIALS = 100_000
#: What was tried, with what came of each, in the order of trying.
Tried = tuple[tuple[Mapping[str, Any], float], ...]


def optimised(
    ranges: Mapping[str, Range],
    first: Mapping[str, Any],
    measured: Callable[[Mapping[str, Any]], float],
    *,
    trials: int,
    seed: int,
    progress: Callable[[int, float], object] | None = None,
) -> Tried:
    """Look for the parameters of which the most comes, by a tree-structured Parzen estimator.

    Parameters
    ----------
    ranges : mapping of str to Range
        What each parameter may be.
    first : mapping of str to object
        What is tried first.
    measured : callable
        Says what comes of some parameters.
    trials : int
        How many sets of parameters are tried.
    seed : int
        Where random numbers come from.
    progress : callable, optional
        Called with the number of sets tried and the most that came of one so far.

    Raises
    ------
    InputError
        If Optuna is not installed, or a number is out of range.
    """
    try:
        import optuna
    except ImportError:
        raise InputError("tuning: install boardless[tuning]") from None
    whole_number(trials, "trials", 1, MAX_TRIALS)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed % 2**32)
    )
    study.enqueue_trial(dict(first))
    tried: list[tuple[Mapping[str, Any], float]] = []
    most = -inf
    for number in range(trials):
        trial = study.ask()
        chosen = {name: _suggested(trial, name, it) for name, it in ranges.items()}
        value = measured(chosen)
        study.tell(trial, value)
        tried.append((chosen, value))
        most = max(most, value)
        if progress is not None:
            progress(number + 1, most)
    return tuple(tried)


def best(tried: Tried) -> tuple[Mapping[str, Any], float]:
    """Return the parameters of which the most came; of equal ones those tried first."""
    return max(tried, key=lambda one: one[1])


def _suggested(trial: Any, name: str, it: Range) -> Any:
    """Return what Optuna wants to try."""
    if it.choices:
        return trial.suggest_categorical(name, it.choices)
    if isinstance(it.low, int) and isinstance(it.high, int):
        return trial.suggest_int(name, it.low, it.high, log=it.log)
    return trial.suggest_float(name, it.low, it.high, log=it.log)
