"""Games in techniques of a user's own, and on boards that shrink."""

import pickle
import re
import sys
from concurrent.futures import Executor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardless.games import Game, compile, load
from boardless.games.game_technique import game_technique
from boardless.play import Position, State, check_trials, record_playouts, run_playouts
from boardless.play.playouts import GAMES
from boardless.state import FreeState
from boardless.state.batch import COLUMNS
from boardless.strategies import ZONE_SHRINK, Append, Technique, Zone
from boardless.topo import Board, InputError
from tests.conftest import GOLDENS
from tests.play.test_state_undo import HANDS, seen
from tests.strategies.own import OWN, OWN_MAP, OWN_REPLAY, Around, ByHand, Crosses, Frozen, Still

#: Each player puts three pieces down, wherever there is a cell, and moves one thereafter; then he
#: puts down again.
PHASES = """(game "Phases" (players 2)
    (equipment {(boardless Hexagonal) (tile "A" Each)})
    (rules
        (start {(place "A1" (centrePoint)) (place "A2" (ahead (centrePoint) E))})
        phases:{
            (phase "put" (play (move Add (to (sites Empty))))
                (nextPhase (= 0 (% (count Moves) 3)) "step"))
            (phase "step" (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
                (nextPhase "put"))}
        (end (if (>= (count Moves) 30) (result Mover Draw)))))"""
TINY = """(game "Tiny" (players 2)
    (equipment {(boardless Square) (tile "A" Each)})
    (rules
        (start (place "A1" (centrePoint)))
        (play (move Add (to (sites Playable))))
        (end (if (>= (count Moves) 9) (result Mover Draw)))))"""
SHORT = HANDS.replace(
    "(end (if", "(end {(if (>= (count Moves) 24) (result Mover Draw)) (if"
).replace("Win)))))", "Win))})))")


@cache
def game_of(name: str, tiling: str = "hexagonal") -> Game:
    if name in ("Hands", "Phases"):
        return compile({"Hands": SHORT, "Phases": PHASES}[name], jit=False)
    return load(name, tiling=tiling, jit=False)


@pytest.mark.parametrize(("name", "tiling"), [*GAMES, ("Andantino", "4.8.8"), ("Hands", "")])
def test_the_same_seed_is_the_same_games(name: str, tiling: str) -> None:
    game = game_of(name, tiling)
    first, *others = (
        run_playouts(game, technique=technique, playouts=2, seed=5).tally
        for technique in ("ZONE-APPEND", OWN, ByHand(), "zone-shrink")
    )
    assert first == others[0] == others[1]
    assert (first.wins, first.lengths) == (others[2].wins, others[2].lengths)


class Walk:
    """A game in several techniques, whose moves are made and taken back side by side."""

    def __init__(self, name: str, *techniques: Any) -> None:
        self.states = [State(game_of(name, "triangular"), technique) for technique in techniques]
        self.before: list[list[dict[str, Any]]] = []
        # Boards that shrink have fewer cells, and so fewer moves where any empty cell will do.
        self.alike = "zone-shrink" not in techniques or name != "Phases"
        self.check()

    def step(self, forth: bool, choice: int) -> None:
        legal = [set(state.legal_moves) for state in self.states]
        common = sorted(set.intersection(*legal), key=str)
        if forth and common:
            self.before.append(list(map(everything, self.states)))
            for state in self.states:
                state.push(common[choice % len(common)])
        elif self.before:
            for state in self.states:
                state.pop()
            assert list(map(everything, self.states)) == self.before.pop()
        self.check()

    def check(self) -> None:
        first, *others = map(seen, self.states)
        for other in others:
            assert (other["key"], other["pieces"], other["outcome"]) == (
                first["key"], first["pieces"], first["outcome"],
            )  # fmt: skip
            if self.alike:
                assert other["moves"] == first["moves"]


def everything(state: State) -> dict[str, Any]:
    """Return all that is seen of a state, and its lists with their order."""
    arrays = state._position.arrays
    lists = [arrays.legal[a, : arrays.size[a]].tolist() for a in range(len(arrays.size))]
    near = arrays.neighbours[state._position.sites()].tolist()
    sites = state.board.sites.tolist()
    return {**seen(state), "lists": lists, "near": near, "sites": sites, "perft": state.perft(1)}


