"""Symmetries of what a network sees: a graph is turned when the kinds of its edges are.

Nodes have no place, so that nothing else of a position changes: one position stands for as many as
there are symmetries of board and rules.
"""

import numpy as np

from boardless.games.rule_symmetries import rule_symmetries_of
from boardless.jit.arrays import Ints
from boardless.learn.positions import EDGE_KINDS, RELATIONS, edge_kinds
from boardless.play.views import View
from boardless.state.engine.geometry import Geometry
from boardless.topo import InputError


def turned_kinds(view: View) -> Ints:
    """Return the kind of each edge under each symmetry of board and rules.

    Parameters
    ----------
    view : View
        Of the game.

    Returns
    -------
    (n, EDGE_KINDS) int16
        The identity is the first, and the only one where no other is known, or where pieces or
        moves have a rotation of their own.
    """
    identity = np.arange(EDGE_KINDS, dtype=np.int16)
    geometry = view.game.module.geometry
    if (
        not isinstance(geometry, Geometry)
        or view.game.module.model.layout is not None
        or view.bound
        or "rotation" in view.node_names
    ):
        return identity[None]
    try:
        rows = rule_symmetries_of(view.game)
    except InputError:
        return identity[None]
    kinds = edge_kinds(view.tables.steps).reshape(geometry.kinds, -1)
    turned = (_turned(geometry, kinds, row.tolist()) for row in rows[1:])
    return np.stack([identity, *(each for each in turned if each is not None)])


def _turned(geometry: Geometry, kinds: Ints, row: list[int]) -> Ints | None:
    """Return the kinds of edges under a symmetry, None where one would become several."""
    a, b, c, d, _, _, *images = row
    image = [images[3 * k : 3 * k + 3] for k in range(geometry.kinds)]
    link = geometry.tiling.slots.link
    partners: dict[int, int] = {}
    for k in range(geometry.kinds):
        begin_i, begin_j, to = image[k]
        steps = {
            (*link[to, slot, :3].tolist(), int(kinds[to, n]) % RELATIONS): int(kinds[to, n])
            for n, slot in enumerate(geometry.used)
        }
        for n, slot in enumerate(geometry.used):
            i, j, other = link[k, slot, :3].tolist()
            end_i, end_j, end = image[other]
            step = (
                a * i + b * j + end_i - begin_i, c * i + d * j + end_j - begin_j, end,
                int(kinds[k, n]) % RELATIONS,
            )  # fmt: skip
            if (
                step not in steps
                or partners.setdefault(int(kinds[k, n]), steps[step]) != steps[step]
            ):
                return None
    turned = np.arange(EDGE_KINDS, dtype=np.int16)
    turned[list(partners)] = list(partners.values())
    return turned
