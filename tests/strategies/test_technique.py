"""Techniques: by name, and what mapping and replaying do to indices."""

import pickle
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from boardless.jit.arrays import Ints
from boardless.state import (
    BOARD,
    REMOVE,
    Action,
    Component,
    Equipment,
    FreeState,
    GrowingBoard,
    Hand,
    Location,
    Move,
)
from boardless.strategies import (
    PERI_MAP,
    TECHNIQUES,
    ZONE_APPEND,
    ZONE_MAP,
    ZONE_SHRINK,
    Append,
    Fixed,
    Perimeter,
    Remap,
    Replay,
    Technique,
    Zone,
    strategy_of,
    technique_of,
)
from boardless.strategies.technique import play_and_answer
from boardless.topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, InputError, Tiling
from tests.states import check_inside, snapshot

TILE = (Component("tile"),)


@dataclass(frozen=True)
class EveryMove:
    """A strategy that adds a contour for every move, be it on the perimeter or not."""

    name: ClassVar[str] = "every move"
    dimension: int

    def start(self, tiling: Tiling) -> Board:
        return Board.regular(tiling, self.dimension)

    def __call__(self, board: Board, site: int) -> Ints:
        return board.grow_contour()


def test_by_name() -> None:
    names = ["BASE", "PERI-RE", "PERI-MAP", "PERI-APPEND", "ZONE-RE", "ZONE-MAP", "ZONE-APPEND"]
    assert list(TECHNIQUES) == [*names, "ZONE-SHRINK"]
    assert TECHNIQUES["ZONE-SHRINK"] == Technique("ZONE-SHRINK", Zone(shrink=True), Append())
    for name in names:
        technique = TECHNIQUES[name]
        assert technique.name == name
        assert technique_of(name) == technique_of(name.lower()) == technique_of(technique)
        assert technique_of(name) is technique
        strategy = {"BASE": Fixed, "PERI": Perimeter, "ZONE": Zone}[name.split("-")[0]]
        assert isinstance(technique.strategy, strategy)
    updates = {"RE": Replay, "MAP": Remap, "APPEND": Append}
    assert all(isinstance(TECHNIQUES[n].update, updates[n.split("-")[1]]) for n in names[1:])
    assert technique_of("zone-map") is TECHNIQUES["ZONE-MAP"]
    for bad in ("zone map", "", None, Technique, Zone(), f"{__name__}:TILE"):
        with pytest.raises(InputError, match=r"technique .*choose one of BASE"):
            technique_of(bad)
    with pytest.raises(InputError, match="first board 'big'"):
        Technique("big", Zone(), Append(), first="big")
    for update in (Remap(), Replay()):
        with pytest.raises(InputError, match=f"'{update.name}' of a board that shrinks: choose"):
            Technique("no", Zone(shrink=True), update)


@pytest.mark.parametrize("update", [Remap(), Replay()], ids=lambda u: u.name)
def test_figure_5_17(update: Remap | Replay) -> None:
    """The published example: its grey chip stands on no perimeter, so every move grows here."""
    red, grey = 2, 3
    setup = Equipment(
        SQUARE,
        (*TILE, Component("red chip", 1), Component("grey chip", 2)),
        start=(((1, 0, 0), 1), ((0, 1, 0), 1)),
    )
    quiet = Technique("quiet", Fixed(4), update, first="strategy")
    state = FreeState(setup, quiet)
    state.push(Move.add(1, red, 5))
    assert state.owned.indices(0) == [{6, 9}]
    state._position.technique = Technique("grows", EveryMove(4), update, first="strategy")
    state.push(Move.add(2, grey, 10))

    new = {*range(7), 11, 12, 17, 18, 23, 24, *range(29, 36)}
    mapped = {0: 7, 5: 14, 6: 15, 9: 20, 10: 21}
    board = state.containers[BOARD]
    assert board.what.nonzero() == {14: red, 15: 1, 20: 1, 21: grey}
    assert board.count.nonzero() == dict.fromkeys((14, 15, 20, 21), 1)
    assert board.who.nonzero() == {14: 1, 21: 2}
    assert set(board.empty.nonzero()) == set(range(36)) - {14, 15, 20, 21}
    assert new < set(board.empty.nonzero())
    assert [state.owned.indices(owner) for owner in range(3)] == [[{15, 20}], [{14}], [{21}]]
    assert state.move_stack == [Move.add(1, red, mapped[5]), Move.add(2, grey, mapped[10])]
    assert [move.to for move in state.move_stack] == [(BOARD, 14), (BOARD, 21)]
    assert state.site((-1, -1, 0)) == mapped[0]


