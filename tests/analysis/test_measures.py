"""Measures of games."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from boardless.agents import play_entrants, wilson
from boardless.agents.playing import playable
from boardless.agents.specs import entrant
from boardless.analysis.measures import Estimates, measure
from boardless.analysis.pages import game_html, game_markdown
from boardless.analysis.samples import GameEnd, RandomSample, shape_of
from boardless.games import compile, load
from boardless.play import State
from boardless.topo import InputError
from tests.agents.described import GUESS, RACE, STEPS
from tests.agents.games import Alone, Cards, Dice, Hands

#: Measures of speed.
RATES = ("calls_per_s", "python_calls_per_s", "engine_calls_per_s")
TIC_TAC_TOE = load("Tic-Tac-Toe", jit=False)
BRAVALATH = load("Bravalath", jit=False)

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def expected_length(board: tuple[int, ...] = (0,) * 9) -> Fraction:
    """Return how many more moves random Tic-Tac-Toe takes on average, over the whole tree."""
    mover = 1 + (9 - board.count(0)) % 2
    empty = [place for place, mark in enumerate(board) if not mark]
    if not empty:
        return Fraction(0)
    total = Fraction(0)
    for place in empty:
        after = (*board[:place], mover, *board[place + 1 :])
        won = any(all(after[it] == mover for it in line) for line in _LINES)
        total += 1 if won else 1 + expected_length(after)
    return total / len(empty)


def test_random_tic_tac_toe_is_as_long_as_it_has_to_be() -> None:
    found = measure(TIC_TAC_TOE, playouts=1000, seed=1)
    plies = found["plies"]
    error = plies["sd"] / 1000**0.5
    assert abs(plies["mean"] - float(expected_length())) < 3 * error
    assert float(expected_length()) == pytest.approx(7.63, abs=0.01)
    assert (plies["min"], plies["max"], found["ticks"]["max"]) == (5, 9, 11)
    assert found["state_size"] == {"mean": 9.0, "sd": 0.0, "min": 9.0, "max": 9.0}
    assert (found["hidden"], found["playouts"], sum(found["lengths"])) == (0.0, 1000, 1000)
    assert found["actions"] == found["branching"]
    assert found["board"][4]["unused"] == pytest.approx(5 / 9)
    assert sum(found["seats"]) == pytest.approx(1)
    first = found["first_player"]
    assert (first["score"], first["advantage"]) == (found["seats"][0], found["seats"][0] - 0.5)
    assert first["interval"] == list(wilson(first["score"], 1000))
    # Exact: 0.585 games are won by who begins, 0.127 are drawn.
    assert first["interval"][0] < 0.585 + 0.127 / 2 < first["interval"][1]
    assert all(rate > 0 for rate in found["calls_per_s"].values())


def test_the_same_seed_is_the_same_but_for_speed() -> None:
    one, other = (measure(BRAVALATH, playouts=8, seed=4) for _ in range(2))
    for name in RATES:
        assert [one.pop(name), other.pop(name)]
    assert one == other
    assert measure(BRAVALATH, playouts=8, seed=5)["plies"] != one["plies"]
    cells = [row["cells"] for row in one["board"]]
    assert cells[0] < cells[3]


def test_numbers_are_taken_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for counted in (1_000, 3):
        monkeypatch.setattr("boardless.analysis.samples.COUNTED", counted)
        found.append(measure(TIC_TAC_TOE, playouts=8, seed=4))
        for name in RATES:
            del found[-1][name]
    assert found[0] == found[1]


def test_boards_are_measured() -> None:
    # Diameter, cells on the border, holes.
    assert shape_of(State(BRAVALATH).board) == (4, 12, 0)
    for how in ({}, {"heuristic": "material"}):
        row = measure(BRAVALATH, playouts=2, **how)["board"][0]
        assert (row["cells"], row["pieces"], row["perimeter"], row["diameter"]) == (19, 2, 12, 4)
        assert (row["playable"], row["holes"], row["unused"]) == (8, 0, 17 / 19)
        assert (row["ply"], row["games"]) == (0, 2)


def test_agents_and_games_in_python_are_measured() -> None:
    found = measure(Dice(), playouts=6, agent="mcts:20")
    assert (found["agent"], found["board"], found["ticks"]["max"] >= 4) == ("mcts:20", [], True)
    assert found["turn"]["max"] >= 1
    assert found["rounds"]["min"] >= 1
    assert found["engine_calls_per_s"] == {"next": None, "playouts": None}
    alone = measure(Alone(), playouts=6)
    assert (alone["plies"]["mean"], alone["actions"]["mean"]) == (3, 3)
    assert alone["branching"]["mean"] == 3
    # No board and no pieces are known of a game in Python: no metric takes them for 0.
    assert set(alone["measured"]) <= {
        "DurationMoves",
        "DurationTurns",
        "DurationTurnsStdDev",
        "Rounds",
        "Completion",
        "FirstWins",
        "OutcomeUniformity",
    }
    assert {"BoardSizeAtEnd", "BranchingFactor", "StateTreeComplexity"} < {*alone["unmeasured"]}


def test_what_is_hidden_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hands, "size", lambda self, player: (2, 1), raising=False)
    found = measure(Cards(), playouts=3)
    assert (found["hidden"], found["state_size"]["mean"]) == (0.5, 2)


def test_hidden_places_of_a_description_are_counted() -> None:
    # Of three cells player 1 does not see one, and he alone chooses.
    assert measure(GUESS, playouts=4)["hidden"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("game", [RACE, STEPS], ids=lambda it: it.name)
def test_games_with_effects_are_measured(game: Any) -> None:
    found = measure(game, playouts=1)
    assert found["ticks"]["mean"] >= found["plies"]["mean"] > 0


def test_values_of_a_heuristic_are_spread() -> None:
    found = measure(TIC_TAC_TOE, playouts=4, heuristic="material")["heuristic"]
    assert (found["min"], found["max"]) == (0.0, 1.0)
    assert 0 < found["sd"] < 0.5


def test_values_are_the_games_own_without_a_heuristic() -> None:
    found = measure(TIC_TAC_TOE, playouts=4)
    values, plies = found["heuristic"], found["plies"]["mean"]
    # 0 at every decision, and then the two rewards, which are 1 together.
    assert values["mean"] == pytest.approx(1 / (plies + 2))
    assert "Values of states" in game_markdown([found])
    game = compile(
        """(game "Points" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Empty)) (then (addScore Mover 3))))
            (end (if (is Full) (byScore)))))""",
        jit=False,
    )
    for how in ({}, {"agent": "first"}):
        # Scores of who chooses: 0, 0, 3, 3; in the end 6 and 6.
        assert measure(game, playouts=2, **how)["heuristic"]["mean"] == pytest.approx(18 / 6)


def test_calls_of_python_and_of_the_engine_are_told_apart() -> None:
    found = measure(TIC_TAC_TOE, playouts=2)
    assert found["python_calls_per_s"] == found["calls_per_s"]
    assert all(rate > 0 for rate in found["engine_calls_per_s"].values())


def test_rounds_are_turns_of_who_begins() -> None:
    rounds = measure(TIC_TAC_TOE, playouts=20)["rounds"]
    assert (rounds["min"], rounds["max"]) == (3, 6)


def test_an_onlooker_says_how_exciting_a_game_was() -> None:
    found = measure(TIC_TAC_TOE, playouts=3, onlooker="mcts:30")["estimates"]
    assert set(found) == {"drama", "lead_changes", "decided"}
    assert 0 <= found["lead_changes"] <= 1
    assert Estimates.of([0.6, 0.7, 0.9], (1.0, 0.0)) == Estimates(0.0, 0.0, 0.0)
    assert Estimates.of([0.6, 0.7, 0.9], (0.0, 1.0)).decided == 1.0
    assert Estimates.of([0.4, 0.6], (0.5, 0.5)) == Estimates(0.0, 0.5, 1.0)
    assert Estimates.mean([]) is None


def test_pages_say_what_was_measured() -> None:
    found = measure(BRAVALATH, playouts=4)
    page, text = game_html([found]), game_markdown([found])
    for each in (page, text):
        assert "Bravalath, 4 games by random" in each
        assert each.count("data:image/svg+xml;base64,") == 1
        assert "Cells on the border" in each
    assert page.count("<table ") == page.count("</table>") == 5
    assert game_html([found | {"game": "<b>"}]).count("<b>") == 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"playouts": 0}, "playouts 0"),
        ({"agent": "nobody"}, "unknown agent"),
        ({"seed": -1}, "seed -1"),
    ],
)
def test_what_is_not_allowed_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        measure(TIC_TAC_TOE, **settings)
    with pytest.raises(InputError, match="1 players, not two"):
        measure(Alone(), onlooker="random")


def test_the_same_games_are_played_by_the_same_agents() -> None:
    from boardless.agents.playing import begun, playable

    game = playable(TIC_TAC_TOE)
    one = play_entrants(game, [entrant("random")] * 2, 5)
    state = begun(game, 5)
    for move in one.moves:
        state.push(move)
    assert state.outcome() is not None


def assert_the_same(passed: dict[str, Any], stepped: dict[str, Any]) -> None:
    """Compare games of one pass with the same games by steps, which tell fewer metrics."""
    every, some = (found.pop("measured") for found in (passed, stepped))
    assert 0 < len(some) < len(every)
    assert {name: every[name] for name in some} == some
    lacks = {*stepped.pop("unmeasured")} - {*passed.pop("unmeasured")}
    assert {"BoardCoverageDefault", "PieceNumber", "Timeouts", "StepsPerMove"} < lacks
    for found in (passed, stepped):
        del found["intervals"]
    assert passed == stepped


@pytest.mark.parametrize("game", [TIC_TAC_TOE, BRAVALATH], ids=lambda it: it.name)
def test_one_compiled_pass_sees_what_stepping_sees(game: Any) -> None:
    # A heuristic is asked state by state, so the games are stepped through for it.
    passed, stepped = (measure(game, playouts=5, seed=2, heuristic=it) for it in (None, "material"))
    for found in (passed, stepped):
        for name in (*RATES, "heuristic"):
            del found[name]
    assert_the_same(passed, stepped)


def test_time_bounds_what_is_played_and_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**6))
    monkeypatch.setattr("boardless.jit.compilations.perf_counter", lambda: next(clock))
    done: list[tuple[int, int]] = []
    found = measure(
        TIC_TAC_TOE, playouts=50, seconds=200, heuristic="material",
        progress=lambda *told: done.append(told),
    )  # fmt: skip
    assert 0 < found["looked_at"] < 50
    assert (found["complete"], found["playouts"]) == (False, 50)
    assert done == [(number, 50) for number in range(1, found["looked_at"] + 2)]
    # However little time there is: one game.
    least = measure(TIC_TAC_TOE, playouts=50, seconds=0.5, agent="first")
    assert (least["playouts"], least["looked_at"], least["complete"]) == (1, 1, False)
    assert least["plies"]["mean"] >= 5


def test_without_a_bound_all_is_done() -> None:
    done: list[tuple[int, int]] = []
    found = measure(TIC_TAC_TOE, playouts=3, progress=lambda *told: done.append(told))
    assert (found["playouts"], found["looked_at"], found["complete"]) == (3, 3, True)
    assert done == [(1, 3), (2, 3), (3, 3)]
    few = measure(TIC_TAC_TOE, playouts=50, seconds=1e-9)
    assert (few["playouts"], few["looked_at"], few["complete"]) == (1, 1, False)
    with pytest.raises(InputError, match="seconds 0: choose more than 0"):
        measure(TIC_TAC_TOE, seconds=0)


def test_the_games_looked_at_are_those_that_are_counted() -> None:
    # Quick games are observed, the others walked through: they are the same playouts.
    quick = RandomSample(playable(TIC_TAC_TOE), 5)
    for number in range(4):
        end = GameEnd.of(quick.observer().observed(5, number))
        states = list(quick.walk(number))
        assert end.ticks == len(states) - 1
        assert end.rewards == states[-1][0].outcome().rewards
    # Of a hundred games the states are looked at, the rest are played.
    for agent in ("random", "first"):
        found = measure(TIC_TAC_TOE, playouts=102, seed=5, heuristic="material", agent=agent)
        assert (found["playouts"], found["looked_at"], found["complete"]) == (102, 100, True)
        assert sum(found["lengths"]) == 102


def test_measures_run_compiled() -> None:
    assert (
        measure("Tic-Tac-Toe", playouts=4, seed=3)["branching"]
        == (measure(TIC_TAC_TOE, playouts=4, seed=3)["branching"])
    )


@pytest.mark.parametrize("name", ["Blackjack", "Exploding Kittens"])
def test_cards_are_measured_by_one_pass_as_state_by_state(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(name, ["Players/2"], jit=False)
    one = measure(game, playouts=2, seed=1)
    begun = RandomSample.__init__

    def walked(self: RandomSample, *given: Any) -> None:
        begun(self, *given)
        self.is_observable = False

    monkeypatch.setattr(RandomSample, "__init__", walked)
    other = measure(game, playouts=2, seed=1)
    for found in (one, other):
        for name in RATES:
            del found[name]
    assert_the_same(one, other)
    assert one["hidden"] > 0.4
    assert one["branching"]["max"] > 1
