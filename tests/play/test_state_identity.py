"""The identity of positions: equal ones have the same future, and the key alone is not enough."""

import pickle
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from boardless.agents import AlphaBeta, Budget
from boardless.games import Game, compile, load
from boardless.games.identity import PositionIdentity
from boardless.play import State
from boardless.store.positions import explored
from boardless.topo import InputError

EMPTY = "(move Add (to (sites Empty)){})"
STEP = "(forEach Piece (move Step Orthogonal (to if:(is Empty (to))){}))"
DISCS = '(start {(place "Disc1" 0) (place "Disc2" 3)}) '
#: Rules without their ends: passes, counters, phases, variables, scores, swaps, turns that go on.
PLAYS = {
    "puts": f"(play {EMPTY.format('')})",
    "passes": f"(play (or {EMPTY.format('')} (move Pass)))",
    "steps": f"{DISCS}(play {STEP.format('')})",
    "steps or passes": f"{DISCS}(play (or {STEP.format('')} (move Pass)))",
    "counter": f"(play (or {EMPTY.format(' (then (set Counter))')} "
    f"(if (> (counter) 0) {EMPTY.format('')} (move Pass))))",
    "variable": f'(play (or {EMPTY.format(" (then (set Var (last To)))")} '
    "(if (= (var) 1) (move Pass))))",
    "again": f"(play {EMPTY.format(' (then (if (is In (last To) (sites {0 3})) (moveAgain)))')})",
    "score": f"(play (or {EMPTY.format(' (then (addScore Mover (last To)))')} (move Pass)))",
    "swap": f"(meta (swap)) (play {EMPTY.format('')})",
    "no repetition": f"(meta (no Repeat Positional)) {DISCS}(play {STEP.format('')})",
    "phases": f"""phases:{{
        (phase "First" (play {EMPTY.format(' (then (if (is In (last To) (sites {0 1}))'
                                           ' (set Var (mover))))')})
            (nextPhase Mover (= (var) (mover)) "Second"))
        (phase "Second" (play (or {EMPTY.format('')} (move Pass))))
    }}""",
}  # fmt: skip
ENDS = {
    "line": "(end (if (is Line 2) (result Mover Win)))",
    "passes": "(end (if (all Passed) (result Mover Win)))",
    "moves": "(end (if (= (count Moves) 4) (result P1 Win)))",
    "repeated": "(end (if (is Repeated 2) (result Mover Loss)))",
}
TEXT = """(game "T" (players 2) (equipment {{(board (square 2)) (piece "Disc" Each)}})
    (rules {} {}))"""
MADE = {f"{play}, {end}": (PLAYS[play], ENDS[end]) for play, end in product(PLAYS, ENDS)}
#: Plays of the package without chance; with symmetries of their own some come again soon.
NAMES = (
    "Andantino", "Bravalath", "Connect Four", "Dots and Boxes", "Gomoku", "Hex", "Hive",
    "Keythedral", "Othello", "Plotto", "Ringo", "Tic-Tac-Toe", "Trax", "Yavalath", "Yinsh",
    "Blackjack", "Minesweeper",
)  # fmt: skip
#: The most states of a game that are compared.
MOST = 25


def made(name: str) -> Game:
    return compile(TEXT.format(*MADE[name]), jit=False)


def everywhere(state: State, depth: int) -> Iterator[State]:
    """Yield the states up to a depth, by all moves."""
    yield state.copy()
    for move in list(state.legal_moves) if depth else ():
        state.push(move)
        yield from everywhere(state, depth - 1)
        state.pop()


def shuffled(game: Game) -> Iterator[State]:
    """Yield states after the same few moves in many orders, as far as they are legal."""
    random, start = Random(1), State(game)
    line: list[str] = []
    while len(line) < 5 and start.outcome() is None and start.seat:
        move = random.choice(list(start.legal_moves)[:20])
        line.append(str(move))
        start.push(move)
    for _ in range(24):
        state = State(game)
        random.shuffle(line)
        for text in line:
            legal = (
                [] if not state.seat else [m for m in state.legal_moves if str(m)[1:] == text[1:]]
            )
            if legal:
                state.push(legal[0])
                yield state.copy()


