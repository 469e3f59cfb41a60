"""Kingdomino from its printed rules, in plain Python: kingdoms are dicts, every rule looks at all.

A place is ``(x, y)`` from a player's castle, x to the right and y upwards; land is its terrain and
its crowns. What chance decides is told to the model, which asserts that it may come about.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from boardless.games import Game, load
from boardless.play import State
from boardless.state import ADD, BOARD, REMOVE, SET_VALUE, Move
from tools.models.random_games import Kind

Place = tuple[int, int]
Land = tuple[str, int]
Laid = frozenset[tuple[Place, Land]]
#: The kind of a move, the number of a domino, and the places of its squares.
Choice = tuple[str, int, Laid]

_FILE = Path(__file__).parents[2] / "tests" / "goldens" / "kingdomino_48.json"
SET = json.loads(_FILE.read_text(encoding="utf-8"))
DOMINOES: dict[int, tuple[Land, Land]] = {
    each["number"]: (tuple(each["a"]), tuple(each["b"])) for each in SET["dominoes"]
}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
CASTLE: Place = (0, 0)


def beside(place: Place) -> Iterator[Place]:
    """Yield the four places edge to edge with one."""
    for dx, dy in STEPS:
        yield place[0] + dx, place[1] + dy


@dataclass
class Kingdom:
    """The land of a player, which lies round a castle.

    Attributes
    ----------
    side : int
        The most rows and columns.
    land : dict
        What lies where, without the castle.
    """

    side: int
    land: dict[Place, Land] = field(default_factory=dict)

    def layings(self, number: int) -> set[Laid]:
        """Return the ways in which a domino may be laid."""
        one, two = DOMINOES[number]
        taken = {CASTLE, *self.land}
        found = set()
        around = {near for place in taken for near in beside(place)}
        for first in around | {far for near in around for far in beside(near)}:
            for second in beside(first):
                if not taken & {first, second} and self._fits({first, second}):
                    laid = ((first, one), (second, two))
                    if any(self._joins(place, land) for place, land in laid):
                        found.add(frozenset(laid))
        return found

    def _fits(self, new: set[Place]) -> bool:
        every = {CASTLE, *self.land, *new}
        return all(
            max(place[axis] for place in every) - min(place[axis] for place in every) < self.side
            for axis in (0, 1)
        )

    def _joins(self, place: Place, land: Land) -> bool:
        near = set(beside(place))
        return CASTLE in near or any(self.land.get(at, ("", 0))[0] == land[0] for at in near)

    def areas(self) -> list[set[Place]]:
        """Return the places of each area of equal terrain."""
        left, found = set(self.land), []
        while left:
            area = {left.pop()}
            while more := {
                at
                for place in area
                for at in beside(place)
                if at in left and self.land[at][0] == self.land[place][0]
            }:
                area |= more
                left -= more
            found.append(area)
        return found

    def points(self, harmony: bool, middle: bool) -> tuple[int, int, int]:
        """Return the points, the squares of the largest area, and the crowns."""
        areas = self.areas()
        total = sum(len(area) * sum(self.land[at][1] for at in area) for area in areas)
        if harmony and len(self.land) + 1 == self.side**2:
            total += 5
        every = {CASTLE, *self.land}
        if middle and all(
            max(p[axis] for p in every) == -min(p[axis] for p in every) for axis in (0, 1)
        ):
            total += 10
        largest = max((len(area) for area in areas), default=1)
        return total, largest, sum(crowns for _, crowns in self.land.values())


class Kingdomino:
    """A game of Kingdomino.

    Parameters
    ----------
    players : int
        Two to four.
    large : bool
        Whether kingdoms have seven rows and columns, and all dominoes come.
    """

    def __init__(self, players: int, large: bool = False) -> None:
        self.kingdoms = [Kingdom(7 if large else 5) for _ in range(players)]
        self.line_length = 3 if players == 3 else 4
        self.lines_left = 12 if players > 2 or large else 6
        self.kings_each = 2 if players == 2 else 1
        self.box = set(DOMINOES)
        self.turns: list[tuple[int, int]] = []  # who is next, with which domino (0 at first)
        self.line: list[int] = []
        self.claimed: dict[int, int] = {}

    def begin(self, kings: list[int], line: list[int]) -> None:
        """Note the players of the kings, in the order of chance, and the first line."""
        players = range(1, len(self.kingdoms) + 1)
        assert sorted(kings) == sorted(p for p in players for _ in range(self.kings_each))
        self.turns = [(player, 0) for player in kings]
        self._draw(line)

    def _draw(self, line: list[int]) -> None:
        assert line == sorted(line)
        assert len(set(line)) == self.line_length
        assert set(line) <= self.box
        self.box -= set(line)
        self.line = line
        self.lines_left -= 1

    @property
    def mover(self) -> int:
        """The player who is next."""
        return self.turns[0][0]

    @property
    def is_over(self) -> bool:
        """Whether all has been laid."""
        return not self.turns and not self.line

    def legal(self) -> set[Choice]:
        """Return what the player who is next may do."""
        player, number = self.turns[0]
        if not number:
            return {("choose", each, Laid()) for each in self.line if each not in self.claimed}
        layings = self.kingdoms[player - 1].layings(number)
        return {("lay", number, laid) for laid in layings} or {("aside", number, Laid())}

    def make(self, choice: Choice, line: list[int]) -> None:
        """Do what a player chooses; `line` is what lies open afterwards."""
        what, number, laid = choice
        player, _ = self.turns.pop(0)
        if what == "choose":
            self.claimed[number] = player
        else:
            self.kingdoms[player - 1].land.update(laid)
            if self.line:
                self.turns.insert(0, (player, 0))
        if not self.turns:
            self.turns = [(self.claimed[each], each) for each in sorted(self.claimed)]
            self.claimed, self.line = {}, []
            if self.lines_left and self.turns:
                self._draw(line)


# -- the same games in the engine ------------------------------------------------------------------


#: Options that are compared.
OPTIONS = (
    ("Players/2",),
    ("Players/2", "Kingdom/7x7", "Harmony/On", "Middle/On"),
    ("Players/3", "Middle/On"),
    ("Players/4", "Harmony/On"),
)
#: Components of the engine: land, castles and kings of each player, and then the dominoes.
TERRAINS = ("wheat", "forest", "water", "grass", "swamp", "mine")


def kingdomino(options: tuple[str, ...], jit: bool = True) -> Game:
    """Return the game with some options."""
    return load("Kingdomino", list(options), jit=jit)


def compared(game: Game, number: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves it has, chance left out.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    options, players, plies = game.description.options, game.players, 0
    model = Kingdomino(players, "Kingdom/7x7" in options)
    random, state = Random(number), State(game, technique)
    (first,) = state.legal_moves
    state.push(first)
    _let_chance_decide(state, random)
    model.begin([_king(state, 56 + n) for n in range(4) if _king(state, 56 + n)], _line(state))
    while not model.is_over:
        assert state.mover == model.mover, f"ply {state.ply}"
        legal = list(state.legal_moves)
        moves = {_choice(state, move): move for move in legal}
        assert len(moves) == len(legal), f"ply {state.ply}: a move twice"
        assert moves.keys() == model.legal(), f"ply {state.ply}"
        choice = random.choice(sorted(moves, key=lambda c: (c[0], c[1], sorted(c[2]))))
        state.push(moves[choice])
        _let_chance_decide(state, random)
        model.make(choice, _line(state))
        plies += 1
        assert _land(state, players, model) == [each.land for each in model.kingdoms]
    outcome = state.outcome()
    assert outcome is not None
    harmony, middle = "Harmony/On" in options, "Middle/On" in options
    points = [kingdom.points(harmony, middle) for kingdom in model.kingdoms]
    assert outcome.payoffs is not None
    assert list(outcome.payoffs) == [10_000 * p + 100 * area + crowns for p, area, crowns in points]
    assert outcome.ranks == tuple(1 + sum(one > own for one in points) for own in points)
    return plies


def _let_chance_decide(state: State, random: Random) -> None:
    while state.chances():
        state.push(random.choice(list(state.legal_moves)))


def _held(state: State, place: int) -> int:
    return int(state.containers[1].what[place])


def _king(state: State, place: int) -> int:
    what = _held(state, place)
    return state.game.components[what - 1].owner if what else 0


def _number(state: State, component: int) -> int:
    """Return the number of a domino from its name."""
    return int(state.game.components[component - 1].name[1:])


def _line(state: State) -> list[int]:
    return [_number(state, what) for what in (_held(state, 52 + n) for n in range(4)) if what]


def _castles(state: State, players: int) -> list[Place]:
    apart = 15 if "Kingdom/7x7" in state.game.description.options else 11
    return [(n % 2 * apart, -(n // 2) * apart) for n in range(players)]


def _land(state: State, players: int, model: Kingdomino) -> list[dict[Place, Land]]:
    """Return what lies where round each castle."""
    castles, board = _castles(state, players), state.containers[0]
    found: list[dict[Place, Land]] = [{} for _ in castles]
    for (i, j, _), what in state.pieces.items():
        if what <= len(TERRAINS):
            n = min(range(players), key=lambda n: _distance((i, j), castles[n]))
            crowns = int(board.value[state.site((i, j, 0))])
            x, y = castles[n]
            found[n][i - x, j - y] = (TERRAINS[what - 1], crowns)
        else:
            assert (i, j) in castles
    return found


def _distance(one: Place, two: Place) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def _choice(state: State, move: Move) -> Choice:
    """Return what a move of the engine is in the model."""
    taken, *laid = move.actions
    assert (taken.kind, taken.container) == (REMOVE, 1)
    if not laid:
        return "aside", _number(state, taken.value), Laid()
    if laid[0].container != BOARD:
        assert isinstance(laid[0].site, int)
        return "choose", _number(state, _held(state, laid[0].site - 8)), Laid()
    x, y = _castles(state, state.game.players)[state.mover - 1]
    land: dict[Place, Land] = {}
    for action in laid:
        assert isinstance(action.site, tuple)
        at = (action.site[0] - x, action.site[1] - y)
        if action.kind == ADD:
            land[at] = (TERRAINS[action.value - 1], 0)
        elif action.kind == SET_VALUE:
            land[at] = (land[at][0], action.value)
    return "lay", _number(state, taken.value), frozenset(land.items())


KINDS = tuple(Kind("Kingdomino", options, compared, 250) for options in OPTIONS)
