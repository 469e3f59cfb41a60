"""A slow model of Carcassonne by its printed rules: each question is answered from all tiles.

The tiles come from a table of the printed set. A place is column and row, rows counted upwards. A
segment of a tile is a kind and a number; a feature is the set of all (place, segment) that are
joined, found by going from one to the next.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from boardless.games import Game, compile, description_text
from boardless.play import State
from boardless.state import ADD, BOARD, SET_ROTATION, SET_STATE, Move
from tools.models.random_games import Kind

Place: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[str, int]
#: A tile by its number in the table, and how many quarters it is turned, clockwise.
Turned: TypeAlias = tuple[int, int]
Feature: TypeAlias = frozenset[tuple[Place, Segment]]

_FILE = Path(__file__).parents[2] / "tests" / "goldens" / "carcassonne_base_72.json"
SET: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))["tiles"]
START = next(n for n, tile in enumerate(SET) if tile["name"] == "city_top_straight_road")

SIDES = "TRBL"
AROUND = [(0, 1), (1, 0), (0, -1), (-1, 0)]
CORNERS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
#: The halves of sides, clockwise from the left one of the top.
HALVES = ["TLT", "TRT", "TRR", "BRR", "BRB", "BLB", "BLL", "TLL"]


def edges(turned: Turned) -> str:
    """Return city, road or field at the four sides of a turned tile."""
    what, quarters = turned
    shown: str = SET[what]["edges_TRBL"]
    return shown[-quarters:] + shown[:-quarters] if quarters else shown


def segments(what: int) -> list[Segment]:
    """Return the segments of a tile on which a follower may stand."""
    tile = SET[what]
    found = [("city", n) for n in range(len(tile["cities"]))]
    found += [("road", n) for n in range(len(tile["roads"]))]
    found += [("field", n) for n in range(len(tile["farms"]))]
    return found + [("monastery", 0)] * tile["chapel"]


def ends(turned: Turned, segment: Segment) -> set[int]:
    """Return where a segment ends: sides 0 to 3, for a field halves of sides 0 to 7."""
    what, quarters = turned
    kind, number = segment
    tile = SET[what]
    if kind == "field":
        halves = {HALVES.index(half) for half in tile["farms"][number]["sides"]}
        # The table lets a field of one tile end at its city, too, where no field can.
        shown = tile["edges_TRBL"]
        return {(half + 2 * quarters) % 8 for half in halves if shown[half // 2] != "C"}
    if kind == "monastery":
        return set()
    names = tile["cities" if kind == "city" else "roads"][number]
    return {(SIDES.index(name[0]) + quarters) % 4 for name in names if name != "CENTER"}


def beyond(kind: str, place: Place, end: int) -> tuple[Place, int]:
    """Return the place across an end, and which end of its tile meets it."""
    side = end // 2 if kind == "field" else end
    column, row = AROUND[side]
    there = (place[0] + column, place[1] + row)
    if kind != "field":
        return there, (side + 2) % 4
    # What is left of one is right of the other.
    return there, 2 * ((side + 2) % 4) + 1 - end % 2


@dataclass(frozen=True)
class Choice:
    """A move: where the tile goes, how it is turned, and the segment that gets a follower."""

    place: Place
    quarters: int
    segment: Segment | None = None


class Carcassonne:
    """A game that is going on, whose tiles are taken by the caller.

    Parameters
    ----------
    players : int
        How many there are.
    most : int
        How many tiles of each sort there are at most beside the one that begins the game.

    Attributes
    ----------
    tiles : dict of Place to Turned
        What lies on the table.
    followers : dict of (Place, Segment) to int
        Whose follower stands on which segment.
    bag : Counter of int
        The tiles that are left.
    scores, hands : dict of int to int
        Points and followers of each player.
    """

    def __init__(self, players: int, most: int = 9) -> None:
        self.players = range(1, players + 1)
        self.tiles: dict[Place, Turned] = {(0, 0): (START, 0)}
        self.followers: dict[tuple[Place, Segment], int] = {}
        self.bag = Counter({n: tile["count"] for n, tile in enumerate(SET)})
        self.bag[START] -= 1
        self.bag = Counter({n: min(count, most) for n, count in self.bag.items()})
        self.scores = dict.fromkeys(self.players, 0)
        self.hands = dict.fromkeys(self.players, 7)
        self.mover = 1
        self.over = False

    # -- laying ------------------------------------------------------------------------------

    def fits(self, place: Place, turned: Turned) -> bool:
        """Tell whether a tile may lie on a free place beside others."""
        beside = False
        for side, (column, row) in enumerate(AROUND):
            other = self.tiles.get((place[0] + column, place[1] + row))
            if other is not None:
                beside = True
                if edges(other)[(side + 2) % 4] != edges(turned)[side]:
                    return False
        return beside and place not in self.tiles

    def placings(self, what: int) -> list[tuple[Place, int]]:
        """Return the places where a tile may lie, and how it is turned there."""
        places = {(i + x, j + y) for i, j in self.tiles for x, y in AROUND}
        turned = [(place, quarters) for place in places for quarters in range(4)]
        return [(place, n) for place, n in turned if self.fits(place, (what, n))]

    def legal(self, what: int) -> set[Choice]:
        """Return the moves of the player whose turn it is, who has taken a tile."""
        found = set()
        for place, quarters in self.placings(what):
            found.add(Choice(place, quarters))
            if self.hands[self.mover]:
                self.tiles[place] = (what, quarters)
                for segment in segments(what):
                    if not any(part in self.followers for part in self.feature(place, segment)):
                        found.add(Choice(place, quarters, segment))
                del self.tiles[place]
        return found

    def set_aside(self, what: int) -> None:
        """Take a tile that fits nowhere out of the bag."""
        assert not self.placings(what)
        self.bag[what] -= 1

    def make(self, what: int, choice: Choice) -> None:
        """Lay the tile that was taken, and score."""
        self.bag[what] -= 1
        self.tiles[choice.place] = (what, choice.quarters)
        if choice.segment is not None:
            self.hands[self.mover] -= 1
            self.followers[choice.place, choice.segment] = self.mover
        for feature in self.held():
            if self.is_complete(feature):
                self.pay(feature, self.value(feature, done=True))
                for part in feature & self.followers.keys():
                    self.hands[self.followers.pop(part)] += 1
        self.mover = self.mover % len(self.players) + 1
        if not any(count and self.placings(tile) for tile, count in self.bag.items()):
            self.over = True
            for feature in self.held():
                self.pay(feature, self.value(feature, done=False))

    # -- features ----------------------------------------------------------------------------

    def feature(self, place: Place, segment: Segment) -> Feature:
        """Return all that is joined with a segment."""
        found = {(place, segment)}
        waiting = [(place, segment)]
        while waiting:
            at, part = waiting.pop()
            for there, end in self.meeting(at, part):
                if there in self.tiles:
                    for other in segments(self.tiles[there][0]):
                        new = (there, other)
                        same = other[0] == part[0] and end in ends(self.tiles[there], other)
                        if same and new not in found:
                            found.add(new)
                            waiting.append(new)
        return frozenset(found)

    def meeting(self, place: Place, segment: Segment) -> Iterator[tuple[Place, int]]:
        """Yield the places across the ends of a segment, and the ends that meet these."""
        for end in ends(self.tiles[place], segment):
            yield beyond(segment[0], place, end)

    def held(self) -> set[Feature]:
        """Return the features on which followers stand."""
        return {self.feature(*part) for part in self.followers}

    def around(self, place: Place) -> int:
        """Return how many tiles lie around a place."""
        return sum((place[0] + x, place[1] + y) in self.tiles for x, y in AROUND + CORNERS)

    def is_complete(self, feature: Feature) -> bool:
        """Tell whether a feature scores before the end of the game."""
        kind = kind_of(feature)
        if kind == "field":
            return False
        if kind == "monastery":
            ((place, _),) = feature
            return self.around(place) == 8
        return all(there in self.tiles for part in feature for there, _ in self.meeting(*part))

    def value(self, feature: Feature, done: bool) -> int:
        """Return what a feature is worth, complete or at the end of the game."""
        kind = kind_of(feature)
        places = {place for place, _ in feature}
        if kind == "monastery":
            (place,) = places
            return 1 + self.around(place)
        if kind == "road":
            return len(places)
        if kind == "city":
            shields: int = sum(SET[self.tiles[place][0]]["shield"] for place in places)
            return (2 if done else 1) * (len(places) + shields)
        return 3 * sum(map(self.is_complete, set(self.cities_at(feature))))

    def cities_at(self, field: Feature) -> Iterator[Feature]:
        """Yield the cities that a field touches."""
        for place, (_, number) in field:
            what, quarters = self.tiles[place]
            for name in SET[what]["farms"][number]["city_sides"]:
                side = (SIDES.index(name[0]) + quarters) % 4
                for segment in segments(what):
                    if segment[0] == "city" and side in ends((what, quarters), segment):
                        yield self.feature(place, segment)

    def pay(self, feature: Feature, points: int) -> None:
        """Give points to everyone who has the most followers on a feature."""
        counts = Counter(self.followers[part] for part in feature & self.followers.keys())
        for player, count in counts.items():
            if count == max(counts.values()):
                self.scores[player] += points


def kind_of(feature: Feature) -> str:
    """Return what a feature is."""
    (_, (kind, _)) = next(iter(feature))
    return kind


# -- the same games in the engine ------------------------------------------------------------------


def choice_of(move: Move) -> tuple[int, Choice]:
    """Return the tile that a move of the engine lays, by its number in the table, and how."""
    (put,) = (a for a in move.actions if a.kind == ADD and a.container == BOARD)
    told = {a.kind: a.value for a in move.actions if a.site == put.site}
    assert isinstance(put.site, tuple)
    what, which = put.value - 1, told.get(SET_STATE, 0)
    segment = segments(what)[which - 1] if which else None
    return what, Choice(put.site[:2], told[SET_ROTATION] // 2, segment)


def with_few(most: int, players: int) -> Game:
    """Return the game with so many tiles of each sort at most, uncompiled."""
    text = re.sub(
        r"(\(handSite Shared \d+\) count:)(\d+)",
        lambda found: f"{found[1]}{min(int(found[2]), most)}",
        description_text("Carcassonne"),
    )
    return compile(text, [f"Players/{players}"], jit=False)


def compared(game: Game, number: int, most: int = 9) -> tuple[int, int, int]:
    """Play a random game in both; return how many tiles were laid, set aside, and all points.

    There are so many tiles of each sort at most. Half of the moves go where most tiles lie around,
    so that more is completed than at random.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state, model = Random(number), State(game), Carcassonne(game.players, most)
    aside = 0
    while state.outcome() is None:
        assert not model.over
        what = _take_tile(state, model, random)
        while not model.placings(what):
            model.set_aside(what)
            aside += 1
            what = _take_tile(state, model, random)
        listed = list(state.legal_moves)
        told = [(choice_of(move), move) for move in listed]
        moves = {choice: move for (_, choice), move in told}
        assert {tile for (tile, _), _ in told} == {what}
        assert len(moves) == len(told), f"ply {state.ply}: a move twice"
        assert moves.keys() == model.legal(what), f"ply {state.ply}"
        assert state.seat == model.mover
        chosen = _chosen(moves.keys(), model, random)
        state.push(moves[chosen])
        model.make(what, chosen)
        _check(state, model)
    assert model.over
    _check_end(state, model)
    return len(model.tiles) - 1, aside, sum(model.scores.values())


