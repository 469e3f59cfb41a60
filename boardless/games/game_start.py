"""The first board of a game and its pieces, as arrays; starts with chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from boardless.state.equipment import Component, Equipment, Hand
from boardless.state.move import anchor_site
from boardless.strategies.growth import Fixed
from boardless.topo.boards.board import Board
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from typing import Self

    from boardless.games.compiler.game_model import GameModel
    from boardless.games.compiler.module import Module
    from boardless.games.game import Game
    from boardless.games.game_technique import GameTechnique
    from boardless.games.initial.contents import ChanceChoice, Put, StartContents
    from boardless.jit.arrays import Ints
    from boardless.state.engine.arrays import Arrays
    from boardless.state.engine.entries import Kernels
    from boardless.topo.tilings.incidence import Key


@dataclass(frozen=True)
class GameStart:
    """The first board of a game in a technique, as arrays for a compiled game."""

    #: int64 and int8, shape (cells,): the cells, row by row.
    codes: Ints
    kinds: Ints
    #: int32, shape (pieces, 3): component, site and count on board and in hands, in order.
    begun: Ints
    #: The origin of the names of cells.
    anchor: Key

    @classmethod
    def on(cls, board: Board, anchor: Key, setup: Equipment, module: Module) -> Self:
        """Return the start for a first board and the cell of its anchor."""
        if module.model.growing:
            board = Board(setup.tiling, board.keys[board.numbering().sites])
        x, y, _ = anchor
        holds = [hold for hand in setup.hands for hold in hand.holds]
        # Sites of the arrays count from 1, and the sites of hands come first.
        piled = certain_pieces(module.model)
        held = [
            (what, n, count)
            for n, hold in enumerate(holds, 1)
            for what, count in [(put.component, put.count) for put in piled.get(n, ())] or [hold]
            if what
        ]
        begun = [
            (component, 1 + len(holds) + board.site((x + i, y + j, kind)), 1)
            for (i, j, kind), component in setup.start
        ]
        begun = begun + held if module.model.last_held >= 0 else held + begun
        codes = [module.geometry.codes.code((i, j, k)) for i, j, k in board.keys.tolist()]
        kinds = board.keys[:, 2].astype(np.int8)
        return cls(np.array(codes, np.int64), kinds, _rows(begun), anchor)

    @classmethod
    def laid_out(cls, model: GameModel) -> Self:
        """Return the start for a laid-out board."""
        begun = [
            (put.component, site, put.count)
            for site, puts in certain_pieces(model).items()
            for put in puts
        ]
        cells = np.arange(len(model.cells), dtype=np.int64)
        return cls(cells, cells, _rows(begun), (0, 0, 0))


def _rows(begun: list[tuple[int, int, int]]) -> Ints:
    return np.array(begun, dtype=np.int32).reshape(-1, 3)


#: A number of a site: its name in the engine, its offset after that, site, level, and
#: the number.
SiteNumber = tuple[str, int, int, int, int]


@dataclass(frozen=True, eq=False)
class ChanceStart:
    """The contents before the first move of a game, complete or so far."""

    #: The next choice of chance; if there is one, the rest is missing.
    open: ChanceChoice | None
    #: int32, shape (pieces, 3): component, site of the arrays and count.
    begun: Ints
    numbers: tuple[SiteNumber, ...] = ()

    def laid_out(self, kernels: Kernels, arrays: Arrays, noting: bool) -> Arrays:
        """Return arrays for this start on their board; with `noting`, moves can be undone."""
        rows = [
            (int(getattr(kernels, name)) + more, *rest)
            for name, more, *rest in self.numbers
            if getattr(kernels, name, -1) >= 0
        ]
        begun = np.ascontiguousarray(self.begun, dtype=np.int32)
        arrays = arrays._replace(begun=begun)
        kernels.begin_sampled(arrays, np.array(rows, np.int64).reshape(-1, 4), noting)
        return arrays


def decided_by(outcomes: Sequence[int]) -> Callable[[ChanceChoice], int]:
    """Return a `choose` that takes these outcomes, then raises; a single option uses up none."""
    from boardless.games.initial.contents import UndecidedError

    left = iter(outcomes)

    def choose(choice: ChanceChoice) -> int:
        if len(choice.options) == 1:
            return 0
        for outcome in left:
            return outcome
        raise UndecidedError

    return choose


def certain_pieces(model: GameModel) -> dict[int, tuple[Put, ...]]:
    """Return the pieces on the sites of the arrays before chance decides anything."""
    if not model.starts_by_chance:
        return model.start_pieces
    return model.on_sites(model.start_chosen(decided_by(())))


def chance_start(
    game: Game, technique: GameTechnique, choose: Callable[[ChanceChoice], int]
) -> ChanceStart:
    """Return the start of a game by the choices of `choose` for pieces, numbers and hiding."""
    model = game.module.model
    contents = model.start_chosen(choose)
    if contents.open is None and _others(contents) != _others(model.start):
        raise InputError(
            f"{game.name}: only pieces are put somewhere, and hidden, by chance before the first "
            "move: chance cannot set scores and other numbers of the game yet"
        )
    pieces = model.on_sites(contents)
    rows = [(put.component, site, put.count) for site, puts in pieces.items() for put in puts]
    if model.layout is None:
        # The technique fills the board, and chance fills hands.
        there = game.start(technique).begun.tolist()
        rows = [*(row for row in there if row[1] not in pieces), *rows]
    begun = np.array(rows, np.int32).reshape(-1, 3)
    return ChanceStart(contents.open, begun, tuple(site_numbers_in(model, contents)))


def _others(contents: StartContents) -> list[object]:
    """Return the actions of a start other than for pieces and hiding."""
    from boardless.games.initial.contents import CountAction, HideAction, Put

    of_pieces = (Put, CountAction, HideAction)
    return [action for action in contents.actions if not isinstance(action, of_pieces)]


def site_numbers_in(model: GameModel, contents: StartContents) -> Iterator[SiteNumber]:
    """Yield the numbers of the pieces of a start, and hidden data."""
    from boardless.games.compiler.phases import PIECE_NUMBERS, piece_numbers
    from boardless.games.ludemes.hiding import sort_of, veiled

    pieces = model.on_sites(contents)
    for name in PIECE_NUMBERS:
        for site, level, value in piece_numbers(model, pieces, name):
            yield name.upper(), 0, site, level, value
    for (data, site, level), bits in veiled(model, contents).items():
        if bits:
            sort = sort_of(data)
            yield ("VEILS", sort - 1, site, level, bits) if sort else (
                "HIDDEN", 0, site, level, bits
            )  # fmt: skip


def setup_of(model: GameModel) -> Equipment:
    """Return the setup by lattice key relative to the anchor, up to the first chance."""
    start: list[tuple[Key, int]] = []
    held: dict[int, tuple[int, int]] = {}
    board, x, y = None, 0, 0
    if model.tiling is not None:
        board = Fixed().start(model.tiling) if model.growing else model.board
        x, y, _ = board.key(anchor := anchor_site(board))
    if board is not None and model.growing:
        pieces, held = model.placed(board, anchor)
        start += [(board.key(site), component) for component, site in pieces]
    for site, puts in certain_pieces(model).items():
        last = puts[-1]
        if site <= model.hand_size:
            held[site - 1] = (last.component, sum(put.count for put in puts))
        else:
            pile = [put.component for put in puts for _ in range(put.count)]
            cell = model.cells[site - 1 - model.hand_size]
            start += [(cell, what) for what in (pile if model.stacking else pile[-1:])]
    return Equipment(
        model.tiling,
        tuple(
            Component(each.name, each.owner if each.owner <= model.players else 0)
            for each in model.components
        ),
        model.players,
        _hands(model, held),
        tuple(((i - x, j - y, kind), component) for (i, j, kind), component in start),
        model.levels,
        model.boards,
    )


def _hands(model: GameModel, held: dict[int, tuple[int, int]]) -> tuple[Hand, ...]:
    """Return the hands, with component and count of each place."""
    hands, first = [], 0
    for owner, size in model.hands:
        owner = owner if owner <= model.players else 0
        hands.append(Hand(owner, tuple(held.get(n, (0, 0)) for n in range(first, first + size))))
        first += size
    return tuple(hands)
