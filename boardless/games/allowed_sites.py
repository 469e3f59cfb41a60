"""Where the rules of a game allow a piece, so that its board can grow by them."""

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
#: How many answers are kept.
_KEPT = 2**16


@dataclass(frozen=True)
class AllowedSites:
    """What `strategies.Rule` asks, answered by a game's own lists of legal moves.

    A cell is put on a board of its own with what lies around it, and is allowed if it is on one of
    the lists, whosever turn and in whatever phase that is.

    Attributes
    ----------
    game : str
        The game's name.
    source, digest : str
        The module it was compiled to.
    used : tuple of int
        The slots that it reads, of those of the tiling.
    held : tuple of (component, count)
        What lies in the hands, which never changes where lists are kept.
    """

    game: str
    source: str = field(repr=False)
    digest: str
    used: tuple[int, ...]
    held: tuple[tuple[int, int], ...]

    @classmethod
    def by(cls, module: Module, held: Sequence[tuple[int, int]]) -> Self:
        """Return it for a module.

        Raises
        ------
        InputError
            If the board cannot grow by the rules: legal moves are searched for, some rule tells
            empty cells from missing ones, or a piece may be put where nothing lies around.
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


@lru_cache(_KEPT)
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
