"""Can't Stop: pairs of dice move up to three markers until one stops, or cannot move."""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import Action, Chance, Table, distinct
from tools.models.tag import Fields, Recorded

LENGTHS = {column: 2 * (min(column, 14 - column) - 1) for column in range(2, 13)}
MARKERS = 3
WINNING = 3  # columns


class CantStop(Table):
    """Places of each seat in the columns, and those of the markers that are out."""

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.places = [dict.fromkeys(LENGTHS, 0) for _ in range(players)]
        self.markers: dict[int, int] = {}
        self.dice = [0] * 4
        self.rolled = False

    def completed(self) -> list[int]:
        """Return the columns in which nobody can move any more."""
        return [c for c, n in LENGTHS.items() if any(places[c] == n for places in self.places)]

    def legal(self) -> list[Action]:
        """Return rolling and stopping, or the columns that the dice can move in."""
        if not self.rolled:
            # TAG: one can stop before the first roll (Phases).
            return [("roll",), ("stop",)] if self.tag or self.markers else [("roll",)]
        a, b, c, d = self.dice
        pairs = [(a + b, c + d), (a + c, b + d), (a + d, b + c)]
        different = [p for n, p in enumerate(pairs) if not {p, p[::-1]} & set(pairs[:n])]
        both = [pair for pair in different if self._moves(pair)]
        single = [(n,) for pair in different if pair not in both for n in pair if self._moves((n,))]
        return [("move", *numbers) for numbers in [*both, *distinct(single)]] or [("bust",)]

    def _moves(self, columns: tuple[int, ...]) -> bool:
        """Return whether markers can move in these columns."""
        for column in columns:
            place = self.markers.get(column, self.places[self.owner][column])
            too_far = place + columns.count(column) > LENGTHS[column]
            if too_far or column in self.completed():
                return False
        return len({*self.markers, *columns}) <= MARKERS

    def apply(self, action: Action, chance: Chance) -> None:
        """Roll, move, stop, or lose the markers."""
        match action:
            case ("roll",):
                self.dice = [chance.choice(f"die {n}", range(1, 7)) for n in range(4)]
                self.rolled = True
            case ("move", *columns):
                for column in columns:
                    place = self.markers.get(column, self.places[self.owner][column])
                    self.markers[column] = place + 1
                self.rolled = False
            case _:
                if action == ("stop",):
                    self.places[self.owner] |= self.markers
                self.markers = {}
                self.rolled = False
                if self.scores()[self.owner] >= WINNING:
                    self.finish()
                else:
                    self.end_turn()

    def scores(self) -> list[int]:
        """Return how many columns each has completed."""
        return [sum(places[c] == n for c, n in LENGTHS.items()) for places in self.places]


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: CantStop) -> Fields:
    columns = range(13)
    completed = game.completed()
    state: Fields = {
        "completedColumns": [column in completed for column in columns],
        "temporaryMarkerPositions": {str(column): n for column, n in game.markers.items()},
        "_phase": "Allocation" if game.rolled else "Decision",
    }
    for seat, places in enumerate(game.places):
        state[f"playerMarkerPositions.{seat}"] = [places.get(column, 0) for column in columns]
    return state | {f"dice.{n}": die for n, die in enumerate(game.dice)}


def _named(game: CantStop, action: Action) -> str:
    words = {"roll": "Roll Dice", "stop": "Pass", "bust": "Pass (bust)"}
    return words.get(action[0], f"Use dice : {list(action[1:])}")


def _chance(game: CantStop, what: str, options: Sequence[int], after: Fields) -> Any:
    """Return a die of TAG's next state."""
    return after[what.replace("die ", "dice.")]


RECORDED = (Recorded("cantstop", CantStop, _fields, _named, _chance),)
