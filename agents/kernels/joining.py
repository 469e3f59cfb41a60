"""The parts of a search as one module: behind those of a game, or over any game in Python."""

import hashlib
import re
import sys
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from inspect import getsource
from types import ModuleType
from typing import Any

from boardless.games import Game
from boardless.games.compiler.cache import load
from boardless.games.compiler.joining import body
from boardless.games.compiler.module import Module
from boardless.games.game_technique import GameTechnique
from boardless.topo import InputError

PACKAGE = "boardless.agents.kernels"
#: The parts of a search, in the order in which they need each other.
GAME_PARTS = ("judgement", "game_side")
PARTS = ("selection", "backup", "simulations")

_NAMES = re.compile(r"^([A-Z][A-Za-z0-9_]*(?:, [A-Z][A-Za-z0-9_]*)*)(?:: \w+)? = ", re.MULTILINE)
_OVER_ANY_GAME = '''\
"""A search over any game written in Python."""

from boardless.agents.protocol_side import (
    Simulated as Arrays,
    chance_of, choice_at, choices, choose, move_code, fits, has_room, judged, move, pay, to_root,
    who_chooses,
)
from boardless.state.engine.arrays import OPEN
from boardless.state.engine.runtime import below, entry, kernel, mix, whole
from boardless.topo.kernels.arrays import Floats, Ints
'''
_JUDGED = '''\
from {module} import {name} as _heuristic  # {digest}


@kernel
def judged(s: Arrays, player: int, w: Floats) -> float:
    """Return what the heuristic {module}:{name} says."""
    return float(_heuristic(s, player))
'''


def game_search(
    game: Game,
    way: GameTechnique,
    *,
    judges: bool = False,
    learns: bool = False,
    heuristic: Any = None,
    policy: Any = None,
) -> ModuleType:
    """Return the module that searches in a game.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        How; one that appends.
    judges, learns : bool
        Whether positions are judged, and whether moves are remembered.
    heuristic : callable, optional
        Jitted by Numba: judges instead of the weighted features.
    policy : callable, optional
        Jitted by Numba: chooses the moves of playouts that do not learn.

    Raises
    ------
    InputError
        If a function is not defined in a module, by its own name.
    """
    judging = _judging(heuristic) if judges else ""
    module = _with_search(game.module, judging, judges, learns)
    source, digest = module.with_features({**way.features, "UNDO": False}, policy)
    return load(source, digest, game.jit)


@lru_cache(4)
def any_search(hidden: bool, learns: bool) -> ModuleType:
    """Return the module that searches in games written in Python: it is Python, too.

    Parameters
    ----------
    hidden, learns : bool
        Whether some player does not see everything, and whether moves are remembered.
    """
    parts = [body(part, PACKAGE) for part in PARTS]
    source = "\n\n".join(
        [_OVER_ANY_GAME, _imports(), _features(hidden=hidden, learns=learns), *parts]
    )
    return load(source, hashlib.sha256(source.encode()).hexdigest(), jit=False)


def _judging(heuristic: Any) -> str:
    """Return the part that judges."""
    if heuristic is None:
        return body("judgement", PACKAGE)
    function = heuristic.py_func
    module, name = function.__module__, function.__name__
    if getattr(sys.modules.get(module), name, None) is not heuristic:
        raise InputError(f"heuristic {module}:{name}: define it in a module, by its own name")
    digest = hashlib.sha256(getsource(sys.modules[module]).encode()).hexdigest()
    return _JUDGED.format(module=module, name=name, digest=digest)


@lru_cache(16)
def _with_search(module: Module, judging: str, judges: bool, learns: bool) -> Module:
    parts = [body(part, PACKAGE) for part in ("game_side", *PARTS)]
    features = _features(chance=False, judges=judges, learns=learns)
    sections = [module.template, _imports(), features, judging, *parts]
    return replace(module, template="\n\n".join(sections))


def _features(
    *, hidden: bool = False, chance: bool = True, judges: bool = True, learns: bool = True
) -> str:
    """Return what a search has code for; see `agents.kernels.features`."""
    return f"HIDDEN = {hidden}\nCHANCE = {chance}\nJUDGES = {judges}\nLEARNS = {learns}\n"


def _imports() -> str:
    """Return the imports that all parts share: the tree, the settings, the functions of numbers."""
    lines = ["from math import exp, log, sqrt"]
    for part in ("settings", "tree"):
        source = (files(PACKAGE) / f"{part}.py").read_text(encoding="utf-8")
        names = [name for found in _NAMES.findall(source) for name in found.split(", ")]
        names += ["Tree"] if part == "tree" else []
        lines.append(f"from {PACKAGE}.{part} import {', '.join(names)}")
    return "\n".join(lines) + "\nfrom boardless.topo.kernels.arrays import Floats\n"