steps = st.lists(
    st.tuples(st.sampled_from([True, True, True, False]), st.integers(0, 10**6)), max_size=16
)


@pytest.mark.parametrize("name", ["Andantino", "Hands", "Phases"])
def test_walks_in_all_kinds_of_techniques(name: str) -> None:
    @given(steps)
    @settings(max_examples=max(2, settings().max_examples // 5))
    def walks(steps: list[tuple[bool, int]]) -> None:
        # Replaying begins with the lists of the grown board, where cells far from pieces are.
        replay = () if name == "Phases" else (OWN_REPLAY,)
        walk = Walk(name, "ZONE-APPEND", OWN, OWN_MAP, *replay, ByHand())
        for step in steps:
            walk.step(*step)

    walks()


@pytest.mark.parametrize("name", ["Andantino", "Hands", "Phases"])
def test_walks_on_boards_that_shrink(name: str) -> None:
    @given(steps)
    @settings(max_examples=max(2, settings().max_examples // 5))
    def walks(steps: list[tuple[bool, int]]) -> None:
        walk = Walk(name, "ZONE-APPEND", "zone-shrink")
        for step in steps:
            walk.step(*step)
        compare_with_free_state(walk.states[1])

    walks()


def compare_with_free_state(state: State) -> None:
    """Compare a game on a board that shrinks with the same moves without rules, site by site."""
    free = FreeState(state.setup, ZONE_SHRINK)
    for move in state.trial().moves:
        free.push(move)
    assert state.board.sites.tolist() == free.board.sites.tolist()
    assert [state.cell(site) for site in state.board] == [free.cell(site) for site in free.board]
    assert list(state.containers[0].empty) == list(free.containers[0].empty)
    assert state.key == free.key
    if state.game.name == "Phases" and state.outcome() is None:
        targets = {move.cell for move in state.legal_moves}
        empty = {state.cell(site) for site in state.containers[0].empty.nonzero()}
        assert targets == empty


def test_cells_leave_and_their_sites_are_used_again() -> None:
    state, random = State(game_of("Phases"), ZONE_SHRINK), Random(3)
    grown = State(game_of("Phases"))
    holes = 0
    while state.outcome() is None:
        move = random.choice(sorted(state.legal_moves, key=str))
        state.push(move)
        grown.push(move)
        holes = max(holes, state.board.extent - len(state.board))
        compare_with_free_state(state)
    assert holes > 2
    assert len(state.board) < len(grown.board)
    assert len(state.board) == state._position.cells


def test_perft_and_recorded_games() -> None:
    for technique in (OWN, OWN_REPLAY, "zone-shrink"):
        state = State(game_of("Andantino", "square"), technique)
        assert [state.perft(depth) for depth in (0, 1, 2, 3)] == [1, 4, 20, 120]
        path = GOLDENS / "recorded" / "andantino-square.jsonl"
        check = check_trials(Path(path), state.game, game_technique(technique))
        assert (check.trials, check.differences) == (2, 0)


def test_copies_pickles_and_past_states() -> None:
    state, random = State(game_of("Hands"), OWN), Random(2)
    expected = [seen(state)]
    for _ in range(6):
        state.push(random.choice(sorted(state.legal_moves, key=str)))
        expected.append(seen(state))
    for twin in (state.copy(), pickle.loads(pickle.dumps(state))):
        assert seen(twin) == expected[6]
        twin.pop()
        twin.push(next(iter(twin.legal_moves)))
        assert seen(state) == expected[6]
    past = [state.at(ply) for ply in range(7)]
    for ply in (6, 0, 3):
        assert seen(past[ply]) == expected[ply]
    assert state.technique == "OWN"


def test_what_inherits_from_a_strategy_is_asked() -> None:
    technique = Technique("FROZEN", Frozen(), Append())
    assert game_technique(technique).is_external
    assert not game_technique(Technique("Z", Zone(), Append(), first="minimal")).is_external
    # A strategy alone is played with cells that keep their sites.
    for chosen in (technique, Frozen()):
        state = State(game_of("Andantino"), chosen)
        state.push(min(state.legal_moves, key=str))
        assert len(state.board) == 19


@pytest.mark.parametrize("strategy", [Still(), Crosses(), Frozen()])
@pytest.mark.parametrize(
    ("name", "tiling"),
    [("Andantino", "square"), ("Bravalath", "triangular"), ("Hive", "hexagonal"), ("Hands", "")],
)
def test_the_first_cell_that_a_strategy_forgets_is_told(
    name: str, tiling: str, strategy: Any
) -> None:
    game = game_of(name, tiling)
    whole, state, random = State(game), State(game, strategy), Random(3)
    while whole.outcome() is None and state.ply < 30:
        move = random.choice(sorted(whole.legal_moves, key=str))
        whole.push(move)
        board = {state.board.key(site) for site in state.board}
        grown = state.board.copy()
        if move.cell:
            strategy(grown, grown.site(move.cell))
        legal = {it.cell for it in whole.legal_moves if it.cell}
        forgotten = legal - board - set(map(grown.key, grown))
        if not forgotten:
            state.push(move)
            assert set(state.legal_moves) == set(whole.legal_moves)
            continue
        with pytest.raises(InputError, match="its strategy has to add cell") as caught:
            state.push(move)
        assert any(f"cell {cell}, which" in str(caught.value) for cell in forgotten)
        assert "\n" not in str(caught.value)
        assert {state.board.key(site) for site in state.board} == board
        return
    assert (strategy, tiling in ("hexagonal", "")) == (Crosses(), True)


def test_a_first_board_that_is_too_small_is_told() -> None:
    class Small(Around):
        """Begins with a cell for each of the two start tiles."""

        def start(self, tiling: Any) -> Board:
            return Board(tiling, [(0, 0, 0), (1, 0, 0)])

    technique = Technique("SMALL", Small(), Append(), first="strategy")
    with pytest.raises(InputError, match="'SMALL': its strategy has to add cell"):
        State(game_of("Andantino"), technique)


class Failing(Around):
    """Fails at the third tile, after it has grown the board."""

    def __call__(self, board: Board, site: int) -> Any:
        new = super().__call__(board, site)
        if len(board) > 18:
            raise ZeroDivisionError("no more")
        return new


class Silent(Around):
    """Does not say which cells it has added."""

    def __call__(self, board: Board, site: int) -> Any:
        super().__call__(board, site)
        return np.empty(0, dtype=np.int64)


class Nothing(Around):
    """Returns nothing."""

    def __call__(self, board: Board, site: int) -> Any:
        super().__call__(board, site)


class NoZone(Zone):
    """Returns no sites, where `Zone` has a `follow`."""

    def __call__(self, board: Board, site: int) -> Any:
        return "no"


class Undermining(Around):
    """Takes the cell away on which a tile was put."""

    shrinks = True

    def follow(self, position: Any, placed: list[int], taken: list[int]) -> None:
        position.leave(placed)


class Idle(ByHand):
    """Makes no move."""

    def push(self, position: Any, mover: int, rows: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("technique", "message"),
    [
        (Failing(), r"technique 'AROUND-APPEND': ZeroDivisionError\('no more'\)"),
        (Silent(), "its strategy has to return the sites that it has added"),
        (Nothing(), "strategy 'around': it returned None for a tile on site .*, return the sites"),
        (NoZone(), "strategy 'zone': it returned 'no' for a tile on site"),
        (Undermining(), "a cell that a piece stands on cannot leave the board"),
        (Idle(), "technique 'BY-HAND': its strategy played another move than the next one"),
    ],
)
def test_a_technique_that_fails_changes_nothing(technique: Any, message: str) -> None:
    state = State(game_of("Andantino"), technique)
    refused = []
    for ply in range(20):
        before = everything(state)
        try:
            state.push(sorted(state.legal_moves, key=str)[ply % 2])
        except InputError as error:
            refused.append(str(error))
            break
    assert len(refused) == 1
    assert re.search(message, refused[0])
    assert everything(state) == before


class Elsewhere(Around):
    """Starts on another tiling."""

    name = "elsewhere"

    def start(self, tiling: Any) -> Board:
        return Board.regular("square", 5)


class Nameless:
    """A strategy but for its name."""

    def start(self, tiling: Any) -> Board:
        return Board.regular(tiling, 1)

    def __call__(self, board: Board, site: int) -> Any:
        return board.grow_around(site)


class Numbered(Nameless):
    """A strategy whose name is a number."""

    name = 5


@pytest.mark.parametrize(
    ("technique", "start", "message"),
    [
        (Technique("E", Elsewhere(), Append(), first="strategy"), "5.4", "first board is square"),
        (OWN, "minimal", "start 'minimal': technique 'OWN' has a first board of its own"),
        ("zone-shrink", "small", "start 'small': choose 5.4 or minimal"),
        ("tests.strategies.own:NONE", "5.4", "cannot be imported"),
        (Nameless(), "5.4", "unknown strategy .*: choose one of fixed, .* with a name, a"),
        (Nameless, "5.4", "unknown strategy .*: choose one of fixed, .* with a name, a"),
        (Numbered(), "5.4", "unknown strategy .*: choose one of fixed, .* with a name, a"),
        (5, "5.4", "unknown technique 5: choose one of .*ZONE-SHRINK, RULE-APPEND, or give"),
    ],
)
def test_what_is_no_technique_of_a_game_is_refused(
    technique: Any, start: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        State(game_of("Andantino"), technique, start)


def test_fixed_boards_have_no_techniques_of_ones_own() -> None:
    for technique in (OWN, "zone-shrink"):
        with pytest.raises(InputError, match="Tic-Tac-Toe has a fixed board, choose BASE"):
            State(load("Tic-Tac-Toe", jit=False), technique)


def test_workers_take_objects_of_modules(
    another_process: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("Bravalath", "square")
    tallies = [
        run_playouts(game, technique=technique, playouts=6, seed=3, executor=executor).tally
        for technique, executor in (
            ("ZONE-APPEND", None),
            (OWN, another_process),
            ("tests.strategies.own:OWN", None),
        )
    ]
    assert tallies[0] == tallies[1] == tallies[2]

    class Local(Around):
        """Stands in no module."""

    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(InputError, match="workers need classes and functions of modules"):
        run_playouts(game, technique=Local(), playouts=2, workers=2)
    assert run_playouts(game, technique=Local(), playouts=6, seed=3).tally == tallies[0]


@numba.njit
def drawn(s, count, number):
    return number


def nearest(state: State, random: Random) -> Any:
    return min(state.legal_moves, key=lambda move: (max(map(abs, move.cell)), random.random()))


@pytest.mark.parametrize("policy", [drawn, nearest])
def test_policies_choose_the_same_moves(policy: Any) -> None:
    game = game_of("Bravalath", "square")
    tallies = {
        run_playouts(game, technique=technique, playouts=3, seed=2, policy=policy).tally
        for technique in ("ZONE-APPEND", OWN)
    }
    assert len(tallies) == 1


@pytest.mark.parametrize("name", ["Plotto", "Hands"])
def test_playouts_are_recorded_as_in_the_engine(name: str) -> None:
    game = game_of(name)
    batch = record_playouts(game, 3, 6, seed=2)
    for technique in (OWN, OWN_MAP):
        other = record_playouts(game, 3, 6, seed=2, technique=technique)
        assert (other.source.technique, other.source.first) == (technique.name, 3)
        for column in COLUMNS:
            assert getattr(other, column).tolist() == getattr(batch, column).tolist(), column


def test_compiled_games_and_plain_ones_are_the_same() -> None:
    one, other = (
        run_playouts(compile(TINY, jit=jit), technique=OWN, playouts=20, seed=1).tally
        for jit in (False, True)
    )
    assert one == other


def test_growth_by_the_rules_as_a_technique() -> None:
    game = game_of("Andantino", "square")
    technique = Technique("RULES", game.rule, Append())
    states = [State(game, "RULE-APPEND"), State(game, technique)]
    random = Random(4)
    for _ in range(10):
        one, other = map(seen, states)
        assert sorted(one["moves"], key=str) == sorted(other["moves"], key=str)
        assert (one["pieces"], sorted(one["board"])) == (other["pieces"], sorted(other["board"]))
        move = random.choice(sorted(one["moves"], key=str))
        for state in states:
            state.push(move)


def test_positions_are_made_in_any_technique() -> None:
    position = Position(game_of("Andantino"), game_technique("ZONE-SHRINK", "minimal"))
    assert position.cells == len(position.standing()) == 19
