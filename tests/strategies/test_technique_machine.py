"""All techniques side by side: random moves, pushed and popped, give the same game."""

from functools import partial

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from boardless.state import (
    ADD,
    BOARD,
    REMOVE,
    SET_COUNT,
    SET_MOVER,
    SET_STATE,
    Action,
    Component,
    Equipment,
    FreeState,
    Hand,
    Location,
    Move,
)
from boardless.strategies import TECHNIQUES, Append, Remap, Replay, Rule, Technique
from boardless.topo import TILINGS, InputError, Key, Tiling
from boardless.topo.tilings.incidence import ADJACENT
from tests.states import by_cell, check_inside, snapshot

COMPONENTS = (Component("tile"), Component("red", 1), Component("grey", 2), Component("stone"))
choices = st.integers(0, 10**6)
near = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(0, 11))
components = st.integers(1, len(COMPONENTS))


def beside_a_piece(tiling: Tiling) -> Technique:
    """Return growth by a rule of which all cells that may be played in other techniques follow."""
    adjacent = tiling.slots.relation & ADJACENT > 0

    def allowed(kind: int, around: tuple[int, ...]) -> bool:
        return bool(np.array(around)[adjacent[kind]].any())

    return Technique("RULE-APPEND", Rule(allowed), Append())


class Techniques(RuleBasedStateMachine):
    """Nine states that get the same moves; cells are drawn from the smallest of the boards."""

    states: list[FreeState]

    def __init__(self, tiling: Tiling) -> None:
        super().__init__()
        self.tiling = tiling

    @initialize(tiles=st.dictionaries(near, components, max_size=4))
    def begin(self, tiles: dict[Key, int]) -> None:
        # Where there is one prototile only, two tiles may be meant for one cell.
        tiling, kinds = self.tiling, len(self.tiling.faces)
        start = {(i, j, k % kinds): what for (i, j, k), what in tiles.items()}
        hands = (Hand(1, ((2, 2),)), Hand(2, ((3, 300), (0, 0))))
        setup = Equipment(tiling, COMPONENTS, 2, hands, tuple(start.items()))
        techniques = (*TECHNIQUES.values(), beside_a_piece(tiling))
        self.states = [FreeState(setup, technique) for technique in techniques]
        self.before: list[list[object]] = []

    @property
    def smallest(self) -> FreeState:
        return min(self.states, key=lambda state: len(state.board))

    def drawn(self, choice: int, chunk: str) -> Key | None:
        """Return a cell of the smallest board, or None; never one on the border of BASE."""
        smallest, base = self.smallest, self.states[0]
        sites = list(smallest.containers[BOARD].chunk(chunk).nonzero())
        cell = smallest.cell(sites[choice % len(sites)]) if sites else None
        if cell is None or base.board.on_perimeter(base.site(cell)):
            return None
        return cell

    def push(self, *actions: Action) -> None:
        self.before.append([snapshot(state) for state in self.states])
        for state in self.states:
            state.push(Move(state.mover, actions))

    @rule(choice=choices, component=components)
    def add(self, choice: int, component: int) -> None:
        cell = self.drawn(choice, "empty")
        if cell is not None:
            self.push(Action(ADD, BOARD, cell, component))

    @rule(choice=choices, component=components)
    def add_beside_a_piece(self, choice: int, component: int) -> None:
        cell = self.drawn(choice, "playable")
        if cell is not None:
            self.push(Action(ADD, BOARD, cell, component))

    @rule(one=choices, other=choices, component=components)
    def add_two(self, one: int, other: int, component: int) -> None:
        pair = self.drawn(one, "empty"), self.drawn(other, "empty")
        if None not in pair and pair[0] != pair[1]:
            actions = [Action(ADD, BOARD, cell, component) for cell in pair if cell]
            self.push(*actions, Action(SET_MOVER, 0, 0, self.smallest.mover))

    @rule(choice=choices)
    def add_from_hand(self, choice: int) -> None:
        cell, mover = self.drawn(choice, "empty"), self.smallest.mover
        if cell is not None and self.smallest.containers[mover].what[0]:
            chip = mover + 1
            source, target = Location(mover, 0), Location(BOARD, cell)
            self.push(*Move.transfer(mover, chip, source, target).actions)

    @rule(choice=choices, where=st.none() | choices)
    def take(self, choice: int, where: int | None) -> None:
        cell = self.drawn(choice, "what")
        to = None if where is None else self.drawn(where, "empty")
        if cell is not None:
            smallest = self.smallest
            what = smallest.containers[BOARD].what[smallest.site(cell)]
            count = smallest.containers[BOARD].count[smallest.site(cell)]
            actions = [Action(REMOVE, BOARD, cell, what)] * count
            if to is not None:
                actions.append(Action(ADD, BOARD, to, what))
            self.push(*actions)

    @rule(choice=choices, count=st.integers(1, 3), state=st.integers(0, 255))
    def change(self, choice: int, count: int, state: int) -> None:
        cell = self.drawn(choice, "what")
        if cell is not None:
            self.push(Action(SET_COUNT, BOARD, cell, count), Action(SET_STATE, BOARD, cell, state))

    @precondition(lambda self: self.before)
    @rule(times=st.integers(1, 3))
    def pop(self, times: int) -> None:
        for _ in range(min(times, len(self.before))):
            self.pop_one()

    def pop_one(self) -> None:
        moves = [state.by_cell(state.peek()) for state in self.states]
        for state, move in zip(self.states, moves, strict=True):
            assert state.by_cell(state.pop()) == move
        assert [snapshot(state) for state in self.states] == self.before.pop()

    @rule(empty=choices, taken=choices, component=components)
    def refuse(self, empty: int, taken: int, component: int) -> None:
        """A move whose last action cannot be made changes nothing."""
        cell, full = self.drawn(empty, "empty"), self.drawn(taken, "what")
        if cell is None or full is None:
            return
        before = [snapshot(state) for state in self.states]
        first = Action(ADD, BOARD, cell, component)
        for last in (Action(ADD, BOARD, full, component), Action(REMOVE, 2, 1, 3)):
            for state in self.states:
                with pytest.raises(InputError, match=r"is occupied|is empty"):
                    state.push(Move(state.mover, (first, last)))
        assert [snapshot(state) for state in self.states] == before

    @precondition(lambda self: self.before)
    @rule(choice=choices)
    def remember(self, choice: int) -> None:
        """States that have been are as they were."""
        ply = choice % len(self.before)
        for state, then in zip(self.states, self.before[ply], strict=True):
            if state.technique.name in ("ZONE-APPEND", "ZONE-SHRINK", "RULE-APPEND"):
                assert snapshot(state.at(ply)) == then

    @invariant()
    def cells_out_of_reach_have_left(self) -> None:
        for state in self.states:
            if state._position.pruned:
                what, board = state._position.contents.chunk(BOARD, "what"), state.board
                beyond = board.isolated(what, board.sites).tolist()
                assert beyond == ([] if what.any() else [state.anchor])

    @invariant()
    def by_the_rule_only_allowed_cells_are_there(self) -> None:
        state = self.states[-1]
        if self.before:
            board = state.containers[BOARD]
            cells = {*board.what.nonzero(), *board.playable.nonzero()}
            assert set(state.board) == cells

    @invariant()
    def same_game(self) -> None:
        seen = [by_cell(state) for state in self.states]
        assert all(other == seen[0] for other in seen[1:])
        for state in self.states:
            check_inside(state)

    @invariant()
    def renumbering_techniques_keep_rows(self) -> None:
        for state in self.states:
            if isinstance(state.technique.update, Remap | Replay):
                order = state.board.numbering().sites.tolist()
                assert order == list(range(len(order)))

    def teardown(self) -> None:
        while self.before:
            self.pop_one()


#: Regular tilings get more examples; the others are of unlike symmetry: turns of 2, 3, 4 and 6 in a
#: whole one, with mirrors and without.
EXAMPLES = {
    "square": 4,
    "hexagonal": 4,
    "triangular": 4,
    "3.3.3.3.6": 2,
    "3.3.3.4.4": 2,
    "3.3.4.3.4": 2,
    "3.12.12": 2,
    "4.8.8": 2,
    "cairo": 2,
    "kisrhombille": 2,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_techniques(name: str) -> None:
    # A run is long: all tilings together have a quarter of the examples of other properties.
    examples = max(1, settings().max_examples * EXAMPLES[name] // 100)
    run_state_machine_as_test(
        partial(Techniques, TILINGS[name]),
        settings=settings(max_examples=examples, stateful_step_count=20),
    )
