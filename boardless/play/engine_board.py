"""A game whose board the engine itself grows: its arrays, with room as it is needed."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Self, TypeVar, cast

import numpy as np

from boardless.games.game import FIRST_PLIES, FIRST_ROOM, Game
from boardless.games.game_start import ChanceStart
from boardless.games.game_technique import RULE, GameTechnique
from boardless.jit.arrays import Ints
from boardless.play.playout_worker import MAX_CELLS
from boardless.state import Move
from boardless.state.contents import fields_of
from boardless.state.engine.arrays import COUNT, LOST, Arrays
from boardless.state.position import copied, widened
from boardless.topo import Board, InputError, Key

#: The most times that the room is doubled for what one move does.
TIMES = 3
T = TypeVar("T")


class NoRoomError(InputError):
    """A move needs more room than there is; the arrays mean nothing any more."""


class ManyMovesError(NoRoomError):
    """There are more legal moves than there is room for, which will do once it is large enough."""


def check_room(arrays: Arrays, what: object) -> None:
    """Raise a NoRoomError if the arrays of a game were too small."""
    if arrays.n[LOST]:
        what = f"move {what}" if isinstance(what, Move) else what
        raise NoRoomError(f"{what}: it does more than there is room to write down")


def no_room_for(arrays: Arrays, what: str) -> NoRoomError:
    """Return the error of legal moves without room; raise that of a trial of one."""
    check_room(arrays, what)
    return ManyMovesError(what)


def check_enlarging(arrays: Arrays, what: str) -> None:
    """Raise an InputError if the arrays of a game have their largest size."""
    if 2 * len(arrays.code) > MAX_CELLS:
        raise InputError(
            f"{what}: no end in sight, there is room for boards of {MAX_CELLS:,} cells"
        )


def with_room(do: Callable[[], T], make_room: Callable[[], None]) -> T:
    """Return the result of `do`, in larger arrays after a NoRoomError."""
    times = 0
    while times <= TIMES:
        try:
            return do()
        except NoRoomError as error:
            refused = str(error)
            times += not isinstance(error, ManyMovesError)
            make_room()
    raise InputError(refused)


class EngineBoard:
    """A game whose board a module of the engine grows by itself."""

    # See `state.contents.Holder`.
    anchor_key: Key = (0, 0, 0)

    def __init__(
        self, game: Game, technique: GameTechnique, carried: Mapping[int, int] | None = None
    ) -> None:
        self._game, self._technique = game, technique
        #: Numbers of the state with which the game begins, by place: those of its match.
        self._carried = carried or {}
        self.kernels = game.kernels_of(technique, undo=True, logs=game.info.effects)
        self._room, self._plies = FIRST_ROOM, FIRST_PLIES
        #: The start, once it was gone back to; and whether that needs no new arrays.
        self._first: Arrays | None = None
        self._is_restored = False
        self.setup = game.setup
        self.fields = fields_of(self.kernels)
        self.counted = bool(self.kernels.COUNTED)
        self.around = bool(self.kernels.AROUND)
        self.anchor = game.start(technique).anchor
        self.begin()

    def begin(self, restore: Callable[[Arrays, Arrays], object] | None = None) -> None:
        """Go to the start; by `restore`, if it is given, without new arrays."""
        self._board: Board | None = None
        #: The cells of the board, by their codes.
        self._cells = b""
        if self._is_restored and not self.arrays.n[LOST]:
            if self._first is None:
                self._first = self._begun_anew()
            (restore or self.kernels.restore)(self.arrays, self._first)
        else:
            self.arrays: Arrays = self._begun_anew()
            info = self._game.info
            self._is_restored = not (
                info.chances or info.starts_by_chance or self._technique.features["GROWTH_STEP"]
            )

    def _begun_anew(self) -> Arrays:
        """Return new arrays at the start."""
        info = self._game.info
        return self._carry(
            self._game.arrays(
                self._technique, self._room, self._plies, undo=True, logs=info.effects
            )
        )

    def _carry(self, arrays: Arrays) -> Arrays:
        for place, number in self._carried.items():
            arrays.numbers[place] = number
        return arrays

    def begin_with(self, begun: ChanceStart) -> None:
        """Go to a sampled start; see `GamePosition.restart_with`."""
        self.begin()
        noting = bool(self.arrays.n[self.kernels.NOTING])
        self.arrays = begun.laid_out(self.kernels, self.arrays, noting)
        self._carry(self.arrays)

    # -- moves ------------------------------------------------------------------------------

    def make(self, move: Move, numbers: tuple[int, ...]) -> int:
        """Make a move of these numbers and return the winner, 0 for a draw, or OPEN."""
        kernels = self.kernels
        while not kernels.has_room(self.arrays):
            self.enlarge()
        named = int(kernels.NAMED)
        if len(numbers) > named:
            self.arrays.queue[0, named : len(numbers)] = numbers[named:]
        if self._game.info.effects:
            self.arrays.n[kernels.LOGGED] = 0
        winner = int(kernels.make_move(self.arrays, *numbers[:named]))
        check_room(self.arrays, move)
        return winner

    def try_move(self, move: Move, attempt: tuple[int, int, int, int, int]) -> int:
        """Make a move if it is legal; see `state.engine.moves.try_move`."""
        result = int(self.kernels.try_move(self.arrays, *attempt))
        while result == self.kernels.NEED_ROOM:
            self.enlarge()
            result = int(self.kernels.try_move(self.arrays, *attempt))
        return result

    def undo(self) -> bool:
        """Take the last move back if there are notes of it; tell whether there were."""
        if not self.arrays.n[self.kernels.NOTING]:
            return False
        self.kernels.undo(self.arrays)
        return True

    def enlarge(self) -> None:
        """Double the arrays."""
        check_enlarging(self.arrays, self._game.name)
        self._room, self._plies = 2 * self._room, 2 * self._plies
        room = 2 * len(self.arrays.code)
        wider = self.kernels.make(room, 2 * len(self.arrays.history), len(self.arrays.begun))
        self.arrays = widened(self.arrays, wider, self.kernels)

    def copy(self) -> Self:
        """Return an independent object."""
        twin = copy(self)
        twin.arrays = copied(self.arrays)
        twin._board = None
        return twin

    # -- what stands where --------------------------------------------------------------------

    @property
    def cells(self) -> int:
        """Number of cells on the board."""
        n, kernels = self.arrays.n, self.kernels
        return int(n[kernels.COUNT]) - int(kernels.HELD) - int(n[kernels.GONE])

    @property
    def board(self) -> Board:
        """The board as it is now, its keys counted from the anchor; it follows when asked again."""
        layout = self._game.module.model.layout
        if layout is not None:
            return cast("Board", layout.board)
        if not len(self.arrays.code):
            return cast("Board", self._board)
        board = self._board
        cells = self.arrays.code[: int(self.arrays.n[COUNT]) + 1].tobytes()
        # By the rules, cells come and go that keep their place in the arrays.
        if board is not None and cells == self._cells and self._technique.growth != RULE:
            return board
        keys, self._cells = self._keys(), cells
        if board is not None:
            same = min(len(keys), len(board))
            differ = np.flatnonzero((keys[:same] != board.keys[:same]).any(axis=1))
            same = int(differ[0]) if len(differ) else same
            if same:
                board.shrink(same)
                board.grow(keys[same:])
                return board
        self._board = Board(self._game.tiling, keys)
        return self._board

    def _keys(self) -> Ints:
        codes = self.arrays.code[self.kernels.cells_of(self.arrays)]
        return self._game.codes.keys(codes, self.anchor)

    @property
    def relative_board(self) -> Board:
        """The board as it is now, its keys counted from the anchor."""
        return self.board

    @property
    def seen(self) -> Self:
        """The `Holder` for contents: by the rules some sites have left."""
        if self._technique.growth != RULE:
            return self
        twin = copy(self)
        sites = self.kernels.cells_of(self.arrays)
        kept = np.concatenate((np.arange(1 + self.setup.held), sites))
        n = self.arrays.n.copy()
        n[self.kernels.COUNT] = len(kept) - 1
        parts = {name: getattr(self.arrays, name)[kept] for name in ("what", "who", "neighbours")}
        parts["fields"] = self.arrays.fields[:, kept]
        parts["under"] = self.arrays.under[:, kept]
        twin.arrays = self.arrays._replace(n=n, code=self.arrays.code[:0], **parts)
        twin._board = Board(self._game.tiling, self._keys())
        return twin
