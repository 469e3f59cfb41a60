"""Batches: games in columns, the one record of games in any technique.

Moves are lists of actions that name cells by lattice key, so that a game replays in any technique.
The changes of the board are stored with them, so that the cells of a move are known without a
replay. A `Trial` is one game of a batch.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, islice, repeat
from typing import Self, TypeAlias

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.actions import ADD, MAX_VALUE, OPTION, PLACELESS, REMOVE, SET_MOVER
from boardless.state.equipment import Equipment
from boardless.state.growing_board import AnyTechnique, check_technique
from boardless.state.history import SiteContents, did
from boardless.state.move import BOARD, Action, Cell, Move, on_cell
from boardless.state.states import FreeState
from boardless.state.trial import Trial
from boardless.topo import InputError, Key, integer_between
from boardless.topo.boards.cells import MAX_KEY
from boardless.util.lazy_imports import renamed_attribute

#: Winner of a game that is not over.
OPEN = -1
#: Values in `Batch.done` for a move whose actions are its whole result, and for an old record.
AS_WRITTEN, UNKNOWN = -1, -2
#: Kinds of moves: nothing, an exchange of sides, or actions.
PASS, SWAP, PLAY = 0, 1, 2

#: The largest seed, because stores keep seeds in 64 bits.
MAX_SEED = 2**63 - 1

#: The columns, with the type that they are kept in and how many numbers stand in a row.
COLUMNS = {
    "winners": ("<i2", 1),
    "plies": ("<i4", 1),
    "starts": ("<i4", 1),
    "movers": ("<i2", 1),
    "kinds": ("<i1", 1),
    "acted": ("<i4", 1),
    "added": ("<i4", 1),
    "removed": ("<i4", 1),
    "actions": ("<i4", 8),
    "adds": ("<i4", 4),
    "removes": ("<i4", 3),
    "sizes": ("<i4", 1),
    "boards": ("<i4", 3),
    "done": ("<i4", 1),
    "did": ("<i4", 8),
}


@dataclass(frozen=True)
class Source:
    """The source of games; games of one source and seed make a run."""

    #: Name and description; the description may be unknown, "".
    game: str
    text: str
    options: tuple[str, ...]
    setup: Equipment
    technique: str
    start: str
    seed: int | None = None
    #: The games are the playouts from this number on; None if they are none.
    first: int | None = None


@dataclass(frozen=True, eq=False)
class Batch:
    """Games in flat arrays: g games, m moves. ``batch[n]`` is one of them as a `Trial`.

    Attributes
    ----------
    source : Source
        The source of the games.
    winners : (g,)
        The player who won, 0 for a draw, -1 if the game is not over.
    plies : (g,)
        Moves of each game.
    starts : (g,)
        Which of `boards` each game starts on.
    movers, kinds : (m,)
        The mover of each move, and PASS, SWAP or PLAY.
    acted, added, removed : (m,)
        How many rows of the next three belong to each move.
    actions : (n, 8)
        Kind, container, site type, three numbers for the site (a lattice key, or the site of a
        hand and two zeros), level, value.
    adds : (n, 4)
        Cells that came on the board: lattice key and site.
    removes : (n, 3)
        Cells that went off the board: lattice key.
    sizes, boards : (b,) and (n, 3)
        The number of cells of each first board, and their lattice keys by site.
    done : (m,)
        The number of rows of `did` of each move; AS_WRITTEN if its actions are its whole result,
        and UNKNOWN in records older than this column.
    did : (n, 8)
        The whole results of all other moves, in rows like `actions`; see `state.history.did`.
    about : tuple of tuple of str
        The headers of recorded games of people, of each game; () without such records.
    """

    source: Source
    winners: Ints
    plies: Ints
    starts: Ints
    movers: Ints
    kinds: Ints
    acted: Ints
    added: Ints
    removed: Ints
    actions: Ints
    adds: Ints
    removes: Ints
    sizes: Ints
    boards: Ints
    done: Ints
    did: Ints
    about: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        moves, seed = int(self.plies.sum()), self.source.seed
        drawn = "" if seed is None else f", seed {seed}"
        return f"<Batch {self.source.game}, {len(self):,} games, {moves:,} moves{drawn}>"

    def __len__(self) -> int:
        return len(self.winners)

    def __getitem__(self, place: int) -> Trial:
        """Return a game; raise InputError if the place is out of range."""
        place = integer_between(place, "game", 0, len(self) - 1)
        source, winner = self.source, int(self.winners[place])
        return Trial(
            source.setup,
            tuple(self.moves(place)),
            source.game,
            source.seed,
            None if winner == OPEN else winner,
            text=source.text,
            options=source.options,
            did=self._did(place),
            about=self.about[place] if self.about else (),
        )

    def __iter__(self) -> Iterator[Trial]:
        return (self[place] for place in range(len(self)))

    def moves(self, place: int) -> list[Move]:
        """Return the moves of the game at `place`; raise InputError if that is out of range."""
        place = integer_between(place, "game", 0, len(self) - 1)
        span = _span(self.plies, place, place + 1)
        acted = _actions(self.actions[_span(self.acted, span.start, span.stop)], self.acted[span])
        movers = self.movers[span].tolist()
        return [Move(mover, actions) for mover, actions in zip(movers, acted, strict=True)]

    def _did(self, place: int) -> tuple[tuple[Action, ...], ...] | None:
        """Return the results of the moves of a game; None if no result differs from its move."""
        span = _span(self.plies, place, place + 1)
        if (self.done[span] < 0).all():
            return None
        counts, rows = self.effects
        return tuple(_actions(rows[_span(counts, span.start, span.stop)], counts[span]))

    # -- what follows from the columns ------------------------------------------------------

    @cached_property
    def played(self) -> Ints:
        """The place of the game that each move belongs to, (m,)."""
        return np.repeat(np.arange(len(self)), self.plies)

    @cached_property
    def effects(self) -> tuple[Ints, Ints]:
        """The complete effects of moves: numbers of rows, (m,), and rows like `actions`."""
        said = self.done < 0
        if said.all():
            return self.acted, self.actions
        counts = np.where(said, self.acted, self.done).astype(np.int64)
        first = np.where(
            said, _begins(self.acted), len(self.actions) + _begins(np.where(said, 0, self.done))
        )
        rows = np.repeat(first - _begins(counts), counts) + np.arange(counts.sum())
        return counts, np.concatenate((self.actions, self.did))[rows]

    told = renamed_attribute("told", "effects")

    @property
    def begun(self) -> Ints:
        """Cells on the board at the start of each game, (g,)."""
        return self.sizes[self.starts].astype(np.int64)

    @cached_property
    def counts(self) -> Ints:
        """Cells on the board after each move, (m,)."""
        return self.running(self.added.astype(np.int64) - self.removed, self.begun)

    @property
    def cells(self) -> Ints:
        """Cells on the board at the end of each game, (g,)."""
        cells = self.begun
        ended = self.plies > 0
        cells[ended] = self.counts[np.cumsum(self.plies, dtype=np.int64)[ended] - 1]
        return cells

    def running(self, changes: Ints, first: Ints | int) -> Ints:
        """Return a number after each move, (m,), by its changes, (m,), from `first`, (g,) or 1."""
        sums = np.concatenate(([0], np.cumsum(changes, dtype=np.int64)))
        before = sums[np.cumsum(self.plies, dtype=np.int64) - self.plies]
        after: Ints = sums[1:] + (first - before)[self.played]
        return after

    # -- making -----------------------------------------------------------------------------

    def check(self) -> Self:
        """Return the batch; raise InputError if its arrays do not fit, or are out of range."""
        lengths = (
            len(self.winners) == len(self.plies) == len(self.starts)
            and len(self.about) in (0, len(self.winners))
            and _sum(self.plies) == len(self.movers) == len(self.kinds)
            and len(self.movers) == len(self.acted) == len(self.added) == len(self.removed)
            and len(self.movers) == len(self.done)
            and _sum(np.maximum(self.done, 0)) == len(self.did)
            and _sum(self.acted) == len(self.actions)
            and _sum(self.added) == len(self.adds)
            and _sum(self.removed) == len(self.removes)
            and _sum(self.sizes) == len(self.boards)
        )
        if not lengths:
            raise InputError(f"record of {len(self)} games: its arrays do not fit together")
        setup, seed = self.source.setup, self.source.seed
        if seed is not None and not -MAX_SEED <= seed <= MAX_SEED:
            raise InputError(f"seed {seed}: choose {-MAX_SEED} to {MAX_SEED}")
        actions = np.concatenate((self.actions, self.did))
        kind, container = actions[:, 0], actions[:, 1]
        cells = actions[(container == BOARD) & ~np.isin(kind, PLACELESS), 3:6]
        keys = np.concatenate((self.boards, self.adds[:, :3], self.removes, cells))
        components = actions[(kind == ADD) | (kind == REMOVE), 7]
        for what, numbers, least, most in (
            ("winner", self.winners, OPEN, setup.players),
            ("first board", self.starts, 0, len(self.sizes) - 1),
            ("mover", self.movers, 1, setup.players),
            ("number of actions", self.done, UNKNOWN, 2**31 - 1),
            ("kind of move", self.kinds, PASS, PLAY),
            ("action", kind, ADD, OPTION),
            ("container", container, BOARD, len(setup.hands)),
            ("component", components, 1, len(setup.components)),
            ("next mover", actions[kind == SET_MOVER, 7], 1, setup.players),
            ("value", self.actions[:, 7], 0, MAX_VALUE),
            # Rules may give pieces numbers below 0.
            ("number", self.did[:, 7], -MAX_VALUE, MAX_VALUE),
            ("lattice key", keys[:, :2], -MAX_KEY, MAX_KEY),
            ("prototile", keys[:, 2], 0, setup.kinds - 1),
            ("site", self.adds[:, 3], 0, 2**31 - 1),
        ):
            outside = numbers[(numbers < least) | (numbers > most)]
            if len(outside):
                raise InputError(f"{what} {outside.flat[0]} in a record: choose {least} to {most}")
        return self

    def part(self, first: int, last: int) -> "Batch":
        """Return the games from `first` to `last` - 1."""
        moves = _span(self.plies, first, last)
        number = None if self.source.first is None else self.source.first + first
        games = {name: getattr(self, name)[first:last] for name in ("winners", "plies", "starts")}
        names = ("movers", "kinds", "acted", "added", "removed", "done")
        rows = {
            name: getattr(self, name)[_span(counts, moves.start, moves.stop)]
            for name, counts in (
                ("actions", self.acted), ("adds", self.added), ("removes", self.removed),
                ("did", np.maximum(self.done, 0)),
            )
        }  # fmt: skip
        return replace(
            self,
            source=replace(self.source, first=number),
            about=self.about[first:last],
            **games,
            **{name: getattr(self, name)[moves] for name in names},
            **rows,
        )


def row_of(action: Action) -> tuple[int, ...]:
    """Return the row of an action that names cells."""
    site = action.site if isinstance(action.site, tuple) else (action.site, 0, 0)
    return (action.kind, action.container, action.type, *site, action.level, action.value)


def _action(row: list[int]) -> Action:
    """Return the action of a row."""
    kind, container, type_, i, j, k, level, value = row
    action = Action(kind, container, i, value, type_, level)
    return action._replace(site=Cell(i, j, k)) if on_cell(action) else action


def _actions(rows: Ints, counts: Ints) -> list[tuple[Action, ...]]:
    """Return the actions of some moves, by their numbers of rows."""
    actions = iter([_action(row) for row in rows.tolist()])
    return [tuple(islice(actions, count)) for count in counts.tolist()]


def _begins(counts: Ints) -> Ints:
    """Return the first row of each entry."""
    return np.cumsum(counts, dtype=np.int64) - counts


def kinds_of(movers: Ints, acted: Ints, actions: Ints) -> Ints:
    """Return PASS, SWAP or PLAY for each move, (m,); for the parameters see `Batch`."""
    kinds = np.where(acted > 0, PLAY, PASS)
    (alone,) = np.nonzero(acted == 1)
    rows = actions[np.cumsum(acted)[alone] - 1]
    turn = rows[:, 0] == SET_MOVER
    kinds[alone[turn]] = np.where(rows[turn, 7] == movers[alone[turn]], SWAP, PASS)
    return kinds


def _sum(counts: Ints) -> int:
    """Return the sum of counts, or -1 if one of them is negative."""
    return int(counts.sum(dtype=np.int64)) if not (counts < 0).any() else -1


def _span(counts: Ints, first: int, last: int) -> slice:
    """Return the rows of entries `first` to `last` - 1."""
    begin = int(counts[:first].sum(dtype=np.int64))
    return slice(begin, begin + int(counts[first:last].sum(dtype=np.int64)))


#: The cells that came on the board, with their sites, and the cells that left.
Change: TypeAlias = tuple[list[tuple[int, ...]], list[Key]]


@dataclass(frozen=True)
class GrownGame:
    """A game, with the changes of its board."""

    trial: Trial
    #: First cells in the order of their sites.
    board: list[Key]
    changes: list[Change]


def batches_of(
    trials: Sequence[Trial], technique: AnyTechnique, start: str = "5.4"
) -> Iterator[Batch]:
    """Return batches of trials without rules, one for each run of one setup, name and seed."""
    check_technique(technique)
    for (game, seed, setup), alike in groupby(trials, lambda t: (t.game, t.seed, t.setup)):
        source = Source(game, "", (), setup, technique.name, start, seed)
        yield batch_of(source, (grown(trial, technique) for trial in alike))


def batch_of(source: Source, games: Iterable[GrownGame]) -> Batch:
    """Return games, which all start on one board, as a batch."""
    rows: dict[str, list[object]] = {name: [] for name in COLUMNS}
    about: list[tuple[str, ...]] = []
    for grown in games:
        trial = grown.trial
        about.append(trial.about)
        if not rows["sizes"]:
            rows["sizes"].append(len(grown.board))
            rows["boards"] += grown.board
        rows["winners"].append(OPEN if trial.result is None else trial.result)
        rows["plies"].append(len(trial.moves))
        rows["starts"].append(0)
        results = trial.did or repeat(None)
        for move, done, (came, went) in zip(trial.moves, results, grown.changes, strict=False):
            rows["movers"].append(move.mover)
            rows["acted"].append(len(move.actions))
            rows["added"].append(len(came))
            rows["removed"].append(len(went))
            rows["actions"] += map(row_of, move.actions)
            if done is None or done == move.actions:
                rows["done"].append(AS_WRITTEN)
            else:
                rows["done"].append(len(done))
                rows["did"] += map(row_of, done)
            rows["adds"] += came
            rows["removes"] += went
    columns = {name: _column(rows[name], width) for name, (_, width) in COLUMNS.items()}
    columns["kinds"] = kinds_of(columns["movers"], columns["acted"], columns["actions"])
    return Batch(source, **columns, about=tuple(about) if any(about) else ()).check()


def grown(trial: Trial, technique: AnyTechnique) -> GrownGame:
    """Play a trial again without rules, and note the changes of its board."""
    state = FreeState(trial.setup, technique)
    here: dict[Key, int] = {state.cell(site): site for site in state.board}
    board, changes, results = list(here), [], []
    before = SiteContents(state._position)
    for move in trial.moves:
        version = state.board.version
        state.push(move)
        changes.append(_changed(here, state, version))
        after = SiteContents(state._position)
        results.append(did(before, after, move, state.mover, trial.setup.players))
        before = after
    return GrownGame(replace(trial, did=tuple(results)), board, changes)


def _column(rows: list[object], width: int) -> Ints:
    column = np.array(rows, np.int64)
    return column.reshape(-1, width) if width > 1 else column


def _changed(here: dict[Key, int], state: FreeState, version: int) -> Change:
    """Return the cells that came and that went since a version; bring `here` up to date."""
    x, y, _ = state._position.anchor_key  # the anchor may have left the board
    touched: dict[Key, int | None] = {}
    for site, i, j, k in state.board.changes(version, state.board.version).tolist():
        cell = (i - x, j - y, k)
        touched.setdefault(cell, here.get(cell))
        if site >= 0:
            here[cell] = site
        else:
            del here[cell]
    changed = [(cell, old) for cell, old in touched.items() if here.get(cell) != old]
    went = [cell for cell, old in changed if old is not None]
    return [(*cell, here[cell]) for cell, _ in changed if cell in here], went
