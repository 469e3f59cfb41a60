"""Monte-Carlo tree search: one algorithm, compiled, uncompiled, and over any game."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from boardless.agents import MCTS, Budget, Decision, FlatMC, Heuristic
from boardless.agents.mcts import PLAYOUTS, POLICIES
from boardless.games import Game, compile, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.games import Alone, Cards, Dice, Hands, Throws
from tests.agents.positions import HIDDEN_FORK, played

TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
BRAVALATH = load("Bravalath", jit=False)
THREE = compile(
    """(game "Three" (players 3)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""",
    jit=False,
)


@dataclass
class Wrapped:
    """A game in L-GDL as one written in Python, with nothing of it but what agents may use."""

    state: State

    def __getattr__(self, name: str) -> Any:
        if name in ("seat", "players", "legal_moves", "key", "push", "outcome", "chances"):
            return getattr(self.state, name)
        raise AttributeError(name)

    def copy(self) -> "Wrapped":
        return Wrapped(self.state.copy())


def decide(agent: Any, state: Any, iterations: int = 100, seed: int = 1) -> Decision:
    return agent(state, Budget(iterations=iterations), Random(seed))


@pytest.mark.parametrize(
    "agent",
    [
        MCTS(),
        MCTS(solver=False, exploration=0.5),
        MCTS(policy="ucb1-tuned"),
        MCTS(depth=1),
        FlatMC(),
    ],
    ids=repr,
)
@pytest.mark.parametrize("game", [TIC_TAC_TOE, BRAVALATH, THREE], ids=lambda game: game.name)
def test_the_search_is_the_same_over_any_game(game: Game, agent: Any) -> None:
    state = State(game)
    one, other = decide(agent, state), decide(agent, Wrapped(state))
    assert dict(one.visits) == dict(other.visits)
    assert (one.move, one.values, one.line) == (other.move, other.values, other.line)
    assert (one.spent.iterations, one.spent.calls) == (
        other.spent.iterations,
        other.spent.calls,
    )


def test_compiled_and_uncompiled_are_the_same() -> None:
    agent = MCTS(policy="grave", playout="nst", cut=3)
    plain, compiled = (
        decide(agent, State(load("Tic-Tac-Toe", jit=jit)), 300) for jit in (False, True)
    )
    assert plain.visits == compiled.visits
    assert plain.values == pytest.approx(compiled.values)
    assert (plain.move, plain.line, plain.proven) == (
        compiled.move, compiled.line, compiled.proven,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("policy", "playout"),
    [
        ("ucb1", "random"), ("ucb1-tuned", "random"), ("grave", "random"), ("history", "random"),
        ("ucb1", "mast"), ("ucb1", "nst"), ("history", "mast"),
    ],
)  # fmt: skip
def test_every_way_of_searching_blocks(policy: str, playout: str) -> None:
    # Player 1 has two in a row, and it is player 2's turn.
    state = played(TIC_TAC_TOE, "+1@-1,0 +2@1,1 +1@0,0")
    decision = decide(MCTS(policy=policy, playout=playout), state, 300)
    assert str(decision.move) == "+2@1,0"
    assert sum(decision.visits.values()) == decision.spent.iterations <= 300


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("playout", PLAYOUTS)
def test_names_of_policies_are_the_same_in_capitals(policy: str, playout: str) -> None:
    loud = MCTS(policy=policy.upper(), playout=playout.title())
    assert loud == MCTS(policy=policy, playout=playout)
    state = State(TIC_TAC_TOE)
    decision = decide(loud, state, 20)
    assert decision.visits == decide(MCTS(policy=policy, playout=playout), state, 20).visits
    assert decide(FlatMC(playout=playout.upper()), state, 20).spent.iterations == 20


def test_wins_in_one_are_found_and_proven() -> None:
    state = played(TIC_TAC_TOE, "+1@-1,0 +2@1,1 +1@0,0 +2@0,1")
    decision = decide(MCTS(), state, 50)
    assert (str(decision.move), decision.value, decision.proven) == ("+1@1,0", 1.0, True)
    assert decision.spent.iterations < 50


def test_lost_positions_are_proven_lost() -> None:
    state = played(TIC_TAC_TOE, HIDDEN_FORK)
    decision = decide(MCTS(), state, 2000)
    assert (decision.value, decision.proven) == (0.0, True)


def test_the_line_is_legal_and_begins_with_the_move() -> None:
    for game in (TIC_TAC_TOE, BRAVALATH):
        state = State(game)
        decision = decide(MCTS(), state, 300)
        assert decision.line[0] == decision.move
        assert len(decision.line) > 1
        for move in decision.line:
            state.push(move)


def test_a_search_changes_nothing() -> None:
    state = State(BRAVALATH)
    before = (state.key, list(state.legal_moves), state.ply)
    for agent in (MCTS(), MCTS(cut=1), FlatMC()):
        decide(agent, state)
        assert (state.key, list(state.legal_moves), state.ply) == before
    other = Wrapped(state)
    decide(MCTS(), other)
    assert (state.key, list(state.legal_moves), state.ply) == before


def test_each_limit_of_a_budget_ends_the_search() -> None:
    state = State(TIC_TAC_TOE)
    agent = MCTS(solver=False)
    calls = agent(state, Budget(calls=100), Random(1)).spent.calls
    assert 100 <= calls < 100 + 11
    spent = agent(state, Budget(seconds=0.05), Random(1)).spent
    assert spent.iterations > 16
    both = agent(state, Budget(iterations=5, calls=10**6), Random(1)).spent
    assert both.iterations == 5


def test_a_tree_is_gone_on_with_where_the_game_has_gone() -> None:
    state = State(TIC_TAC_TOE)
    first = decide(MCTS(), state, 400)
    state.push(first.move)
    state.push(first.line[1])
    again = MCTS()(state, Budget(iterations=50), Random(2), first.memory)
    afresh = MCTS()(state, Budget(iterations=50), Random(2))
    assert sum(again.visits.values()) > sum(afresh.visits.values()) == 50
    assert set(again.visits) == set(state.legal_moves)
    alone = MCTS(reuse=False)(state, Budget(iterations=50), Random(2), first.memory)
    assert (alone.visits, alone.move) == (afresh.visits, afresh.move)


def test_a_tree_of_another_game_is_left_alone() -> None:
    first = decide(MCTS(), State(TIC_TAC_TOE))
    other = played(TIC_TAC_TOE, "+1@0,0")
    other.pop()
    other.push(other.parse("+1@1,1"))
    memory = first.memory.__class__(first.memory.tree, (other.parse("+1@0,0"),))
    agent = MCTS()
    found = agent(other, Budget(iterations=20), Random(1), memory)
    assert found.visits == decide(agent, other, 20).visits


def test_more_players_each_for_himself_or_all_against_one() -> None:
    # Player 2 is to complete a line of player 3, or to block that of player 1.
    state = played(THREE, "+1@0,0 +2@2,2 +3@2,-1 +1@0,1 +2@-1,2 +3@2,0 +1@1,-1")
    for agent in (MCTS(), MCTS(paranoid=True)):
        decision = decide(agent, state, 500)
        assert decision.move in state.legal_moves
        assert 0 <= decision.value <= 1
    assert not decide(MCTS(), State(THREE), 50).proven


def test_chance_is_expected() -> None:
    # At 5 a throw loses in five of six cases; nothing is lost by throwing at 0.
    agent = MCTS()
    assert decide(agent, Throws((5, 0)), 800).move == "stop"
    assert decide(agent, Throws((0, 0)), 800).move == "throw"
    behind = Throws((5, 1), seat=2, thrower=2, stopped=(True, False))
    found = decide(agent, behind, 3000)
    assert (found.move, found.values["stop"]) == ("throw", 0.0)
    assert found.value == pytest.approx(0.40, abs=0.05)
    assert Dice().begin(Random(1)) == Throws()


def test_what_is_hidden_is_not_seen() -> None:
    # With the middle card it is the same whatever the other has.
    answers = {repr(decide(MCTS(), Hands((2, other)), 400, seed=3).visits) for other in (1, 3)}
    assert len(answers) == 1
    assert decide(MCTS(), Hands((1, 3), ("bet",)), 400).move == "bet"
    assert decide(MCTS(), Hands((3, 1), ("bet",)), 400).move == "fold"
    assert len({Cards().begin(Random(seed)).cards for seed in range(9)}) > 1


def test_who_plays_alone_finds_the_way() -> None:
    state = Alone().begin(Random(1))
    decision = decide(MCTS(), state, 200)
    assert (decision.value, decision.proven, sum(decision.line)) == (1.0, True, 4)


def test_functions_in_python_are_asked() -> None:
    state, seen = State(TIC_TAC_TOE), []

    def liking_corners(position: State, player: int) -> float:
        seen.append(player)
        corner = sum(1 for cell in position.pieces if abs(cell[0]) + abs(cell[1]) == 2)
        return 0.9 if (corner + position.ply) % 2 == player % 2 else 0.1

    decide(MCTS(cut=0, heuristic=liking_corners), state, 30)
    assert set(seen) == {1, 2}

    def first(position: State, random: Random) -> Any:
        return next(iter(position.legal_moves))

    assert decide(MCTS(playout=first), state, 30).spent.iterations == 30


def test_cut_playouts_are_judged_by_weights() -> None:
    state = played(TIC_TAC_TOE, "+1@0,0 +2@1,1")
    toward = decide(MCTS(cut=0, heuristic=Heuristic(lines=2.0), solver=False), state, 12)
    away = decide(MCTS(cut=0, heuristic=Heuristic(lines=-2.0), solver=False), state, 12)
    assert max(toward.values.values()) > 0.8 > 0.2 > min(away.values.values())


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: MCTS(policy="uct"), "unknown policy 'uct'"),
        (lambda: MCTS(playout="good"), "unknown playout 'good'"),
        (lambda: MCTS(playout=None), "policy None: give a function"),
        (lambda: MCTS(cut=-1), "cut -1: choose a whole number from 0"),
        (lambda: MCTS(depth=0), "depth 0"),
        (lambda: MCTS(exploration=-1.0), "exploration -1.0: choose 0 to"),
        (lambda: MCTS(epsilon="much"), "epsilon 'much': give a number"),
        (lambda: MCTS(heuristic=5), "heuristic 5: choose one of"),
        (lambda: Budget(), "budget: give iterations, calls or seconds"),
        (lambda: Budget(iterations=0), "iterations 0"),
        (lambda: Budget(seconds=-1), "seconds -1"),
        (lambda: Heuristic(lines="many"), "lines 'many'"),
        (lambda: decide(MCTS(cut=0), Throws()), "a game in Python needs a function"),
    ],
)
def test_what_is_not_allowed_is_refused(made: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        made()


def test_a_game_that_is_over_has_no_move_to_choose() -> None:
    state = played(TIC_TAC_TOE, "+1@-1,0 +2@1,1 +1@0,0 +2@0,1 +1@1,0")
    with pytest.raises(InputError, match="there is no move to choose"):
        decide(MCTS(), state)
