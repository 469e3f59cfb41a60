"""Search modules: search kernels joined with a game's, or over any game in Python."""

import hashlib
import sys
from dataclasses import replace
from functools import lru_cache
from inspect import getsource
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from boardless.agents.kernels import arrays
from boardless.agents.tag_heuristics import GameHeuristic
from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.games.modules import Features, Program, load, loaded
from boardless.ir.expressions import EngineFunction, Int, IntArray
from boardless.ir.module_nodes import ModuleNodes, Part
from boardless.ir.statements import Definition, Return
from boardless.jit.compilations import getting_ready
from boardless.topo import InputError

PACKAGE = "boardless.agents.kernels"
#: The parts of a search after the backend, each after the parts that it needs.
PARTS = ("move_statistics", "patterns", "uct")
#: The one of agents that play sequences of moves.
SEQUENCES = ("sequences",)

#: Imports that all parts share: the functions of numbers, the settings, the tree.
_IMPORTS = (
    "from math import exp, log, sqrt",
    "from boardless.jit.arrays import Floats",
    f"from {PACKAGE}.arrays import "
    + ", ".join(
        name
        for name, value in vars(arrays).items()
        # The game's own module has NAMED.
        if (isinstance(value, int | float) and name != "NAMED") or name in ("PatternTables", "Tree")
    ),
)
_OVER_ANY_GAME = """\
from boardless.agents.search_backends import (
    PythonBackend as Arrays,
    bound_number, chance_of, choose, falls, fits, has_room, is_lost, judged, move_code, option_at,
    options, pay, ready, carry_out, to_root, waits, who_chooses,
)
from boardless.state.engine.arrays import NAMED, OPEN
from boardless.jit.game_runtime import below, entry, kernel, mix, int64
from boardless.jit.arrays import Ints"""
#: Constants of local patterns by name; lists become tables.
PatternConstants = tuple[tuple[str, int | tuple[int, ...]], ...]

if TYPE_CHECKING:
    from boardless.agents.kernels import judgement, move_statistics, patterns, sequences, uct
    from boardless.games.compiler.module import Module
    from boardless.state.engine.entries import Kernels

    class SearchKernels(Kernels):
        """A module that plays a game and searches in it."""

        list_features = staticmethod(patterns.list_features)
        search = staticmethod(uct.search)
        fill_table = staticmethod(move_statistics.fill_table)
        value_of = staticmethod(judgement.value_of)
        play_sequence = staticmethod(sequences.play_sequence)


def game_search(game: Game, technique: GameTechnique, **features: Any) -> "SearchKernels":
    """Return the compiled search module of a game; see `game_search_program`."""
    with getting_ready():
        program = game_search_program(game, technique, **features)
        return cast("SearchKernels", loaded(program, game.jit, True))


def game_search_program(
    game: Game,
    technique: GameTechnique,
    *,
    parts: tuple[str, ...] = PARTS,
    heuristic: Any = None,
    policy: Any = None,
    patterns: PatternConstants = (),
    **features: bool,
) -> Program:
    """Return a game's search module before it is loaded.

    Parameters
    ----------
    game, technique : Game and GameTechnique
        The game, and how its board grows.
    parts : tuple of str
        The parts of the search: PARTS or SEQUENCES.
    heuristic : callable, optional
        A jitted heuristic in place of the weighted features. InputError unless its module defines
        it by its own name.
    policy : callable, optional
        A jitted policy for the moves of playouts that do not learn.
    patterns : tuple
        The constants of local patterns.
    **features : bool
        ``hides``: hidden information; ``redraws``: redraws of cards before simulations; ``judges``:
        evaluation of positions; ``learns``: statistics of moves. By default False.
    """
    table: tuple[int, ...] | None = None
    if isinstance(heuristic, GameHeuristic):
        heuristic, table = heuristic.function, tuple(heuristic.table_of(game))
    if not features.get("judges"):
        heuristic = None
    module = _with_search(game.module, heuristic, table, patterns, parts, **features)
    # A move that waits for chance is taken back.
    undoing = Features(undo=game.info.chances, policy=policy)
    return module.with_features(technique.needed(undoing))


