"""Python source under construction: lines and names, and places in the numbers of a state."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from boardless.games.compiler.expressions import Bool
from boardless.games.language.errors import LudemeError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

#: The longest source that is made, in characters.
MAX_SOURCE = 4_000_000


class SourceWriter:
    """Lines of source at a depth of indentation, and names that are not in use yet."""

    def __init__(self, depth: int = 0) -> None:
        self.lines: list[str] = []
        self._depth = depth
        #: The number of loops that are open.
        self.loops = 0
        self._names = 0
        self._length = 0

    def add(self, line: str) -> None:
        """Append a line at the current depth; source that gets too long is rejected."""
        self.lines.append("    " * self._depth + line)
        self._length += len(self.lines[-1]) + 1
        if self._length > MAX_SOURCE:
            expected = f"they may be compiled to at most {MAX_SOURCE:,} characters"
            raise LudemeError(None, "the rules", expected)

    def add_all(self, lines: Iterable[str]) -> None:
        """Append lines at the current depth."""
        for line in lines:
            self.add(line)

    def name(self, stem: str) -> str:
        """Return a new name."""
        self._names += 1
        return f"{stem}{self._names}"

    def assign(self, stem: str, source: object) -> str:
        """Append an assignment to a new name; return the name."""
        name = self.name(stem)
        self.add(f"{name} = {source}")
        return name

    def when(self, test: str | Bool, line: str) -> None:
        """Append a statement that is carried out where a condition holds."""
        if isinstance(test, Bool) and test.constant is not None:
            self.add_all([line] if test.constant else [])
            return
        with self.block(f"if {test}:"):
            self.add(line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Append `head`, and lines inside one level deeper; ``pass`` if there are none."""
        self.add(head)
        first = len(self.lines)
        loop = head.startswith(("for ", "while "))
        self._depth += 1
        self.loops += loop
        yield
        if len(self.lines) == first:
            self.add("pass")
        self._depth -= 1
        self.loops -= loop

    def cut(self, start: int) -> list[str]:
        """Take away the lines from number `start` on, and return them without the depth."""
        self._length -= sum(len(line) + 1 for line in self.lines[start:])
        lines = [line[4 * self._depth :] for line in self.lines[start:]]
        del self.lines[start:]
        return lines

    def apart(self, writers: Iterable[Callable[[], object]]) -> list[list[str]]:
        """Return the lines of each of some writers, cut out; all of them use the same names."""
        names, most, texts = self._names, self._names, []
        for write in writers:
            self._names, start = names, len(self.lines)
            write()
            texts.append(self.cut(start))
            most = max(most, self._names)
        self._names = most
        return texts

    def text(self) -> str:
        """Return all lines."""
        return "\n".join(self.lines) + "\n"


#: Room for values that are remembered under a name, or pending, beside one for each site.
SPARE = 64
#: Names of the variable without a name, of teams and of pending values.
VARIABLE, TEAMS, PENDING = "variable ", "team", "pending"
#: Names of the plies in which an action last led to each site.
TARGETS = "targets"
#: Names of the numbers of ghosts, see `state.engine.ghosts`.
GHOSTS = "ghosts"


@dataclass
class StateNumbers:
    """Places in ``s.numbers``, by name."""

    #: The first place of each name.
    places: dict[str, int] = field(default_factory=dict)
    #: Values before the first move other than 0.
    begun: dict[int, int] = field(default_factory=dict)
    #: Names that rules give variables and remembered values.
    names: list[str] = field(default_factory=list)
    size: int = 0

    def place(self, what: str, count: int = 1, begin: int = 0) -> int:
        """Return the first of `count` places for something; new ones begin with `begin`."""
        if what not in self.places:
            self.places[what] = self.size
            if begin:
                self.begun |= dict.fromkeys(range(self.size, self.size + count), begin)
            self.size += count
        return self.places[what]

    def without(self, excluded: Collection[str]) -> list[int]:
        """Return all places but those of some names."""
        bounds = [*self.places.values(), self.size]
        named = zip(self.places, pairwise(bounds), strict=True)
        return [
            n for what, (first, end) in named if what not in excluded for n in range(first, end)
        ]

    def name(self, name: str | None) -> int:
        """Return the number of a name; None is the empty one."""
        name = name or ""
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def variable(self, name: str | None) -> int:
        """Return the place of a variable."""
        return self.place(VARIABLE + (name or ""), 1, -1)

    def of_players(self, what: str, players: int) -> int:
        """Return the place of a number for nobody; those of the players follow."""
        begin = -1 if what == "value" else 0
        new = what not in self.places
        first = self.place(what, players + 1, begin)
        if new and what == TEAMS:
            self.begun |= {first + player: player for player in range(1, players + 1)}
        return first

    def values(self, name: str | None, sites: int) -> tuple[int, int]:
        """Return the place of the values remembered under a name, and room for how many it has."""
        room = sites + SPARE
        return self.place(f"values {name or ''}", 1 + room), room

    def pending(self, sites: int) -> tuple[int, int]:
        """Return the place of pending values, and room for how many it has."""
        room = sites + SPARE
        return self.place(PENDING, 1 + room), room


@contextmanager
def kernel(out: SourceWriter, head: str, decorator: str = "kernel") -> Iterator[None]:
    """Add a kernel with a head, and the statements that are added inside."""
    out.add(f"@{decorator}")
    with out.block(f"def {head}:"):
        yield
    out.add("")
    out.add("")


def function(
    out: SourceWriter, head: str, body: str, note: str = "", decorator: str = "kernel"
) -> None:
    """Add a kernel with a head, a docstring and a body."""
    with kernel(out, head, decorator):
        if note:
            out.add(f'"""{note}"""')
        out.lines += body.rstrip("\n").split("\n")
