"""Readings of a position from its arrays: places, ranks, scores, identity."""

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any, cast

import numpy as np

from boardless.games import Game
from boardless.games.game_technique import RULE, GameTechnique
from boardless.jit.arrays import Ints
from boardless.play.grower import RuledBoard
from boardless.play.move_coding import pile_at
from boardless.state import BOARD, Action, Location
from boardless.state.contents import Holder
from boardless.state.engine.arrays import COUNT, ENDED, FROM, LAST, OPEN, PASSES, PLIES, Arrays
from boardless.state.engine.packing import ONLY_PASSES
from boardless.state.engine.tables import Codes
from boardless.state.equipment import Equipment
from boardless.state.history import Cursor, begun
from boardless.topo import Board, Key


def _hashed(*told: object) -> int:
    """Return 62 bits of a hash of some values by their texts."""
    return int.from_bytes(blake2b(repr(told).encode(), digest_size=8).digest()) >> 2


@lru_cache(4096)
def _on_board(kinds: int, code: int, anchor: Key) -> Location:
    """Return the place of a code; moves that are legal for several turns ask for it again."""
    i, j, k = Codes(kinds).key(code)
    return Location(BOARD, (i - anchor[0], j - anchor[1], k))


@dataclass(frozen=True)
class _Seen:
    """The `Holder` of a board that some sites have left by the rules."""

    setup: Equipment
    arrays: Arrays
    fields: tuple[str, ...]
    counted: bool
    around: bool
    board: Board
    anchor_key: Key