@lru_cache(4)
def any_search(hides: bool, learns: bool, parts: tuple[str, ...] = PARTS) -> ModuleType:
    """Return the search module over games written in Python: it is Python, too."""
    source = any_search_source(hides, learns, parts)
    return load(Program(source, hashlib.sha256(source.encode()).hexdigest()))


def any_search_source(hides: bool, learns: bool, parts: tuple[str, ...] = PARTS) -> str:
    """Return the source of the search module over games written in Python."""
    bodies = tuple(Part(part, PACKAGE) for part in parts if part != "patterns")
    numbers = {"HIDES": hides, "CHANCE": True, "JUDGES": True, "LEARNS": learns, "PATTERNS": False}
    note = "A search over any game written in Python."
    return ModuleNodes(note, (_OVER_ANY_GAME, *_IMPORTS), bodies, numbers).source


def _judging(jitted: Any, has_table: bool) -> tuple[Part, tuple[str, ...]]:
    """Return the part of a search that judges positions, and the imports of a heuristic."""
    if jitted is None:
        return Part("judgement", PACKAGE), ()
    module, name = jitted.py_func.__module__, jitted.py_func.__name__
    if getattr(sys.modules.get(module), name, None) is not jitted:
        raise InputError(f"heuristic {module}:{name}: define it in a module, by its own name")
    digest = hashlib.sha256(getsource(sys.modules[module]).encode()).hexdigest()
    seats = Int.call("in_seats", Int.named("player"))
    table = [IntArray.named("HEURISTIC_TABLE")] if has_table else []
    value = Int.call("_heuristic", seats, *table)
    judged = Definition(
        "judged", (), "float", (Return((EngineFunction("float", Int)(value),)),),
        f"Return what the heuristic {module}:{name} says.",
        given="s: Arrays, player: int, w: Floats",
    )  # fmt: skip
    return Part("judgement", own=(judged,)), (
        f"from {module} import {name} as _heuristic  # {digest}",
    )


@lru_cache(16)
def _with_search(
    module: "Module",
    jitted: Any,
    table: tuple[int, ...] | None,
    patterns: PatternConstants,
    named: tuple[str, ...],
    *,
    hides: bool = False,
    redraws: bool = False,
    judges: bool = False,
    learns: bool = False,
) -> "Module":
    """Return a game's module with a search; see `agents.kernels.features` for its constants."""
    judging, imports = _judging(jitted, table is not None)
    parts = [*([judging] if judges else []), *([Part("sampling")] if redraws else [])]
    parts += [Part(part, PACKAGE) for part in ("engine_backend", *named)]
    place, least, span = -1, 0.0, 1.0
    payoffs = module.payoffs
    if payoffs is not None and payoffs.bounds is not None:
        low, high = (float(bound * payoffs.parts) for bound in payoffs.bounds)
        place, least, span = payoffs.place, low, high - low or 1.0
    values: dict[str, float] = {
        "HIDES": hides, "REDRAWS": redraws, "CHANCE": module.chances, "JUDGES": judges,
        "LEARNS": learns, "SCORES": -1 if module.scores is None else module.scores,
        "PAYOFFS": place, "LEAST_PAYOFF": least, "PAYOFF_RANGE": span, "PATTERNS": False,
    }  # fmt: skip
    lists = {} if table is None else {"HEURISTIC_TABLE": table}
    for name, value in patterns:
        if isinstance(value, tuple):
            lists[name] = value
        else:
            values[name] = value
    nodes = module.nodes.more(
        *parts,
        imports=(*_IMPORTS, *imports),
        numbers=values,
        tables={name: np.array(numbers, np.int64) for name, numbers in lists.items()},
    )
    return replace(module, nodes=nodes)
