"""Random games of a description, as hashes: moves by their actions, results, and ends.

Numbers of rules and sites, which another compiler may give otherwise, are not in them.
"""

from dataclasses import dataclass
from itertools import islice

from boardless.games.game import Game, compile, technique_for
from boardless.play.playouts import run_playouts
from boardless.play.position import Position
from boardless.play.recording import SteppedPlayer, keeping_sites_of
from boardless.state.engine.arrays import OPEN
from boardless.state.move import with_turns
from boardless.topo import InputError
from tools.many_games import File, digest, single_options
from tools.played.tables import FAILS, NONE, PLAYED, REFUSED, Key, Row

#: The seed of the games.
SEED = 0


@dataclass(frozen=True)
class Job:
    """A description of which games are played."""

    file: File
    #: The number of games.
    games: int
    #: The moves after which a game is cut.
    plies: int
    #: True if the same games are played in bulk, too, to their ends.
    bulk: bool = True
    #: True if it is played with each of its options, too, one at a time.
    varied: bool = False


def rows_of(job: Job) -> dict[Key, Row]:
    """Return the rows of a description."""
    try:
        text = job.file.text
        choices = single_options(text) if job.varied else [()]
    except InputError as error:
        return {Key(job.file.path): _failed(REFUSED, error)}
    return {
        Key(job.file.path, ", ".join(options) or NONE): _row(job, text, options)
        for options in choices
    }


def _row(job: Job, text: str, options: tuple[str, ...]) -> Row:
    try:
        game = compile(text, options)
        technique = keeping_sites_of(game.suited(technique_for(game, None)))
        player = SteppedPlayer(game, technique)
    except InputError as error:
        return _failed(REFUSED, error)
    except Exception as error:
        # One description must not stop the others, and the next run has to say the same.
        return _failed(FAILS, error)
    played = [_played(player, number, job.plies) for number in range(job.games)]
    moves = digest(*(game for game, _ in played))
    bulk = _bulk(game, job.games) if job.bulk else NONE
    return Row(PLAYED, moves, bulk, job.games, sum(plies for _, plies in played))


def _failed(end: str, error: Exception) -> Row:
    return Row(end, error=type(error).__name__, said=(str(error).splitlines() or [""])[0])


def _played(player: SteppedPlayer, number: int, plies: int) -> tuple[str, int]:
    """Return a game as a text, and its length; an error is an end like others."""
    try:
        position = after(player, SEED, number, plies)
        return _text(position), position.ply
    except Exception as error:
        return type(error).__name__, 0


def after(player: SteppedPlayer, seed: int, number: int, plies: int) -> Position:
    """Return the position of a random game after its first moves, or at its end."""
    *_, position = islice(player.steps(seed, number, named=True), plies + 1)
    return position


def _text(position: Position) -> str:
    """Return the moves of a game, their results, and its end."""
    then = position.mover if position.winner == OPEN else None
    moves = with_turns(position.move_stack, then, position.game.players)
    lines = [f"{move.mover} {move}" for move in moves]
    for ply, did in enumerate(position.did or ()):
        if did != moves[ply].actions:
            lines[ply] += f" {[tuple(action) for action in did]}"
    return "\n".join([*lines, _end(position)])


def _end(position: Position) -> str:
    if position.winner == OPEN:
        return "open"
    payoffs = position.payoffs and [*map(str, position.payoffs)]
    return f"{position.winner} {position.ranks} {position.scores} {payoffs}"


def _bulk(game: Game, games: int) -> str:
    """Return the hash of winners, lengths, cells and scores, as users have them counted."""
    try:
        tally = run_playouts(game, playouts=games, seed=SEED).tally
    except Exception as error:
        return digest(type(error).__name__)
    return digest(repr((tally.wins, tally.lengths, tally.cells, tally.scores)))
