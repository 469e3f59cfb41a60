"""Perft counts next to published ones, the table of docs/testing.md.

``python -m tools.counts LIBRARY`` takes descriptions from this program, and others from a library.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from boardless.cli.app import main as run
from boardless.games import compile, description_text
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.play.recorded.pdn import square_label
from boardless.topo import InputError
from tools.counts.rows import ROWS, Row
from tools.markdown import head, row

#: The number of squares of international draughts that pieces use.
SQUARES = 50


@dataclass(frozen=True)
class Count:
    """The count of a row at a depth."""

    row: Row
    depth: int
    ours: int
    #: The same with the rule as published; None if no rule is to be changed.
    edited: int | None = None

    @property
    def theirs(self) -> int:
        """The published count."""
        return self.row.counts[self.depth - 1]

    @property
    def explained(self) -> bool:
        """Whether the counts agree, or differ by a rule that the row names."""
        if self.ours == self.theirs:
            return not self.row.differs or self.depth < len(self.row.counts)
        return bool(self.row.differs) and self.edited in (None, self.theirs)

    def cells(self) -> tuple[str, ...]:
        """Return the row of the table."""
        row, reason = self.row, ""
        variant = ", ".join(filter(None, (*row.options, row.title)))
        name = f"{row.game} ({variant})" if variant else row.game
        if self.ours != self.theirs:
            reason = row.differs or "**unexplained**"
            if self.edited is not None:
                reason += f"; as published: {self.edited:,}"
        return name, row.source, f"{self.depth}", f"{self.ours:,}", f"{self.theirs:,}", reason


def start_of(position: str) -> str:
    """Return the ludeme for a position of international draughts; the mover is player 1.

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
            # The mover is at the near side.
            label = square_label(number if mover == "W" else SQUARES + 1 - number, 10)
            kind = "DoubleCounter" if square[0] == "K" else "Counter"
            placed.setdefault(f"{kind}{1 if side[0] == mover else 2}", []).append(f'"{label}"')
    parts = (f'(place "{piece}" {{{" ".join(labels)}}})' for piece, labels in placed.items())
    return f"(start {{{' '.join(parts)}}})"


def counted(row: Row, library: str | None, most: int, jit: bool = True) -> list[Count]:
    """Return the counts of a row up to the first that differs, or to the last that fits.

    Parameters
    ----------
    row : Row
        The description, and its published counts.
    library : str or None
        The folder of the library; None for the descriptions of this program alone.
    most : int
        Leave out counts beyond this, except the first one.
    jit : bool
        Whether to compile the game.
    """
    text = PACKAGED.text(row.game) if row.packaged else description_text(row.game, library=library)
    if row.position:
        text = text.replace('("BlackCellsSetup" 4)', start_of(row.position))
    state = State(compile(text, row.options, jit=jit))
    published = [count for count in row.counts if count <= most] or [row.counts[0]]
    counts: list[Count] = []
    for depth, count in enumerate(published, 1):
        counts.append(Count(row, depth, state.perft(depth, "turns", row.doubles)))
        if counts[-1].ours != count:
            break
    if row.edits and counts[-1].ours != counts[-1].theirs:
        for old, new in row.edits:
            if old not in text:
                raise InputError(f"{row.game}: the description has no {old!r}")
            text = text.replace(old, new)
        other, depth = State(compile(text, row.options, jit=jit)), len(published)
        ours, edited = (each.perft(depth, "turns", row.doubles) for each in (state, other))
        counts.append(Count(row, depth, ours, edited))
    return counts


def print_rows(rows: Iterable[Row], library: str | None, most: int) -> int:
    """Print the table; return 1 if a row differs and does not say why."""
    print(head("game", "beside", "turns", "games", "published", "differs by"), flush=True)
    status = 0
    for each in rows:
        count = counted(each, library, most)[-1]
        status |= not count.explained
        print(row(*count.cells()), flush=True)
    return int(status)


def main(library: str, game: list[str] | None = None, *, most: float = 1e7) -> int:
    """Print the table; status 1 if counts differ and the row does not say why.

    Parameters
    ----------
    library : LIBRARY
        The folder of a library of descriptions.
    game : GAME
        The games; by default all.
    most
        Leave out larger counts.
    """
    return print_rows([row for row in ROWS if not game or row.game in game], library, int(most))


if __name__ == "__main__":
    run(main)
