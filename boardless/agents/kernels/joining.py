"""Search modules: the search kernels behind those of a game, or over any game in Python."""

import hashlib
import re
import sys
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from inspect import getsource
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from boardless.agents.tag_heuristics import GameHeuristic
from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.games.modules import Program, load, loaded
from boardless.ir.expressions import Array, Function, Int
from boardless.ir.modules import ModuleNodes, Part
from boardless.ir.statements import Definition, Return
from boardless.jit.readiness import getting_ready
from boardless.topo import InputError

PACKAGE = "boardless.agents.kernels"
#: The parts of a search behind those that ask the game, in the order in which they need each other.
PARTS = ("selection", "backup", "patterns", "children", "simulations")
#: The one of agents that play sequences of moves.
SEQUENCES = ("sequences",)

_NAMES = re.compile(r"^([A-Z][A-Za-z0-9_]*(?:, [A-Z][A-Za-z0-9_]*)*)(?:: \w+)? = ", re.MULTILINE)
_OVER_ANY_GAME = """\
from boardless.agents.search_backends import (
    Simulated as Arrays,
    bound_number, chance_of, choose, falls, fits, has_room, is_lost, judged, move_code, option_at,
    options, pay, ready, carry_out, to_root, waits, who_chooses,
)
from boardless.state.engine.arrays import NAMED, OPEN
from boardless.jit.game_runtime import below, entry, kernel, mix, int64
from boardless.jit.arrays import Ints"""
#: Constants of local patterns by name; lists become tables.
PatternConstants = tuple[tuple[str, int | tuple[int, ...]], ...]

if TYPE_CHECKING:
    from boardless.agents.kernels import judgement, patterns, sequences, simulations
    from boardless.games.compiler.module import Module
    from boardless.games.ludemes.payoffs import PayoffTable
    from boardless.state.engine.entries import Kernels

    class SearchKernels(Kernels):
        """A module that plays a game and searches in it."""

        list_features = staticmethod(patterns.list_features)
        search = staticmethod(simulations.search)
        fill_table = staticmethod(simulations.fill_table)
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
    hides: bool = False,
    redraws: bool = False,
    judges: bool = False,
    learns: bool = False,
    parts: tuple[str, ...] = PARTS,
    heuristic: Any = None,
    policy: Any = None,
    patterns: PatternConstants = (),
) -> Program:
    """Return a game's search module, as it is loaded.

    `hides`, `redraws`, `judges`, `learns`: hidden information, redraws of cards before simulations,
    evaluation of positions, statistics of moves. A jitted heuristic replaces the weighted features,
    a jitted policy chooses the moves of playouts that do not learn; each has to be defined in a
    module, by its own name. `patterns` has the constants of local patterns, `parts` names what the
    module is to do.
    """
    told = isinstance(heuristic, GameHeuristic)
    table = tuple(heuristic.table_of(game)) if told else None
    jitted = (heuristic.function if told else heuristic) if judges else None
    module = _with_search(
        game.module, jitted, table, hides, redraws, judges, learns, patterns, parts
    )
    # A move that waits for chance is taken back.
    return module.with_features({**technique.features, "UNDO": game.info.chances}, policy)


@lru_cache(4)
def any_search(hides: bool, learns: bool, parts: tuple[str, ...] = PARTS) -> ModuleType:
    """Return the search module over games written in Python: it is Python, too."""
    source = any_search_source(hides, learns, parts)
    return load(Program(source, hashlib.sha256(source.encode()).hexdigest()))


def any_search_source(hides: bool, learns: bool, parts: tuple[str, ...] = PARTS) -> str:
    """Return the source of the search module over games written in Python."""
    bodies = tuple(Part(part, PACKAGE) for part in parts if part != "patterns")
    numbers = {**_features(hides=hides, learns=learns), "PATTERNS": False}
    imports = (_OVER_ANY_GAME, *_imports())
    note = "A search over any game written in Python."
    return ModuleNodes(note, imports, bodies, numbers).source


def _judging(jitted: Any, has_table: bool) -> tuple[Part, tuple[str, ...]]:
    """Return the part of a search that judges positions, and the imports of a heuristic."""
    if jitted is None:
        return Part("judgement", PACKAGE), ()
    module, name = jitted.py_func.__module__, jitted.py_func.__name__
    if getattr(sys.modules.get(module), name, None) is not jitted:
        raise InputError(f"heuristic {module}:{name}: define it in a module, by its own name")
    digest = hashlib.sha256(getsource(sys.modules[module]).encode()).hexdigest()
    seats = Int.call("in_seats", Int.named("player"))
    table = [Array.named("HEURISTIC_TABLE")] if has_table else []
    found = Int.call("_heuristic", seats, *table)
    judged = Definition(
        "judged", (), "float", (Return((Function("float", Int)(found),)),),
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
    hides: bool,
    redraws: bool,
    judges: bool,
    learns: bool,
    patterns: PatternConstants,
    named: tuple[str, ...],
) -> "Module":
    judging, imports = _judging(jitted, table is not None)
    parts = [*([judging] if judges else []), *([Part("sampling")] if redraws else [])]
    parts += [Part(part, PACKAGE) for part in ("engine_backend", *named)]
    values = _features(
        hides=hides,
        redraws=redraws,
        chance=module.chances,
        judges=judges,
        learns=learns,
        scores=-1 if module.scores is None else module.scores,
        payoffs=module.payoffs,
    )
    lists = {} if table is None else {"HEURISTIC_TABLE": table}
    for name, value in patterns or [("PATTERNS", False)]:
        if isinstance(value, tuple):
            lists[name] = value
        else:
            values[name] = value
    nodes = module.nodes.more(
        *parts,
        imports=(*_imports(), *imports),
        numbers=values,
        tables={name: np.array(it, np.int64) for name, it in lists.items()},
    )
    return replace(module, nodes=nodes)


def _features(
    *,
    hides: bool = False,
    redraws: bool = False,
    chance: bool = True,
    judges: bool = True,
    learns: bool = True,
    scores: int = -1,
    payoffs: "PayoffTable | None" = None,
) -> dict[str, float]:
    """Return the constants of the search; see `agents.kernels.features`."""
    place, least, span = -1, Fraction(), Fraction(1)
    if payoffs is not None and payoffs.bounds is not None:
        low, high = payoffs.bounds
        place, least, span = payoffs.place, low * payoffs.parts, (high - low) * payoffs.parts
    return {
        "HIDES": hides, "REDRAWS": redraws, "CHANCE": chance, "JUDGES": judges, "LEARNS": learns,
        "SCORES": scores, "PAYOFFS": place, "LEAST_PAYOFF": float(least),
        "PAYOFF_RANGE": float(span or 1),
    }  # fmt: skip


def _imports() -> tuple[str, ...]:
    """Return the imports that all parts share: the tree, the settings, the functions of numbers."""
    lines = ["from math import exp, log, sqrt", "from boardless.jit.arrays import Floats"]
    for part, tuples in (
        ("settings", []),
        ("tree", ["Tree"]),
        ("pattern_tables", ["PatternTables"]),
    ):
        source = (files(PACKAGE) / f"{part}.py").read_text(encoding="utf-8")
        names = [name for found in _NAMES.findall(source) for name in found.split(", ")]
        names += tuples
        lines.append(f"from {PACKAGE}.{part} import {', '.join(names)}")
    return tuple(lines)
