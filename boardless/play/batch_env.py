"""Many games stepped by one compiled call: moves in, arrays out.

Each game has its own random numbers. If nobody chooses moves from outside, game n of a batch is
random playout n (`run_playouts`), for any number of threads.
"""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from boardless.games.game import GameChoice, as_game, default_technique
from boardless.games.game_start import chance_start
from boardless.games.modules import Features
from boardless.jit.arrays import Bools, Floats, Ints, TupleRow
from boardless.play.chance import StartStream
from boardless.play.observation import seen_arrays, share_out
from boardless.play.playout_worker import MAX_SEED
from boardless.play.room import check_enlarging
from boardless.play.views import PARTS_SEEN, REACH, View
from boardless.state.engine.arrays import PLIES as PLIES_MADE
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.batches import (
    BATCH_SETTINGS,
    BY_LOT,
    LIMIT,
    RESETS,
    SAMPLED_STARTS,
    SEED,
    STRIDE_OF_GAMES,
    BatchArrays,
    BatchRequest,
    Lack,
    Reset,
)
from boardless.state.engine.seeing import EDGE_AT, GAME_AT, GAME_END, NODE_AT, ROWS_SEEN
from boardless.topo import InputError, integer_between
from boardless.util.inputs import check_choice, items_of, refuse

#: The parts of the engine that step games.
FEATURES = Features(parts=("stepping", "seeing", "batches"))
#: Cells, moves and rows that there is room for to begin with, a game.
ROOM, PLIES, ROWS = 64, 32, 32
#: The number of moves with room in reserve, in addition to the moves made.
MARGIN = 8
#: When one in this number of games has outgrown its arrays, all games get larger ones.
OUTGROWN = 8
MAX_GAMES, MAX_THREADS, MAX_LIMIT = 2**20, 256, 10**6
#: The arrays of a board to which no cell is added, which is in memory once.
STILL = ("table", "code", "spot", "kind", "step")
#: Arrays that mean nothing between two calls, which all games of a thread write to: so they stay
#: in the processor's cache. Moves of a batch are never taken back.
IN_PASSING = ("stack", "merged", "queue", "log", "notes")
#: The parts seen for which legal moves are counted.
COUNTING = ("counts", "rows", "mask")
#: Bytes that a processor fetches at once.
LINE = 64
#: The times at which finished games begin again.
RESET_TIMES = {"never": Reset.NEVER, "at once": Reset.AT_ONCE, "next": Reset.NEXT_TIME}


