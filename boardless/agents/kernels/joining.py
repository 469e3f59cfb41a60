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

from boardless.agents.tag_heuristics import GameHeuristic
from boardless.games import Game
from boardless.games.game_technique import GameTechnique
from boardless.games.modules import load, loaded
from boardless.jit.readiness import getting_ready
from boardless.topo import InputError

PACKAGE = "boardless.agents.kernels"
#: The parts of a search behind those that ask the game, in the order in which they need each other.
PARTS = ("selection", "backup", "patterns", "children", "simulations")
#: The one of agents that play sequences of moves.
SEQUENCES = ("sequences",)

_NAMES = re.compile(r"^([A-Z][A-Za-z0-9_]*(?:, [A-Z][A-Za-z0-9_]*)*)(?:: \w+)? = ", re.MULTILINE)
_OVER_ANY_GAME = '''\
"""A search over any game written in Python."""

from boardless.agents.search_backends import (
    Simulated as Arrays,
    bound_number, chance_of, choose, falls, fits, has_room, is_lost, judged, move_code, option_at,
    options, pay, ready, carry_out, to_root, waits, who_chooses,
)
from boardless.state.engine.arrays import NAMED, OPEN
from boardless.jit.game_runtime import below, entry, kernel, mix, int64
from boardless.jit.arrays import Floats, Ints
'''
_NO_PATTERNS = "PATTERNS = False\n"
_JUDGED = '''\
from {module} import {name} as _heuristic  # {digest}
{constant}

@kernel
def judged(s: Arrays, player: int, w: Floats) -> float:
    """Return what the heuristic {module}:{name} says."""
    return float(_heuristic(s, in_seats(s, player){table}))
'''


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
    """Return the compiled search module of a game; see `game_search_source`."""
    with getting_ready():
        source = game_search_source(game, technique, **features)
        return cast("SearchKernels", loaded(*source, game.jit, True))


def game_search_source(
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
    patterns: str = "",
) -> tuple[str, str]:
    """Return the source and hash of a game's search module.

    `hides`, `redraws`, `judges`, `learns`: hidden information, redraws of cards before simulations,
    evaluation of positions, statistics of moves. A jitted heuristic replaces the weighted features,
    a jitted policy chooses the moves of playouts that do not learn; each has to be defined in a
    module, by its own name. `patterns` has the constants of local patterns, `parts` names what the
    module is to do.
    """
    judging = _judging(heuristic, game) if judges else ""
    module = _with_search(game.module, judging, hides, redraws, judges, learns, patterns, parts)
    # A move that waits for chance is taken back.
    return module.with_features({**technique.features, "UNDO": game.info.chances}, policy)


@lru_cache(4)
def any_search(hides: bool, learns: bool, parts: tuple[str, ...] = PARTS) -> ModuleType:
    """Return the search module over games written in Python: it is Python, too."""
    source = any_search_source(hides, learns, parts)
    return load(source, hashlib.sha256(source.encode()).hexdigest())


def any_search_source(hides: bool, learns: bool, parts: tuple[str, ...] = PARTS) -> str:
    """Return the source of the search module over games written in Python."""
    bodies = [_body(part) for part in parts if part != "patterns"]
    return "\n\n".join(
        [_OVER_ANY_GAME, _imports(), _features(hides=hides, learns=learns) + _NO_PATTERNS, *bodies]
    )


def _body(part: str, package: str = PACKAGE) -> str:
    # The compiler is imported where something is compiled: with all ludemes it takes a while.
    from boardless.games.compiler.joining import body

    return body(part, package)


def _judging(heuristic: Any, game: Game) -> str:
    if heuristic is None:
        return _body("judgement")
    told = isinstance(heuristic, GameHeuristic)
    jitted = heuristic.function if told else heuristic
    module, name = jitted.py_func.__module__, jitted.py_func.__name__
    if getattr(sys.modules.get(module), name, None) is not jitted:
        raise InputError(f"heuristic {module}:{name}: define it in a module, by its own name")
    digest = hashlib.sha256(getsource(sys.modules[module]).encode()).hexdigest()
    table = heuristic.table_of(game) if told else []
    return _JUDGED.format(
        module=module,
        name=name,
        digest=digest,
        constant=f"HEURISTIC_TABLE = np.array({table}, dtype=np.int64)\n" if told else "",
        table=", HEURISTIC_TABLE" if told else "",
    )


@lru_cache(16)
def _with_search(
    module: "Module",
    judging: str,
    hides: bool,
    redraws: bool,
    judges: bool,
    learns: bool,
    patterns: str,
    named: tuple[str, ...],
) -> "Module":
    parts = [_body(part) for part in ("engine_backend", *named)]
    if redraws:
        parts.insert(0, _body("redraws", "boardless.state.engine"))
    features = _features(
        hides=hides,
        redraws=redraws,
        chance=module.chances,
        judges=judges,
        learns=learns,
        scores=-1 if module.scores is None else module.scores,
        payoffs=module.payoffs,
    )
    sections = [module.template, _imports(), features + (patterns or _NO_PATTERNS), judging, *parts]
    return replace(module, template="\n\n".join(sections))


def _features(
    *,
    hides: bool = False,
    redraws: bool = False,
    chance: bool = True,
    judges: bool = True,
    learns: bool = True,
    scores: int = -1,
    payoffs: "PayoffTable | None" = None,
) -> str:
    """Return the constants of the search; see `agents.kernels.features`."""
    place, least, span = -1, Fraction(), Fraction(1)
    if payoffs is not None and payoffs.bounds is not None:
        low, high = payoffs.bounds
        place, least, span = payoffs.place, low * payoffs.parts, (high - low) * payoffs.parts
    found = {
        "HIDES": hides, "REDRAWS": redraws, "CHANCE": chance, "JUDGES": judges, "LEARNS": learns,
        "SCORES": scores, "PAYOFFS": place, "LEAST_PAYOFF": float(least),
        "PAYOFF_RANGE": float(span or 1),
    }  # fmt: skip
    return "".join(f"{name} = {value}\n" for name, value in found.items())


def _imports() -> str:
    """Return the imports that all parts share: the tree, the settings, the functions of numbers."""
    lines = ["from math import exp, log, sqrt"]
    for part, tuples in (
        ("settings", []),
        ("tree", ["Tree"]),
        ("pattern_tables", ["PatternTables"]),
    ):
        source = (files(PACKAGE) / f"{part}.py").read_text(encoding="utf-8")
        names = [name for found in _NAMES.findall(source) for name in found.split(", ")]
        names += tuples
        lines.append(f"from {PACKAGE}.{part} import {', '.join(names)}")
    return "\n".join(lines) + "\nfrom boardless.jit.arrays import Floats\n"