@pytest.mark.parametrize(
    ("tiling", "strategy", "move", "added", "mapping"),
    [
        (SQUARE, Perimeter(3), 0, 16, {7: 17, 0: 6}),
        (SQUARE, Perimeter(4), 0, 20, {0: 7, 5: 14, 6: 15, 9: 20, 10: 21}),
        (HEXAGONAL, Perimeter(3), 0, 18, {14: 25}),
        (TRIANGULAR, Perimeter(3), 0, 27, {7: 25}),
        (SQUARE, Zone(3), 0, 5, {0: 4}),
        (SQUARE, Zone(3), 3, 3, {0: 1, 1: 2, 3: 5}),
        (HEXAGONAL, Zone(3), 1, 2, {16: 18}),
        (HEXAGONAL, Zone(3), 3, 2, {16: 18}),
        (HEXAGONAL, Zone(3), 6, 2, {16: 18}),
        (HEXAGONAL, Zone(3), 12, 2, {16: 18}),
        (TRIANGULAR, Zone(4), 1, 5, {0: 5}),
    ],
)
@pytest.mark.parametrize("update", [Remap(), Replay()], ids=lambda u: u.name)
def test_mappings_of_the_thesis(tiling, strategy, move, added, mapping, update) -> None:
    """Tiles that carry their old index as state are found at the new one."""
    technique = Technique("example", strategy, update, first="strategy")
    state = FreeState(Equipment(tiling, TILE), technique)
    size = len(state.board)
    cells = [state.cell(site) for site in range(size)]
    state.push(Move.add(1, 1, cells[move]))
    assert len(state.board) == size + added
    for old, new in mapping.items():
        assert state.site(cells[old]) == new
    assert state.move_stack[0].to == (BOARD, state.site(cells[move]))
    assert state.containers[BOARD].what.nonzero() == {state.site(cells[move]): 1}
    state.pop()
    assert [state.cell(site) for site in state.board] == cells


@pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=TECHNIQUES.keys())
def test_moves_that_grow_several_times_and_carry_hands(technique: Technique) -> None:
    setup = Equipment(SQUARE, (*TILE, Component("chip", 1)), hands=(Hand(1, ((0, 0), (2, 5))),))
    state = FreeState(setup, technique)
    first = snapshot(state)
    cells = [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 3, 0)]
    for cell in cells:
        mover = state.mover
        state.push(Move.transfer(mover, 2, Location(1, 1), Location(BOARD, cell)))
    assert [move.from_ for move in state.move_stack] == [(1, 1)] * 4
    assert [move.to for move in state.move_stack] == [(BOARD, state.site(cell)) for cell in cells]
    assert state.containers[1].count.nonzero() == {1: 1}
    assert len({state.owned.index(1, 1), len(state.board) + 1}) == 1
    for cell in reversed(cells):
        assert state.pop().to == (BOARD, state.site(cell))
    assert snapshot(state) == first


@dataclass(frozen=True)
class Alone:
    """A strategy whose board has the tiles and the cells on either side of the last one."""

    name: ClassVar[str] = "alone"
    shrinks: bool = True

    def start(self, tiling: Tiling) -> Board:
        return Board.regular(tiling, 1)

    def __call__(self, board: Board, site: int) -> Ints:
        raise AssertionError("a follower is asked to follow")

    def first(self, setup: Equipment) -> Board:
        return Board(setup.tiling, [*dict(setup.start), (9, 9, 0)])

    def follow(self, position: GrowingBoard, placed: list[int], taken: list[int]) -> None:
        what = position.contents.chunk(BOARD, "what")
        gone = [site for site in position.board if not what[site] and site not in placed]
        i, j, k = position.board.key(placed[-1])
        position.leave(np.array(gone))
        beside = [(i - 1, j, k), (i + 1, j, k)]
        position.extend(position.board.grow([c for c in beside if position.board.find(c) < 0]))


@dataclass(frozen=True)
class Shrug:
    """An update that forgets where the board was, but for its version."""

    name: ClassVar[str] = "shrug"
    renumbers: ClassVar[bool] = False

    def push(self, technique: Technique, position: GrowingBoard, mover: int, rows: Ints) -> None:
        version = position.board.version
        play_and_answer(technique.strategy, position, mover, rows)
        position.node.mark = version

    def pop(self, technique: Technique, position: GrowingBoard) -> None:
        position.go_back(position.node.mark)


OWN = Technique("own", Alone(), Shrug())


