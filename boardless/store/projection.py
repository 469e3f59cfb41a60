"""Projection of batches to rows of the graph, with the numbers of nodes.

Numbers are given in the order in which things first occur in the log, so the same log gives the
same graph, whether all at once or bit by bit.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa

from boardless.jit.arrays import Ints
from boardless.play.recorded.turn import ABOUT
from boardless.state import ADD, Batch
from boardless.state.batch import OPEN, PASS, PLAY, SWAP, Source
from boardless.state.move import BOARD
from boardless.state.trial_text import setup_text
from boardless.store.pieces import PieceChanges, placed
from boardless.store.plane import LAID_OUT, Plane, board_of, label_of
from boardless.store.positions.found import Explored, Found
from boardless.store.profiled import ProfiledGame
from boardless.store.schema import INT, LINKS, NODES, STRING, LinkTable, NodeTable

#: Links that go into a graph in the time of a move, which has links of its own.
LIGHT = 8
#: The ids of an exploration's positions begin at multiples of this.
_MOST = 2**32


def first_of(exploration: int) -> int:
    """Return the id of the start of an exploration; its position n has this plus n."""
    return exploration * _MOST


def rows_of(found: Found, exploration: int) -> dict[str, Sequence[Any]]:
    """Return the columns of the nodes and links of a part of an exploration, by kind."""
    first = first_of(exploration)
    positions = first + found.first + np.arange(len(found))
    rows: dict[str, Sequence[Any]] = {
        "Position": (
            positions,
            np.full(len(found), exploration),
            found.plies,
            found.movers,
            _or_none(found.winners),
            found.pieces,
            _or_none(found.holes),
            _or_none(found.diameters),
            found.keys,
        ),
        "LEADS": (
            first + found.sources.astype(np.int64),
            first + found.targets.astype(np.int64),
            pa.array(found.texts, pa.string()).take(pa.array(found.moves)),
        ),
        "WORTH": (
            first + np.arange(len(found.values)),
            np.full(len(found.values), exploration),
            found.values,
            _or_none(found.distances),
        ),
        "REACHES": (found.visits[:, 0], first + found.visits[:, 1]),
    }
    if found.first == 0 and len(found):
        rows["BEGINS_AT"] = ([exploration], [first])
    return rows


def _or_none(numbers: Ints, none: Ints | None = None) -> pa.Array:
    """Return numbers, with null in some places, by default in place of negative ones."""
    return pa.array(numbers.astype(np.int64), mask=numbers < 0 if none is None else none)


def _said(batch: Batch) -> list[list[str | None]]:
    """Return the columns of what records say of games of people."""
    said = [dict(zip(ABOUT, of, strict=False)) for of in batch.about or [()] * len(batch)]
    return [[of.get(name) or None for of in said] for name in ABOUT]


_KINDS = {PASS: "pass", SWAP: "swap", PLAY: "play"}
_TYPES = {INT: pa.int64(), STRING: pa.string()}


#: Kinds of nodes that are known by their names.
NAMED = ("Concept", "Metric", "Category")


@dataclass
class Numbers:
    """The numbers given so far: of some kinds by digest, of others how many."""

    games: dict[str, int] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)
    boards: dict[str, int] = field(default_factory=dict)
    planes: dict[str, Plane] = field(default_factory=dict)  #: cells and vertices by tiling
    explorations: dict[str, int] = field(default_factory=dict)
    names: dict[str, dict[str, int]] = field(
        default_factory=lambda: {kind: {} for kind in NAMED}
    )  #: of what is known by its name alone
    cells: int = 0
    vertices: int = 0
    trials: int = 0
    moves: int = 0


def _digest(*parts: object) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()


def game_digest(source: Source | Explored | ProfiledGame) -> str:
    """Return a hash that tells a game from every other."""
    return _digest(source.game, source.text, source.options, setup_text(source.setup))


def run_digest(source: Source) -> str:
    """Return a hash that tells a run from every other."""
    return _digest(game_digest(source), source.technique, source.start, source.seed)


class Projection:
    """Rows of the graph for batches, gathered until they are taken; keeps `numbers` up to date."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self._parts: dict[str, list[pa.Table]] = {}
        self.moves = 0

    def take(self) -> dict[str, pa.Table]:
        """Return the rows gathered so far, and forget them."""
        rows = {
            name: pa.concat_tables(parts).combine_chunks()
            for name, parts in self._parts.items()
            if parts
        }
        self._parts.clear()
        self.moves = 0
        return rows

    def _put(self, name: str, *columns: Sequence[object] | Ints) -> None:
        names, types = COLUMNS[name]
        arrays = [pa.array(c, t) for c, t in zip(columns, types, strict=True)]
        # Ladybug 0.22.0 stops reading where a part of a table is empty.
        if len(arrays[0]):
            self._parts.setdefault(name, []).append(pa.table(arrays, names))

    def add(self, batch: Batch | Found | ProfiledGame) -> None:
        """Gather the rows of a batch, of a part of an exploration, or of a profile."""
        if isinstance(batch, Found):
            self._add_found(batch)
        elif isinstance(batch, ProfiledGame):
            self._add_profile(batch)
        else:
            self._add_games(batch)

    def _add_found(self, found: Found) -> None:
        explored, numbers = found.explored, self.numbers
        fresh = explored.digest not in numbers.explorations
        number = numbers.explorations.setdefault(explored.digest, len(numbers.explorations))
        if fresh:
            game = self._game(explored, self._plane(explored))
            symmetry = [int(explored.symmetry)]
            self._put("Exploration", [number], [explored.digest], [explored.way], symmetry)
            self._put("EXPLORES", [number], [game])
        for name, columns in rows_of(found, number).items():
            self._put(name, *columns)
        self.moves += len(found.sources) // LIGHT

    def _add_profile(self, profile: ProfiledGame) -> None:
        game = self._game(profile, self._plane(profile))
        concepts = [self._named("Concept", name) for name in profile.concepts]
        self._put("HAS_CONCEPT", [game] * len(concepts), concepts)
        metrics = [self._named("Metric", name) for name in profile.measured]
        numbers = np.array([*profile.measured.values()], np.int64).reshape(-1, 3)
        many = [profile.playouts] * len(metrics)
        self._put("MEASURED", [game] * len(metrics), metrics, *numbers.T, many)
        if profile.category:
            self._put("BELONGS", [game], [self._named("Category", profile.category)])
        # Of several logs in one graph, a game may have been left to another one.
        likes = [it for it in profile.likes if it.digest in self.numbers.games]
        others = [self.numbers.games[it.digest] for it in likes]
        columns = [[getattr(it, name) for it in likes] for name in LIKE_COLUMNS]
        self._put("LIKE", [game] * len(likes), others, *columns)
        self.moves += (len(concepts) + len(metrics) + len(likes)) // LIGHT

    def _named(self, kind: str, name: str) -> int:
        names = self.numbers.names[kind]
        if name not in names:
            names[name] = len(names)
            self._put(kind, [names[name]], [name])
        return names[name]

    def _add_games(self, batch: Batch) -> None:
        numbers, source = self.numbers, batch.source
        plane = self._plane(source)
        game = self._game(source, plane)
        run = self._run(source, game)
        boards = np.array(
            [
                self._board(keys, plane)
                for keys in np.split(batch.boards, np.cumsum(batch.sizes)[:-1])
            ]
        )
        count = len(batch.movers)
        trials = numbers.trials + np.arange(len(batch))
        moves = numbers.moves + np.arange(count)
        numbers.trials += len(batch)
        numbers.moves += count
        self.moves += count
        ply = batch.running(np.ones(count, np.int64), 0)
        component = np.zeros(count, np.int64)
        puts = (batch.actions[:, 0] == ADD) & (batch.actions[:, 1] == BOARD)
        component[np.repeat(np.arange(count), batch.acted)[puts]] = batch.actions[puts, 7]
        moved = PieceChanges.of(batch, placed(source.setup, source.text, source.options))

        first = source.first
        self._put(
            "Trial",
            trials,
            [None] * len(batch) if first is None else first + np.arange(len(batch)),
            _or_none(batch.winners, batch.winners == OPEN),
            batch.plies,
            batch.cells,
            *_said(batch),
        )
        kinds = [_KINDS[kind] for kind in batch.kinds.tolist()]
        self._put(
            "Move", moves, ply, batch.movers, kinds, _or_none(component, component == 0),
            batch.counts, moved.pieces, moved.occupied,
        )  # fmt: skip
        self._put("OF", trials, np.full(len(batch), run))
        self._put("BEGINS", trials, boards[batch.starts])
        self._put("MADE", trials[batch.played], moves)
        after = np.flatnonzero(ply > 1)
        self._put("NEXT", moves[after - 1], moves[after])
        for name, links in (
            ("TAKES", moved.takes), ("LEAVES", moved.leaves), ("SETS", moved.sets),
        ):  # fmt: skip
            self._put(name, moves[links.moves], self._cells(plane, links.cells), *links.columns)
        added = np.repeat(moves, batch.added)
        self._put("ADDS", added, self._cells(plane, batch.adds[:, :3]), batch.adds[:, 3])
        removed = np.repeat(moves, batch.removed)
        self._put("REMOVES", removed, self._cells(plane, batch.removes))

    def _game(self, source: Source | Explored | ProfiledGame, plane: Plane) -> int:
        games, digest = self.numbers.games, game_digest(source)
        if digest not in games:
            games[digest] = number = len(games)
            setup = source.setup
            self._put(
                "Game", [number], [digest], [source.game], [plane.label],
                [", ".join(source.options)], [source.text], [setup_text(setup)], [setup.players],
            )  # fmt: skip
            there = [
                (*cell, piece.component, piece.amount, level, *piece[2:])
                for cell, pile in placed(setup, source.text, source.options).items()
                for level, piece in enumerate(pile)
            ]
            rows = np.array(there, np.int64).reshape(-1, 9)
            cells = self._cells(plane, rows[:, :3])
            self._put("PLACES", np.full(len(rows), number), cells, *rows[:, 3:].T)
        return games[digest]

    def _run(self, source: Source, game: int) -> int:
        runs, digest = self.numbers.runs, run_digest(source)
        if digest not in runs:
            runs[digest] = number = len(runs)
            self._put("Run", [number], [digest], [source.technique], [source.start], [source.seed])
            self._put("PLAYS", [number], [game])
        return runs[digest]

    def _board(self, keys: Ints, plane: Plane) -> int:
        boards = self.numbers.boards
        digest = _digest(plane.label, keys.tolist())
        if digest not in boards:
            boards[digest] = number = len(boards)
            self._put("Board", [number], [digest], [plane.label], [len(keys)])
            cells = self._cells(plane, keys)
            self._put("HAS", np.full(len(keys), number), cells, np.arange(len(keys)))
        return boards[digest]

    def _plane(self, source: Source | Explored | ProfiledGame) -> Plane:
        laid_out = source.setup.plane is None
        label = LAID_OUT + game_digest(source)[:16] if laid_out else label_of(source.setup.tiling)
        if label not in self.numbers.planes:
            self.numbers.planes[label] = Plane(label)
        plane = self.numbers.planes[label]
        if plane.tiling is None and plane.board is None:
            plane.board = board_of(source.text, tuple(source.options))
        return plane

    def _cells(self, plane: Plane, keys: Ints) -> Ints:
        """Return the numbers of cells, after putting those that are new."""
        new, numbers = plane.cells(keys, self.numbers.cells)
        if not len(new.keys):
            return numbers
        self.numbers.cells += len(new.keys)
        names = [plane.label] * len(new.keys)
        self._put("Cell", new.numbers, names, *np.array(new.keys).T)
        vertices, corners = plane.corners(new, self.numbers.vertices)
        self.numbers.vertices += len(vertices.keys)
        if len(vertices.keys):
            names = [plane.label] * len(vertices.keys)
            self._put("Vertex", vertices.numbers, names, *np.array(vertices.keys).T)
        self._put("CORNER", *corners)
        for name, links in plane.links(new).items():
            self._put(name, *links)
        return numbers


def _columns(table: NodeTable | LinkTable) -> tuple[list[str], list[pa.DataType]]:
    columns = dict(table.columns)
    if isinstance(table, LinkTable):
        columns = {"from": INT, "to": INT, **columns}
    return list(columns), [_TYPES[type_] for type_ in columns.values()]


#: The columns of links LIKE, in order.
LIKE_COLUMNS = ("distance", "cosine", "jaccard", "metrics")
COLUMNS = {table.name: _columns(table) for table in (*NODES, *LINKS)}
