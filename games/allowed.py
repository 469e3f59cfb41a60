"""Where the rules of a game allow a piece, so that its board can grow by them."""

from collections.abc import Callable
from functools import cache

import numpy as np

from games.compiler.cache import load
from games.compiler.module import Module
from topo import InputError

#: Cells of the board on which a cell is judged: itself and all its neighbours.
_ROOM = 64


def allowed_by(module: Module, held: np.ndarray) -> Callable[[int, tuple[int, ...]], bool]:
    """Return what `strategies.Rule` asks, answered by a game's own lists of legal moves.

    Parameters
    ----------
    module : Module
        The compiled game.
    held : int array of shape (hand sites + 1, 2)
        Component and count of what lies in the hands, which never changes where lists are kept.

    Raises
    ------
    InputError
        If the board cannot grow by the rules: legal moves are searched for, some rule tells empty
        cells from missing ones, or a piece may be put where nothing lies around.
    """
    name = module.model.game.name
    if module.unruled:
        raise InputError(f"board of {name}: it cannot grow by the rules: {module.unruled}")
    kernels = load(module.source, module.digest, jit=False)
    geometry = module.geometry
    slots = geometry.tiling.slots.count

    @cache
    def allowed(kind: int, around: tuple[int, ...]) -> bool:
        state = kernels.make(_ROOM, 1, held, np.zeros((0, 2), np.int32))
        site = kernels.add(state, geometry.code((0, 0, kind)), kind)
        for place, slot in enumerate(geometry.used):
            row = kind * len(geometry.used) + place
            if around[slot] and kernels.DELTA[row] != kernels.NOWHERE:
                code = state.code[site] + kernels.DELTA[row]
                kernels.put(state, kernels.add(state, code, kernels.KIND[row]), around[slot])
        kernels.relist(state, site)
        return bool(kernels.is_cell(state, site))

    for kind in range(geometry.kinds):
        if allowed(kind, (0,) * slots):
            raise InputError(
                f"board of {name}: it cannot grow by the rules: they allow pieces far from others"
            )
    return allowed
