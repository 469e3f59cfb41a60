"""From trials to batches: they are played again, to know which cells their moves added."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, repeat
from typing import TypeAlias

import numpy as np

from boardless.state.batch import COLUMNS, OPEN, SAID, Batch, Source, kinds_of, row_of
from boardless.state.free_state import FreeState
from boardless.state.given_board import AnyTechnique, check_technique
from boardless.state.standing import Standing, did
from boardless.state.trial import Trial
from boardless.topo import Key
from boardless.topo.kernels.arrays import Ints

#: Cells that came on the board, with their sites, and those that went.
Change: TypeAlias = tuple[list[tuple[int, ...]], list[Key]]


@dataclass(frozen=True)
class GrownGame:
    """A game, and what its moves did to the board.

    Attributes
    ----------
    trial : Trial
        The game.
    board : list of (i, j, k)
        The cells of the first board, in the order of their sites.
    changes : list of Change
        What each move did to it.
    """

    trial: Trial
    board: list[Key]
    changes: list[Change]


def batches_of(
    trials: Sequence[Trial], technique: AnyTechnique, start: str = "5.4"
) -> Iterator[Batch]:
    """Return batches of trials, one for each run of games with the same setup, name and seed.

    Their moves are made without rules; `play.described_trials` has those of trials that have a
    description.

    Parameters
    ----------
    trials : sequence of Trial
        The games.
    technique : AnyTechnique
        What they are played in: one in which cells keep their sites.
    start : str
        What to say about the board that they start from.

    Raises
    ------
    InputError
        If it is no technique, a trial cannot be played in it, or its seed is too large.
    """
    check_technique(technique)
    for (game, seed, setup), alike in groupby(trials, lambda t: (t.game, t.seed, t.setup)):
        source = Source(game, "", (), setup, technique.name, start, seed)
        yield batch_of(source, (grown(trial, technique) for trial in alike))


def batch_of(source: Source, games: Iterable[GrownGame]) -> Batch:
    """Return games, which all start on one board, as a batch.

    Raises
    ------
    InputError
        If a number of the source is too large.
    """
    rows: dict[str, list[object]] = {name: [] for name in COLUMNS}
    for grown in games:
        trial = grown.trial
        if not rows["sizes"]:
            rows["sizes"].append(len(grown.board))
            rows["boards"] += grown.board
        rows["winners"].append(OPEN if trial.result is None else trial.result)
        rows["plies"].append(len(trial.moves))
        rows["starts"].append(0)
        told = trial.did or repeat(None)
        for move, done, (came, went) in zip(trial.moves, told, grown.changes, strict=False):
            rows["movers"].append(move.mover)
            rows["acted"].append(len(move.actions))
            rows["added"].append(len(came))
            rows["removed"].append(len(went))
            rows["actions"] += map(row_of, move.actions)
            if done is None or done == move.actions:
                rows["done"].append(SAID)
            else:
                rows["done"].append(len(done))
                rows["did"] += map(row_of, done)
            rows["adds"] += came
            rows["removes"] += went
    columns = {name: _column(rows[name], width) for name, (_, width) in COLUMNS.items()}
    columns["kinds"] = kinds_of(columns["movers"], columns["acted"], columns["actions"])
    return Batch(source, **columns).check()


def grown(trial: Trial, technique: AnyTechnique) -> GrownGame:
    """Play a trial again without rules, to see what its moves do to the board."""
    state = FreeState(trial.setup, technique)
    here: dict[Key, int] = {state.cell(site): site for site in state.board}
    board, changes, told = list(here), [], []
    before = Standing(state._position)
    for move in trial.moves:
        version = state.board.version
        state.push(move)
        changes.append(_changed(here, state, version))
        after = Standing(state._position)
        told.append(did(before, after, move, state.mover, trial.setup.players))
        before = after
    return GrownGame(replace(trial, did=tuple(told)), board, changes)


def _column(rows: list[object], width: int) -> Ints:
    column = np.array(rows, np.int64)
    return column.reshape(-1, width) if width > 1 else column


def _changed(here: dict[Key, int], state: FreeState, version: int) -> Change:
    """Return the cells, with sites, that came on the board since a version, and those that went.

    Bring `here`, the site of each cell, up to date, too.
    """
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