def _chosen(moves: Set[Choice], model: Carcassonne, random: Random) -> Choice:
    among = sorted(moves, key=str)
    if random.random() < 0.5:
        most = max(model.around(choice.place) for choice in among)
        among = [choice for choice in among if model.around(choice.place) == most]
    return random.choice(among)


def _take_tile(state: State, model: Carcassonne, random: Random) -> int:
    """Draw a tile in the engine and return it; the odds are those of the bag."""
    chances, total = state.chances(), sum(model.bag.values())
    odds = {move.actions[0].value: share for move, share in chances}
    assert odds == {n: Fraction(count, total) for n, count in model.bag.items() if count}
    (what,) = random.choices(list(odds), [float(share) for share in odds.values()])
    state.push(next(move for move, _ in chances if move.actions[0].value == what))
    return what


def _check(state: State, model: Carcassonne) -> None:
    """Compare tiles, followers, hands, the bag and scores."""
    where = f"ply {state.ply}"
    board, *hands = state.containers
    turned, standing = board.chunk("rotation").nonzero(), board.chunk("state").nonzero()
    owners = board.chunk("value").nonzero()
    tiles: dict[Place, tuple[int, int]] = {}
    followers = {}
    for key, what in state.pieces.items():
        site = state.site(key)
        tiles[key[:2]] = what - 1, turned.get(site, 0) // 2
        if site in standing:
            followers[key[:2], segments(what - 1)[standing[site] - 1]] = owners[site]
    assert tiles == model.tiles, where
    assert followers == model.followers, where
    assert state.scores == tuple(model.scores.values()), where
    bag, *own = (hand.chunk("count").nonzero() for hand in hands)
    assert +Counter(dict(bag)) == +model.bag, where
    assert [sum(counts.values()) for counts in own] == list(model.hands.values()), where


def _check_end(state: State, model: Carcassonne) -> None:
    """Compare who has come where."""
    outcome = state.outcome()
    assert outcome is not None
    scores = list(model.scores.values())
    assert outcome.ranks == tuple(1 + sum(other > own for other in scores) for own in scores)


def _laid(game: Game, number: int) -> int:
    return compared(game, number)[0]


KINDS = tuple(Kind("Carcassonne", (f"Players/{players}",), _laid, 50) for players in range(2, 6))
