"""Projection of a log's contents to rows of the graph, with the ids of nodes.

Ids follow the order of first occurrence in the log, so the same log gives the same graph, whether
all at once or bit by bit.
"""

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np
import pyarrow as pa

from boardless.jit.arrays import Ints
from boardless.play.recorded.turn import ABOUT
from boardless.state import ADD, Batch
from boardless.state.batch import OPEN, PASS, PLAY, SWAP, Source
from boardless.state.move import BOARD
from boardless.state.trial import setup_text
from boardless.store.frames import Content, ProfiledGame
from boardless.store.pieces import piece_changes, placed
from boardless.store.plane import LAID_OUT, Plane, board_of, label_of
from boardless.store.positions.found import Explored, Found
from boardless.store.schema import COLUMNS, first_of

#: The number of links that a graph takes in the time of a move, which has links of its own.
LIGHT = 8


def rows_of(part: Found, exploration: int) -> dict[str, Sequence[Any]]:
    """Return the columns of the nodes and links of a part of an exploration, by kind."""
    first = first_of(exploration)
    rows: dict[str, Sequence[Any]] = {
        "Position": (
            first + part.first + np.arange(len(part)),
            np.full(len(part), exploration),
            part.plies,
            part.movers,
            _or_none(part.winners),
            part.pieces,
            _or_none(part.holes),
            _or_none(part.diameters),
            part.keys,
        ),
        "LEADS": (
            first + part.sources.astype(np.int64),
            first + part.targets.astype(np.int64),
            pa.array(part.texts, pa.string()).take(pa.array(part.moves)),
        ),
        "WORTH": (
            first + np.arange(len(part.values)),
            np.full(len(part.values), exploration),
            part.values,
            _or_none(part.distances),
        ),
        "REACHES": (part.visits[:, 0], first + part.visits[:, 1]),
    }
    if part.first == 0 and len(part):
        rows["BEGINS_AT"] = ([exploration], [first])
    return rows


def _or_none(numbers: Ints, none: Ints | None = None) -> pa.Array:
    """Return numbers with null at the places of a mask, by default for negative numbers."""
    return pa.array(numbers.astype(np.int64), mask=numbers < 0 if none is None else none)


def _about(batch: Batch) -> list[list[str | None]]:
    """Return the columns of notes in records of people's games."""
    notes = [dict(zip(ABOUT, about, strict=False)) for about in batch.about or [()] * len(batch)]
    return [[about.get(name) or None for about in notes] for name in ABOUT]


_KINDS = {PASS: "pass", SWAP: "swap", PLAY: "play"}


#: Kinds of nodes that the log names, and the column that tells one from another.
KEYS = dict.fromkeys(("Game", "Run", "Board", "Exploration"), "digest")
KEYS |= dict.fromkeys(("Concept", "Metric", "Category"), "name")


def _digest(*parts: object) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()


def game_digest(source: Source | Explored | ProfiledGame) -> str:
    """Return a hash that distinguishes a game from every other."""
    return _digest(source.game, source.text, source.options, setup_text(source.setup))


def run_digest(source: Source) -> str:
    """Return a hash that distinguishes a run from every other."""
    return _digest(game_digest(source), source.technique, source.start, source.seed)


