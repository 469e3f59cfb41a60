"""Compiled games as modules and as cached files, and the sites that their rules allow."""

from __future__ import annotations

import hashlib
import linecache
import marshal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from threading import Lock
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from boardless.jit import disk
from boardless.jit.compilations import getting_ready
from boardless.jit.game_runtime import int64
from boardless.jit.native import NativeModule, compiles
from boardless.jit.sources import parsed
from boardless.state.engine.geometry import LayoutGeometry
from boardless.util.garbage import seldom_collected
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    import ast
    from pathlib import Path
    from typing import Self

    import numpy as np

    from boardless.games.compiler.module import Module

#: A lock, because a second thread could see a partly loaded module.
_loading = Lock()
#: Modules that stay loaded, by name with their paths, oldest first, and their maximum. A process
#: may read thousands of games; other modules are freed with the last game that uses them.
_stay: deque[tuple[str, str]] = deque()
_STAY = 16
#: Functions that play many moves at a call.
BULK = (
    "playouts", "record", "perft", "perft_by_turns", "count_rows", "legal_rows", "push_row",
    "find_win", "begin_again", "advance", "skip", "find_choices", "make_rows",
    "copy_often", "playouts_by_chance",
)  # fmt: skip


@dataclass(frozen=True)
class Program:
    """A module that can be loaded."""

    #: Its Python, without the tables.
    source: str = field(repr=False, compare=False)
    #: A hash of it, of its tables and of all that it calls.
    digest: str
    tables: Mapping[str, np.ndarray[Any, Any]] = field(
        default_factory=dict, repr=False, compare=False
    )


@dataclass(frozen=True)
class Features:
    """The abilities of a module of the engine; by default it plays games to their ends.

    Attributes
    ----------
    growth_step, by_rule, external_board : bool
        How the technique grows the board; see `state.engine.arrays`.
    undo : bool
        Whether moves can be undone; there is a transposition key.
    logs : bool
        Whether moves are logged action by action.
    parts : tuple of str
        Additional parts of the engine.
    policy : callable or None
        A function jitted by Numba that chooses the moves of playouts.
    """

    growth_step: bool = False
    undo: bool = False
    by_rule: bool = False
    external_board: bool = False
    logs: bool = False
    parts: tuple[str, ...] = ()
    policy: Callable[..., object] | None = None

    @property
    def flags(self) -> dict[str, bool]:
        """Return the flags of `state.engine.arrays`, named like the fields, in capitals."""
        return {
            name.upper(): value for name, value in vars(self).items() if isinstance(value, bool)
        }


#: The features of a module that only plays.
PLAIN = Features()


@lru_cache(_STAY)
def loaded(program: Program, jit: bool = True, at_once: bool = False) -> Any:
    """Return a module as Python sees it; see `load`.

    With `jit`, all functions except bulk ones answer at once: plain Python runs until it has taken
    long. With `at_once` everything is compiled first.
    """
    plain = load(program)
    if not jit or not compiles():
        return plain
    tree = partial(_tree, program.source)
    return NativeModule(plain, tree, program.digest, None if at_once else BULK)


def load(program: Program) -> ModuleType:
    """Return a module as plain Python, written once under its digest.

    The file is for people, debuggers and profilers, and lacks the tables. The program runs the
    source given, so damage to the file does no harm. The machine code is stored next to it.
    """
    name = f"boardless_game_{program.digest[:32]}"
    with getting_ready(), _loading:
        return sys.modules.get(name) or _new_module(name, program)


def _new_module(name: str, program: Program) -> ModuleType:
    source = program.source
    path = str(_source_file(f"{name}.py", source) or f"<{name}>")
    module = ModuleType(name)
    module.__file__ = path
    # Without a writable folder, tracebacks and `inspect` find the source here.
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    sys.modules[name] = module
    vars(module).update(program.tables)
    try:
        exec(_code(source, path), vars(module))
        # It is used everywhere, and its call costs as much as its work.
        vars(module)[int64.__name__] = int
    except BaseException:
        del sys.modules[name]
        raise
    _stay.append((name, path))
    if len(_stay) > _STAY:
        oldest, file = _stay.popleft()
        sys.modules.pop(oldest, None)
        linecache.cache.pop(file, None)
    return module


