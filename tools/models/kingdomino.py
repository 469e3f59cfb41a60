"""Kingdomino from its printed rules, in plain Python: kingdoms are dicts, every rule looks at all.

A place is ``(x, y)`` from a player's castle, x to the right and y upwards; land is its terrain and
its crowns. What chance decides is told to the model, which asserts that it may come about.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

Place = tuple[int, int]
Land = tuple[str, int]
Laid = frozenset[tuple[Place, Land]]
#: What is done, the number of a domino, and where its squares come to lie.
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
        """Take note of the players whose kings were drawn, in order, and of the first line."""
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
