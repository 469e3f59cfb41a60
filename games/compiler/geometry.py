"""The plane as constants of a compiled game: steps between cells as numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import degrees

import numpy as np

from boardless.topo import Key, Tiling
from boardless.topo.kernels.arrays import Ints
from boardless.topo.tilings.compass import COMPASS, bearing
from boardless.topo.tilings.slots import ADJACENT, ORTHOGONAL, relation_mask

#: What a step of the second lattice vector adds to a code. Its low bits, those of the golden ratio,
#: spread rows evenly over a table of any size; it leaves room for 2**31 cells in a row.
ROW = 9131057645

#: What a step adds to a code where there is no neighbour: it leads to where no cell can be.
NOWHERE = 2**62


@dataclass(frozen=True)
class Geometry:
    """The slots of a tiling that a game reads.

    Attributes
    ----------
    tiling : Tiling
        Any tiling.
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
        kept = (relation & ADJACENT > 0).any(axis=0) | diagonal
        return cls(tiling, tuple(np.flatnonzero(kept).tolist()), orthogonal_only, turn)

    @property
    def kinds(self) -> int:
        """Number of prototiles."""
        return len(self.tiling.faces)

    @cached_property
    def _relation(self) -> Ints:
        """Relation bits of the kept slots, 0 where there is no neighbour or no slot back."""
        slots = self.tiling.slots
        relation = slots.relation[:, self.used].astype(np.int64)
        returns = np.isin(slots.link[:, self.used, 3], self.used)
        return np.where(returns, relation, 0)

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

    def labels(self, kind: int = 0) -> tuple[str, ...]:
        """Return the compass point nearest to each kept slot of a prototile; "" leads nowhere."""
        link = self.tiling.slots.link[kind, self.used, :3]
        keys = np.vstack((np.array([(0, 0, kind)]), link))
        ends = self.tiling.plane(self.tiling.face_grid(keys))
        bearings = [degrees(bearing(*step)) - self.turn for step in (ends[1:] - ends[0]).tolist()]
        return tuple(
            COMPASS[round(angle / 22.5) % 16] if bits else ""
            for angle, bits in zip(bearings, self._relation[kind].tolist(), strict=True)
        )

    def slot(self, label: str, kind: int | None = None) -> int | None:
        """Return the kept slot that leads in a compass direction from a prototile, or None.

        Without a prototile: from all of them, and on; None if it is not the same everywhere.
        """
        kinds = range(self.kinds) if kind is None else (kind,)
        found = {
            labels.index(label) if label in labels else None for labels in map(self.labels, kinds)
        }
        slot = found.pop()
        if found or slot is None:
            return None
        if kind is None and (self.turns[:, slot] != slot).any():
            return None
        return slot

    @cached_property
    def turns(self) -> Ints:
        """The kept slot in which a straight walk goes on, or -1, shape ``(kinds, slots)``."""
        places = np.full(self.tiling.slots.count + 1, -1)
        places[list(self.used)] = np.arange(len(self.used))
        return places[self.tiling.slots.turn[:, self.used].astype(np.int64)]

    def axes(self, directions: str) -> list[list[tuple[int, int]]] | None:
        """Return the pairs of opposite slots of each prototile along which lines run.

        None where there are no lines: a prototile has no step of the class, or a walk by them
        ends, leaves the class, or does not come back the way it went.
        """
        chosen = self.of_class(directions)
        link = self.tiling.slots.link[:, self.used]
        places = {slot: n for n, slot in enumerate(self.used)}
        pairs: list[list[tuple[int, int]]] = []
        for kind in range(self.kinds):
            pairs.append([])
            for slot in np.flatnonzero(chosen[kind]).tolist():
                _, _, other, back = link[kind, slot].tolist()
                on, opposite = int(self.turns[kind, slot]), int(self.turns[other, places[back]])
                if on < 0 or opposite < 0 or not chosen[other, on] or not chosen[kind, opposite]:
                    return None
                _, _, beyond, back = link[other, on].tolist()
                if self.turns[beyond, places[back]] != places[link[kind, slot, 3]]:
                    return None
                if slot < opposite:
                    pairs[kind].append((slot, opposite))
        return pairs if all(pairs) or not any(pairs) else None

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
            [
                self.code((di, dj, other)) - k if bits else NOWHERE
                for (di, dj, other, _), bits in zip(row, relation, strict=True)
            ]
            for k, (row, relation) in enumerate(
                zip(link.tolist(), self._relation.tolist(), strict=True)
            )
        ]
        places = {slot: n for n, slot in enumerate(self.used)}
        back = [[places.get(slot, 0) for slot in row] for row in link[:, :, 3].tolist()]
        # A prototile with fewer sides than another names one of them again.
        sides = [np.flatnonzero(row) for row in self.slots(ORTHOGONAL)]
        most = max(map(len, sides))
        origin, along, across = self.tiling.face_grid(np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)]))
        centres = self.tiling.face_grid(np.array([(0, 0, k) for k in range(self.kinds)]))
        return {
            "KINDS": self.kinds,
            "SLOTS": len(self.used),
            "ROW": ROW,
            "DELTA": _array(delta, "int64"),
            "NOWHERE": NOWHERE,
            "BACK": _array(back, "uint8"),
            "KIND": _array(link[:, :, 2], "uint8"),
            "ADJACENT": _array(self.adjacent, "uint8"),
            "SIDES": most,
            "ORTHOGONAL": _array([np.resize(row, most) for row in sides], "uint8"),
            "HEIGHT": _array([(along - origin)[1], (across - origin)[1], *centres[:, 1]], "int64"),
            "BREADTH": _array([(along - origin)[0], (across - origin)[0], *centres[:, 0]], "int64"),
            "PLANES": (
                f"np.array({[list(p[:3]) for p in self.tiling.shape]}, dtype=np.int64)"
                if self.tiling.shape
                else "np.zeros((0, 3), dtype=np.int64)"
            ),
            "ALL_ADJACENT": bool(self.adjacent.all()),
        }


def _array(values: Iterable[object] | Ints, dtype: str) -> str:
    """Return the source of a flat array."""
    return f"np.array({np.ravel(np.array(values)).tolist()}, dtype=np.{dtype})"
