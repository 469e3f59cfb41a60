"""Random playouts written down: every move, and every cell that came with it or left.

A playout depends only on the seed and its number, so what is recorded here is what `run_playouts`
counted, whatever the technique it ran in. Cells are recorded as a growing board adds them; the
techniques that keep sites row by row add the same cells at the same moves, so they share records.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from boardless.games import Game
from boardless.games.game import default_technique
from boardless.games.game_technique import RULE, GameTechnique, game_technique
from boardless.play.chunk import MAX_PLAYOUTS, MAX_SEED, Job, Player, game_of
from boardless.state import ADD, BOARD, REMOVE, SET_MOVER, Action, Move
from boardless.topo import InputError, whole_number
from boardless.topo.kernels.arrays import Ints

#: Where what a move puts comes from: it is new, from a hand, or from another cell.
ADDED, FROM_HAND, FROM_CELL = 0, 1, 2


@dataclass(frozen=True)
class Batch:
    """Recorded games as flat arrays; cells are lattice keys relative to the anchor cell.

    For g games with m moves, all together; with c cells that came on their boards, those of the
    first boards included, and r that left:

    Attributes
    ----------
    game, text, tiling : str
        What was played: its name, its description, the tiling's name.
    options : tuple of str
        The options chosen.
    technique, start : str
        The technique, and which board growing ones start from.
    seed, first : int
        The games are the playouts number `first` and up of this seed.
    winners : int8 array of shape (g,)
        The player who won, 0 for a draw.
    plies, begun, cells : int32 arrays of shape (g,)
        Moves of each game, and cells on its board at the start and at the end.
    movers, components : int8 arrays of shape (m,)
        Who moved, and what he put on the board: 0 for a pass, -1 for a swap.
    sources : int8 array of shape (m,)
        Where that came from: ADDED (and copied), FROM_HAND or FROM_CELL.
    origins : int32 array of shape (m, 3)
        The cell it came from, or the hand and its site in columns 0 and 1; else zeros.
    targets : int32 array of shape (m, 3)
        The cell it went to; zeros for a pass or a swap.
    counts : int32 array of shape (m,)
        Cells on the board after the move.
    keys : int32 array of shape (c, 3)
        The cells of each game, in the order in which they came on the board. By the rules cells
        leave, too; one that comes back stands here again, and has the site that it had.
    removed : int32 array of shape (m,)
        How many cells left the board with the move.
    removes : int32 array of shape (r, 3)
        The cells that left, move by move.
    """

    game: str
    text: str
    options: tuple[str, ...]
    tiling: str
    technique: str
    start: str
    seed: int
    first: int
    winners: Ints
    plies: Ints
    begun: Ints
    cells: Ints
    movers: Ints
    components: Ints
    sources: Ints
    origins: Ints
    targets: Ints
    counts: Ints
    keys: Ints
    removed: Ints
    removes: Ints

    def __len__(self) -> int:
        return len(self.winners)

    def moves(self, place: int) -> list[Move]:
        """Return the moves of the game at `place`, 0 to ``len(self) - 1``.

        Raises
        ------
        InputError
            If there is no such game.
        """
        place = whole_number(place, "game", 0, len(self) - 1)
        end = int(self.plies[: place + 1].sum())
        return [self._move(move) for move in range(end - int(self.plies[place]), end)]

    def _move(self, move: int) -> Move:
        mover, component = int(self.movers[move]), int(self.components[move])
        if component < 1:
            swap = (Action(SET_MOVER, BOARD, 0, mover),)
            return Move(mover, swap if component else ())
        i, j, k = self.targets[move].tolist()
        put = Action(ADD, BOARD, (i, j, k), component)
        x, y, z = self.origins[move].tolist()
        source = int(self.sources[move])
        if source == ADDED:
            return Move(mover, (put,))
        container, site = (BOARD, (x, y, z)) if source == FROM_CELL else (x, y)
        return Move(mover, (Action(REMOVE, container, site, component), put))


def record_playouts(
    game: Game,
    first: int,
    last: int,
    *,
    technique: str | None = None,
    start: str = "5.4",
    seed: int = 0,
) -> Batch:
    """Play the random playouts from number `first` to `last` - 1, and return them as records.

    Memory follows the number of moves: record long runs in batches of a few hundred games.

    Parameters
    ----------
    game : Game
        What is played.
    first, last : int
        Which playouts.
    technique : str, optional
        By default ZONE-APPEND, or BASE-KEPT for a game on a fixed board.
    start : {"5.4", "minimal"}
        Which board growing techniques start from.
    seed : int, default 0
        Where the random numbers come from, 0 to 2**62.

    Raises
    ------
    InputError
        If something asked for is not allowed, or a playout needs more than MAX_CELLS.
    """
    if not 0 <= first < last <= MAX_PLAYOUTS:
        raise InputError(f"playouts {first} to {last}: choose 0 <= first < last <= {MAX_PLAYOUTS}")
    if not 0 <= seed <= MAX_SEED:
        raise InputError(f"seed {seed}: choose 0 to {MAX_SEED}")
    way = game_technique(technique, start) if technique else default_technique(game)
    recorder = _Recorder(game, _appending(way))
    games = [recorder.record(seed, number) for number in range(first, last)]

    def joined(part: Callable[["_Record"], Ints], dtype: type[np.signedinteger]) -> Ints:
        return np.concatenate([part(record) for record in games]).astype(dtype)

    return Batch(
        game.name,
        game.description.text,
        tuple(game.description.options),
        game.plane,
        way.name,
        start,
        seed,
        first,
        winners=np.array([record.winner for record in games], np.int8),
        plies=np.array([len(record.moves) for record in games], np.int32),
        begun=np.array([recorder.begun] * len(games), np.int32),
        cells=np.array([len(record.keys) - len(record.removes) for record in games], np.int32),
        movers=joined(lambda record: record.moves[:, 0], np.int8),
        components=joined(lambda record: record.components, np.int8),
        sources=joined(lambda record: record.sources, np.int8),
        origins=joined(lambda record: record.origins, np.int32),
        targets=joined(lambda record: record.targets, np.int32),
        counts=joined(lambda record: record.moves[:, 5], np.int32),
        keys=joined(lambda record: record.keys, np.int32),
        removed=joined(lambda record: record.removed, np.int32),
        removes=joined(lambda record: record.removes, np.int32),
    )


def timed_record(job: Job, first: int, last: int) -> tuple[Batch, float]:
    """Return the record of some playouts of a job, and the seconds that it took."""
    begin = perf_counter()
    batch = record_playouts(
        game_of(job), first, last, technique=job.technique, start=job.start, seed=job.seed
    )
    return batch, perf_counter() - begin


def _appending(way: GameTechnique) -> GameTechnique:
    """Return the technique that adds the same cells and keeps sites as they are."""
    if not way.growth:
        return game_technique("BASE-KEPT")
    return game_technique(f"{way.name.split('-')[0]}-APPEND", way.start)


@dataclass(frozen=True)
class _Record:
    """A game as it was played."""

    winner: int
    moves: Ints
    components: Ints
    sources: Ints
    origins: Ints
    targets: Ints
    keys: Ints
    removed: Ints
    removes: Ints


class _Recorder(Player):
    """A player that writes down what is played."""

    def __init__(self, game: Game, way: GameTechnique) -> None:
        super().__init__(game, way)
        rules = game.module.rules
        # The last two rows stand for SWAP (-2) and PASS (-1), as indices from the end.
        self._components = np.array([*(rule.component for rule in rules), -1, 0])
        self._hands = np.array([*(rule.hand for rule in rules), -1, -1])
        self._taken = np.array([*(not rule.copy for rule in rules), False, False])

    @property
    def begun(self) -> int:
        """Number of cells of the first board."""
        return len(self._start.codes)

    def _make(self, room: int, plies: int) -> None:
        super()._make(room, plies)
        self._moves = np.zeros((plies, 7), np.int64)

    def record(self, seed: int, number: int) -> _Record:
        """Play one playout."""
        kernels = self._kernels
        while True:
            plies = kernels.record(self._arrays, self._first, seed, number, self._moves)
            if plies != kernels.NEED_ROOM:
                break
            self._enlarge(number)
        moves = self._moves[:plies].copy()
        _, rule, origin, site, piece, _, _ = moves.T
        held = kernels.HELD
        keys = self._keys(held, int(self._arrays.n[kernels.COUNT]))
        component = self._components[rule]
        component = np.where((component == 0) & (rule >= 0), piece, component)
        hand = (self._hands[rule] >= 0) & self._taken[rule]
        moved = (origin > held) & self._taken[rule]
        origins = np.where(moved[:, None], keys[np.where(moved, origin - held, 1) - 1], 0)
        sites = 1 + self._hands[rule[hand]]
        origins[hand, :2] = np.column_stack((kernels.HOLDER[sites], kernels.PLACE[sites]))
        targets = np.where(rule[:, None] >= 0, keys[np.maximum(site - held, 1) - 1], 0)
        sources = np.where(hand, FROM_HAND, np.where(moved, FROM_CELL, ADDED))
        parts = (int(moves[0, 6]), moves, component, sources, origins, targets)
        if self._way.growth != RULE:
            return _Record(*parts, keys, np.zeros(plies, np.int64), keys[:0])
        came, removed, went = self._changes(moves)
        return _Record(*parts, keys[came - held - 1], removed, keys[went - held - 1])

    def _changes(self, moves: Ints) -> tuple[Ints, Ints, Ints]:
        """Play a game again; return the sites that came, how many left each move, and which."""
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
        return np.concatenate(came), np.array(list(map(len, went))), np.concatenate(went)

    def _keys(self, held: int, count: int) -> Ints:
        """Return the lattice keys of the sites after `held` up to `count`, from the anchor."""
        i, j, _ = self._start.anchor
        codes: Ints = self._arrays.code[held + 1 : count + 1]
        keys: Ints = self._game.module.geometry.keys(codes) - np.array([i, j, 0])
        return keys
