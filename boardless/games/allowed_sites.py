"""Sites that the rules of a game allow, for growth by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.games.modules import load
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from boardless.games.compiler.module import Module

#: Room for a cell and all its neighbours.
_ROOM = 64
#: Size of the cache of answers.
_CACHED = 2**16


@dataclass(frozen=True)
class AllowedSites:
    """The predicate of `strategies.Rule`, by a game's own lists of legal moves.

    A cell is put on a board of its own with its neighbours, and is allowed if it is on one of the
    lists, whosever turn and in whatever phase that is.
    """

    game: str
    source: str = field(repr=False)
    digest: str
    #: The slots that it reads, of those of the tiling.
    used: tuple[int, ...]
    #: Component and count in each hand, which never change where lists are kept.
    held: tuple[tuple[int, int], ...]

    @classmethod
    def by(cls, module: Module, held: Sequence[tuple[int, int]]) -> Self:
        """Return the predicate of a module.

        It is an InputError if legal moves are searched for, some rule tells empty cells from
        missing ones, or a piece may be put without neighbours.
        """
        name, geometry = module.model.game.name, module.geometry
        if isinstance(geometry, LayoutGeometry):
            raise InputError(f"board of {name}: it cannot grow by the rules: it is laid out")
        allowed = cls(name, *module.with_features({}), geometry.used, tuple(held))
        why = module.no_rule_growth
        nothing = (0,) * geometry.tiling.slots.count
        if not why and any(allowed(kind, nothing) for kind in range(geometry.kinds)):
            why = "they allow pieces far from others"
        if why:
            raise InputError(f"board of {name}: it cannot grow by the rules: {why}")
        return allowed

    def __call__(self, kind: int, around: tuple[int, ...]) -> bool:
        """Tell whether some player may put a piece on an empty cell; see `strategies.Rule`."""
        return _allowed(self, kind, around)


@lru_cache(_CACHED)
def _allowed(by: AllowedSites, kind: int, around: tuple[int, ...]) -> bool:
    kernels = load(by.source, by.digest, jit=False)
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
