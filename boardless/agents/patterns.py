"""Local patterns of a game: which there are, their weights, and the file that has them."""

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from boardless.agents.kernels.arrays import (
    FAMILIES,
    MOST_AXES,
    MOST_RING,
    REACH_OF_LINES,
    REPLY_CELLS,
    PatternTables,
)
from boardless.agents.kernels.joining import PatternConstants
from boardless.games import Game
from boardless.games.game import as_game
from boardless.jit.arrays import Floats, Ints
from boardless.play.state import State
from boardless.play.views import View
from boardless.topo import InputError
from boardless.topo.tilings.incidence import ADJACENT, ORTHOGONAL
from boardless.util.inputs import refuse, replacing_file, shown

#: Directions clockwise that a compass has.
POINTS = 16
#: The version of the features and of the file.
VERSION = 1


@dataclass(frozen=True, eq=False)
class PatternFeatures:
    """The features of the moves of a game: constants of the kernels, and tables of its board.

    Attributes
    ----------
    cells, axes : int
        Cells of a ring, and axes through a cell, 0 if prototiles have different ones.
    bases : dict of str to int
        The first feature of each family, by the name of its constant.
    count : int
        The number of features.
    constants : tuple
        Constants of the kernels; see `agents.kernels.features`.
    near, adds : array of int
        See `PatternTables`.
    """

    cells: int
    axes: int
    bases: dict[str, int]
    count: int
    constants: PatternConstants
    near: Ints
    adds: Ints

    @classmethod
    def of(cls, game: Game) -> "PatternFeatures":
        """Return the features of a game, the same object at every call."""
        features: PatternFeatures = game.once(("patterns",), lambda: cls._new(game))
        return features

    @classmethod
    def _new(cls, game: Game) -> "PatternFeatures":
        kernels, on_table, slots = game.kernels, not game.growing, _touching_slots(game)
        # The ring, and pairs of opposite directions: compass points of a laid-out board, else the
        # slots of each prototile.
        if on_table:
            points, counts = np.unique(slots[slots >= 0], return_counts=True)
            rings = [sorted(points[np.argsort(-counts, kind="stable")][:MOST_RING].tolist())]
            directions = [{point: point for point in rings[0]}]
        else:
            directions = [
                {point: slot for slot, point in enumerate(row) if point >= 0}
                for row in slots.tolist()
            ]
            rings = [
                sorted(each.values(), key=row.__getitem__)[:MOST_RING]
                for each, row in zip(directions, slots.tolist(), strict=True)
            ]
        half = POINTS // 2
        pairs = [
            [(each[p], each[p + half]) for p in sorted(each) if p + half in each][:MOST_AXES]
            for each in directions
        ]
        cells, axes = max(map(len, rings)), min(map(len, pairs))
        sides = [-1] * cells
        if not on_table:
            cells = max(1, cells)
            if len(rings) == 1:
                orthogonal = np.asarray(kernels.ORTHOGONAL).tolist()
                sides = [orthogonal.index(s) if s in orthogonal else -1 for s in rings[0]]
        # The colours of the sides of tiles count if there is one prototile.
        known = len(sides) - sides.count(-1)
        has_paths = int(kernels.COLOURS) > 0 and int(kernels.ROTATIONS) >= 0
        shows_sides = has_paths and 0 < known == int(kernels.SIDES) and 2 * known >= cells
        layings = np.asarray(kernels.LAYINGS).size // 2
        if not (shows_sides and int(kernels.BOUND) == 1 and layings):
            layings = 1
        near = _near(game, slots, rings[0], pairs[0]) if on_table else np.zeros((1, 1), np.int32)
        players, components = game.players + 1, len(game.components) + 1
        sites, ring = len(near) if on_table else 0, players << 2 * cells
        reply = cells << 2 * min(cells, REPLY_CELLS)
        sizes = {
            "PIECES_BASE": components * components,
            "TARGET_BASE": players * sites,
            "FROM_BASE": players * sites,
            "RING_BASE": ring * layings,
            "WIDE_BASE": ring,
            "LEFT_BASE": ring,
            "REPLY_BASE": players * (reply + cells + 1),
            "LINE_BASE": players * axes * layings << 4 * REACH_OF_LINES,
        }
        *firsts, count = accumulate(sizes.values(), initial=1)
        bases = dict(zip(sizes, firsts, strict=True))
        arrays = {
            "RING_SLOTS": [] if on_table else [s for ring in rings for s in (ring * cells)[:cells]],
            "LINE_SLOTS": [] if on_table else [s for each in pairs for p in each[:axes] for s in p],
            "RING_SIDES": sides,
            "LINE_CELLS": [rings[0].index(s) for pair in pairs[0][:axes] for s in pair],
        }
        constants: dict[str, int | tuple[int, ...]] = {
            **bases, "PATTERNS": True, "ON_TABLE": on_table, "RING_CELLS": cells,
            "LINE_AXES": axes, "NEAR_CELLS": 2 * (cells + axes * REACH_OF_LINES),
            "SHOWS_SIDES": shows_sides, "LAYINGS_SEEN": layings,
            **{name: tuple(slots or [0]) for name, slots in arrays.items()},
        }  # fmt: skip
        adds = np.array([rule.component for rule in game.info.rules] or [0], np.int64)
        return cls(cells, axes, bases, count, tuple(constants.items()), near.ravel(), adds)