class Readings(Cursor):
    """The values that can be read from a position; reading changes nothing."""

    game: Game
    kernels: Any
    winner: int
    grower: RuledBoard | None
    technique: GameTechnique
    setup: Equipment
    fields: tuple[str, ...]
    counted: bool
    around: bool
    anchor_key: Key
    #: The cell from which others are named.
    anchor: Key
    #: The board as it was last asked for, and its cells by their codes.
    _board: Board | None
    _cells: bytes
    _arrays: Arrays

    @property
    @abstractmethod
    def arrays(self) -> Arrays:
        """The present arrays of the engine; see `state.engine.arrays`."""

    @property
    @abstractmethod
    def holder(self) -> Holder:
        """The `Holder` of the present arrays."""

    @property
    @abstractmethod
    def key(self) -> int:
        """The transposition key."""

    @property
    @abstractmethod
    def seat(self) -> int:
        """The player who chooses next, after an exchange of sides the other one; 0 for chance."""

    @property
    def plies(self) -> int:
        """Number of moves made, without the outcomes of chance."""
        return int(self._arrays.n[PLIES])

    @property
    def mover(self) -> int:
        """The player to move."""
        return int(self._arrays.n[self.kernels.MOVER])

    @property
    def swapped(self) -> bool:
        """Return True if the two players have exchanged their pieces."""
        return bool(self.kernels.MAY_SWAP and self._arrays.n[self.kernels.SWAPPED])

    @property
    def is_at_once(self) -> bool:
        """Return True if all players choose their moves before any is made."""
        return int(self.kernels.AT_ONCE) >= 0

    @property
    def held_choices(self) -> int:
        """Number of choices so far in the present round; 0 if moves are made one by one."""
        if not self.is_at_once or self.winner != OPEN:
            return 0
        return int((self._arrays.rank[1 : self.mover] == 0).sum())

    @property
    def position_id(self) -> int:
        """See `State.position_id`."""
        arrays, parts = self._arrays, self.game.position_parts
        n, is_open = arrays.n, self.winner == OPEN
        told: list[object] = [self.game.digest, self.key, self.mover, self.seat, self.winner]
        if parts is None:
            return _hashed(*told, *map(str, self.move_stack))
        plies, last_to, last_from, empty, past, *counters = parts
        moved = n[PLIES] != n[PASSES] if plies == ONLY_PASSES else min(n[PLIES], plies)
        told += [int(moved), int(n[ENDED]), arrays.rank.tolist()]
        told += np.minimum(n[counters[::2]], counters[1::2]).tolist()
        if last_to and is_open:
            told.append(self.place(int(n[LAST])))
        if last_from and is_open:
            told.append(self.place(int(n[FROM])))
        if empty:
            told.append(sorted(self.keys().tolist()))
        if past and is_open:
            told.append(np.sort(arrays.marks[: n[PLIES], len(n)]).tolist())
        return _hashed(*told)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each player, 0 while it is open; see `play.state.Outcome`."""
        players = self.game.players
        if players > 2:
            places = self._arrays.rank[1:].tolist()
            # Players who share places have twice the mean of these places.
            return tuple(place and 1 + sum(0 < p < place for p in places) for place in places)
        if self.winner < 0:
            return (0,) * players
        return tuple(1 if self.winner in (0, player) else 2 for player in range(1, players + 1))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player; None in a game without scores."""
        place = self.game.module.scores
        if place is None:
            return None
        return tuple(self._arrays.numbers[place + 1 :][: self.game.players].tolist())

    @property
    def payoffs(self) -> tuple[Fraction, ...] | None:
        """The payoff of each player by the rules so far; None in a game without payoffs."""
        table = self.game.module.payoffs
        if table is None:
            return None
        parts = self._arrays.numbers[table.place + 1 :][: self.game.players].tolist()
        return tuple(Fraction(part, table.parts) for part in parts)

    @property
    def pips(self) -> tuple[int, ...]:
        """The pips of each die, 0 once it has been used; nothing in a game without dice."""
        place, scene = self.game.module.pips, self.game.module.model.scene
        if place is None or scene is None:
            return ()
        dice = sum(len(store.dice) for store in scene.inventory.containers)
        return tuple(self._arrays.numbers[place:][:dice].tolist())

    def place(self, site: int) -> Location:
        """Return the place that a site of the arrays stands for."""
        if site > self.kernels.HELD:
            return _on_board(self.game.codes.kinds, int(self._arrays.code[site]), self.anchor)
        return Location(int(self.kernels.HOLDER[site]), int(self.kernels.PLACE[site]))

    def sites(self) -> Ints:
        """Return the sites of the arrays that are on the board, in order."""
        sites: Ints = self.kernels.cells_of(self.arrays)
        return sites

    def keys(self) -> Ints:
        """Return the cells of the board in the order of its sites, from the anchor, (cells, 3)."""
        return self.game.codes.keys(self._arrays.code[self.sites()], self.anchor)

    def standing(self) -> dict[Key, int]:
        """Return the component on every cell of the board, 0 on empty cells."""
        what = self._arrays.what[self.sites()].tolist()
        return dict(zip(map(tuple, self.keys().tolist()), what, strict=True))

    def piles(self) -> dict[Key, tuple[int, ...]]:
        """Return the components on every cell of the board, the lowest first."""
        piles = (tuple(pile_at(self._arrays, site)) for site in self.sites().tolist())
        return dict(zip(map(tuple, self.keys().tolist()), piles, strict=True))

    @property
    def begun(self) -> tuple[Action, ...]:
        """Pieces of the initial position that the setup does not name; see `state.history`."""
        return begun(self.holder)

    @property
    def cells(self) -> int:
        """Number of cells on the board."""
        if self.grower is not None:
            return len(self.grower.board)
        n, kernels = self._arrays.n, self.kernels
        return int(n[kernels.COUNT]) - int(kernels.HELD) - int(n[kernels.GONE])

    @property
    def board(self) -> Board:
        """The board as it is now, to be read, with keys counted from the anchor.

        It is updated when it is read again.
        """
        if self.grower is not None:
            return self.grower.relative_board
        layout = self.game.module.model.layout
        if layout is not None:
            return cast("Board", layout.board)
        board, arrays = self._board, self._arrays
        cells = arrays.code[: int(arrays.n[COUNT]) + 1].tobytes()
        # By the rules, cells come and go that keep their place in the arrays.
        if board is not None and cells == self._cells and self.technique.growth != RULE:
            return board
        keys, self._cells = self.keys(), cells
        if board is not None:
            same = min(len(keys), len(board))
            differ = np.flatnonzero((keys[:same] != board.keys[:same]).any(axis=1))
            same = int(differ[0]) if len(differ) else same
            if same:
                board.shrink(same)
                board.grow(keys[same:])
                return board
        self._board = Board(self.game.tiling, keys)
        return self._board

    @property
    def seen(self) -> Holder:
        """The `Holder` for contents, with the sites that the rules have removed."""
        if self.technique.growth != RULE:
            return self.holder
        arrays, sites = self._arrays, self.sites()
        kept = np.concatenate((np.arange(1 + self.setup.held), sites))
        n = arrays.n.copy()
        n[self.kernels.COUNT] = len(kept) - 1
        parts = {name: getattr(arrays, name)[kept] for name in ("what", "who", "neighbours")}
        parts["fields"] = arrays.fields[:, kept]
        parts["under"] = arrays.under[:, kept]
        left = arrays._replace(n=n, code=arrays.code[:0], **parts)
        board = Board(self.game.tiling, self.keys())
        return _Seen(
            self.setup, left, self.fields, self.counted, self.around, board, self.anchor_key
        )
