"""Tuning of games: which of a game's parameters make it the game that is looked for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardless import games
from boardless.agents.optimising import Tried, best, optimised
from boardless.agents.specs import Entrant
from boardless.agents.standings import Standings
from boardless.agents.tournament import run_tournament
from boardless.agents.tunable import Range, tunables
from boardless.games.language.outline import outline
from boardless.topo import InputError


@dataclass(frozen=True)
class TunedGame:
    """What came out of tuning a game.

    Attributes
    ----------
    game : Game
        The game with the best parameters.
    parameters : mapping of str to object
        These.
    value : float
        What the objective made of it.
    tried : tuple of (mapping, float)
        All that was tried, with the value of each.
    """

    game: Any
    parameters: Mapping[str, Any]
    value: float
    tried: Tried


def fairness(standings: Standings) -> float:
    """Return how fair the seats of a game are: 1 if their scores are the same, 0 if one has all."""
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
    """Return the parameters of a game of which the most comes when agents play it.

    Parameters
    ----------
    game : Game or str
        A game in L-GDL or its name, whose options are its parameters; or one written in Python, a
        dataclass that declares them (`tunable`).
    agents : sequence of str or Entrant
        Who plays.
    objective : callable
        What is looked for: makes a number of the standings; by default `fairness`.
    parameters : mapping of str to Range, optional
        What is tuned; by default all that the game declares (`declared_by`).
    trials, seed, progress
        See `tune`.
    count, mode
        Games of each group, and who plays whom; see `run_tournament`.

    Raises
    ------
    InputError
        If Optuna is not installed, or there is nothing to tune.

    Examples
    --------
    >>> declared_by("Hex")["Swap"].choices
    ('Swap/Off', 'Swap/On')
    """
    known = declared_by(game)
    ranges = known if parameters is None else dict(parameters)
    played = games.load(game) if isinstance(game, str) else game
    if not ranges:
        raise InputError(f"{played.name}: declares nothing that can be tuned")
    for name in ranges:
        if name not in known:
            raise InputError(f"{name!r}: {played.name} has {', '.join(known) or 'no parameters'}")
    # Games of other options keep the tiling and the other choices of this one.
    now = _now(played, known)

    def value(chosen: Mapping[str, Any]) -> float:
        changed = _changed(played, {**now, **chosen})
        return objective(run_tournament(changed, agents, count=count, mode=mode, seed=seed))

    first = {name: now[name] for name in ranges}
    tried = optimised(ranges, first, value, trials=trials, seed=seed, progress=progress)
    found, most = best(tried)
    return TunedGame(_changed(played, {**now, **found}), found, most, tried)


def declared_by(game: Any) -> dict[str, Range]:
    """Return what a game declares that can be tuned: its options, or the fields of a dataclass."""
    if isinstance(game, str | games.Game):
        text = games.description_text(game) if isinstance(game, str) else game.text
        offered = outline(text, large=isinstance(game, games.Game) and game.large).options
        return {
            option.heading: Range(choices=tuple(name for name, _ in option.names()))
            for option in offered
            if len(option.items) > 1
        }
    return tunables(game) if hasattr(game, "__dataclass_fields__") else {}


def _now(game: Any, known: Mapping[str, Range]) -> dict[str, Any]:
    """Return the parameters that a game has."""
    if isinstance(game, games.Game):
        chosen = game.options
        return {
            next((it for it in known if name.startswith(f"{it}/")), name): name for name in chosen
        }
    return {name: getattr(game, name) for name in known}


def _changed(game: Any, parameters: Mapping[str, Any]) -> Any:
    """Return the same game with other parameters."""
    if isinstance(game, games.Game):
        chosen = tuple(parameters.values())
        return games.compile(game.text, chosen, jit=game.jit, large=game.large)
    return replace(game, **parameters)
