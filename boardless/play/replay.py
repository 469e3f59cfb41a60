"""Trials played again by the rules of their game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

import numpy as np

from boardless.games import Game, compile
from boardless.games.game import GameChoice, technique_for
from boardless.games.game_technique import GameTechnique, TechniqueChoice, game_technique
from boardless.play.match import position_of
from boardless.play.position import Position
from boardless.play.recording import board_changes, keeping_sites_of
from boardless.play.state import State
from boardless.state import SET_MOVER, Batch, Move, Trial
from boardless.state.batch import AS_WRITTEN, GrownGame, Source, batch_of, grown
from boardless.state.engine.arrays import OPEN
from boardless.topo import InputError

#: The most games of descriptions in trials that are cached: more than the package has.
GAMES_CACHED = 32


def replayed(
    trial: Trial, game: GameChoice, technique: TechniqueChoice | None = None, start: str = "5.4"
) -> State:
    """Return the state after a trial by the rules of its game.

    Parameters
    ----------
    trial : Trial
        A game in writing, or from a store or a file.
    game, technique, start
        See `State`.

    Raises
    ------
    InputError
        If the game has another setup than the trial, a move is not legal, or the end differs.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import record_playouts, replayed
    >>> game = load("Tic-Tac-Toe", jit=False)
    >>> trial = record_playouts(game, 0, 1)[0]
    >>> replayed(trial, game).outcome().winner == trial.result
    True
    """
    state = State(game, technique, start)
    for _ in positions_of(trial, state.position):
        pass
    return state


def replayed_by_text(trial: Trial, technique: TechniqueChoice | None = None) -> State:
    """Return the state of a trial by its own description, uncompiled."""
    game = described_game(trial.text, trial.options)
    return replayed(trial, game, technique if game.growing else None)


@lru_cache(maxsize=GAMES_CACHED)
def described_game(text: str, options: tuple[str, ...]) -> Game:
    """Return the game of a description, to be played as plain Python."""
    return compile(text, options, jit=False)


def technique_in(game: Game, technique: TechniqueChoice | None) -> GameTechnique:
    """Return the technique of a game; on a fixed board that is always the same."""
    return game.suited(technique_for(game, technique if game.growing else None))


def positions_of(trial: Trial, position: Position) -> Iterator[Position]:
    """Play a trial by the rules; yield the position at its start and after every move."""
    game = position.whole
    if trial.setup != game.setup:
        raise InputError(f"trial of {trial.game!r}: {game.name} has other equipment")
    position.restart()
    yield position
    for ply, move in enumerate(trial.moves):
        try:
            _make(position, move)
        except InputError as error:
            raise InputError(f"ply {ply}: {error}") from None
        yield position
    if trial.result != (None if position.winner == OPEN else position.winner):
        ended = "goes on" if position.winner == OPEN else f"ends with {position.winner}"
        raise InputError(f"result {trial.result}: by the rules the game {ended}")


def _make(position: Position, move: Move) -> None:
    """Make a move, without its next mover if the move is legal only in that form."""
    *before, last = move.actions or (None,)
    # An action alone is a swap, or a pass after which chance decides.
    named = last is not None and last.kind == SET_MOVER and move not in position.moves()
    position.push(replace(move, actions=tuple(before)) if named else move)


def described_batches(
    trials: Sequence[Trial], technique: TechniqueChoice | None
) -> Iterator[Batch]:
    """Return batches of described trials, one for each run of one description, name and seed."""
    for (text, options, name, seed), alike in groupby(
        trials, lambda t: (t.text, t.options, t.game, t.seed)
    ):
        game = described_game(text, options)
        chosen = keeping_sites_of(technique_in(game, technique))
        source = Source(name, text, options, game.setup, chosen.name, chosen.start, seed)
        position = position_of(game, chosen)
        yield batch_of(source, (_grown(trial, position) for trial in alike))


def _grown(trial: Trial, position: Position) -> GrownGame:
    """Play a trial again, and note the changes of its moves."""
    board, changes = board_changes(positions_of(trial, position))
    return GrownGame(replace(trial, did=position.did), board, changes)


def with_results(batch: Batch) -> Batch:
    """Return a batch with the results of its moves, found by playing them again."""
    source = batch.source
    games: Iterable[GrownGame]
    if source.text:
        game = described_game(source.text, source.options)
        if not (game.info.effects or game.info.starts_by_chance):
            return replace(batch, done=np.full_like(batch.done, AS_WRITTEN))
        start = "5.4" if source.start == "strategy" else source.start
        technique = game.suited(game_technique(source.technique, start))
        position = position_of(game, keeping_sites_of(technique))
        games = (_grown(trial, position) for trial in batch)
    else:
        games = (grown(trial, trial.all_cells()) for trial in batch)
    again = batch_of(source, games)
    return replace(batch, done=again.done, did=again.did)
