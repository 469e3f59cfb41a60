"""Agents in games of the language with effects, dice, hidden places, shared and secret aims."""

from random import Random as Stream
from typing import Any

import pytest

from boardless.agents import (
    MCTS,
    RHEA,
    RMHC,
    AlphaBeta,
    Budget,
    FlatMC,
    Greedy,
    Heuristic,
    Random,
    entrant,
    observation,
    play_entrants,
)
from boardless.agents.playing import playable
from boardless.games import Game, compile, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import GUESS, PENNIES, RACE, STEPS, TOGETHER
from tests.agents.test_mcts import Wrapped, decide


def begun(game: Game, card: int = 0) -> State:
    """Return the state before the first choice of a player, after the same luck."""
    state = State(game)
    while state.chances():
        state.push(state.chances()[card][0])
        if len(list(state.legal_moves)) == 1:
            state.push(next(iter(state.legal_moves)))
    return state


def even(state: Any, player: int) -> float:
    return 0.5


@pytest.mark.parametrize("policy", ["ucb1", "ucb1-tuned"])
def test_a_game_with_effects_is_searched_as_any_other(policy: str) -> None:
    state, agent = begun(STEPS), MCTS(policy=policy)
    one, other = decide(agent, state, 40), decide(agent, Wrapped(state), 40)
    assert dict(one.visits) == dict(other.visits)
    assert (one.move, one.values, one.line) == (other.move, other.values, other.line)
    assert (one.spent.calls, one.proven) == (other.spent.calls, other.proven)


@pytest.mark.parametrize(
    ("game", "iterations"), [(RACE, 200), (load("Trax", jit=False), 9)], ids=["dice", "Trax"]
)
def test_throws_and_rotations_belong_to_moves_of_the_tree(game: Game, iterations: int) -> None:
    # Without playouts every throw is one of the tree, asked for or drawn by its probability.
    state = begun(game)
    one = decide(MCTS(cut=0, heuristic=Heuristic(lines=0.0)), state, iterations)
    other = decide(MCTS(cut=0, heuristic=even), Wrapped(state), iterations)
    assert dict(one.visits) == dict(other.visits)
    assert (one.move, one.values) == (other.move, other.values)
    assert one.spent.calls == other.spent.calls


def won_by_best_play(state: State) -> float:
    """Return how likely the player to move wins a race, both playing best."""
    seat, values = state.seat, []
    for move in list(state.legal_moves):
        state.push(move)
        ended, chances = state.outcome(), state.chances()
        value = 0.0 if ended is None else ended.rewards[seat - 1]
        for throw, odds in chances:
            state.push(throw)
            value += float(odds) * (1 - won_by_best_play(state))
            state.pop()
        values.append(value)
        state.pop()
    return max(values)


def test_best_play_with_dice_is_proven() -> None:
    # Both have 2 points, and player 1 has thrown 2: then player 2 needs a 3 at once.
    state = begun(RACE)
    for throw in (0, 1):
        state.push(list(state.legal_moves)[1])
        state.push(state.chances()[throw][0])
    decision = decide(MCTS(), state, 400)
    assert decision.proven
    assert decision.value == pytest.approx(won_by_best_play(state)) == pytest.approx(2 / 3)


def test_a_search_with_dice_leaves_the_state_and_the_luck_alone() -> None:
    state = begun(RACE)
    before = (state.key, list(state.legal_moves), state.chances())
    first = decide(MCTS(), state, 50)
    assert (state.key, list(state.legal_moves), state.chances()) == before
    state.push(first.move)
    state.push(state.chances()[1][0])
    again = MCTS()(state, Budget(iterations=20), Stream(2), first.memory)
    assert set(again.visits) == set(state.legal_moves)
    throws = [
        [m for m, seat in zip(done.moves, done.seats, strict=True) if not seat][:2]
        for done in (
            play_entrants(playable(RACE), [entrant(spec), entrant("first")], 3)
            for spec in ("mcts:5", "mcts:30")
        )
    ]
    assert throws[0] == throws[1]


@pytest.mark.parametrize("agent", [MCTS(), MCTS(policy="grave", playout="mast"), FlatMC()])
def test_a_hidden_card_is_not_seen_through_the_search(agent: Any) -> None:
    decisions = [decide(agent, begun(GUESS, card), 120) for card in (0, 1)]
    assert decisions[0].visits == decisions[1].visits
    assert decisions[0].values == decisions[1].values
    # Three cards of four are high.
    assert str(decisions[0].move) == "@0,0,2"
    assert decisions[0].value == pytest.approx(0.75, abs=0.12)
    assert not decisions[0].proven


@pytest.mark.parametrize("agent", [Greedy(), RMHC(), RHEA(), Random(), MCTS(cut=1, heuristic=even)])
def test_no_agent_is_given_what_its_player_does_not_see(agent: Any) -> None:
    found = []
    for card in (0, 1):
        seen = observation(begun(GUESS, card), 1, Stream(5))
        found.append(agent(seen, Budget(calls=60), Stream(1)).move)
    assert found[0] == found[1]


def test_what_is_hidden_is_drawn_by_its_probability() -> None:
    state, random = begun(GUESS), Stream(1)
    drawn = [observation(state, 1, random) for _ in range(200)]
    high = sum(each.pieces[(0, 0, 0)] == 2 for each in drawn)  # type: ignore[attr-defined]
    assert 130 <= high <= 170
    # Player 2 sees the card.
    assert {observation(state, 2, random).pieces[(0, 0, 0)] for _ in range(20)} == {1}  # type: ignore[attr-defined]
    assert all(each.key and each.seat == 1 for each in drawn)


def test_who_chooses_second_does_not_see_a_secret_choice() -> None:
    answers = []
    for first in (0, 1):
        state = State(PENNIES)
        state.push(list(state.legal_moves)[first])
        answers.append(decide(MCTS(), state, 100))
    assert answers[0].visits == answers[1].visits
    assert answers[0].value == pytest.approx(0.5, abs=0.1)


def test_whole_games_with_hidden_cards_are_played() -> None:
    game = playable(GUESS)
    rewards = [
        play_entrants(game, [entrant("mcts:30"), entrant("random")], seed).rewards[0]
        for seed in range(12)
    ]
    # Who always says high is right in three of four games, never in all.
    assert 6 <= sum(rewards) <= 11


@pytest.mark.parametrize("agent", [MCTS(), FlatMC(), RHEA(), RMHC()], ids=repr)
def test_players_who_win_together_help_each_other(agent: Any) -> None:
    budget = Budget(iterations=150) if isinstance(agent, MCTS | FlatMC) else Budget(calls=400)
    state = State(TOGETHER)
    while state.outcome() is None:
        state.push(agent(state, budget, Stream(1)).move)
    ended = state.outcome()
    assert ended is not None
    assert ended.rewards == (1.0, 1.0)


def test_alpha_beta_says_what_it_cannot_search() -> None:
    with pytest.raises(InputError, match="without chance"):
        AlphaBeta()(begun(RACE), Budget(calls=500), Stream(1))
    with pytest.raises(InputError, match="perfect information"):
        AlphaBeta()(begun(GUESS), Budget(calls=500), Stream(1))


def test_lines_end_where_slots_lead_around() -> None:
    """On squares that are laid out, all of one player's, some slots lead in a circle."""
    text = """(game "Full" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (start (place "Disc1" (sites Board)))
            (play (move Remove (sites Occupied by:All) (then (set Counter 3))))
            (end (if (no Pieces) (result Mover Win)))))"""
    assert 0 <= Heuristic(lines=0.2)(State(compile(text, jit=False)), 1) <= 1
