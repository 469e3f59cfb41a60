"""Expansion of positions by all their moves, the task of a worker.

Workers are sent text and numbers; their results depend on nothing else, so however positions are
divided, they give the same graph.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import local

import numpy as np

from boardless.games import Game
from boardless.games.game import FIRST_PLIES, FIRST_ROOM, MAX_CELLS, default_technique
from boardless.jit.arrays import Ints
from boardless.play.playout_worker import Job, game_of
from boardless.state import Move
from boardless.state.engine.exploring import Expanding, Expansion
from boardless.state.move import with_option
from boardless.store.positions.form import RowForm, Shapes, pieces_of
from boardless.store.positions.found import ALL, Explored, Found
from boardless.store.positions.positions import Positions
from boardless.topo import InputError

#: Numbers of rows, and links, that there is room for to begin with.
_NUMBERS, _LINKS = 2**16, 2**11
#: Games that a thread keeps arrays for.
_CACHED = 4


@dataclass(frozen=True)
class Expanded:
    """The moves from some positions, and the positions that they lead to: n links."""

    rows: Ints  #: the positions reached, one after the other
    ends: Ints  #: (n,) the end of each of them
    keys: Ints  #: (n,)
    #: (n, 9) or wider: place of the source, numbers of the move; see `state.engine.exploring`
    links: Ints

    def part(self, first: int, last: int) -> tuple[Ints, Ints, Ints]:
        """Return rows, ends and keys of the links from `first` to `last` - 1."""
        begin = int(self.ends[first - 1]) if first else 0
        end = int(self.ends[last - 1]) if last else 0
        return self.rows[begin:end], self.ends[first:last] - begin, self.keys[first:last]


class Expander:
    """A game with arrays to make moves on, for one thread at a time."""

    def __init__(self, form: RowForm) -> None:
        self.form = form
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        self._arrays = form.arrays(self._room, self._plies)
        self._give_room(_NUMBERS, _LINKS)

    def _give_room(self, numbers: int, links: int) -> None:
        self._e = Expansion(
            self.form.values,
            self.form.turns,
            rows=np.zeros(numbers, np.int32),
            ends=np.zeros(links, np.int64),
            keys=np.zeros(links, np.int64),
            links=np.zeros((links, self.form.link_width), np.int32),
            spare=np.zeros(numbers, np.int32),
            counts=np.zeros(2, np.int64),
            **self._scratch(),
        )

    def _scratch(self) -> dict[str, Ints]:
        sites = np.zeros(len(self._arrays.code), np.int64)
        return {"sites": sites, "lists": np.zeros((3, *self._arrays.found.shape), np.int64)}

    def __call__(self, rows: Ints, starts: Ints) -> Expanded:
        """Return the moves from positions; InputError if one is too wide or room runs out."""
        parts: list[Expanded] = []
        done, last = 0, len(starts) - 1
        while done < last:
            done = int(self.form.kernels.expand(self._arrays, self._e, rows, starts, done, last))
            made, why = self._e.counts.tolist()
            if made:
                numbers = int(self._e.ends[made - 1])
                written = self._e.ends, self._e.keys, self._e.links
                parts.append(
                    Expanded(
                        self._e.rows[:numbers].copy(), *(array[:made].copy() for array in written)
                    )
                )
            elif done < last:
                self._enlarge(why)
        return _joined(parts, self.form.link_width)

    def _enlarge(self, why: int) -> None:
        if why == Expanding.TOO_WIDE:
            raise InputError(f"a position of {self.form.game.name} is too wide to be explored")
        if why == Expanding.ROWS_FULL:
            self._give_room(2 * len(self._e.rows), 2 * len(self._e.links))
            return
        self._room, self._plies = 2 * self._room, 2 * self._plies
        if self._room > MAX_CELLS:
            raise InputError(
                f"a position of {self.form.game.name}: there is room for boards of "
                f"{MAX_CELLS:,} cells"
            )
        self._arrays = self.form.arrays(self._room, self._plies)
        self._e = self._e._replace(**self._scratch())


def _joined(parts: list[Expanded], width: int) -> Expanded:
    if len(parts) == 1:
        return parts[0]
    if not parts:
        none = np.zeros(0, np.int64)
        return Expanded(none.astype(np.int32), none, none, np.zeros((0, width), np.int32))
    before = np.cumsum([0, *(len(part.rows) for part in parts[:-1])])
    return Expanded(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.ends + n for part, n in zip(parts, before, strict=True)]),
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.links for part in parts]),
    )


def job_of(game: Game) -> Job:
    """Return a game as text."""
    technique = default_technique(game)
    return Job(
        game.text, game.options, technique.name, technique.start, 0, game.jit, large=game.large
    )


class _ThreadLocal(local):
    """Thread-local arrays, because moves are made on them."""

    def __init__(self) -> None:
        self.expander = lru_cache(_CACHED)(
            lambda job, symmetry: Expander(RowForm.of(game_of(job), symmetry))
        )


_own = _ThreadLocal()


def expand_numbered(
    number: int, job: Job, symmetry: bool, rows: Ints, starts: Ints
) -> tuple[int, Expanded]:
    """Return a number, and the moves from some positions; see `Expander`."""
    return number, _own.expander(replace(job, seed=0), symmetry)(rows, starts)


@dataclass(frozen=True, eq=False)
class PositionLinks:
    """Links between numbered positions."""

    sources: Ints
    targets: Ints
    numbers: Ints  #: (m, 8) or wider: the moves; see `state.engine.exploring`


class Gathering:
    """Positions of a running exploration.

    With `symmetry`, positions that a symmetry of the game maps to one another are one; InputError
    if that or the identity of positions is not defined for the game. Positions outside of finished
    parts have only their rows.
    """

    def __init__(self, game: Game, symmetry: bool, technique: str) -> None:
        explored = Explored(
            game.name, game.text, game.options, game.setup, bool(symmetry), technique
        )
        self.form = RowForm.of(game, explored.symmetry)
        self.positions = Positions(explored)
        self.expanded = 0
        self._shapes = Shapes.of(self.form) if game.growing else None
        self._plies = np.zeros(1, np.int32)
        self._noted = 0

    @property
    def plies(self) -> Ints:
        """The least number of moves to each position, (n,)."""
        return self._plies[: self._noted]

    def take(self, part: Found) -> None:
        """Add an earlier part; parts come in their order."""
        self.positions.add(part)
        self._append(part.plies)
        self.expanded = part.expanded

    def begin(self) -> Found:
        """Return the part that has the initial position."""
        arrays = self.form.arrays(FIRST_ROOM, FIRST_PLIES)
        row, key = self.form.row(arrays, self.form.kernels.OPEN)
        self.positions.row_table.enter(row, np.array([len(row)]), np.array([key]))
        self._append(np.zeros(1, np.int32))
        return self.part_since(0, [])

    def note_plies(self, links: PositionLinks) -> None:
        """Record the plies of positions that links reach first."""
        new, first = np.unique(links.targets, return_index=True)
        self._append(self._plies[links.sources[first[new >= self._noted]]] + 1)

    def note_line(self, numbers: Ints) -> None:
        """Record the plies of new positions in a line from the start on."""
        new, first = np.unique(numbers, return_index=True)
        self._append(first[new >= self._noted].astype(np.int32))

    def _append(self, plies: Ints) -> None:
        while self._noted + len(plies) > len(self._plies):
            self._plies = np.append(self._plies, np.zeros_like(self._plies))
        self._plies[self._noted : self._noted + len(plies)] = plies
        self._noted += len(plies)

    def part_since(
        self, first: int, links: Sequence[PositionLinks], visits: Ints | None = None
    ) -> Found:
        """Return the part after the first `first` positions, with its links and played moves."""
        table, form = self.positions.row_table, self.form
        starts = table.starts[first : table.count + 1]
        rows = table.rows[starts[0] : starts[-1]].copy()
        starts = starts - starts[0]
        winners = rows[starts[:-1]] - 1
        nowhere = np.full(len(winners), -1, np.int32)
        measured = (nowhere, nowhere) if self._shapes is None else self._shapes(rows, starts)
        sources, targets = (
            np.concatenate([np.zeros(0, np.int32), *(getattr(each, name) for each in links)])
            for name in ("sources", "targets")
        )
        texts, moves, distinct = self._moves(sources, targets, links)
        sources, targets = sources[distinct], targets[distinct]
        left = self._winners_from(self.expanded, first, winners)
        if complete := self.positions.explored.way == ALL and bool((left >= 0).all()):
            self.expanded = table.count
        part = Found(
            self.positions.explored, first, self.expanded, complete, texts,
            plies=self.plies[first:].copy(),
            movers=rows[starts[:-1] + form.mover],
            winners=winners,
            pieces=pieces_of(rows, starts, form),
            holes=measured[0],
            diameters=measured[1],
            keys=table.keys[first : table.count].copy(),
            sizes=np.diff(starts),
            rows=rows,
            sources=sources,
            targets=targets,
            moves=moves,
            visits=np.zeros((0, 2), np.int64) if visits is None else visits,
        )  # fmt: skip
        self.positions.note(part)
        return part

    def _winners_from(self, begin: int, first: int, winners: Ints) -> Ints:
        """Return the winners of positions from `begin` on; `winners` are those from `first` on."""
        if begin >= first:
            return winners[begin - first :]
        return np.append(self.positions.winners[begin:], winners)

    def _moves(
        self, sources: Ints, targets: Ints, parts: Sequence[PositionLinks]
    ) -> tuple[tuple[str, ...], Ints, Ints]:
        """Return the texts of moves, each once, their numbers for links, and the links to keep."""
        every = np.arange(len(sources))
        if not len(sources):
            return (), sources, every
        table = self.positions.row_table
        movers = table.rows[table.starts[sources] + self.form.mover]
        numbers = np.concatenate([part.numbers for part in parts])
        rows = np.column_stack((movers, numbers))
        _, first, which = np.unique(_coded(rows), return_index=True, return_inverse=True)
        made_moves = [self.form.move(mover, tuple(link)) for mover, *link in rows[first].tolist()]
        names = {move: place for place, move in enumerate(dict.fromkeys(made_moves))}
        moves = np.array([names[move] for move in made_moves], np.int32)[which]
        if len(names) < len(made_moves):
            # Moves that differ for the engine alone, such as in the rule that allows them, are one.
            links = _coded(np.column_stack((sources, targets, moves)))
            every = np.sort(np.unique(links, return_index=True)[1])
        moves = moves[every]
        _name_apart(sources[every], moves, names)
        return tuple(map(str, names)), moves, every


def _name_apart(sources: Ints, moves: Ints, names: dict[Move, int]) -> None:
    """Rename, in place, equal moves of a position that lead to different positions."""
    pairs = _coded(np.column_stack((sources, moves)))
    order = np.argsort(pairs, kind="stable")
    again = np.flatnonzero(pairs[order][1:] == pairs[order][:-1]) + 1
    alike, option, before = list(names), 0, -1
    for place in again.tolist():
        option = option + 1 if place == before + 1 else 1
        before = place
        named = with_option(alike[moves[order[place]]], option)
        moves[order[place]] = names.setdefault(named, len(names))


def _coded(rows: Ints) -> Ints:
    """Return numbers, shape (n,), that are equal where rows, (n, columns), are."""
    codes = np.zeros(len(rows), np.int64)
    most = 1
    for column in rows.T.astype(np.int64):
        least = int(column.min())
        width = int(column.max()) - least + 1
        if most * width >= 2**62:
            codes, most = np.unique(codes, return_inverse=True)[1], len(rows)
        codes, most = codes * width + (column - least), most * width
    return codes