def future(state: State) -> object:
    """Return what has to be the same where positions are equal."""
    moves = frozenset(map(str, state.legal_moves))
    try:
        count = state.perft(2)
    except InputError:  # chance decides
        count = 0
    return moves, state.mover, state.seat, state.outcome(), state.scores, count


def split(states: Iterator[State]) -> dict[int, list[State]]:
    """Return some states by the identities that several have, and by the keys."""
    found: dict[int, list[State]] = defaultdict(list)
    for state in states:
        found[state.position_id].append(state)
    return {name: some for name, some in found.items() if len(some) > 1}


@pytest.mark.parametrize("name", [*MADE, *NAMES])
def test_equal_positions_have_the_same_future(name: str) -> None:
    states = everywhere(State(made(name)), 4) if name in MADE else shuffled(load(name, jit=False))
    for some in list(split(states).values())[:MOST]:
        first, *others = some
        for other in (others[0], others[-1]):
            assert first == other
            assert future(first) == future(other)


def test_the_key_alone_is_not_enough() -> None:
    """The games above have positions with one key and other moves, ends or futures."""
    differ = 0
    for name in list(MADE)[1::4]:
        found: dict[object, set[object]] = defaultdict(set)
        for state in everywhere(State(made(name)), 3):
            found[state.key, state.mover].add(state.position_id)
        differ += any(len(some) > 1 for some in found.values())
    assert differ > 5


def test_passes_at_the_end_are_told_apart() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    for cell in ["0,0", "-1,-1", "1,1", "1,-1", "-1,1", "-1,0", "1,0", "0,1", "0,-1"]:
        state.push(state.parse(f"+{state.mover}@{cell}"))
    seen = [state.copy()]
    while state.outcome() is None:
        state.push(state.legal_moves[0])
        seen.append(state.copy())
    assert [each.outcome() is None for each in seen] == [True, True, False]
    assert len(set(seen)) == len({each.position_id for each in seen}) == 3
    assert seen[0].key == seen[2].key


def test_starts_of_different_games_differ() -> None:
    starts = [State(load(name, jit=False)) for name in NAMES]
    assert len({start.position_id for start in starts}) == len(NAMES)
    assert State(load("Hex", ["Board Size/7x7"], jit=False)) != State(load("Hex", jit=False))


def test_states_are_equal_by_value_in_every_technique() -> None:
    game = load("Andantino", jit=False)
    states = [State(game, name) for name in ("ZONE-APPEND", "PERI-MAP", "ZONE-RE", "RULE-APPEND")]
    for _ in range(6):
        assert len({state.position_id for state in states}) == 1
        text = str(states[0].legal_moves[1])
        for state in states:
            state.push(state.parse(text))
    one = states[0]
    assert one == one.copy() == State.of(one.position) == one.at(one.ply)
    assert {one, one.copy(), one.at(6)} == {one.at(6)}
    assert one not in (one.at(5), one.key, None)
    past = one.at(3)
    twin = one.copy()
    one.pop()
    assert one != twin
    assert past == twin.at(3) != one
    assert pickle.loads(pickle.dumps(one)) == one


def test_repetition_makes_the_past_a_part() -> None:
    state = State(made("no repetition, line"))
    with pytest.raises(InputError, match="forbid moves that lead to a position again"):
        PositionIdentity.of(state.game)
    with pytest.raises(InputError, match="forbid moves"):
        explored(state.game)
    repeated = State(made("steps, repeated"))
    first = repeated.position_id
    while repeated.outcome() is None:
        repeated.push(repeated.legal_moves[0])
    assert repeated.position_id != first


def value(state: State) -> float:
    """Return what a state is worth to player 1, by trying everything."""
    end = state.outcome()
    if end is not None:
        return end.rewards[0]
    values = []
    for move in list(state.legal_moves):
        state.push(move)
        values.append(value(state))
        state.pop()
    return max(values) if state.seat == 1 else min(values)


def test_a_search_tells_positions_with_one_key_apart() -> None:
    """By key and mover alone it finds 0 here, and says that this is proven."""
    state = State(made("counter, passes"))
    decision = AlphaBeta()(state, Budget(iterations=9), Random(1))
    assert (decision.proven, decision.value) == (True, value(state)) == (True, 1.0)
