"""The plane as constants of a compiled game: steps between cells as numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import degrees

import numpy as np

from topo import Key, Tiling
from topo.arrays import Ints
from topo.compass import COMPASS, bearing
from topo.slots import ADJACENT, ORTHOGONAL, relation_mask

#: What a step of the second lattice vector adds to a code. Its low bits, those of the golden ratio,
#: spread rows evenly over a table of any size; it leaves room for 2**31 cells in a row.
ROW = 9131057645


@dataclass(frozen=True)
class Geometry:
    """The slots of a tiling that a game reads.

    Attributes
    ----------
    tiling : Tiling
        A tiling on which walks are straight: those of `topo`.
    used : tuple of int
        The slots that are kept, of those of ``tiling.slots``.
    orthogonal_only : bool
        Whether cells stand for the vertices of squares, which touch only along edges.
    turn : float
        By how many degrees the board is turned anticlockwise.
    """

    tiling: Tiling
    used: tuple[int, ...]
    orthogonal_only: bool = False
    turn: float = 0.0

    @classmethod
    def of(
        cls, tiling: Tiling, diagonal: bool, orthogonal_only: bool = False, turn: float = 0.0
    ) -> "Geometry":
        """Return the geometry with the adjacent slots, and with `diagonal` with all others."""
        relation = tiling.slots.relation
        kept = (relation & ADJACENT > 0).all(axis=0) | diagonal
        return cls(tiling, tuple(np.flatnonzero(kept).tolist()), orthogonal_only, turn)

    @property
    def kinds(self) -> int:
        """Number of prototiles."""
        return len(self.tiling.faces)

    @cached_property
    def _relation(self) -> Ints:
        return self.tiling.slots.relation[:, self.used].astype(np.int64)

    def slots(self, mask: int) -> Ints:
        """Return 1 for the kept slots whose relation meets `mask`, shape ``(kinds, slots)``."""
        return (self._relation & mask > 0).astype(np.int64)

    @property
    def adjacent(self) -> Ints:
        """Return 1 for the slots to cells that touch, shape ``(kinds, slots)``."""
        return self.slots(ORTHOGONAL if self.orthogonal_only else ADJACENT)

    def of_class(self, directions: str) -> Ints:
        """Return 1 for the slots of a class of directions (L-GDL's name)."""
        if directions == "Adjacent":
            return self.adjacent
        name = "off" if directions == "OffDiagonal" else directions.lower()
        return self.slots(relation_mask(name))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The compass point nearest to each kept slot; the same for all prototiles."""
        keys = np.vstack((np.zeros((1, 3), np.int32), self.tiling.slots.link[0, self.used, :3]))
        ends = self.tiling.plane(self.tiling.face_grid(keys))
        bearings = [degrees(bearing(*step)) - self.turn for step in (ends[1:] - ends[0]).tolist()]
        return tuple(COMPASS[round(angle / 22.5) % 16] for angle in bearings)

    def slot(self, label: str) -> int | None:
        """Return the kept slot that leads in a compass direction, or None."""
        return self.labels.index(label) if label in self.labels else None

    def code(self, key: Key) -> int:
        """Return the code of a cell."""
        return key[0] * self.kinds + key[2] + key[1] * ROW

    def key(self, code: int) -> Key:
        """Return the lattice key of a code."""
        j = (code + ROW // 2) // ROW
        i, k = divmod(code - j * ROW, self.kinds)
        return (i, j, k)

    def keys(self, codes: Ints) -> Ints:
        """Return the lattice keys of an array of codes, (n,), as (n, 3)."""
        j = (codes + ROW // 2) // ROW
        i, k = np.divmod(codes - j * ROW, self.kinds)
        return np.stack((i, j, k), axis=-1)

    def constants(self) -> dict[str, object]:
        """Return the constants of the template, by name."""
        link = self.tiling.slots.link[:, self.used]
        delta = [
            [self.code((di, dj, other)) - k for di, dj, other, _ in row]
            for k, row in enumerate(link.tolist())
        ]
        places = {slot: n for n, slot in enumerate(self.used)}
        back = [[places[slot] for slot in row] for row in link[:, :, 3].tolist()]
        sides = self.slots(ORTHOGONAL)
        origin, along, across = self.tiling.face_grid(np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)]))
        centres = self.tiling.face_grid(np.array([(0, 0, k) for k in range(self.kinds)]))
        return {
            "KINDS": self.kinds,
            "SLOTS": len(self.used),
            "ROW": ROW,
            "DELTA": _array(delta, "int64"),
            "BACK": _array(back, "uint8"),
            "KIND": _array(link[:, :, 2], "uint8"),
            "ADJACENT": _array(self.adjacent, "uint8"),
            "SIDES": int(sides[0].sum()),
            "ORTHOGONAL": _array(np.concatenate([np.flatnonzero(row) for row in sides]), "uint8"),
            "HEIGHT": _array([(along - origin)[1], (across - origin)[1], *centres[:, 1]], "int64"),
            "BREADTH": _array([(along - origin)[0], (across - origin)[0], *centres[:, 0]], "int64"),
            "PLANES": f"np.array({[list(p[:3]) for p in self.tiling.shape]}, dtype=np.int64)",
            "ALL_ADJACENT": bool(self.adjacent.all()),
        }


def _array(values: Iterable[object] | Ints, dtype: str) -> str:
    """Return the source of a flat array."""
    return f"np.array({np.ravel(np.array(values)).tolist()}, dtype=np.{dtype})"
