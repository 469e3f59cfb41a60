"""Count the games of descriptions as other people have, and print the table of docs/testing.md.

``python -m tools.counts LIBRARY`` takes descriptions from a library, and those of this program
where it has them. It ends with status 1 if counts differ of which no row says why.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardless.games import compile, description_text
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.play.recorded.pdn import square_label
from boardless.topo import InputError
from tools.counts.rows import ROWS, Row
from tools.markdown import head, row

#: The most games that are counted, if no other number is asked for.
MOST = 10**7
#: Squares on which international draughts is played.
SQUARES = 50


@dataclass(frozen=True)
class Found:
    """The counts of a row as far as they were made."""

    row: Row
    depth: int
    ours: int
    #: The same with the rule as published; None where nothing is to be changed.
    edited: int | None = None

    @property
    def theirs(self) -> int:
        """The published count."""
        return self.row.counts[self.depth - 1]

    @property
    def explained(self) -> bool:
        """Tell whether the counts agree, or differ by a rule that the row names."""
        if self.ours == self.theirs:
            return not self.row.differs or self.depth < len(self.row.counts)
        return bool(self.row.differs) and self.edited in (None, self.theirs)

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        row = self.row
        said = ", ".join([*row.options, *([row.title] if row.title else [])])
        name = f"{row.game} ({said})" if said else row.game
        said = ""
        if self.ours != self.theirs:
            said = row.differs or "**unexplained**"
            if self.edited is not None:
                said += f"; as published: {self.edited:,}"
        counts = (f"{self.depth}", f"{self.ours:,}", f"{self.theirs:,}")
        return (name, row.source, *counts, said)


def start_of(position: str) -> str:
    """Return the ludeme that sets up a position of international draughts; the mover is player 1.

    Examples
    --------
    >>> start_of("W:W46,K50:B1")
    '(start {(place "Counter1" {"A1"}) (place "DoubleCounter1" {"I1"}) (place "Counter2" {"B10"})})'
    """
    mover, *sides = position.split(":")
    placed: dict[str, list[str]] = {}
    for side in sides:
        for square in side[1:].split(","):
            number = int(square.removeprefix("K"))
            # Who moves is at the near side.
            label = square_label(number if mover == "W" else SQUARES + 1 - number, 10)
            kind = "DoubleCounter" if square[0] == "K" else "Counter"
            placed.setdefault(f"{kind}{1 if side[0] == mover else 2}", []).append(f'"{label}"')
    parts = (f'(place "{piece}" {{{" ".join(labels)}}})' for piece, labels in placed.items())
    return f"(start {{{' '.join(parts)}}})"


def counted(row: Row, library: str | None, most: int, jit: bool = True) -> list[Found]:
    """Return the counts of a row: all up to the first that differ, or to the last that fits.

    Parameters
    ----------
    row : Row
        The description, and what is published of it.
    library : str or None
        The folder of the library; None for the descriptions of this program alone.
    most : int
        Counts beyond this are left out, but for the first one.
    jit : bool
        Whether the game is compiled.
    """
    text = PACKAGED.text(row.game) if row.packaged else description_text(row.game, library=library)
    if row.position:
        text = text.replace('("BlackCellsSetup" 4)', start_of(row.position))
    state = State(compile(text, row.options, jit=jit))
    counts = [count for count in row.counts if count <= most] or [row.counts[0]]
    found: list[Found] = []
    for depth, count in enumerate(counts, 1):
        found.append(Found(row, depth, state.perft(depth, "turns", row.doubles)))
        if found[-1].ours != count:
            break
    if row.edits and found[-1].ours != found[-1].theirs:
        for old, new in row.edits:
            if old not in text:
                raise InputError(f"{row.game}: the description has no {old!r}")
            text = text.replace(old, new)
        other, depth = State(compile(text, row.options, jit=jit)), len(counts)
        ours, edited = (it.perft(depth, "turns", row.doubles) for it in (state, other))
        found.append(Found(row, depth, ours, edited))
    return found


def print_rows(rows: Iterable[Row], library: str | None, most: int) -> int:
    """Print the table; return 1 if a row differs and does not say why."""
    print(head("game", "beside", "turns", "games", "published", "differs by"), flush=True)
    status = 0
    for each in rows:
        found = counted(each, library, most)[-1]
        status |= not found.explained
        print(row(*found.cells()), flush=True)
    return int(status)


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; return the exit status."""
    parser = ArgumentParser(prog="python -m tools.counts", description=__doc__)
    parser.add_argument("library", help="the folder of a library of descriptions")
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--most", type=float, default=MOST, help="games to count, by default 1e7")
    asked = parser.parse_intermixed_args(words)
    rows = [row for row in ROWS if not asked.game or row.game in asked.game]
    return print_rows(rows, asked.library, int(asked.most))


if __name__ == "__main__":
    raise SystemExit(main())
