"""Tuning of agents and of games: parameters that maximise a score or an objective."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from operator import itemgetter
from typing import Any, TypeVar

from boardless import games
from boardless.agents.protocol import Range, tunables
from boardless.agents.specs import Entrant, entrant
from boardless.agents.standings import Standings
from boardless.agents.tournament import run_tournament
from boardless.games.language.outline import outline
from boardless.topo import InputError, Interrupted, integer_between
from boardless.util.inputs import refuse, reporter

T = TypeVar("T")

MAX_TRIALS = 100_000
#: Sets of parameters with their values, in the order of trying.
Tried = tuple[tuple[Mapping[str, Any], float], ...]


def optimised(
    ranges: Mapping[str, Range],
    first: Mapping[str, Any],
    measured: Callable[[Mapping[str, Any]], float],
    result: Callable[[Tried], T],
    *,
    trials: int,
    seed: int,
    progress: Callable[[int, float], object] | None = None,
) -> T:
    """Maximise a measure of parameters by a tree-structured Parzen estimator.

    Return the result of all trials; at Ctrl-C, raise Interrupted with the result of those so far.

    `first` is measured first; `progress` is called with the number of trials and the best so far.
    """
    try:
        import optuna
    except ImportError:
        raise InputError("tuning: install boardless[tuning]") from None
    integer_between(trials, "trials", 1, MAX_TRIALS)
    report = reporter(progress)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed % 2**32)
    )
    # A parameter without a value is chosen by the study.
    study.enqueue_trial({name: value for name, value in first.items() if value is not None})
    tried: list[tuple[Mapping[str, Any], float]] = []
    most = -inf
    try:
        for number in range(trials):
            trial = study.ask()
            chosen = {name: _suggest(trial, name, each) for name, each in ranges.items()}
            value = measured(chosen)
            study.tell(trial, value)
            tried.append((chosen, value))
            most = max(most, value)
            report(number + 1, most)
    except KeyboardInterrupt:
        if not tried:
            raise
        raise Interrupted(result(tuple(tried))) from None
    return result(tuple(tried))


def _suggest(trial: Any, name: str, range_: Range) -> Any:
    low, high = range_.low, range_.high
    if range_.choices:
        return trial.suggest_categorical(name, range_.choices)
    is_whole = isinstance(low, int) and isinstance(high, int)
    return (trial.suggest_int if is_whole else trial.suggest_float)(name, low, high, log=range_.log)


@dataclass(frozen=True)
class Tuned:
    """The result of tuning an agent.

    Attributes
    ----------
    entrant : Entrant
        The agent with the best parameters.
    parameters, score : dict, float
        These, and its mean score.
    tried : tuple of (dict, float)
        All sets of parameters, with the score of each.
    """

    entrant: Entrant
    parameters: Mapping[str, Any]
    score: float
    tried: Tried = field(repr=False)


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
    """Return the parameters that give an agent its best score against another.

    Optuna's tree-structured Parzen estimator proposes the parameters, after the defaults.

    Parameters
    ----------
    game : Game or str
        A game of two.
    agent, against : str or Entrant
        The agent to tune, and its opponent.
    parameters : mapping of str to Range, optional
        The parameters to tune; by default all that the agent declares (`tunable`). Parameters of
        its heuristic are named ``heuristic.NAME``.
    trials, count : int, default 50 and 20
        Number of sets of parameters, and games of each.
    seed : int, default 0
        The seed; the same games are begun for every set.
    progress : callable, optional
        Called with the number of sets tried and the best score so far.

    Raises
    ------
    InputError
        If Optuna is not installed, or nothing can be tuned.
    Interrupted
        At Ctrl-C, with the result of the sets tried so far.
    """
    tuned, other = entrant(agent), replace(entrant(against), name="rival")
    ranges = declared(tuned.agent) if parameters is None else _checked(parameters)
    if not ranges:
        raise InputError(f"{tuned.name}: has no parameter that can be tuned")
    first = {name: _at(tuned.agent, name) for name in ranges}

    def score(chosen: Mapping[str, Any]) -> float:
        mine = replace(tuned, name="tuned", agent=with_parameters(tuned.agent, chosen))
        standings = run_tournament(game, (mine, other), count=count, seed=seed)
        return float(standings.pairs["score"][0])

    def result(tried: Tried) -> Tuned:
        best, most = max(tried, key=itemgetter(1))  # of equal ones the first
        stronger = replace(tuned, agent=with_parameters(tuned.agent, best))
        return Tuned(stronger, best, most, tried)

    return optimised(ranges, first, score, result, trials=trials, seed=seed, progress=progress)


def _checked(parameters: Any) -> dict[str, Range]:
    """Return the ranges by name; raise InputError for anything else."""
    if not isinstance(parameters, Mapping):
        refuse("parameters", parameters, "give a mapping of names to Range(low, high)")
    for name, value in parameters.items():
        match value:
            case Range(choices=choices) if choices:
                pass
            case Range(low=int() | float() as low, high=int() | float() as high) if low <= high:
                pass
            case _:
                refuse(f"parameter {name!r}", value, "give Range(low, high) or Range(choices=...)")
    return dict(parameters)


def declared(agent: Any) -> dict[str, Range]:
    """Return the tunable parameters of an agent and of its heuristic."""
    ranges = tunables(agent)
    heuristic = getattr(agent, "heuristic", None)
    if hasattr(heuristic, "__dataclass_fields__"):
        ranges |= {f"heuristic.{name}": each for name, each in tunables(heuristic).items()}
    return ranges


def with_parameters(agent: Any, parameters: Mapping[str, Any]) -> Any:
    """Return an agent with other parameters; see `tune` for the names of heuristic parameters."""
    own: dict[str, Any] = {}
    inner: dict[str, Any] = {}
    for name, value in parameters.items():
        heuristic, _, weight = name.rpartition(".")
        (inner if heuristic else own)[weight] = value
    if inner:
        own["heuristic"] = replace(agent.heuristic, **inner)
    return replace(agent, **own)


def _at(agent: Any, name: str) -> Any:
    value = agent
    for part in name.split("."):
        if not hasattr(value, part):
            raise InputError(f"{name!r}: {type(agent).__name__} has no such parameter")
        value = getattr(value, part)
    return value


@dataclass(frozen=True)
class TunedGame:
    """The result of tuning a game.

    Attributes
    ----------
    game : Game
        The game with the best parameters.
    parameters, value : mapping, float
        The best parameters, and their value of the objective.
    tried : tuple of (mapping, float)
        All sets of parameters, with the value of each.
    """

    game: Any
    parameters: Mapping[str, Any]
    value: float
    tried: Tried = field(repr=False)


def fairness(standings: Standings) -> float:
    """Return the fairness of the seats: 1 if their scores are equal, 0 if one seat wins all."""
    scores = standings.seats["score"]
    return 1.0 - float(scores.max() - scores.min())


def tune_game(
    game: Any,
    agents: Sequence[str | Entrant],
    *,
    objective: Callable[[Standings], float] = fairness,
    parameters: Mapping[str, Range] | None = None,
    trials: int = 20,
    count: int = 20,
    mode: str = "self-play",
    seed: int = 0,
    progress: Callable[[int, float], object] | None = None,
) -> TunedGame:
    """Return the parameters of a game that maximise an objective when agents play it.

    Parameters
    ----------
    game : Game or str
        A game in L-GDL or its name, with its options as parameters. Or one written in Python, a
        dataclass that declares them (`tunable`).
    agents : sequence of str or Entrant
        The players.
    objective : callable
        A number of the standings; by default `fairness`.
    parameters : mapping of str to Range, optional
        The parameters to tune; by default all that the game declares.
    trials, seed, progress
        See `tune`.
    count, mode
        Games of each group, and the pairing; see `run_tournament`.

    Raises
    ------
    InputError
        If Optuna is not installed, or nothing can be tuned.
    Interrupted
        See `tune`.

    Examples
    --------
    >>> declared_by("Hex")["Swap"].choices
    ('Swap/Off', 'Swap/On')
    """
    offered = declared_by(game)
    ranges = offered if parameters is None else _checked(parameters)
    played = games.load(game) if isinstance(game, str) else game
    if not ranges:
        raise InputError(f"{played.name}: has no parameter that can be tuned")
    for name in ranges:
        if name not in offered:
            raise InputError(f"{name!r}: {played.name} has {', '.join(offered) or 'no parameters'}")
    # Games of other options keep the tiling and the other choices of this one.
    now = _now(played, offered)

    def value(chosen: Mapping[str, Any]) -> float:
        changed = _changed(played, {**now, **chosen})
        return objective(run_tournament(changed, agents, count=count, mode=mode, seed=seed))

    def result(tried: Tried) -> TunedGame:
        best, most = max(tried, key=itemgetter(1))  # of equal ones the first
        return TunedGame(_changed(played, {**now, **best}), best, most, tried)

    first = {name: now[name] for name in ranges}
    return optimised(ranges, first, value, result, trials=trials, seed=seed, progress=progress)


def declared_by(game: Any) -> dict[str, Range]:
    """Return the tunable parameters of a game: its options, or the fields of a dataclass."""
    if isinstance(game, str | games.Game):
        text = games.description_text(game) if isinstance(game, str) else game.text
        offered = outline(text, large=isinstance(game, games.Game) and game.large).options
        return {
            option.heading: Range(choices=tuple(name for name, _ in option.names()))
            for option in offered
            if len(option.items) > 1
        }
    return tunables(game) if hasattr(game, "__dataclass_fields__") else {}


def _now(game: Any, ranges: Mapping[str, Range]) -> dict[str, Any]:
    if isinstance(game, games.Game):
        chosen = game.options
        return {
            next((each for each in ranges if name.startswith(f"{each}/")), name): name
            for name in chosen
        }
    return {name: getattr(game, name) for name in ranges}


def _changed(game: Any, parameters: Mapping[str, Any]) -> Any:
    if isinstance(game, games.Game):
        chosen = tuple(parameters.values())
        return games.compile(game.text, chosen, jit=game.jit, large=game.large)
    return replace(game, **parameters)
