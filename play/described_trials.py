"""Trials that have a description, played again by its rules to be kept in columns."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from boardless.games.game_technique import TechniqueChoice
from boardless.play.board_changes import board_changes, keeping_sites_of
from boardless.play.game_position import GamePosition
from boardless.play.replay import described_game, positions_of, way_of
from boardless.state import Batch, Trial
from boardless.state.batch import Source
from boardless.state.batching import GrownGame, batch_of


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
        games = (GrownGame(trial, *board_changes(positions_of(trial, position))) for trial in alike)
        yield batch_of(source, games)
