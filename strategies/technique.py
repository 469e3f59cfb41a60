"""Techniques: a growth strategy, and how the state follows it."""

from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state import AnyCell, AnyTechnique, Equipment, GrowingBoard, anchor_site
from boardless.state.engine.arrays import APPEND, MAP, REPLAY
from boardless.state.move import rows_of
from boardless.strategies.growth import Fixed, Perimeter, Zone, first_dimension, smallest_board
from boardless.strategies.strategy import Starter, Strategy, answer_move, in_engine, lookup, shrinks
from boardless.topo import Board, InputError
from boardless.util.inputs import check_choice


class Update(Protocol):
    """The interface of an update: how a position follows a board.

    It may also have an attribute ``in_engine``: see `strategies.in_engine`.
    """

    name: ClassVar[str]
    #: Whether cells get other sites when the board grows, which a board that shrinks cannot have.
    renumbers: ClassVar[bool]

    def push(self, technique: "Technique", position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move; if it cannot be made, raise InputError and change nothing."""

    def pop(self, technique: "Technique", position: GrowingBoard) -> None:
        """Undo the last move."""


@dataclass(frozen=True)
class Append:
    """New cells get new sites, all others stay; the cost follows the board's changes.

    The only update of the program for boards that shrink.
    """

    name: ClassVar[str] = "append"
    in_engine: ClassVar[int] = APPEND
    renumbers: ClassVar[bool] = False

    def push(self, technique: "Technique", position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move, and note the board before it."""
        before = (position.board.version, position.pruned)
        play_and_answer(technique.strategy, position, mover, rows)
        position.node.mark = before

    def pop(self, technique: "Technique", position: GrowingBoard) -> None:
        """Undo the actions and the growth of the board."""
        version, position.pruned = position.node.mark
        position.go_back(version)


@dataclass(frozen=True)
class Remap:
    """The update that maps sites of all arrays to the grown board ("logical", MAP).

    The move that makes the board grow is on it when it is mapped, as in Figure 5.19, where `owned`
    holds it; to map first and play it afterwards, as the text describes, is equivalent.
    """

    name: ClassVar[str] = "map"
    in_engine: ClassVar[int] = MAP
    renumbers: ClassVar[bool] = True

    def push(self, technique: "Technique", position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move, map, and note which indices of the grown board are new."""
        cells = len(position.board)
        play_and_answer(technique.strategy, position, mover, rows)
        if len(position.board) > cells:
            order = position.board.numbering().sites
            position.renumber(order)
            position.node.mark = np.flatnonzero(order >= cells)

    def pop(self, technique: "Technique", position: GrowingBoard) -> None:
        """Undo the actions, and map back to the cells that were there before."""
        added = position.take_back()
        if added is not None:
            position.renumber(np.delete(np.arange(len(position.board)), added))


@dataclass(frozen=True)
class Replay:
    """The state is reset, mapped to the grown board, and all moves are made again (RE).

    The last one, too: it was made on the old board, and is made once more on the grown one.
    """

    name: ClassVar[str] = "replay"
    in_engine: ClassVar[int] = REPLAY
    renumbers: ClassVar[bool] = True

    def push(self, technique: "Technique", position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move; if the board grows, reset, map the rest and the moves, and replay."""
        cells = len(position.board)
        play_and_answer(technique.strategy, position, mover, rows)
        if len(position.board) > cells:
            position.reset()
            position.renumber(position.board.numbering().sites)
            position.replay()

    def pop(self, technique: "Technique", position: GrowingBoard) -> None:
        """Begin again on the first board, and make all moves but the last (section 5.3.1).

        The board grows for the other moves, but not for the last one.
        """
        *line, _ = position.node.line()
        position.restart(*technique.start(position.setup))
        for step in line:
            assert step.move is not None
            move = position.contents.by_site(step.move)
            technique.push(position, move.mover, rows_of(move.actions))


def play_and_answer(strategy: Strategy, position: GrowingBoard, mover: int, rows: Ints) -> None:
    """Make a move on the present board, then grow or shrink the board."""
    position.play(mover, rows)
    answer_move(strategy, position, position.placed(rows), position.taken(rows))


#: The interface of a technique in words.
NEEDED = "a name and methods start(setup), push(position, mover, rows) and pop(position)"

#: The first boards of techniques; see `Technique`.
FIRST_BOARDS = ("5.4", "minimal", "strategy")


@dataclass(frozen=True)
class Technique:
    """The first board of a game, and the changes of board and state by a move.

    Parameters
    ----------
    name : str
        Name of the technique.
    strategy : Strategy
        The cells that a move adds.
    update : Update
        How the state follows.
    first : {"5.4", "minimal", "strategy"}
        The first board, unless the strategy is a `Starter`, which chooses itself: by the number of
        start tiles (section 5.4), the smallest one around them (section 7.4), or the strategy's
        own.

    Raises
    ------
    InputError
        If `first` is not one of these, or the board shrinks and the update renumbers sites.
    """

    name: str
    strategy: Strategy
    update: Update
    first: str = "5.4"

    def __post_init__(self) -> None:
        check_choice(self.first, "first board", FIRST_BOARDS)
        if shrinks(self.strategy) and self.update.renumbers:
            raise InputError(
                f"update {self.update.name!r} of a board that shrinks: choose 'append'; the others "
                "number sites row by row again, so that none would keep its number"
            )

    @property
    def in_engine(self) -> tuple[int, int] | None:
        """The constants of strategy and update in the engine, if it has both."""
        growth, update = in_engine(self.strategy), in_engine(self.update)
        return None if growth is None or update is None else (growth, update)

    def start(self, setup: Equipment) -> tuple[Board, int]:
        """Return the first board and the site of its anchor, or raise InputError.

        Several boards of one plane all begin as the first one does.
        """
        if not setup.boards:
            return self._first(setup)

        def is_first(cell: AnyCell) -> bool:
            own = max(abs(cell[0]), abs(cell[1]))
            return all(own <= max(abs(cell[0] - i), abs(cell[1] - j)) for i, j, _ in setup.boards)

        # The first board alone has the start pieces nearest to its anchor.
        start = tuple((cell, what) for cell, what in setup.start if is_first(cell))
        board, anchor = self._first(replace(setup, boards=(), start=start))
        keys = board.keys[board.sites].tolist()
        wanted = [(i + x, j + y, k) for x, y, _ in setup.boards for i, j, k in keys]
        board.grow([key for key in dict.fromkeys(wanted) if board.find(key) < 0])
        return board, anchor

    def _first(self, setup: Equipment) -> tuple[Board, int]:
        """Return the first board of a setup that has one, and the site of its anchor."""
        tiling, strategy = setup.tiling, self.strategy
        # The origin of the cells of the setup.
        anchor = (0, 0, len(tiling.faces) - 1)
        cells = [cell for cell, _ in setup.start]
        if isinstance(strategy, Starter):
            board = strategy.first(setup)
            if board.find(anchor) < 0:
                board.grow([anchor])
        elif self.first == "minimal" and cells:
            board = smallest_board(tiling, cells)
            if board.find(anchor) < 0:
                board = smallest_board(tiling, [*cells, anchor])
        elif self.first == "5.4":
            return board_by_number(setup)
        else:
            own = self.first == "strategy"
            board = strategy.start(tiling) if own else Board.regular(tiling, 1)
            return board, anchor_site(board)
        return board, board.site(anchor)

    def push(self, position: GrowingBoard, mover: int, rows: Ints) -> None:
        """Make a move on a position; its board may grow.

        Raises
        ------
        InputError
            If it cannot be made; then nothing has changed.
        """
        self.update.push(self, position, mover, rows)

    def pop(self, position: GrowingBoard) -> None:
        """Undo the last move of a position; there must be one."""
        self.update.pop(self, position)


def board_by_number(setup: Equipment) -> tuple[Board, int]:
    """Return the first board of section 5.4 and the site of its anchor.

    The rule assumes the start tiles in a row. If they lie otherwise, or around an anchor that is
    not quite in the centre (one triangle that points down), the board may have to be larger to have
    all their neighbours, the purpose of the rule. InputError if today's fixed board is too small.
    """
    tiling = setup.tiling
    for dimension in range(first_dimension(tiling, len(setup.start)), tiling.fixed_dimension + 1):
        board = Board.regular(tiling, dimension)
        anchor = anchor_site(board)
        x, y, _ = board.key(anchor)
        sites = [board.find((x + i, y + j, k)) for (i, j, k), _ in setup.start]
        if not any(site < 0 or board.on_perimeter(site) for site in sites):
            return board, anchor
    raise InputError(f"start tiles do not fit on a board of dimension {tiling.fixed_dimension}")


#: Today's Ludii: a fixed board, so that there is nothing to follow.
BASE = Technique("BASE", Fixed(), Append(), first="strategy")
PERI_RE = Technique("PERI-RE", Perimeter(), Replay())
PERI_MAP = Technique("PERI-MAP", Perimeter(), Remap())
PERI_APPEND = Technique("PERI-APPEND", Perimeter(), Append())
ZONE_RE = Technique("ZONE-RE", Zone(), Replay())
ZONE_MAP = Technique("ZONE-MAP", Zone(), Remap())
ZONE_APPEND = Technique("ZONE-APPEND", Zone(), Append())
ZONE_SHRINK = Technique("ZONE-SHRINK", Zone(shrink=True), Append())

#: The techniques by name: all of this module, in their order.
TECHNIQUES = {
    technique.name: technique
    for technique in tuple(globals().values())
    if isinstance(technique, Technique)
}


def appending(strategy: Strategy) -> AnyTechnique:
    """Return the technique with a strategy's growth that keeps all sites.

    It is the program's own if there is one; else its name follows the strategy's, and it starts
    from the board of section 5.4 unless the strategy is a `Starter`.

    Parameters
    ----------
    strategy : Strategy
        How the board grows.

    Returns
    -------
    Technique
        A member of `TECHNIQUES` if the strategy is the program's own.
    """
    for technique in TECHNIQUES.values():
        if technique.strategy == strategy and not technique.update.renumbers:
            return technique
    return Technique(f"{strategy.name.upper()}-APPEND", strategy, Append())


def keeping_sites(technique: AnyTechnique) -> AnyTechnique:
    """Return the technique with the same growth that keeps the sites of cells."""
    return replace(technique, update=Append()) if isinstance(technique, Technique) else technique


def technique_of(technique: AnyTechnique | str) -> AnyTechnique:
    """Return a technique itself, or the one of a name in `TECHNIQUES` or of ``"module:name"``.

    See `strategy_of` for names.

    Parameters
    ----------
    technique : AnyTechnique or str
        The technique, or its name.

    Returns
    -------
    AnyTechnique
        The technique.

    Raises
    ------
    InputError
        If the technique is unknown, or it cannot be imported.
    """
    return lookup(
        technique, "technique", TECHNIQUES, lambda value: isinstance(value, AnyTechnique), NEEDED
    )
