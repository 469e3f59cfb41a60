"""Places in the numbers of a state, by name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import pairwise

#: Room for values remembered under a name, or pending, in addition to one for each site.
SPARE = 64
#: Names of the variable without a name, of teams and of pending values.
VARIABLE, TEAMS, PENDING = "variable ", "team", "pending"
#: Names of the plies of the last action at each site.
TARGETS = "targets"
#: Names of the numbers of ghosts, see `state.engine.stacks`.
GHOSTS = "ghosts"


@dataclass
class StateNumbers:
    """Places in ``s.numbers``, by name."""

    #: The first place of each name.
    places: dict[str, int] = field(default_factory=dict)
    #: Values before the first move, if not 0.
    begun: dict[int, int] = field(default_factory=dict)
    #: Names of variables and remembered values in the rules.
    names: list[str] = field(default_factory=list)
    size: int = 0

    def place(self, what: str, count: int = 1, begin: int = 0) -> int:
        """Return the first of `count` places for a purpose; new places start with `begin`."""
        if what not in self.places:
            self.places[what] = self.size
            if begin:
                self.begun |= dict.fromkeys(range(self.size, self.size + count), begin)
            self.size += count
        return self.places[what]

    def without(self, excluded: Collection[str]) -> list[int]:
        """Return all places except the ones of some names."""
        bounds = [*self.places.values(), self.size]
        named = zip(self.places, pairwise(bounds), strict=True)
        return [
            n for what, (first, end) in named if what not in excluded for n in range(first, end)
        ]

    def name(self, name: str | None) -> int:
        """Return the number of a name; None is the empty name."""
        name = name or ""
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def variable(self, name: str | None) -> int:
        """Return the place of a variable."""
        return self.place(VARIABLE + (name or ""), 1, -1)

    def of_players(self, what: str, players: int) -> int:
        """Return the place of a number for nobody; the numbers of the players follow."""
        begin = -1 if what == "value" else 0
        new = what not in self.places
        first = self.place(what, players + 1, begin)
        if new and what == TEAMS:
            self.begun |= {first + player: player for player in range(1, players + 1)}
        return first

    def values(self, name: str | None, sites: int) -> tuple[int, int]:
        """Return the place of the values remembered under a name, and their room."""
        room = sites + SPARE
        return self.place(f"values {name or ''}", 1 + room), room

    def pending(self, sites: int) -> tuple[int, int]:
        """Return the place of pending values, and their room."""
        room = sites + SPARE
        return self.place(PENDING, 1 + room), room
