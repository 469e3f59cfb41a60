"""TAG's heuristics, by hand."""

from random import Random

import pytest

from boardless.agents.heuristics import HEURISTICS, judged
from boardless.agents.specs import entrant
from boardless.agents.tag_heuristics import GameHeuristic
from boardless.games import load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.redraws import begun


def value(name: str, state: State, player: int) -> float:
    heuristic = HEURISTICS[name]
    assert isinstance(heuristic, GameHeuristic)
    table = heuristic.table_of(state.game)
    assert judged(heuristic, state, player) == pytest.approx(
        heuristic.py_func(state.position.arrays, player, table)
    )
    return judged(heuristic, state, player)


def hand(state: State, player: int) -> list[int]:
    """Return the components in a player's hand."""
    scene = state.game.module.model.scene
    assert scene is not None
    names = [each.name for each in scene.inventory.containers]
    return [*state.containers[names.index(f"Hand{player}")].what.nonzero().values()]


def test_love_letter_counts_the_cards_in_hand_and_the_tokens() -> None:
    state = begun("Love Letter", 3, 3, seed=1, jit=False)
    for player in (1, 2, 3):
        cards = hand(state, player)
        expected = 0.3 * sum(cards) / (1 + 8 * len(cards))
        assert state.scores == (0, 0, 0)
        assert value("tag-love-letter", state, player) == pytest.approx((expected + 1) / 2)


def test_uno_takes_points_in_the_own_hand_for_good() -> None:
    state = begun("Uno", 2, 4, seed=1, jit=False)
    scene = state.game.module.model.scene
    assert scene is not None
    worths = {
        number: {it.name: it.value for it in each.item.properties}["Points"]
        for number, each in enumerate(scene.inventory.components, 1)
    }
    own, other = (sum(worths[card] for card in hand(state, player)) for player in (1, 2))
    expected = 0.5 * own / 1000 - 0.2 * other / 1000 - 0.3 * len(hand(state, 1)) / 72
    assert value("tag-uno", state, 1) == pytest.approx((expected + 1) / 2)
    # In 2020 a player's points were those in the hands of all others.
    expected += (0.5 + 0.2) * (other - own) / 1000
    assert value("tag-uno-2020", state, 1) == pytest.approx((expected + 1) / 2)


def test_heuristics_are_about_their_games() -> None:
    heuristic = HEURISTICS["tag-uno"]
    assert isinstance(heuristic, GameHeuristic)
    with pytest.raises(InputError, match="Tic-Tac-Toe has no cards"):
        heuristic.table_of(load("Tic-Tac-Toe", jit=False))


@pytest.mark.parametrize(
    ("name", "missing"),
    [("tag-colt-express", "'Bullet', choose"), ("tag-pandemic", "'Yellow Cube', choose")],
)
def test_a_heuristic_of_another_game_of_cards_is_refused(name: str, missing: str) -> None:
    state = begun("Blackjack", 2, 0, seed=1, jit=False)
    with pytest.raises(InputError, match=f"Blackjack has no {missing}"):
        judged(HEURISTICS[name], state, 1)
    agent = entrant(f"mcts:2,cut=0,heuristic={name}")
    with pytest.raises(InputError, match=f"Blackjack has no {missing}"):
        agent.decide(state, Random(1))


def test_colt_express_counts_full_bullets_and_whole_thousands_of_loot() -> None:
    state = begun("Colt Express", 3, 60, seed=4, jit=False)
    board, bullets = state.containers[0], 4 * 14
    full = [board.count[bullets + seat] == 6 for seat in range(3)]
    assert True in full
    assert False in full
    for player in (1, 2, 3):
        own = full[player - 1]
        expected = 0.1 * (sum(full) - own) - 0.2 * own
        assert value("tag-colt-express", state, player) == pytest.approx((expected + 1) / 2)
    # Five strongboxes are worth 5,000, with which loot counts.
    heuristic, arrays = HEURISTICS["tag-colt-express"], state.position.arrays
    assert isinstance(heuristic, GameHeuristic)
    counts, site = heuristic.table_of(state.game)[1], int(state.position.kernels.HELD) + 1 + 4 * 15
    before = value("tag-colt-express", state, 2)
    box = 1 + [it.name for it in state.components].index("Strongbox")
    arrays.what[site + 1], arrays.fields[counts, site + 1] = box, 5
    assert value("tag-colt-express", state, 2) == pytest.approx(before + 0.25)
    assert value("tag-colt-express", state, 1) < before + 0.25


def test_pandemic_counts_cubes_that_are_left_and_a_station() -> None:
    state = begun("Pandemic", 2, 1, seed=1, jit=False)
    cubes = 96 - 3 * (3 + 2 + 1)
    # All begin at the station in Atlanta.
    expected = [0.3 + 0.2 * cubes / 24 + here for here in (0.6, 0.0)]
    for player in (1, 2):
        assert value("tag-pandemic", state, player) == pytest.approx(expected[0] / 20 + 0.5)
    # The first move leads the mover's pawn along a road.
    state.push(next(iter(state.legal_moves)))
    assert value("tag-pandemic", state, 1) == pytest.approx(expected[1] / 20 + 0.5)


@pytest.mark.parametrize("spec", ["greedy", "mcts:12,cut=0,solver=False"])
def test_a_move_is_judged_with_what_chance_decides_in_it(spec: str) -> None:
    # The next player takes a card, so that chance decides something in every move.
    state = begun("Love Letter", 2, 2, seed=1, jit=False)
    agent = entrant(f"{spec},heuristic=tag-love-letter")
    values = agent.decide(state, Random(1)).values
    assert len(values) > 1
    before = judged(HEURISTICS["tag-love-letter"], state, state.seat)
    assert before not in values.values()
    assert len(set(values.values())) > 1