def test_what_a_user_writes_works_like_what_the_program_has() -> None:
    for update in (Remap(), Replay()):
        with pytest.raises(InputError, match="of a board that shrinks"):
            Technique("no", Alone(), update)
    assert Technique("stays", Alone(shrinks=False), Remap()).strategy == Alone(shrinks=False)
    assert technique_of(f"{__name__}:OWN") is OWN
    state = FreeState(Equipment(SQUARE, TILE, start=(((1, 0, 0), 1),)), technique_of(OWN))
    assert {state.cell(site) for site in state.board} == {(0, 0, 0), (1, 0, 0), (9, 9, 0)}
    assert (state.board.extent, state.cell(state.anchor)) == (3, (0, 0, 0))
    before = []
    for n in (9, 8, 7, 6):
        before.append(snapshot(state))
        state.push(Move.add(state.mover, 1, (n, 9, 0)))
        tiles = {(1, 0, 0), *((m, 9, 0) for m in range(n, 10))}
        board = {state.cell(site) for site in state.board}
        assert board == tiles | {(n - 1, 9, 0), (n + 1, 9, 0)}
        check_inside(state)
    while before:
        state.pop()
        assert snapshot(state) == before.pop()


def test_what_cannot_be_imported_is_said() -> None:
    for path, why in (
        ("no_such_module_at_all:X", "No module named"),
        ("math:technique", "has no attribute 'technique'"),
        (":X", "Empty module name"),
        ("..x:X", "relative import"),
    ):
        with pytest.raises(InputError, match=rf"^technique '{path}' cannot be imported: .*{why}"):
            technique_of(path)
    assert strategy_of("ZONE-shrink") == Zone(shrink=True)
    assert strategy_of(f"{__name__}:Alone") == Alone()
    with pytest.raises(InputError, match="strategy 7: choose one of fixed, perimeter"):
        strategy_of(7)


def shrunk() -> FreeState:
    """Return a state on hexagons whose first tile has moved away, and its cell with it."""
    state = FreeState(Equipment(HEXAGONAL, TILE, players=1), ZONE_SHRINK)
    for n in range(3):
        state.push(Move.add(1, 1, (n, 0, 0)))
    for n in range(3):
        source, target = Location(BOARD, (n, 0, 0)), Location(BOARD, (n + 3, 0, 0))
        state.push(Move.transfer(1, 1, source, target))
    return state


def test_cells_out_of_reach_leave() -> None:
    state = shrunk()
    board = state.board
    tiles = {(n, 0, 0) for n in (3, 4, 5)}
    reach = {state.cell(other) for cell in tiles for other in board.neighbours(state.site(cell))}
    assert {state.cell(site) for site in board} == tiles | reach
    assert (len(board), state.anchor) == (13, -1)
    gone = min(set(range(board.extent)) - set(board))
    container = state.containers[BOARD]
    assert (container.empty[gone], container.playable[gone], container.what[gone]) == (0, 0, 0)
    before = snapshot(state)
    for bad, message in (
        (gone, f"site {gone} of the board: its cell has left"),
        ((0, 0, 0), r"cell \(0, 0, 0\) is not on the board"),
    ):
        with pytest.raises(InputError, match=message):
            state.push(Move.add(1, 1, bad))
    assert snapshot(state) == before
    assert [move.to for move in state.move_stack[:3]] == [
        (BOARD, (0, 0, 0)), (BOARD, (1, 0, 0)), (BOARD, state.site((2, 0, 0))),
    ]  # fmt: skip
    while state.ply > 3:
        state.pop()
    assert [move.to for move in state.move_stack] == [
        (BOARD, state.site((n, 0, 0))) for n in range(3)
    ]
    assert state.cell(state.anchor) == (0, 0, 0)


def test_a_cell_in_reach_of_both_places_keeps_its_site() -> None:
    state = FreeState(Equipment(SQUARE, TILE, players=1), ZONE_SHRINK)
    state.push(Move.add(1, 1, (0, 0, 0)))
    state.push(Move.add(1, 1, (1, 0, 0)))
    kept = {(i, j, 0): state.site((i, j, 0)) for i in (1, 2) for j in (-1, 0, 1)}
    for n in range(2):
        source, target = Location(BOARD, (n, 0, 0)), Location(BOARD, (n, 1, 0))
        state.push(Move.transfer(1, 1, source, target))
        assert all(state.site(cell) == site for cell, site in kept.items() if cell[1] >= 0)


def test_a_board_without_tiles_keeps_its_anchor() -> None:
    state = shrunk()
    tiles = [(n, 0, 0) for n in (3, 4, 5)]
    state.push(Move(1, tuple(Action(REMOVE, BOARD, cell, 1) for cell in tiles)))
    assert [state.cell(site) for site in state.board] == [(0, 0, 0)]
    assert state.containers[BOARD].playable.nonzero() == {state.anchor: 1}
    check_inside(state)
    state.push(Move.add(1, 1, (0, 0, 0)))
    assert len(state.board) == 7
    state.pop()
    state.pop()
    assert {state.cell(site) for site in state.containers[BOARD].what.nonzero()} == set(tiles)
    assert state.anchor == -1


