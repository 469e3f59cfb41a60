"""Records of recorded playouts and of trials, and the trials of a record."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np

from boardless.games import compile
from boardless.play import Batch
from boardless.play.recording import FROM_CELL, FROM_HAND
from boardless.state import ADD, CELL, REMOVE, SET_MOVER, Action, FreeState, Move, Setup, Trial
from boardless.state.trial_text import parse_setup, setup_text
from boardless.store.record import OPEN, PASS, PLAY, SWAP, Record, Source
from boardless.strategies import Technique
from boardless.strategies.technique_updates import Append
from boardless.topo import InputError, Key
from boardless.topo.kernels.arrays import Ints

# -- playouts -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _setup(text: str, options: tuple[str, ...]) -> Setup:
    """Return what a game is played with."""
    return compile(text, options, jit=False).setup


def of_batch(batch: Batch) -> Record:
    """Return the record of recorded playouts.

    Raises
    ------
    InputError
        If the batch's description cannot be read, its tiling is another one, or its arrays do not
        fit together.
    """
    setup = _setup(batch.text, batch.options)
    if setup.tiling.name != batch.tiling:
        raise InputError(f"batch on the {batch.tiling} tiling: {batch.game} is on another")
    source = Source(
        batch.game,
        batch.text,
        batch.options,
        setup_text(setup),
        batch.technique,
        batch.start,
        int(batch.seed),
        int(batch.first),
    )
    plies, removed = batch.plies.astype(np.int64), batch.removed.astype(np.int64)
    begun, counts = batch.begun.astype(np.int64), batch.counts.astype(np.int64)
    moves = len(batch.movers)
    lengths = (len(counts), len(removed), plies.sum()) == (moves,) * 3
    game = np.repeat(np.arange(len(plies)), plies)
    # The cells that came in each game, whether they were there at its end or had left.
    cells = batch.cells.astype(np.int64)
    if lengths:
        cells += np.bincount(game, removed, len(plies)).astype(np.int64)
    if not lengths or cells.sum() != len(batch.keys) or removed.sum() != len(batch.removes):
        raise InputError(f"batch of {len(plies)} games: its arrays do not fit together")
    ends = np.cumsum(plies)
    first = np.zeros(moves, dtype=bool)
    first[(ends - plies)[plies > 0]] = True
    before = np.where(first, begun[game], np.roll(counts, 1))
    # The cells of a game that were not there at its start came with its moves, in their order.
    place = np.arange(len(batch.keys)) - np.repeat(np.cumsum(cells) - cells, cells)
    later = place >= np.repeat(begun, cells)
    sites = _sites(batch.keys, cells) if len(batch.removes) else place
    starts, sizes, boards = _boards(batch.keys[~later], begun)
    acted, actions = _actions(batch, setup.players, game)
    kinds = np.where(batch.components > 0, PLAY, np.where(batch.components == -1, SWAP, PASS))
    return Record(
        source,
        batch.winners,
        batch.plies,
        starts,
        batch.movers,
        kinds,
        acted,
        counts - before + removed,
        removed,
        actions,
        np.column_stack((batch.keys[later], sites[later])),
        batch.removes,
        sizes,
        boards,
    ).check()


def _sites(keys: Ints, cells: Ints) -> Ints:
    """Return the site of each cell that came: the next one of its game, or that which it had."""
    rows = np.column_stack((np.repeat(np.arange(len(cells)), cells), keys))
    _, first, again = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    new = np.zeros(len(rows), dtype=np.int64)
    new[first] = 1
    number = np.cumsum(new) - 1
    begin = np.cumsum(cells) - cells
    sites: Ints = number[first[again.ravel()]] - np.repeat(number[begin], cells)
    return sites


def _boards(keys: Ints, begun: Ints) -> tuple[Ints, Ints, Ints]:
    """Return which first board each game has, and the sizes and cells of the different ones."""
    found: dict[bytes, int] = {}
    parts: list[Ints] = []
    starts = []
    for part in np.split(np.ascontiguousarray(keys), np.cumsum(begun)[:-1]):
        number = found.setdefault(part.tobytes(), len(found))
        if number == len(parts):
            parts.append(part)
        starts.append(number)
    return np.array(starts), np.array([len(part) for part in parts]), np.concatenate(parts)


def _actions(batch: Batch, players: int, game: Ints) -> tuple[Ints, Ints]:
    """Return how many actions each move has, and their rows."""
    moves = len(batch.movers)
    put = batch.components > 0
    # What is taken away, what is put down, who moves next: up to three rows for a move, in order.
    rows = np.zeros((moves, 3, 8), dtype=np.int64)
    wanted = np.zeros((moves, 3), dtype=bool)
    held, moved = put & (batch.sources == FROM_HAND), put & (batch.sources == FROM_CELL)
    rows[:, 0, 0], rows[:, 1, 0], rows[:, 2, 0] = REMOVE, ADD, SET_MOVER
    rows[:, :, 2] = CELL
    rows[held, 0, 1], rows[held, 0, 3] = batch.origins[held, :2].T
    rows[moved, 0, 3:6] = batch.origins[moved]
    rows[:, 1, 3:6] = batch.targets
    rows[:, :2, 7] = batch.components[:, None]
    wanted[:, 0], wanted[:, 1] = held | moved, put
    follower, next_ = batch.movers[:-1] % players + 1, batch.movers[1:]
    wanted[:-1, 2] = (follower != next_) & (game[:-1] == game[1:])
    rows[:-1, 2, 7] = next_
    return wanted.sum(axis=1), rows[wanted]


# -- trials ---------------------------------------------------------------------------------


def of_trials(trials: Sequence[Trial], technique: Technique) -> list[Record]:
    """Return records of trials, one for each run of games with the same setup, name and seed.

    Every trial is played again in the technique, to know which cells its moves added.

    Raises
    ------
    InputError
        If a trial cannot be played in it.
    """
    appending = Technique(technique.name, technique.strategy, Append(), technique.first)
    return [
        _of_alike(list(alike), appending)
        for _, alike in groupby(trials, key=lambda trial: (trial.game, trial.seed, trial.setup))
    ]


def _of_alike(trials: list[Trial], technique: Technique) -> Record:
    first = trials[0]
    setup = setup_text(first.setup)
    source = Source(
        first.game,
        "",
        (),
        setup,
        technique.name,
        technique.first,
        first.seed,
        None,
    )
    rows: dict[str, list[Any]] = {
        name: [] for name in ("movers", "kinds", "acted", "added", "removed")
    }
    actions: list[tuple[int, ...]] = []
    adds: list[tuple[int, ...]] = []
    removes: list[tuple[int, ...]] = []
    board: list[tuple[int, ...]] = []
    for trial in trials:
        state = FreeState(trial.setup, technique)
        here: dict[Key, int] = {state.cell(site): site for site in state.board}
        board = list(here)
        for move in trial.moves:
            version = state.board.version
            state.push(move)
            came, went = _changed(here, state, version)
            adds += came
            removes += went
            actions += [_row(action) for action in move.actions]
            rows["movers"].append(move.mover)
            rows["kinds"].append(PLAY if move.actions else PASS)
            rows["acted"].append(len(move.actions))
            rows["added"].append(len(came))
            rows["removed"].append(len(went))
    return Record(
        source,
        winners=np.array([OPEN if trial.result is None else trial.result for trial in trials]),
        plies=np.array([len(trial.moves) for trial in trials]),
        starts=np.zeros(len(trials), np.int64),
        actions=np.array(actions, np.int64).reshape(-1, 8),
        adds=np.array(adds, np.int64).reshape(-1, 4),
        removes=np.array(removes, np.int64).reshape(-1, 3),
        sizes=np.array([len(board)]),
        boards=np.array(board).reshape(-1, 3),
        **{name: np.array(numbers, np.int64) for name, numbers in rows.items()},
    ).check()


def _changed(
    here: dict[Key, int], state: FreeState, version: int
) -> tuple[list[tuple[int, ...]], list[Key]]:
    """Return the cells, with sites, that came on the board since a version, and those that went.

    Bring `here`, the site of each cell, up to date, too.
    """
    x, y, _ = state.board.key(state.anchor)
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


def _row(action: Action) -> tuple[int, ...]:
    site = action.site if isinstance(action.site, tuple) else (action.site, 0, 0)
    return (action.kind, action.container, action.type, *site, action.level, action.value)


# -- and back -------------------------------------------------------------------------------


def trials_of(record: Record) -> list[Trial]:
    """Return the games of a record as trials.

    Raises
    ------
    InputError
        If they are none.
    """
    source = record.source
    setup = parse_setup(source.setup)
    made = iter(_moves(record))
    return [
        Trial(
            setup,
            tuple(next(made) for _ in range(plies)),
            source.game,
            source.seed,
            None if winner == OPEN else winner,
        )
        for winner, plies in zip(record.winners.tolist(), record.plies.tolist(), strict=True)
    ]


def _moves(record: Record) -> list[Move]:
    actions = [
        Action(
            kind,
            container,
            # On the board, a cell by its lattice key; else the site of a hand.
            (i, j, k) if container == 0 and kind != SET_MOVER else i,
            value,
            type_,
            level,
        )
        for kind, container, type_, i, j, k, level, value in record.actions.tolist()
    ]
    ends = np.cumsum(record.acted).tolist()
    return [
        Move(mover, tuple(actions[end - count : end]))
        for mover, count, end in zip(
            record.movers.tolist(), record.acted.tolist(), ends, strict=True
        )
    ]