class BatchEnv:
    """Games of one kind that are stepped together, each by itself.

    The next step writes to the arrays that a step returns; copy them to keep them. They are NumPy
    arrays, which ``torch.from_dlpack`` and ``jax.dlpack.from_dlpack`` take without a copy.

    Parameters
    ----------
    game : Game, str or path
        The game, or an argument of `games.load`.
    n : int
        Number of games.
    seen : collection of str
        The arrays of each position: any of "counts" (of legal moves), "rows" and "mask", which
        count them as well, "planes", "graph" and "numbers". Without the first three, only the
        environment itself can choose moves, and does not list all of them.
    seed : int, default 0
        The source of random numbers, 0 to 2**62.
    resets : {"at once", "next", "never"}
        When a finished game begins again. "at once": in the step that ended it, so the next
        observation is the first position of another game. "next": in place of the next move.
        "never": not at all.
    limit : int, default 0
        The most moves of a game, which is cut then; 0 for any number.
    threads : int, default 1
        Threads that share the games.
    reach : int, default 10
        How far planes reach from the anchor of a board that grows; see `View`.

    Attributes
    ----------
    view : View
        Names and shapes of the observed arrays.

    Raises
    ------
    InputError
        If an argument is out of range, the game is a match of several, or a mask is wanted of a
        game without fixed actions.

    Examples
    --------
    >>> from boardless.games import load
    >>> env = BatchEnv(load("Tic-Tac-Toe", jit=False), 3, seen=("rows", "planes"), seed=1)
    >>> env.counts.tolist(), env.planes.shape
    ([9, 9, 9], (3, 5, 3, 3))
    >>> env.step([0, 4, 8])
    >>> env.counts.tolist(), env.movers.tolist(), env.rows_of(1)[0].tolist()
    ([8, 8, 8], [2, 2, 2], [0, 0, 1, 1])
    """

    def __init__(
        self,
        game: GameChoice,
        n: int,
        *,
        seen: Collection[str] = ("rows",),
        seed: int = 0,
        resets: str = "at once",
        limit: int = 0,
        threads: int = 1,
        reach: int = REACH,
    ) -> None:
        game = as_game(game)
        n = integer_between(n, "games", 1, MAX_GAMES)
        game.refuse_match()
        allowed = f"give some of {', '.join(PARTS_SEEN)}"
        seen = items_of(seen, "seen", allowed)
        if not set(PARTS_SEEN).issuperset(seen):
            refuse("seen", seen, allowed)
        check_choice(resets, "resets", RESET_TIMES)
        self.view = View.of(game, reach)
        self._how = {"seen": seen, "resets": resets, "limit": limit, "threads": threads}
        self._game, self._technique = game, default_technique(game)
        self._kernels: Any = game.kernels_of(self._technique, FEATURES)
        self._tables = self.view.tables
        self._parts = min(integer_between(threads, "threads", 1, MAX_THREADS), n)
        self._pool = ThreadPoolExecutor(self._parts) if self._parts > 1 else None
        self._seen = frozenset(seen)
        self._counts = not self._seen.isdisjoint(COUNTING)
        self._sampled_starts = game.info.starts_by_chance
        self._make(n)
        o = self._b.o
        o[LIMIT] = integer_between(limit, "limit", 0, MAX_LIMIT)
        o[STRIDE_OF_GAMES], o[RESETS] = n, RESET_TIMES[resets]
        o[SAMPLED_STARTS] = self._sampled_starts
        self._show(ROWS)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._b.ply)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the choices so far; the copy makes the same moves again."""
        return _restored, (self.view, len(self), self._how, self._b)

    def __repr__(self) -> str:
        return f"<BatchEnv of {len(self)} x {self._game.name}>"

    # -- making it ----------------------------------------------------------------------------

    def _arrays(self, room: int, plies: int) -> Arrays:
        return self._game.arrays(self._technique, FEATURES, room, plies)

    def _make(self, n: int) -> None:
        """Make the arrays of n games."""
        players = self._game.players
        one = self._arrays(ROOM, PLIES)
        self._room, self._plies = len(one.code), PLIES
        #: Games that have outgrown the arrays of the others.
        self._apart: set[int] = set()
        self._games = TupleRow(self._laid_out(n))
        self._starts = TupleRow(
            self._arrays(ROOM, PLIES) if self._sampled_starts else one for _ in range(n)
        )
        self._b = BatchArrays(
            o=np.zeros(BATCH_SETTINGS, np.int64),
            stream=np.zeros(n, np.uint64),
            number=np.zeros(n, np.int64),
            ply=np.zeros(n, np.int64),
            trail=np.zeros((n, PLIES), np.int32),
            choice=np.zeros(n, np.int64),
            mover=np.zeros(n, np.int64),
            winner=np.zeros(n, np.int64),
            ended=np.zeros(n, np.uint8),
            cut=np.zeros(n, np.uint8),
            over=np.zeros(n, np.uint8),
            options=np.zeros(n, np.int64),
            reward=np.zeros((n, players), np.float64),
            lack=np.zeros(n, np.int64),
        )

    def _laid_out(self, n: int) -> list[Arrays]:
        """Return the arrays of n games; the games of a thread lie side by side."""
        common = {*IN_PASSING, *(() if self._counts else ("found", "scratch"))}
        if not self._kernels.REPEATS:
            common.add("marks")
        if not self._game.growing:
            common.update(STILL)
        games: list[Arrays] = []
        for part in range(self._parts):
            own = self._arrays(self._room, self._plies)
            size = n * (part + 1) // self._parts - n * part // self._parts
            games += _side_by_side(own, size, common)
        return games

    def _show(self, room: int) -> None:
        """Make the arrays of observations."""
        n = len(self)
        self._c = seen_arrays(self.view, n, self._parts, self._seen, room)
        self._c.o[ROWS_SEEN] = 2 if self._seen & {"rows", "mask"} else 1 if self._counts else 0
        for part in range(self._parts):
            share_out(self._c, part, self._parts)
            self._c.spans[part, GAME_AT] = n * part // self._parts
            self._c.spans[part, GAME_END] = n * (part + 1) // self._parts

    # -- stepping -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Begin all games again; a `seed` restarts the sequence of games."""
        b = self._b
        if seed is not None:
            b.o[SEED] = integer_between(seed, "seed", 0, MAX_SEED)
            b.number[:] = np.arange(len(self))
        else:
            b.number[:] += b.o[STRIDE_OF_GAMES]
        b.reward[:] = 0
        b.lack[:] = 0
        self._advance(BatchRequest.BEGIN)

    def step(self, choices: Any = None, *, by_action: bool = False) -> None:
        """Make a move in each game.

        Parameters
        ----------
        choices : (n,) integers, optional
            The place of the move of each game among its legal rows; -1 for a random one, and
            anything for a game that is over. By default all are random.
        by_action : bool, default False
            The numbers are fixed actions (see `View.actions`).

        Raises
        ------
        InputError
            If a choice is not legal; nothing has changed then.
        """
        b = self._b
        if choices is None:
            b.choice[:] = BY_LOT
        else:
            b.choice[:] = _choices(choices, len(self))
            if by_action and "mask" not in self._seen:
                raise InputError('actions need a mask: seen=("mask", ...)')
            game = self._kernels.find_choices(b, self._c, by_action)
            if game >= 0:
                if not self._counts:
                    raise InputError('choices need legal moves: seen=("counts", ...)')
                raise InputError(
                    f"game {game}: choice {int(b.choice[game])} is not legal, it has "
                    f"{int(b.options[game])} legal rows"
                )
        self._advance(BatchRequest.STEP)

    def skip(self, moves: int) -> None:
        """Make some random moves in each game, and observe the last position.

        Games that end on the way begin again as `resets` says. Raise InputError unless the number
        is from 1 to 1,000,000.
        """
        left = np.full(len(self), integer_between(moves, "moves", 1, MAX_LIMIT) - 1)
        while left.any() and self._in_parts(self._kernels.skip, left):
            self._advance(BatchRequest.RETRY)
        self.step()

    def _in_parts(self, kernel: Callable[..., int], wanted: object) -> int:
        """Return the sum of a kernel's answers for all parts, each in a thread."""
        arrays = self._games, self._starts, self._tables, self._b, self._c
        if self._pool is None:
            return kernel(*arrays, 0, wanted)
        parts = range(self._parts)
        return sum(self._pool.map(lambda part: kernel(*arrays, part, wanted), parts))

    def _advance(self, request: int) -> None:
        while self._in_parts(self._kernels.advance, request):
            b, known = self._b, self._b.trail.shape[1]
            for game in np.flatnonzero(b.lack).tolist():
                lack = int(b.lack[game])
                if lack == Lack.START:
                    self._sample_start(game)
                elif lack == Lack.ROOM_AFTER or (lack == Lack.ROOM and b.ply[game] < known):
                    self._enlarge(game)
            if OUTGROWN * len(self._apart) > len(self):
                self._enlarge_all()
            if (b.ply[b.lack == Lack.ROOM] >= known).any():
                wider = np.zeros((len(self), 2 * known), np.int32)
                wider[:, :known] = b.trail
                self._b = b._replace(trail=wider)
            if (b.lack == Lack.ROWS).any():
                self._show(2 * len(self._c.rows) // len(self))
            request = BatchRequest.RETRY

    def _enlarge(self, game: int) -> None:
        """Give a game larger arrays, where its moves will be made again."""
        arrays = self._games[game]
        check_enlarging(arrays, self._game.name)
        room, plies = len(arrays.code), len(arrays.history)
        # A long game on a small board needs room for its moves alone.
        is_long = arrays.n[PLIES_MADE] + MARGIN >= plies
        wide = self._arrays(room if is_long else 2 * room, 2 * plies if is_long else plies)
        self._games[game] = wide._replace(begun=self._starts[game].begun)
        self._apart.add(game)

    def _enlarge_all(self) -> None:
        """Lay out the games again in larger arrays, at most twice as large.

        Games that move to other arrays will make their moves again. Games that need even more room
        keep arrays of their own.
        """
        apart = {game: self._games[game] for game in self._apart}
        self._room = min(2 * self._room, max(len(copy.code) for copy in apart.values()))
        self._plies = min(2 * self._plies, max(len(copy.history) for copy in apart.values()))
        for game, arrays in enumerate(self._laid_out(len(self))):
            old = apart.get(game)
            if old and (len(old.code) > self._room or len(old.history) > self._plies):
                continue
            self._games[game] = arrays._replace(begun=self._starts[game].begun)
            self._apart.discard(game)
            if self._b.lack[game] not in (Lack.START, Lack.ROOM):
                self._b.lack[game] = Lack.ROOM_AFTER

    def _sample_start(self, game: int) -> None:
        b = self._b
        stream = StartStream(int(b.o[SEED]), int(b.number[game]))
        start = chance_start(self._game, self._technique, stream.choose)
        noting = self._game.info.takes_back
        self._starts[game] = start.laid_out(self._kernels, self._starts[game], noting)
        self._games[game] = self._games[game]._replace(begun=self._starts[game].begun)

    # -- what comes out -------------------------------------------------------------------------

    @property
    def rewards(self) -> Floats:
        """The rewards of each player by the last move, (n, players) float64.

        They are 0 while a game goes on, then from -1 for the last place to 1 for the first one; a
        lone player gets 1 for a win and else 0, or his payoff as a share of the highest.
        """
        return self._b.reward

    @property
    def ended(self) -> Bools:
        """Whether the last move ended each game by its rules, (n,) bool."""
        return self._b.ended.view(np.bool_)

    @property
    def cut(self) -> Bools:
        """Whether the last move was the last one that `limit` allows, (n,) bool."""
        return self._b.cut.view(np.bool_)

    @property
    def over(self) -> Bools:
        """Whether each game is over and has not begun again, (n,) bool."""
        return self._b.over.view(np.bool_)

    @property
    def winners(self) -> Ints:
        """The winners of games that the last move ended, 0 for a draw; else -1; (n,) int64."""
        return self._b.winner

    @property
    def movers(self) -> Ints:
        """The seat that chooses next in each game, (n,) int64."""
        return self._b.mover

    @property
    def plies(self) -> Ints:
        """The moves made so far in each game, (n,) int64."""
        return self._b.ply

    @property
    def counts(self) -> Ints:
        """The number of choices, 0 if a game is over or they are not counted; (n,) int64."""
        return self._b.options

    @property
    def numbers_of_games(self) -> Ints:
        """The number of the playout that gives each game its random numbers, (n,) int64."""
        return self._b.number

    @property
    def firsts(self) -> Ints:
        """The place in `rows` of the first legal row of each game, (n,) int64."""
        return self._c.first_row

    @property
    def rows(self) -> Ints:
        """The legal moves of all games, int32, (any, columns); see `View.row_names`.

        Those of game g are ``rows[firsts[g] : firsts[g] + counts[g]]``. With one thread there is
        nothing between one game and the next.
        """
        return self._c.rows

    @property
    def places(self) -> Ints:
        """Origin and target of each row as places in a plane, -1 elsewhere, int32, (any, 2)."""
        return self._c.places

    @property
    def actions(self) -> Ints:
        """The fixed action of each row, or -1, int64, (any,); if a mask is observed."""
        return self._c.actions

    def rows_of(self, game: int) -> Ints:
        """Return the legal rows of a game."""
        first = int(self._c.first_row[game])
        return self._c.rows[first : first + int(self._b.options[game])]

    @property
    def mask(self) -> Ints:
        """Which fixed actions are legal, uint8, (n, actions)."""
        return self._c.mask

    @property
    def planes(self) -> Ints:
        """The board of each game in the mover's view, uint8, (n, channels, rows, columns)."""
        return self._c.planes.reshape(-1, *self.view.plane_shape)

    @property
    def numbers(self) -> Ints:
        """Numbers that belong to no site, int32, (n, numbers); see `View.number_names`."""
        return self._c.numbers

    @property
    def first_nodes(self) -> Ints:
        """The first node of each game and their number, int64, (n, 2).

        Site s of a row of game g is node ``first_nodes[g, 0] + s - 1``.
        """
        return self._c.node

    @property
    def nodes(self) -> Ints:
        """The sites of all games, int32, (any, columns); see `View.node_names`."""
        return self._c.nodes[: self._c.spans[-1, NODE_AT]]

    @property
    def first_edges(self) -> Ints:
        """The first edge of each game and their number, int64, (n, 2)."""
        return self._c.edge

    @property
    def edges(self) -> Ints:
        """From node to node, int64, (2, any), for all games (``edge_index``); see `Graph`."""
        return self._c.edges[:, : self._c.spans[-1, EDGE_AT]]

    @property
    def edge_steps(self) -> Ints:
        """Direction and relation of each edge, int32, (any, 2); see `Graph`."""
        return self._c.steps[: self._c.spans[-1, EDGE_AT]]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _restored(view: View, n: int, how: dict[str, Any], b: BatchArrays) -> BatchEnv:
    """Return an environment after some choices; see `BatchEnv.__reduce__`."""
    env = BatchEnv(view.game, n, reach=view.reach, **how)
    env._b = BatchArrays._make(array.copy() for array in b)
    for game in range(n) if env._sampled_starts else ():
        env._sample_start(game)
    env._b.lack[:] = Lack.ROOM_AFTER
    env._advance(BatchRequest.RETRY)
    return env


def _choices(choices: Any, games: int) -> Ints:
    """Return a choice for each game; raise InputError unless they are whole numbers."""
    try:
        numbers = np.asarray(choices)
    except ValueError:
        numbers = np.zeros(0)
    if numbers.dtype.kind not in "iub" or numbers.shape not in ((), (games,)):
        refuse("choices", choices, f"give a whole number for each of {games} games")
    return numbers


def _side_by_side(one: Arrays, n: int, common: Collection[str]) -> list[Arrays]:
    """Return n copies of arrays, each copy in a single block of memory.

    A block is large enough for large memory pages, which makes access to games faster. Some arrays
    are common to all copies.
    """
    arrays = {
        name: array
        for name, array in one._asdict().items()
        if isinstance(array, np.ndarray) and name not in common
    }
    sizes = [-(-array.nbytes // LINE) * LINE for array in arrays.values()]
    # Games at distances of a power of two would be in each other's way in the processor's cache.
    whole = (sum(sizes) // LINE | 1) * LINE
    block = np.zeros(n * whole + LINE, np.uint8)
    at = -block.ctypes.data % LINE
    games = []
    for first in range(at, at + n * whole, whole):
        begin, fields = first, dict[str, Any]()
        for (name, array), size in zip(arrays.items(), sizes, strict=True):
            copy = block[begin : begin + array.nbytes].view(array.dtype).reshape(array.shape)
            copy[...] = array
            fields[name], begin = copy, begin + size
        games.append(one._replace(**fields))
    return games
