"""Carcassonne in the engine and in the slow model of its printed rules."""

from collections import Counter

import pytest

from boardless.games import Game, description_text, read
from boardless.games.ludemes.pieces import Segment, Tile
from boardless.games.ludemes.start import Place
from boardless.play import State
from boardless.state import Move
from tools.models.carcassonne import SET, START, Carcassonne, compared, with_few


@pytest.fixture(scope="module")
def two() -> Game:
    return with_few(1, 2)


def test_sums_of_the_printed_set() -> None:
    edges = Counter[str]()
    for tile in SET:
        edges.update(tile["edges_TRBL"] * tile["count"])
    assert edges == {"F": 115, "R": 94, "C": 79}
    totals = {
        name: sum(tile["count"] * len(tile[name]) for tile in SET) for name in ("farms", "cities")
    }
    assert totals == {"farms": 126, "cities": 49}


def test_the_text_has_the_printed_set() -> None:
    """Counts of tiles and of what is on them, from the description alone."""
    tree = read(description_text("Carcassonne")).tree
    assert tree.rules.start is not None
    counts = {
        rule.component: rule.count for rule in tree.rules.start.rules if isinstance(rule, Place)
    }
    counts["CityTopStraightRoad"] += 3
    found = Counter[str]()
    for item in tree.equipment.items:
        if isinstance(item, Tile):
            for segment in item.segments:
                assert isinstance(segment, Segment)
                found[segment.name] += counts[item.name]
                found["marks"] += counts[item.name] * segment.marks
                found["sides " + segment.name] += counts[item.name] * len(segment.sides)
    assert (found["Field"], found["City"]) == (126, 49)
    assert (found["marks"], found["Monastery"], found["Garden"]) == (10, 6, 8)
    assert (found["sides Road"], found["sides City"]) == (94, 79)


def test_placings_beside_the_start_tile(two: Game) -> None:
    model = Carcassonne(2)
    known = [len(model.placings(what)) for what in range(len(SET))]
    assert sum(tile["count"] * known[what] for what, tile in enumerate(SET)) == 382
    state = State(two)
    drawn = {move.actions[0].value: move for move, _ in state.chances()}
    for what, move in drawn.items():
        state.push(move)
        assert sum(not _settles(move) for move in state.legal_moves) == known[what]
        state.pop()
    assert drawn.keys() == set(range(len(SET)))
    assert [known[n] for n, tile in enumerate(SET) if tile["name"] == "crossroads"] == [8]
    assert SET[START]["edges_TRBL"] == "CRFR"


def _settles(move: Move) -> bool:
    return len(move.actions) > 3


@pytest.mark.parametrize("number", range(3))
def test_short_games_agree(two: Game, number: int) -> None:
    laid, aside, points = compared(two, number, 1)
    assert laid + aside == 32
    assert points > 10


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow), 5])
def test_short_games_of_more_players_agree(players: int) -> None:
    assert compared(with_few(1, players), players, 1)[0] > 25
