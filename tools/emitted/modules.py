"""The compiled modules of games, in all used techniques and with all used features."""

from collections.abc import Iterator
from typing import Any

from boardless.agents.kernels.joining import any_search_source, game_search_program
from boardless.games.game import Game, default_technique
from boardless.games.game_technique import ALL_NAMES, GameTechnique, TechniqueChoice, game_technique
from boardless.games.identity import PositionIdentity
from boardless.games.modules import PLAIN, Features, Program
from boardless.store.positions.form import FEATURES
from boardless.strategies.growth import Zone
from boardless.strategies.technique import TECHNIQUES, Append, Technique
from boardless.topo import InputError
from tools.hashes import digest


class _OwnZone(Zone):
    """Zones as a strategy of somebody's own, which the engine does not know."""


#: A technique whose boards are given to the engine.
_OWN = Technique("GIVEN", _OwnZone(), Append())


def policy(arrays: Any, count: int, number: int) -> int:
    """Return the number of a move: what chooses the moves of guided playouts."""
    return number % count


class _Jitted:
    """A stand-in for a jitted policy, as far as modules are made for one."""

    py_func = staticmethod(policy)


def modules(game: Game) -> Iterator[tuple[str, str, Program]]:
    """Yield a technique, its use, and the module for that.

    Techniques that need code for the same features have the same module, which comes once.
    """
    default = default_technique(game)
    for technique in _techniques(game, default):
        yield technique.name, "playouts", game.program_of(technique)
        undo = game.program_of(technique, game.undoing())
        yield technique.name, "undo", undo
    name = default.name
    yield name, "guided", game.program_of(default, Features(policy=_Jitted))
    yield name, "search", game_search_program(game, default)
    everything = game_search_program(game, default, hides=True, judges=True, learns=True)
    yield name, "search, all features", everything
    try:
        PositionIdentity.of(game)
    except InputError:
        return  # its positions are not explored
    yield name, "explore", game.program_of(default, FEATURES)


def _techniques(game: Game, default: GameTechnique) -> Iterator[GameTechnique]:
    """Yield techniques of a game, one for each of its modules, the default first."""
    seen = set()
    others: tuple[TechniqueChoice, ...] = (*ALL_NAMES, *TECHNIQUES, _OWN) if game.growing else ()
    for technique in (default.name, *others):
        try:
            chosen = game.suited(game_technique(technique))
            features = chosen.needed(PLAIN)
            if features in seen:
                continue
            game.start(chosen)
        except InputError:
            continue
        seen.add(features)
        yield chosen


def start_hash(game: Game) -> str:
    """Return a hash of the start board of a game and its pieces."""
    start = game.start(default_technique(game))
    arrays = (start.codes, start.kinds, start.begun)
    return digest(*(repr(array.tolist()) for array in arrays), repr(start.anchor))


def searches() -> Iterator[tuple[str, Program]]:
    """Yield the modules that search in games written in Python."""
    for hides in (False, True):
        for learns in (False, True):
            name = f"search over any game, hides={hides}, learns={learns}"
            yield name, Program(any_search_source(hides, learns), "")