def _code(source: str, path: str) -> CodeType:
    """Return the bytecode of a source; loading takes a tenth of the time of compiling."""
    made_from = "\0".join((sys.version, str(sys.flags.optimize), path, source))
    name = f"{hashlib.sha256(made_from.encode()).hexdigest()[:32]}.code"
    content = disk.read_sealed(name)
    if content is not None:
        code: CodeType = marshal.loads(content)
        return code
    code = compile(_tree(source), path, "exec")
    disk.write_sealed(name, marshal.dumps(code))
    return code


@lru_cache(1)
def _tree(source: str) -> ast.Module:
    """Return the syntax tree of a source, which is the input of the machine code."""
    with seldom_collected():
        return parsed(source)


def _source_file(name: str, source: str) -> Path | None:
    """Return the file of a source, written if it is missing, or None if it cannot be written."""
    data, folder = source.encode(), disk.cache_folder()
    if folder is not None and disk.read(name) == data:
        return folder / name
    return disk.write(name, data)


#: Room for a cell and all its neighbours.
_ROOM = 64
#: Size of the cache of answers.
_CACHED = 2**16


@dataclass(frozen=True)
class AllowedSites:
    """The predicate of `strategies.Rule`, by a game's own lists of legal moves.

    The predicate puts a cell on a separate board with its neighbours. The cell is allowed if it is
    on one of the lists, for any mover and in any phase.
    """

    game: str
    program: Program
    #: The slots of the tiling that it reads.
    used: tuple[int, ...]
    #: Component and count in each hand, which are constant if lists are kept.
    held: tuple[tuple[int, int], ...]

    @classmethod
    def by(cls, module: Module, held: Sequence[tuple[int, int]]) -> Self:
        """Return the predicate of a module.

        Raise an InputError if the module searches for legal moves, a rule distinguishes empty cells
        from missing ones, or a piece may be put without neighbours.
        """
        name, geometry = module.model.game.name, module.geometry
        if isinstance(geometry, LayoutGeometry):
            raise InputError(f"board of {name}: it cannot grow by the rules: it is laid out")
        allowed = cls(name, module.with_features(PLAIN), geometry.used, tuple(held))
        why = module.no_rule_growth
        nothing = (0,) * geometry.tiling.slots.count
        if not why and any(allowed(kind, nothing) for kind in range(geometry.kinds)):
            why = "they allow pieces far from others"
        if why:
            raise InputError(f"board of {name}: it cannot grow by the rules: {why}")
        return allowed

    def __call__(self, kind: int, around: tuple[int, ...]) -> bool:
        """Return True if some player may put a piece on an empty cell; see `strategies.Rule`."""
        return _allowed(self, kind, around)


@lru_cache(_CACHED)
def _allowed(by: AllowedSites, kind: int, around: tuple[int, ...]) -> bool:
    kernels = load(by.program)
    room = _ROOM + len(by.held)
    state = kernels.make(room, 1, 0)
    state.n[kernels.COUNT] = len(by.held)
    for hand, (what, count) in enumerate(by.held, 1):
        kernels.hold(state, hand, what, count)
    # The code of the cell of a prototile at the origin is the prototile.
    site = kernels.add(state, kind, kind)
    for place, slot in enumerate(by.used):
        row = kind * len(by.used) + place
        if around[slot] and kernels.DELTA[row] != kernels.NOWHERE:
            beside = kernels.add(state, kind + kernels.DELTA[row], kernels.KIND[row])
            kernels.put(state, beside, around[slot])
    kernels.relist(state, site)
    return bool(kernels.is_cell(state, site))
