"""Local patterns of a game: which there are, their weights, and the file that has them."""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from boardless.agents.kernels.joining import PatternConstants
from boardless.agents.kernels.pattern_tables import (
    FAMILIES,
    MOST_AXES,
    MOST_RING,
    PATTERN_SETTINGS,
    REACH_OF_LINES,
    REPLY_CELLS,
    SAMPLED_MOVES,
    SCANNED,
    PatternTables,
)
from boardless.games import Game
from boardless.games.game import as_game
from boardless.jit.arrays import Floats, Ints
from boardless.play.state import State
from boardless.play.views import View
from boardless.topo import InputError
from boardless.topo.tilings.slots import ADJACENT, ORTHOGONAL
from boardless.util.inputs import refuse, shown

#: Directions clockwise that a compass has.
POINTS = 16
#: The version of the features and of the file.
VERSION = 1


@dataclass(frozen=True)
class PatternFeatures:
    """The features of the moves of a game: constants of the kernels, and tables of its board."""

    game: Game

    @classmethod
    def of(cls, game: Game) -> "PatternFeatures":
        """Return the features of a game, the same object again and again."""
        found: PatternFeatures = game.once(("patterns",), lambda: cls(game))
        return found

    @cached_property
    def _slots(self) -> Ints:
        """The compass point of each slot that touches, -1 for others: (kinds, slots)."""
        steps = View.of(self.game).tables.steps
        kernels = self.game.kernels
        steps = steps.reshape(-1, int(kernels.SLOTS), 2)
        for bits in (ADJACENT, ORTHOGONAL):
            touching = np.where(steps[:, :, 1] & bits > 0, steps[:, :, 0], -1)
            if max((row >= 0).sum() for row in touching) <= MOST_RING:
                break
        return touching

    @cached_property
    def _ring(self) -> list[int]:
        """The compass points of the ring around a cell of a laid-out board."""
        points, counts = np.unique(self._slots[self._slots >= 0], return_counts=True)
        return sorted(points[np.argsort(-counts, kind="stable")][:MOST_RING].tolist())

    @cached_property
    def _rings(self) -> list[list[int]]:
        """The slots of the ring of each prototile of a board that grows, clockwise."""
        rings = []
        for row in self._slots.tolist():
            slots = [slot for slot in range(len(row)) if row[slot] >= 0]
            rings.append(sorted(slots, key=lambda slot: row[slot])[:MOST_RING])
        return rings

    @cached_property
    def on_table(self) -> bool:
        """Whether the board does not grow."""
        return not self.game.growing

    @cached_property
    def cells(self) -> int:
        """Cells of a ring."""
        return len(self._ring) if self.on_table else max(1, max(map(len, self._rings)))

    @cached_property
    def _axes(self) -> list[Any]:
        """Pairs of opposite directions: of points, or of slots of each prototile."""
        if self.on_table:
            half = POINTS // 2
            return [(p, p + half) for p in self._ring if p + half in self._ring][:MOST_AXES]
        pairs = []
        for row in self._slots.tolist():
            there = {point: slot for slot, point in enumerate(row) if point >= 0}
            pairs.append(
                [(there[p], there[p + 8]) for p in sorted(there) if p + 8 in there][:MOST_AXES]
            )
        return pairs

    @cached_property
    def axes(self) -> int:
        """Axes through a cell; none where prototiles have different ones."""
        return len(self._axes) if self.on_table else min(map(len, self._axes))

    @property
    def shows_sides(self) -> bool:
        """Whether the colours of the sides of tiles count: those of one prototile."""
        kernels = self.game.kernels
        paths = int(kernels.COLOURS) > 0 and int(kernels.ROTATIONS) >= 0
        sides = len(self._sides) - self._sides.count(-1)
        return bool(
            paths
            and not self.on_table
            and len(self._rings) == 1
            and sides == int(kernels.SIDES)
            and sides * 2 >= self.cells
        )

    @property
    def layings(self) -> int:
        """In how many ways a tile may lie, as far as that counts."""
        kernels = self.game.kernels
        count = np.asarray(kernels.LAYINGS).size // 2
        return count if self.shows_sides and int(kernels.BOUND) == 1 and count > 0 else 1

    @cached_property
    def _sides(self) -> list[int]:
        """The side towards each cell of the ring, -1 across a corner."""
        if self.on_table or len(self._rings) > 1:
            return [-1] * self.cells
        sides = np.asarray(self.game.kernels.ORTHOGONAL).tolist()
        return [sides.index(slot) if slot in sides else -1 for slot in self._rings[0]]

    @cached_property
    def _axis_cells(self) -> list[int]:
        """The cell of the ring in which each side of each axis begins."""
        if self.on_table:
            return [self._ring.index(point) for pair in self._axes for point in pair]
        return [self._rings[0].index(slot) for pair in self._axes[0][: self.axes] for slot in pair]

    @cached_property
    def near_cells(self) -> int:
        """Columns of `near`."""
        return 2 * self.cells + 2 * self.axes * REACH_OF_LINES

    @cached_property
    def near(self) -> Ints:
        """The sites around each site of a laid-out board; see `PatternTables`."""
        if not self.on_table:
            return np.zeros(1, np.int32)
        arrays = State(self.game).position.arrays
        slots, held = int(self.game.kernels.SLOTS), int(self.game.kernels.HELD)
        sites = int(arrays.n[self.game.kernels.COUNT])
        step = np.asarray(arrays.step)
        to = np.zeros((sites + 1, POINTS), np.int64)
        for site in range(held + 1, sites + 1):
            row = self._slots[(site - held - 1) % len(self._slots)]
            for slot, point in enumerate(row.tolist()):
                if point >= 0:
                    to[site, point] = step[site * slots + slot]
        ring = self._ring
        near = np.zeros((sites + 1, self.near_cells), np.int32)
        for cell, point in enumerate(ring):
            after = ring[(cell + 1) % len(ring)]
            near[:, cell] = to[:, point]
            near[:, self.cells + cell] = np.where(
                to[:, point] > 0, to[to[:, point], after], to[to[:, after], point]
            )
        for axis, pair in enumerate(self._axes):
            for side, point in enumerate(pair):
                at = np.arange(sites + 1)
                for n in range(REACH_OF_LINES):
                    at = to[at, point]
                    near[:, 2 * self.cells + (2 * axis + side) * REACH_OF_LINES + n] = at
        return near.ravel()

    @cached_property
    def _bases(self) -> dict[str, int]:
        """The first feature of each family, and the number of all."""
        players, components = self.game.players + 1, len(self.game.components) + 1
        sites = len(self.near) // self.near_cells if self.on_table else 0
        ring = players << 2 * self.cells
        reply = self.cells << 2 * min(self.cells, REPLY_CELLS)
        sizes = {
            "PIECES_BASE": components * components,
            "TARGET_BASE": players * sites,
            "FROM_BASE": players * sites,
            "RING_BASE": ring * self.layings,
            "WIDE_BASE": ring,
            "LEFT_BASE": ring,
            "REPLY_BASE": players * (reply + self.cells + 1),
            "LINE_BASE": players * self.axes * self.layings << 4 * REACH_OF_LINES,
        }
        found, first = {}, 1
        for name, size in sizes.items():
            found[name] = first
            first += size
        return {**found, "": first}

    @property
    def count(self) -> int:
        """The number of features."""
        return self._bases[""]

    def constants(self, quick: bool) -> PatternConstants:
        """Return the constants of the kernels; see `agents.kernels.features`."""
        values: dict[str, int | tuple[int, ...]] = {
            name: n for name, n in self._bases.items() if name
        }
        values |= {
            "PATTERNS": True,
            "LOOKS_QUICKLY": quick,
            "ON_TABLE": self.on_table,
            "RING_CELLS": self.cells,
            "LINE_AXES": self.axes,
            "NEAR_CELLS": self.near_cells,
            "SHOWS_SIDES": self.shows_sides,
            "LAYINGS_SEEN": self.layings,
        }
        rings: list[int] = (
            []
            if self.on_table
            else [slot for ring in self._rings for slot in (ring * self.cells)[: self.cells]]
        )
        axes: list[int] = (
            []
            if self.on_table
            else [slot for pairs in self._axes for pair in pairs[: self.axes] for slot in pair]
        )
        arrays = {
            "RING_SLOTS": rings, "LINE_SLOTS": axes, "RING_SIDES": self._sides,
            "LINE_CELLS": self._axis_cells,
        }  # fmt: skip
        values |= {name: tuple(slots or [0]) for name, slots in arrays.items()}
        return tuple(values.items())

    @cached_property
    def adds(self) -> Ints:
        """The component that each rule adds."""
        return np.array([rule.component for rule in self.game.info.rules] or [0], np.int64)

    def tables(self, weights: Floats, quick: Floats, scanned: int, sampled: int) -> PatternTables:
        """Return the tables of weights (logarithms of factors) and settings of playouts."""
        o = np.zeros(PATTERN_SETTINGS, np.int64)
        o[SCANNED], o[SAMPLED_MOVES] = scanned, sampled
        return PatternTables(
            o=o, near=self.near, adds=self.adds,
            factors=np.exp(weights.astype(np.float64)), quick=np.exp(quick.astype(np.float64)),
            at=np.zeros(FAMILIES, np.int64),
        )  # fmt: skip


