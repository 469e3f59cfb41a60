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

#: What a search has no code for where moves are neither hidden nor made by chance.
_PLAIN = "HIDDEN = False\nCHANCE = False\n"
_NAMES = re.compile(r"^([A-Z][A-Za-z0-9_]*(?:, [A-Z][A-Za-z0-9_]*)*)(?:: \w+)? = ", re.MULTILINE)
_OVER_ANY_GAME = '''\
"""A search over any game written in Python."""

from boardless.agents.protocol_side import (
    Simulated as Arrays,
    begin, chance_of, choice_at, choices, choose, code_of, fits, has_room, judged, move, pay, seat,
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
    game: Game, way: GameTechnique, heuristic: Any = None, policy: Any = None
) -> ModuleType:
    """Return the module that searches in a game.

    Parameters
    ----------
    game : Game
        What is played.
    way : GameTechnique
        How; one that appends.
    heuristic : callable, optional
        Jitted by Numba: judges instead of the weighted features.
    policy : callable, optional
        Jitted by Numba: chooses the moves of playouts that do not learn.

    Raises
    ------
    InputError
        If a function is not defined in a module, by its own name.
    """
    module = _with_search(game.module, _judging(heuristic))
    source, digest = module.with_features({**way.features, "UNDO": False}, policy)
    return load(source, digest, game.jit)


@lru_cache(2)
def any_search(hidden: bool) -> ModuleType:
    """Return the module that searches in games written in Python: it is Python, too.

    Parameters
    ----------
    hidden : bool
        Whether some player does not see everything.
    """
    parts = [body(part, PACKAGE) for part in PARTS]
    source = "\n\n".join([_OVER_ANY_GAME, _imports(), f"HIDDEN = {hidden}\nCHANCE = True\n", *parts])
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
def _with_search(module: Module, judging: str) -> Module:
    parts = [body(part, PACKAGE) for part in ("game_side", *PARTS)]
    sections = [module.template, _imports(), _PLAIN, judging, *parts]
    return replace(module, template="\n\n".join(sections))


def _imports() -> str:
    """Return the imports that all parts share: the tree, the settings, the functions of numbers."""
    lines = ["from math import exp, log, sqrt"]
    for part in ("settings", "tree"):
        source = (files(PACKAGE) / f"{part}.py").read_text(encoding="utf-8")
        names = [name for found in _NAMES.findall(source) for name in found.split(", ")]
        names += ["Tree"] if part == "tree" else []
        lines.append(f"from {PACKAGE}.{part} import {', '.join(names)}")
    return "\n".join(lines) + "\nfrom boardless.topo.kernels.arrays import Floats\n"
