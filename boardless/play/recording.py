"""Random playouts in columns: every move, and every cell that came with it or left.

A playout depends on the seed and its number alone, so records agree with `run_playouts` in any
technique; techniques that keep sites row by row add the same cells at the same moves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from random import Random
from typing import Any

import numpy as np

from boardless.games import Game
from boardless.games.game import MAX_PLIES, GameChoice, as_game, technique_for
from boardless.games.game_technique import RULE, GameTechnique, TechniqueChoice
from boardless.jit.arrays import Ints
from boardless.jit.game_runtime import below, mix
from boardless.play.chance import ChanceQuestion, Numbers, StartStream
from boardless.play.match import position_of
from boardless.play.playing import Policy, answer_of, illegal, is_jitted, move_of_chance
from boardless.play.playout_worker import (
    MAX_PLAYOUTS,
    MAX_SEED,
    CappedWorker,
    Job,
    Tally,
    alone,
    game_of,
)
from boardless.play.position import Position
from boardless.play.state import State
from boardless.state import ADD, CELL, REMOVE, SET_MOVER, Batch, Move, Trial
from boardless.state.batch import AS_WRITTEN, COLUMNS, Change, GrownGame, Source, batch_of, kinds_of
from boardless.state.engine.arrays import APPEND, OPEN, PASS
from boardless.state.move import with_turns
from boardless.strategies.technique import keeping_sites
from boardless.topo import InputError, Key, integer_between


def keeping_sites_of(technique: GameTechnique) -> GameTechnique:
    """Return the technique that adds the same cells and keeps sites as they are."""
    if technique.grown_by is not None and technique.is_external:
        return replace(technique, grown_by=keeping_sites(technique.grown_by))
    return replace(technique, update=APPEND, rebuild=False)


def board_changes(positions: Iterable[Position]) -> tuple[list[Key], list[Change]]:
    """Return the cells of the first board by site, and the changes of each move."""
    boards = map(_sites, positions)
    first = next(boards)
    return list(first), [_change(*both) for both in pairwise(chain((first,), boards))]


def _sites(position: Position) -> dict[Key, int]:
    """Return the site of every cell of the board, in order; let the position note results."""
    position.note_results()
    sites = position.sites() - (1 + position.game.setup.held)
    return dict(zip(map(tuple, position.keys().tolist()), sites.tolist(), strict=True))


def _change(before: dict[Key, int], after: dict[Key, int]) -> Change:
    """Return the cells, with sites, that came with a move, and the cells that went."""
    came: list[tuple[int, ...]] = [
        (*cell, site) for cell, site in after.items() if before.get(cell) != site
    ]
    return came, [cell for cell, site in before.items() if after.get(cell) != site]


#: The longest playout that is stepped through, in moves.
MAX_STEPS = 100_000


class SteppedPlayer:
    """Playouts of a game, made move by move, so that every position can be observed.

    They equal the playouts of `PlayoutWorker`, unless a policy in Python chooses the moves. A
    playout has at most `most` moves; 0 is no limit.
    """

    def __init__(
        self, game: Game, technique: GameTechnique, policy: Policy | None = None, most: int = 0
    ) -> None:
        self._policy, self._most = policy, most
        self._position = position_of(game, technique)

    def prepare(self) -> None:
        """Compile by playing a game."""
        self.play(0, 0, 1)

    def play(self, seed: int, first: int, last: int) -> Tally:
        """Play the playouts from number `first` to `last` - 1."""
        ended, scores = [], list[int]()
        for number in range(first, last):
            *_, position = self.steps(seed, number)
            ended.append((max(position.winner, 0), position.plies, position.cells))
            scores += alone(position.scores)
        return Tally.of_games(ended, self._position.game.players, scores)

    def grown(self, seed: int, number: int) -> GrownGame:
        """Play one playout, in a technique that keeps sites; return it with its board."""
        position, setup = self._position, self._position.whole.setup
        board, changes = board_changes(self.steps(seed, number, named=True))
        moves = with_turns(position.move_stack, None, setup.players)
        name, winner = position.whole.name, position.winner
        trial = Trial(setup, moves, name, seed, winner, did=position.did)
        return GrownGame(trial, board, changes)

    def steps(self, seed: int, number: int, *, named: bool = False) -> Iterator[Position]:
        """Play one playout; yield the position at its start and after every move and outcome.

        If `named`, equal moves get different options, which takes longer.
        """
        position, policy = self._position, self._policy
        position.restart()
        choices: _Guided | _Sampled
        if policy is None or is_jitted(policy):
            choices = _Sampled(position, policy, seed, number, named)
        else:
            choices = _Guided(position, policy, Random(mix(mix(seed, 0), number)))
        yield position
        while position.winner == OPEN and not 0 < self._most <= position.plies:
            if position.ply == MAX_STEPS:
                raise InputError(
                    f"playout {number} of {position.game.name}: no end after {MAX_STEPS:,} moves"
                )
            if (question := position.question) is not None:
                outcome = choices.outcome(question)
                position.push_outcome(outcome)
            else:
                move, numbers = choices.move()
                position.push_numbers(numbers, move)
            yield position


def choices_made(
    game: Game, technique: GameTechnique, policy: Policy, seed: int, number: int, most: int = 0
) -> Ints:
    """Return the moves of a policy in Python, `most` at most: rule, from, to and bound numbers.

    Chance decides as in the playout of that number.
    """
    position = position_of(game, technique)
    position.restart()
    chance = _Sampled(position, None, seed, number, False)
    chooser = _Guided(position, policy, Random(mix(mix(seed, 0), number)))
    made: list[Numbers] = []
    while position.winner == OPEN and len(made) < (most or MAX_STEPS):
        if (question := position.question) is not None:
            outcome = chance.outcome(question)
            position.push_outcome(outcome)
        else:
            move, numbers = chooser.move()
            made.append(numbers)
            position.push_numbers(numbers, move)
    return np.array(made, np.int64)


class _Sampled:
    """The choices of a playout of the engine; see `state.engine.moves`."""

    def __init__(
        self, position: Position, policy: Policy | None, seed: int, number: int, named: bool
    ) -> None:
        self._position, self._policy, self._is_named = position, policy, named
        self._start = StartStream(seed, number)
        self._stream, self._moves, self._luck = mix(mix(seed, 0), number), -1, 0

    def outcome(self, question: ChanceQuestion) -> int:
        """Return the next outcome of chance."""
        if self._position.is_starting:
            return self._start.outcome(len(question.odds))
        moves = self._position.plies
        if moves != self._moves:
            self._moves, self._luck = moves, mix(mix(self._stream, moves + 1), 1)
        self._luck = mix(self._luck, 1)
        return question.sampled(self._luck)

    def move(self) -> tuple[Move, Numbers]:
        """Return the next move, with its numbers."""
        position = self._position
        number = mix(self._stream, position.plies + 1)
        if self._policy is None:
            numbers = position.sampled(number)
        else:
            rows = position.numbers()
            # A pass is not a move to choose.
            count = len(rows) if rows[0, 0] != PASS else 0
            chosen = int(self._policy(position.arrays, count, below(number, 2**31)))
            numbers = tuple(rows[chosen % len(rows)].tolist())
        return position.named(numbers) if self._is_named else position.move_of(*numbers), numbers


class _Guided:
    """The choices of a policy in Python, and of chance between them."""

    def __init__(self, position: Position, policy: Policy, random: Random) -> None:
        self._position, self._policy, self._random = position, policy, random
        self._state = State.of(position)

    def outcome(self, question: ChanceQuestion) -> int:
        """Return the next outcome of chance."""
        move: Move = move_of_chance(self._state.chances(), self._random)
        return move.actions[0].value

    def move(self) -> tuple[Move, Numbers]:
        """Return the next move, with its numbers."""
        move = answer_of(self._policy, self._state, self._random)
        numbers = self._position.find(move) if move in self._state.legal_moves else None
        if numbers is None:
            raise illegal(self._policy, move, self._state)
        return move, numbers


def record_playouts(
    game: GameChoice,
    first: int,
    last: int,
    *,
    technique: TechniqueChoice | None = None,
    start: str = "5.4",
    seed: int = 0,
) -> Batch:
    """Play the random playouts from number `first` to `last` - 1, and return them as a batch.

    Memory follows the number of moves: record long runs in batches of a few hundred games.

    Parameters
    ----------
    game, technique, start, seed
        See `run_playouts`.
    first, last : int
        Numbers of playouts.

    Raises
    ------
    InputError
        If an argument is out of range, or a playout needs more than MAX_CELLS.
    """
    first = integer_between(first, "first playout", 0, MAX_PLAYOUTS - 1)
    last = integer_between(last, "last playout", first + 1, MAX_PLAYOUTS)
    seed = integer_between(seed, "seed", 0, MAX_SEED)
    game = as_game(game)
    chosen = technique_for(game, technique, start)
    chosen = game.suited(chosen)
    text, options = game.text, game.options
    source = Source(game.name, text, options, game.setup, chosen.name, chosen.start, seed, first)
    if chosen.is_external or game.info.effects or game.info.starts_by_chance:
        # Moves are decoded one by one there.
        player = SteppedPlayer(game, keeping_sites_of(chosen))
        return batch_of(source, (player.grown(seed, number) for number in range(first, last)))
    recorder = _Recorder(game, keeping_sites_of(chosen))
    games = [recorder.record(seed, number) for number in range(first, last)]
    moves = np.concatenate([played.moves for played in games])
    plies = np.array([len(played.moves) for played in games])
    acted, actions = recorder.actions(games, moves, plies)
    board = games[0].board
    columns = {
        "winners": np.array([played.moves[0, 6] for played in games]),
        "plies": plies,
        "starts": np.zeros(len(games)),
        "movers": moves[:, 0],
        "kinds": kinds_of(moves[:, 0], acted, actions),
        "acted": acted,
        "added": np.concatenate([played.added for played in games]),
        "removed": np.concatenate([played.removed for played in games]),
        "actions": actions,
        "adds": np.concatenate([played.adds for played in games]),
        "removes": np.concatenate([played.removes for played in games]),
        "sizes": np.array([len(board)]),
        "boards": board,
        "done": np.full(len(moves), AS_WRITTEN),
        "did": np.zeros((0, 8)),
    }
    arrays: dict[str, Any] = {n: columns[n].astype(dtype) for n, (dtype, _) in COLUMNS.items()}
    return Batch(source, **arrays)


def record_chunk(job: Job, first: int, last: int) -> Batch:
    """Return the batch of some playouts of a job."""
    technique = job.technique_choice
    return record_playouts(
        game_of(job), first, last, technique=technique, start=job.start, seed=job.seed
    )


@dataclass(frozen=True)
class _Played:
    """A game in arrays."""

    #: Rows of the kernel `record`, (plies, 7).
    moves: Ints
    #: Cell of every site so far, from the anchor, (sites, 3).
    keys: Ints
    #: First board, (begun, 3).
    board: Ints
    #: The others as in a `Batch`.
    added: Ints
    adds: Ints
    removed: Ints
    removes: Ints


class _Recorder(CappedWorker):
    """A player that records its games."""

    def __init__(self, game: Game, technique: GameTechnique) -> None:
        super().__init__(game, technique, None, MAX_PLIES + 1)
        rules = game.info.rules
        # The last two rows are SWAP (-2) and PASS (-1), as indices from the end.
        self._components = np.array([*(rule.component for rule in rules), 0, 0])
        self._hands = np.array([*(rule.hand for rule in rules), -1, -1])
        self._taken = np.array([*(not rule.copy for rule in rules), False, False])

    def record(self, seed: int, number: int) -> _Played:
        """Play one playout."""
        kernels = self._kernels
        moves = self.written(seed, number).copy()
        plies = len(moves)
        keys = self._keys(int(self._arrays.n[kernels.COUNT]))
        begun = len(self._start.codes)
        if self._technique.growth == RULE:
            came, removed, went = self._changes(moves)
        else:
            came, removed = np.arange(len(keys)), np.zeros(plies, np.int64)
            went = came[:0]
        # A cell that comes back has the site that it had when it first came.
        _, first, again = np.unique(came, return_index=True, return_inverse=True)
        sites = np.argsort(np.argsort(first))[again]
        added = np.diff(moves[:, 5], prepend=begun) + removed
        adds = np.column_stack((keys[came], sites))[begun:]
        return _Played(moves, keys, keys[came[:begun]], added, adds, removed, keys[went])

    def actions(self, games: list[_Played], moves: Ints, plies: Ints) -> tuple[Ints, Ints]:
        """Return the number of actions of each move of some games, and their rows."""
        kernels = self._kernels
        mover, rule, origin, site, piece, _, _ = moves.T
        sizes = np.array([len(played.keys) for played in games])
        keys = np.concatenate([played.keys for played in games])
        # The offset of the sites of each move's game among all.
        base = np.repeat(np.cumsum(sizes) - sizes, plies) - kernels.HELD - 1
        put = rule >= 0
        hand = (self._hands[rule] >= 0) & self._taken[rule]
        moved = (origin > kernels.HELD) & self._taken[rule]
        # REMOVE, ADD and SET_MOVER: up to three rows for each move.
        rows = np.zeros((len(moves), 3, 8), np.int64)
        rows[:, :, 0], rows[:, :, 2] = (REMOVE, ADD, SET_MOVER), CELL
        held = origin[hand]
        rows[hand, 0, 1], rows[hand, 0, 3] = kernels.HOLDER[held], kernels.PLACE[held]
        rows[moved, 0, 3:6] = keys[(base + origin)[moved]]
        rows[put, 1, 3:6] = keys[(base + site)[put]]
        component = self._components[rule]
        rows[:, :2, 7] = np.where(component == 0, piece, component)[:, None]
        # The next mover is named if it is not the next player, and in a swap, which keeps the
        # mover.
        follower = np.append(mover[1:], 0)
        follower[np.cumsum(plies) - 1] = 0
        swap = rule == kernels.SWAP
        rows[:, 2, 7] = np.where(swap, mover, follower)
        turned = (follower > 0) & (follower != mover % self._game.players + 1)
        wanted = np.column_stack((hand | moved, put, turned | swap))
        return wanted.sum(axis=1), rows[wanted]

    def _changes(self, moves: Ints) -> tuple[Ints, Ints, Ints]:
        """Play a game again; return the sites that came, how many left by each move, and which."""
        kernels = self._kernels
        kernels.restore(self._arrays, self._first)
        here = kernels.cells_of(self._arrays)
        came, went = [here], []
        for rule, origin, site in moves[:, 1:4].tolist():
            kernels.make_move(self._arrays, rule, origin, site)
            now = kernels.cells_of(self._arrays)
            came.append(np.setdiff1d(now, here))
            went.append(np.setdiff1d(here, now))
            here = now
        removed = np.array([len(sites) for sites in went])
        first = kernels.HELD + 1
        return np.concatenate(came) - first, removed, np.concatenate(went) - first

    def _keys(self, count: int) -> Ints:
        """Return the lattice keys of the sites of the board up to `count`, from the anchor."""
        codes: Ints = self._arrays.code[self._kernels.HELD + 1 : count + 1]
        return self._game.codes.keys(codes, self._start.anchor)