def _touching_slots(game: Game) -> Ints:
    """Return the compass point of each slot that touches, -1 for others: (kinds, slots)."""
    steps = View.of(game).tables.steps.reshape(-1, int(game.kernels.SLOTS), 2)
    for bits in (ADJACENT, ORTHOGONAL):
        touching = np.where(steps[:, :, 1] & bits > 0, steps[:, :, 0], -1)
        if (touching >= 0).sum(axis=1).max() <= MOST_RING:
            break
    return touching


def _near(game: Game, slots: Ints, ring: list[int], pairs: list[tuple[int, int]]) -> Ints:
    """Return the sites around each site of a laid-out board, (sites, NEAR_CELLS) int32."""
    arrays, kernels = State(game).position.arrays, game.kernels
    width, held, sites = int(kernels.SLOTS), int(kernels.HELD), int(arrays.n[kernels.COUNT])
    to = np.zeros((sites + 1, POINTS), np.int64)
    for site in range(held + 1, sites + 1):
        for slot, point in enumerate(slots[(site - held - 1) % len(slots)].tolist()):
            if point >= 0:
                to[site, point] = arrays.step[site * width + slot]
    columns = [to[:, point] for point in ring]
    for point, after in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        beyond = to[to[:, point], after], to[to[:, after], point]
        columns.append(np.where(to[:, point] > 0, *beyond))
    for point in chain.from_iterable(pairs):
        at = np.arange(sites + 1)
        for _ in range(REACH_OF_LINES):
            at = to[at, point]
            columns.append(at)
    return np.stack(columns, axis=1).astype(np.int32)


def _tables(
    near: Ints, adds: Ints, factors: Floats, quick: Floats, settings: tuple[int, int]
) -> PatternTables:
    """Return tables; `settings` are the values of SCANNED and SAMPLED_MOVES."""
    at = np.zeros(FAMILIES, np.int64)
    return PatternTables(np.array(settings), near, adds, factors, quick, at)


#: The tables of a search without patterns.
NO_TABLES = _tables(np.zeros(1, np.int32), np.zeros(1, np.int64), np.ones(1), np.ones(1), (0, 0))


@dataclass(frozen=True, eq=False)
class Patterns:
    """Weights of the local patterns of a game.

    Attributes
    ----------
    name, options : str and tuple of str
        The game that they are of.
    weights, quick : array of float, shape (features,)
        The amount that each feature adds to the logarithm of a move's weight, in the tree and in
        playouts.
    scanned, sampled : int
        Playouts compare all moves up to `scanned` moves, and `sampled` random ones of more. They
        are random if `sampled` is 0.
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
    _made: PatternTables | None = field(default=None, repr=False)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file."""
        with replacing_file(path) as part, part.open("wb") as file:
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
        """Return the patterns of a file; InputError for another kind of file."""
        try:
            with Path(path).open("rb") as content, np.load(content, allow_pickle=False) as file:
                parts = {name: file[name] for name in file.files}
            version, scanned, sampled, quick = parts["settings"].tolist()
            options = str(parts["options"])
            patterns = cls(
                str(parts["name"]), tuple(options.split("\n")) if options else (),
                parts["weights"].astype(np.float64), parts["quick"].astype(np.float64),
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
        return (*self._features(game).constants, ("LOOKS_QUICKLY", self.looks_quickly))

    def tables(self, game: Game) -> PatternTables:
        """Return the tables for a game; InputError if it is another game's."""
        features, tables = self._features(game), self._made
        if tables is None:
            tables = _tables(
                features.near, features.adds, np.exp(self.weights.astype(np.float64)),
                np.exp(self.quick.astype(np.float64)), (self.scanned, self.sampled),
            )  # fmt: skip
            object.__setattr__(self, "_made", tables)
        # A search writes to this array.
        return tables._replace(at=np.zeros(FAMILIES, np.int64))

    def _features(self, game: Game) -> PatternFeatures:
        features = PatternFeatures.of(as_game(game))
        one, other = (
            " with ".join((name, ", ".join(options))) if options else name
            for name, options in ((self.name, self.options), (game.name, game.options))
        )
        if one != other or len(self.weights) != features.count:
            raise InputError(f"patterns of {one}: this is {other}")
        return features


def patterns_of(value: Any) -> Patterns | None:
    """Return patterns, or the patterns of a file; InputError for another value."""
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