def test_what_the_first_board_has_beyond_its_tiles_leaves_too() -> None:
    state = FreeState(Equipment(SQUARE, TILE, players=1, start=(((0, 0, 0), 1),)), WIDE)
    assert len(state.board) == 49
    before = snapshot(state)
    state.push(Move.transfer(1, 1, Location(BOARD, (0, 0, 0)), Location(BOARD, (1, 0, 0))))
    assert len(state.board) == 9
    state.pop()
    assert snapshot(state) == before


WIDE = Technique("wide", Zone(7, shrink=True), Append(), first="strategy")


def test_work_is_constant_with_append_and_grows_with_map_and_replay() -> None:
    def work(technique: Technique, moves: int) -> int:
        state = FreeState(Equipment(SQUARE, TILE), technique)
        for n in range(moves):
            before = state.work
            state.push(Move.add(state.mover, 1, (n, 0, 0)))
        return state.work - before

    replay = TECHNIQUES["ZONE-RE"]
    assert work(ZONE_APPEND, 10) == work(ZONE_APPEND, 40) == 2 * 3 + 1
    # A move adds 3 cells; mapping writes board, sites and moves.
    assert work(ZONE_MAP, 40) - work(ZONE_MAP, 10) == 30 * (2 * 3 + 1)
    assert work(replay, 40) - work(replay, 10) == 30 * (3 * 3 + 2)


@pytest.mark.parametrize("first", ["minimal", "strategy"])
def test_first_boards(first: str) -> None:
    block = tuple(((i, j, 0), 1) for i in range(3) for j in range(3))
    near = Technique("near", Zone(5), Append(), first=first)
    state = FreeState(
        Equipment(SQUARE, TILE, start=block[:1] if first == "strategy" else block), near
    )
    assert len(state.board) == 25
    assert state.board.numbering().sites.tolist() == list(range(25))
    assert state.cell(state.anchor) == (0, 0, 0)
    by_number = FreeState(Equipment(SQUARE, TILE, start=block), PERI_MAP)
    assert len(by_number.board) == 121


def test_the_anchor_is_on_the_smallest_board_too() -> None:
    near = Technique("near", Zone(), Append(), first="minimal")
    state = FreeState(Equipment(HEXAGONAL, TILE, start=(((7, 0, 0), 1),)), near)
    assert (state.cell(state.anchor), state.containers[BOARD].what[state.site((7, 0, 0))]) == (
        (0, 0, 0),
        1,
    )
    one = FreeState(Equipment(HEXAGONAL, TILE), near)
    assert (len(one.board), one.anchor) == (1, 0)


def test_one_start_triangle_that_points_down_has_all_its_neighbours() -> None:
    """Section 5.4 has side 4 for one tile, enough for a triangle that points up."""
    for cell, side in (((0, 0, 1), 5), ((0, 1, 0), 4)):
        state = FreeState(Equipment(TRIANGULAR, TILE, start=((cell, 1),)), ZONE_MAP)
        assert len(state.board) == side**2
        assert len(state.containers[BOARD].playable.nonzero()) == 12


def test_start_tiles_off_the_first_board_are_refused() -> None:
    far = Equipment(SQUARE, TILE, start=(((0, 0, 0), 1), ((21, 0, 0), 1)))
    with pytest.raises(InputError, match="do not fit on a board of dimension 41"):
        FreeState(far, ZONE_MAP)
    with pytest.raises(InputError, match=r"start cell \(21, 0, 0\) is not on the first board"):
        FreeState(far, TECHNIQUES["BASE"])


def test_copies_are_independent() -> None:
    for technique in TECHNIQUES.values():
        state = FreeState(Equipment(HEXAGONAL, TILE), technique)
        first = snapshot(state)
        for cell in ((0, 0, 0), (1, 0, 0)):
            state.push(Move.add(state.mover, 1, cell))
        before, twin = snapshot(state), copy(state)
        assert snapshot(twin) == snapshot(deepcopy(state)) == before
        assert snapshot(pickle.loads(pickle.dumps(state))) == before
        twin.push(Move.add(1, 1, (2, 0, 0)))
        twin.pop()
        twin.pop()
        assert snapshot(state) == before
        state.push(Move.add(1, 1, (0, 1, 0)))
        assert twin.ply == 1
        assert np.array_equal(twin.owned.places(1), [(BOARD, twin.anchor)])
        for _ in range(3):
            state.pop()
        assert snapshot(state) == first