class Projection:
    """Rows of the graph for contents of a log, collected until `take` returns them.

    Attributes
    ----------
    ids : dict
        For each kind of `KEYS` the ids of the nodes so far, by digest or name.
    planes : dict
        Cells and vertices by the label of their tiling.
    counts : Counter
        The numbers of nodes Cell, Vertex, Trial and Move so far.
    moves : int
        The number of moves among the gathered rows; other rows count as a part of a move.
    """

    def __init__(self, trials: int = 0, moves: int = 0) -> None:
        self.ids: dict[str, dict[str, int]] = {kind: {} for kind in KEYS}
        self.planes: dict[str, Plane] = {}
        self.counts = Counter(Trial=trials, Move=moves)
        self.moves = 0
        self._parts: dict[str, list[pa.Table]] = {}

    def take(self) -> dict[str, pa.Table]:
        """Return the rows collected so far, and remove them."""
        parts, self._parts, self.moves = self._parts, {}, 0
        return {name: pa.concat_tables(each).combine_chunks() for name, each in parts.items()}

    def plane(self, label: str) -> Plane:
        """Return the cells and vertices of a label."""
        if label not in self.planes:
            self.planes[label] = Plane(label)
        return self.planes[label]

    def _id(self, kind: str, key: str) -> tuple[int, bool]:
        """Return the id of a node by its digest or name, and whether it is new."""
        ids = self.ids[kind]
        fresh = key not in ids
        return ids.setdefault(key, len(ids)), fresh

    def _put(self, name: str, *columns: Sequence[object] | Ints) -> None:
        names, types = COLUMNS[name]
        arrays = [pa.array(c, t) for c, t in zip(columns, types, strict=True)]
        # Ladybug 0.22.0 stops reading where a part of a table is empty.
        if len(arrays[0]):
            self._parts.setdefault(name, []).append(pa.table(arrays, names))

    def add(self, content: Content) -> None:
        """Gather the rows of a batch, of a part of an exploration, or of a profile."""
        if isinstance(content, Found):
            self._add_found(content)
        elif isinstance(content, ProfiledGame):
            self._add_profile(content)
        else:
            self._add_games(content)

    def _add_found(self, part: Found) -> None:
        explored = part.explored
        number, fresh = self._id("Exploration", explored.digest)
        if fresh:
            game = self._game(explored, self._plane(explored))
            symmetry = [int(explored.symmetry)]
            self._put("Exploration", [number], [explored.digest], [explored.way], symmetry)
            self._put("EXPLORES", [number], [game])
        for name, columns in rows_of(part, number).items():
            self._put(name, *columns)
        self.moves += len(part.sources) // LIGHT

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
        # In a graph of several logs, another log may have brought the game.
        games = self.ids["Game"]
        likes = [each for each in profile.likes if each.digest in games]
        others = [games[each.digest] for each in likes]
        columns = [[getattr(each, name) for each in likes] for name in LIKE_COLUMNS]
        self._put("LIKE", [game] * len(likes), others, *columns)
        self.moves += (len(concepts) + len(metrics) + len(likes)) // LIGHT

    def _named(self, kind: str, name: str) -> int:
        number, fresh = self._id(kind, name)
        if fresh:
            self._put(kind, [number], [name])
        return number

    def _add_games(self, batch: Batch) -> None:
        source, totals = batch.source, self.counts
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
        trials = totals["Trial"] + np.arange(len(batch))
        moves = totals["Move"] + np.arange(count)
        totals.update(Trial=len(batch), Move=count)
        self.moves += count
        ply = batch.running(np.ones(count, np.int64), 0)
        component = np.zeros(count, np.int64)
        puts = (batch.actions[:, 0] == ADD) & (batch.actions[:, 1] == BOARD)
        component[np.repeat(np.arange(count), batch.acted)[puts]] = batch.actions[puts, 7]
        changes, pieces, occupied = piece_changes(
            batch, placed(source.setup, source.text, source.options)
        )

        first = source.first
        self._put(
            "Trial",
            trials,
            [None] * len(batch) if first is None else first + np.arange(len(batch)),
            _or_none(batch.winners, batch.winners == OPEN),
            batch.plies,
            batch.cells,
            *_about(batch),
        )
        kinds = [_KINDS[kind] for kind in batch.kinds.tolist()]
        self._put(
            "Move", moves, ply, batch.movers, kinds, _or_none(component, component == 0),
            batch.counts, pieces, occupied,
        )  # fmt: skip
        self._put("OF", trials, np.full(len(batch), run))
        self._put("BEGINS", trials, boards[batch.starts])
        self._put("MADE", trials[batch.played], moves)
        after = np.flatnonzero(ply > 1)
        self._put("NEXT", moves[after - 1], moves[after])
        for name, (places, cells, columns) in changes.items():
            self._put(name, moves[places], self._cells(plane, cells), *columns)
        added = np.repeat(moves, batch.added)
        self._put("ADDS", added, self._cells(plane, batch.adds[:, :3]), batch.adds[:, 3])
        removed = np.repeat(moves, batch.removed)
        self._put("REMOVES", removed, self._cells(plane, batch.removes))

    def _game(self, source: Source | Explored | ProfiledGame, plane: Plane) -> int:
        digest = game_digest(source)
        number, fresh = self._id("Game", digest)
        if fresh:
            setup = source.setup
            self._put(
                "Game", [number], [digest], [source.game], [plane.label],
                [", ".join(source.options)], [source.text], [setup_text(setup)], [setup.players],
            )  # fmt: skip
            pieces = [
                (*cell, piece.component, piece.amount, level, *piece[2:])
                for cell, pile in placed(setup, source.text, source.options).items()
                for level, piece in enumerate(pile)
            ]
            rows = np.array(pieces, np.int64).reshape(-1, 9)
            cells = self._cells(plane, rows[:, :3])
            self._put("PLACES", np.full(len(rows), number), cells, *rows[:, 3:].T)
        return number

    def _run(self, source: Source, game: int) -> int:
        digest = run_digest(source)
        number, fresh = self._id("Run", digest)
        if fresh:
            self._put("Run", [number], [digest], [source.technique], [source.start], [source.seed])
            self._put("PLAYS", [number], [game])
        return number

    def _board(self, keys: Ints, plane: Plane) -> int:
        digest = _digest(plane.label, keys.tolist())
        number, fresh = self._id("Board", digest)
        if fresh:
            self._put("Board", [number], [digest], [plane.label], [len(keys)])
            cells = self._cells(plane, keys)
            self._put("HAS", np.full(len(keys), number), cells, np.arange(len(keys)))
        return number

    def _plane(self, source: Source | Explored | ProfiledGame) -> Plane:
        laid_out = source.setup.plane is None
        label = LAID_OUT + game_digest(source)[:16] if laid_out else label_of(source.setup.tiling)
        plane = self.plane(label)
        if plane.tiling is None and plane.board is None:
            plane.board = board_of(source.text, tuple(source.options))
        return plane

    def _cells(self, plane: Plane, keys: Ints) -> Ints:
        """Return the ids of cells, after putting the new ones with their vertices and links."""
        new, numbers = plane.cells(keys, self.counts["Cell"])
        vertices, corners = plane.corners(new, self.counts["Vertex"])
        for kind, nodes in (("Cell", new), ("Vertex", vertices)):
            self.counts[kind] += len(nodes)
            columns = np.array([*nodes], np.int64).reshape(-1, 3).T
            self._put(kind, [*nodes.values()], [plane.label] * len(nodes), *columns)
        self._put("CORNER", *corners)
        for name, links in plane.links(new).items():
            self._put(name, *links)
        return numbers


#: The columns of links LIKE, in order.
LIKE_COLUMNS = ("distance", "cosine", "jaccard", "metrics")
