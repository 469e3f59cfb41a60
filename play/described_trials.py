"""Trials that have a description, played again by its rules to be kept in columns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from boardless.games.game_technique import TechniqueChoice, game_technique
from boardless.play.board_changes import board_changes, keeping_sites_of
from boardless.play.game_position import GamePosition
from boardless.play.replay import described_game, positions_of, way_of
from boardless.state import Batch, Trial
from boardless.state.batch import SAID, Source
from boardless.state.batching import GrownGame, batch_of, grown


def described_batches(
    trials: Sequence[Trial], technique: TechniqueChoice | None
) -> Iterator[Batch]:
    """Return batches of trials, one for each run of games of one description, name and seed.

    Parameters
    ----------
    trials : sequence of Trial
        The games; each has a description.
    technique : AnyTechnique, Strategy or str, optional
        What they are played in, so that cells keep their sites; see `Trial.replay`.

    Raises
    ------
    InputError
        If it is no technique, or a trial is no game by the rules.
    """
    for (text, options, name, seed), alike in groupby(
        trials, lambda t: (t.text, t.options, t.game, t.seed)
    ):
        game = described_game(text, options)
        way = keeping_sites_of(way_of(game, technique))
        source = Source(name, text, options, game.setup, way.name, way.start, seed)
        position = GamePosition(game, way)
        yield batch_of(source, (_grown(trial, position) for trial in alike))


def _grown(trial: Trial, position: GamePosition) -> GrownGame:
    """Play a trial again, to see what its moves do."""
    board, changes = board_changes(positions_of(trial, position))
    told = None if position.did is None else tuple(position.did)
    return GrownGame(replace(trial, did=told), board, changes)


def told_again(batch: Batch) -> Batch:
    """Return a batch with what its moves did in all, which is found by playing them again.

    Raises
    ------
    InputError
        If one of its games is none by the rules, or its technique is not known.
    """
    source = batch.source
    games: Iterable[GrownGame]
    if source.text:
        game = described_game(source.text, source.options)
        if not (game.brief.effects or game.brief.starts_by_chance):
            return replace(batch, done=np.full_like(batch.done, SAID))
        start = "5.4" if source.start == "strategy" else source.start
        way = game.suited(game_technique(source.technique, start))
        position = GamePosition(game, keeping_sites_of(way))
        games = (_grown(trial, position) for trial in batch)
    else:
        games = (grown(trial, trial.all_cells()) for trial in batch)
    again = batch_of(source, games)
    return replace(batch, done=again.done, did=again.did)
