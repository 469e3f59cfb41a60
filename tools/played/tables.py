"""Tables of games played, as files, and how two of them differ."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tools.many_games import first_of, read_lines, write_lines

#: The first words of a file; another form of hashes has another number.
_HEAD = "played games of boardless, form 1"
#: Ends of descriptions: played, refused as it should be, an error of the program, out of time.
PLAYED, REFUSED, FAILS, LATE = "played", "refused", "fails", "late"
#: Stands for options taken by default, and for what there is none of.
NONE = "-"


class Key(NamedTuple):
    """The key of a row."""

    #: The description.
    file: str
    options: str = NONE

    def __str__(self) -> str:
        return self.file if self.options == NONE else " | ".join(self)


@dataclass(frozen=True)
class Row:
    """The games of a description, or why there are none."""

    #: PLAYED, REFUSED, FAILS or LATE.
    end: str
    #: The hash of moves, results and ends.
    moves: str = NONE
    #: The hash of the same games in bulk.
    bulk: str = NONE
    #: The number of games, and of moves in all of them.
    games: int = 0
    plies: int = 0
    #: The class of an error, and its first line, which does not count.
    error: str = NONE
    said: str = ""

    def difference(self, other: "Row") -> str:
        """Return what differs in another row of the same description, '' if nothing does."""
        if self.end != other.end or self.error != other.error:
            return " now ".join(" ".join(it.shown) for it in (self, other))
        found = [] if self.moves == other.moves else ["moves"]
        found += [] if NONE in (self.bulk, other.bulk) or self.bulk == other.bulk else ["bulk"]
        return ", ".join(found)

    @property
    def shown(self) -> Iterator[str]:
        """Words for the end."""
        return (word for word in (self.end, self.error) if word != NONE)


@dataclass
class Table:
    """The games of many descriptions."""

    #: The number of games of each, and the moves after which they are cut.
    games: int
    plies: int
    rows: dict[Key, Row] = field(default_factory=dict)

    def of_files(self, files: Collection[str]) -> "Table":
        """Return the table without other descriptions."""
        return replace(self, rows={key: row for key, row in self.rows.items() if key.file in files})

    def write(self, path: Path) -> None:
        """Write the table as lines in order."""
        lines = [f"{_HEAD}: {self.games} games of {self.plies} moves at most"]
        for key, row in sorted(self.rows.items()):
            words = (row.end, row.moves, row.bulk, str(row.games), str(row.plies), row.error)
            said = [row.said] if row.said else []
            lines.append(f"{' '.join(words)} {' | '.join((*key, *said))}")
        write_lines(path, lines)

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Return the table that a file holds."""
        return read_lines(path, cls._of)

    @classmethod
    def _of(cls, lines: list[str]) -> "Table":
        head, words = lines.pop(0).split(": ")
        if head != _HEAD:
            raise ValueError
        table = cls(int(words.split()[0]), int(words.split()[3]))
        for line in lines:
            end, moves, bulk, games, plies, error, rest = line.split(" ", 6)
            file, options, *said = rest.split(" | ", 2)
            row = Row(end, moves, bulk, int(games), int(plies), error, "".join(said))
            table.rows[Key(file, options)] = row
        return table


@dataclass(frozen=True)
class Comparison:
    """The differences of two tables."""

    #: The rows that are the same.
    equal: list[Key]
    #: Those that are not, and how.
    different: dict[Key, str]
    #: Those that only the first has, and only the second.
    missing: list[Key]
    new: list[Key]
    #: Those that are played now and were not.
    compiled: list[Key]
    #: Those that were out of time, then or now.
    late: list[Key]

    @classmethod
    def of(cls, before: Table, now: Table) -> "Comparison":
        """Compare two tables."""
        both = sorted(before.rows.keys() & now.rows.keys())
        late = [key for key in both if LATE in (before.rows[key].end, now.rows[key].end)]
        compiled = [
            key
            for key in both
            if before.rows[key].end in (REFUSED, FAILS) and now.rows[key].end == PLAYED
        ]
        differences = {
            key: before.rows[key].difference(now.rows[key])
            for key in both
            if key not in {*late, *compiled}
        }
        return cls(
            [key for key, words in differences.items() if not words],
            {key: words for key, words in differences.items() if words},
            sorted(before.rows.keys() - now.rows.keys()),
            sorted(now.rows.keys() - before.rows.keys()),
            compiled,
            late,
        )

    @property
    def is_equal(self) -> bool:
        """True if all games that there were are there, and the same, or out of time."""
        return not (self.different or self.missing)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        yield (
            f"descriptions: {len(self.equal):,} equal, {len(self.different):,} different, "
            f"{len(self.missing):,} missing, {len(self.compiled):,} newly compiled, "
            f"{len(self.new):,} new, {len(self.late):,} late"
        )
        yield from (f"  different: {key}: {words}" for key, words in self.different.items())
        for word, keys in (
            ("missing", self.missing),
            ("newly compiled", self.compiled),
            ("late", self.late),
        ):
            yield from first_of([f"{word}: {key}" for key in keys])