#: The tables of a search without patterns.
NO_TABLES = PatternTables(
    o=np.zeros(PATTERN_SETTINGS, np.int64), near=np.zeros(1, np.int32), adds=np.zeros(1, np.int64),
    factors=np.ones(1), quick=np.ones(1), at=np.zeros(FAMILIES, np.int64),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Patterns:
    """Weights of the local patterns of a game.

    Attributes
    ----------
    name, options : str and tuple of str
        The game that they are of.
    weights, quick : array of float, shape (features,)
        What each feature adds to the logarithm of a move's weight, in the tree and in playouts.
    scanned, sampled : int
        Playouts look at all moves up to so many, and at so many sampled ones of more; they are
        random where `sampled` is 0.
    looks_quickly : bool
        Whether playouts look only at some families of features.
    """

    name: str
    options: tuple[str, ...]
    weights: Floats
    quick: Floats
    scanned: int = 0
    sampled: int = 0
    looks_quickly: bool = True
    _tables: PatternTables | None = field(default=None, repr=False)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file."""
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file, name=np.array(self.name),
                options=np.array("\n".join(self.options)),
                weights=self.weights.astype(np.float32), quick=self.quick.astype(np.float32),
                settings=np.array(
                    (VERSION, self.scanned, self.sampled, self.looks_quickly), np.int64
                ),
            )  # fmt: skip

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Patterns":
        """Return the patterns of a file; InputError if it is none."""
        try:
            with Path(path).open("rb") as content, np.load(content, allow_pickle=False) as file:
                found = {name: file[name] for name in file.files}
            version, scanned, sampled, quick = found["settings"].tolist()
            options = str(found["options"])
            patterns = cls(
                str(found["name"]), tuple(options.split("\n")) if options else (),
                found["weights"].astype(np.float64), found["quick"].astype(np.float64),
                int(scanned), int(sampled), bool(quick),
            )  # fmt: skip
        except OSError as error:
            raise InputError(f"patterns {shown(str(path))}: {error.strerror or error}") from None
        except (KeyError, ValueError, TypeError, EOFError, BadZipFile, AttributeError):
            raise InputError(f"patterns {shown(str(path))}: not a file of patterns") from None
        if version != VERSION:
            refuse("patterns", str(path), f"version {version}, not {VERSION}")
        return patterns

    def constants(self, game: Game) -> PatternConstants:
        """Return the constants of the kernels; InputError if it is another game's."""
        self.tables(game)
        return PatternFeatures.of(game).constants(self.looks_quickly)

    def tables(self, game: Game) -> PatternTables:
        """Return the tables for a game; InputError if it is another game's."""
        features = PatternFeatures.of(as_game(game))
        one, other = (
            " with ".join((name, ", ".join(options))) if options else name
            for name, options in ((self.name, self.options), (game.name, game.options))
        )
        if one != other or len(self.weights) != features.count:
            raise InputError(f"patterns of {one}: this is {other}")
        made = self._tables
        if made is None:
            made = features.tables(self.weights, self.quick, self.scanned, self.sampled)
            object.__setattr__(self, "_tables", made)
        # What is written to belongs to one search.
        return made._replace(at=np.zeros(FAMILIES, np.int64))


def patterns_of(value: Any) -> Patterns | None:
    """Return patterns, or those of a file; InputError if it has none."""
    if value is None or isinstance(value, Patterns):
        return value
    if not isinstance(value, str | PathLike):
        refuse("patterns", value, "give the path of a file")
    path = Path(value)
    return _loaded(path, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(16)
def _loaded(path: Path, _written: int) -> Patterns:
    """Return the patterns of a file as it was written at a time."""
    return Patterns.load(path)
