"""Agreement of our concepts with a table: ``python -m tools.concepts LIBRARY TABLE``.

The first column of a CSV table is the game, and the column of a concept has 0 or 1. Ludii's
published tables write games as ``Nine_Men's_Morris-``, with a ruleset behind it if it is not the
only one; those rows are left out. In a table with tabs a line is the path of a description below
``lud/`` and the names of its concepts, as Ludii's own `Game.booleanConcepts` lists them. Concepts
that we do not have are left out.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

from boardless.cli.app import main as run
from boardless.games import Library, LudemeError, read
from boardless.games.concepts import CONCEPTS_OF_LUDII, concepts_of

#: The smallest share of equal cells.
LEAST = 0.98


@dataclass
class Agreement:
    """Cells of a table that are equal, and others by concept.

    Attributes
    ----------
    games : int
        Games that are in both.
    columns : frozenset of str
        Concepts that are in both.
    missing, extra : Counter
        By concept, the games that have it only in the table, and the games that have it only here.
    seconds : list of float
        Processor time to read each text and find its concepts.
    """

    columns: frozenset[str]
    games: int = 0
    missing: Counter[str] = field(default_factory=Counter)
    extra: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def add(self, ours: frozenset[str], theirs: frozenset[str]) -> None:
        """Add a game."""
        self.games += 1
        self.missing.update(self.columns & theirs - ours)
        self.extra.update(self.columns & ours - theirs)

    @property
    def share(self) -> float:
        """The share of equal cells."""
        wrong = self.missing.total() + self.extra.total()
        return 1 - wrong / max(1, self.games * len(self.columns))

    def lines(self) -> Iterator[str]:
        """Yield a line for all concepts, and one for each that differs, the worst first."""
        yield (
            f"{self.games} games, {len(self.columns)} concepts: {self.share:.3%} of the cells are "
            f"equal; {1000 * median(self.seconds):.1f} ms a text, {sum(self.seconds):.0f} s in all"
        )
        wrong = self.missing + self.extra
        for name, count in sorted(wrong.items(), key=lambda item: (-item[1], item[0])):
            share = 1 - count / self.games
            yield f"{share:7.2%} {name}: not ours {self.missing[name]}, ours {self.extra[name]}"


def table_of(path: Path) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """Return the concepts of each game of a table, and the concepts that are its columns."""
    text = path.read_text(encoding="utf-8")
    if "\t" in text:
        rows = (line.split("\t") for line in text.splitlines())
        return (
            {name: frozenset(concepts) for name, *concepts in rows if concepts},
            frozenset(CONCEPTS_OF_LUDII),
        )
    header, *lines = csv.reader(text.splitlines())
    columns = frozenset(header[1:]) & frozenset(CONCEPTS_OF_LUDII)
    by_name = {}
    for name, *values in lines:
        cells = zip(header[1:], values, strict=True)
        game = name.removesuffix("-").replace("_", " ")
        by_name[game] = frozenset(column for column, value in cells if value == "1")
    return by_name, columns


def main(library: Path, table: list[Path]) -> int:
    """Print the agreement; status 1 if fewer than 98 % of the cells are equal.

    Parameters
    ----------
    library : LIBRARY
        A folder like Ludii's Common/res.
    table : TABLE
        Tables as CSV or with tabs.
    """
    descriptions = Library(library)
    listed: dict[str, frozenset[str]] = {}
    for path in table:
        rows, columns = table_of(path)
        listed |= rows
    agreement = Agreement(columns)
    for name in descriptions:
        file = descriptions.path(name).relative_to(descriptions.folder / "lud").as_posix()
        theirs = listed.get(file) or listed.get(name)
        if theirs is None:
            continue
        before = process_time()
        try:
            ours = concepts_of(read(descriptions.text(name), large=True))
        except LudemeError as error:
            print(f"{name}: {error}")
            continue
        agreement.seconds.append(process_time() - before)
        agreement.add(ours, theirs)
    for line in agreement.lines():
        print(line)
    return int(agreement.share < LEAST)


if __name__ == "__main__":
    run(main)
