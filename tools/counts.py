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
from tools.many_games import head, row

#: Tests of a library for draughts by R. Halbersma, with the threads of forums from which it took
#: the numbers; capture sequences that take the same pieces are one move.
DCTL = "rhalbersma/dctl"
#: ``tests/perft.sh`` of a chess engine for many variants; the counts to less than the depth there
#: are those of its library for Python, pyffish 0.0.90.
FAIRY = "Fairy-Stockfish"
#: The tests of a library for draughts by M. Skibiński.
PY_DRAUGHTS = "miskibin/py-draughts"
#: Programs for Hive and Trax; see docs/testing.md.
NOKAMUTE, PERYAUDO = "nokamute", "peryaudo/trax"


@dataclass(frozen=True)
class PublishedCounts:
    """A description, and the counts that somebody else has published of the game."""

    game: str
    source: str
    #: By turns, from one on.
    counts: tuple[int, ...]
    options: tuple[str, ...] = ()
    #: A position of international draughts in PDN's form of FEN, and its name; nothing for the
    #: start.
    position: str = ""
    title: str = ""
    #: Whether it is this program's own description, whatever the library has of that name.
    packaged: bool = False
    #: Whether turns that lead to the same contents count one by one.
    doubles: bool = True
    #: The rule of the description by which the counts differ; nothing where they agree.
    differs: str = ""
    #: Pieces of the description, and others that make that rule the published one: with these the
    #: counts agree.
    edits: tuple[tuple[str, str], ...] = ()


#: Positions of international draughts with their numbers of legal moves, as PY_DRAUGHTS has them.
POSITIONS = (
    ("W:W25,26,28,34,35,42,43:B3,5,6,14,23,30,32", 1),
    ("W:WK15,20,26,35:B3,5,6,37,K47", 5),
    ("B:W21,K33:B5,6,14,K36", 13),
    ("W:WK25:B6,10,K15", 9),
    ("B:WK46:B6,K15", 10),
    ("B:W24,26,28,29,34,36,37:B3,13,15,17,20,25,27", 9),
    ("B:W8,25,31,35,39:B6,14,15,16,19,24,37", 1),
    ("B:WK3,23,25,35:B6,14,16,19,20,26", 1),
    ("B:WK3,25,30:B6,14,16,20,26,38", 7),
    ("B:W25,K47:B6,16,26", 3),
    ("B:W20,K46:B6,21,36", 4),
    ("B:W10,K14:B17,27,36", 5),
    (
        "B:W26,32,33,34,35,36,38,39,40,41,42,43,44,45,46,47,48,49,50:"
        "B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,23,24",
        12,
    ),
    (
        "W:W27,32,33,34,35,36,37,38,39,40,41,42,43,44,45,47,48,49,50:"
        "B1,2,3,4,5,6,7,8,11,12,13,14,15,16,17,18,19,23,24",
        10,
    ),
)


def _draughts(game: str, *counts: int, differs: str = "") -> PublishedCounts:
    return PublishedCounts(game, DCTL, counts, doubles=False, differs=differs)


def _from_position(title: str, position: str, *counts: int) -> PublishedCounts:
    return PublishedCounts(
        "International Draughts", DCTL, counts, position=position, title=title, doubles=False
    )


def _fairy(
    game: str,
    *counts: int,
    differs: str = "",
    edits: tuple[tuple[str, str], ...] = (),
    doubles: bool = True,
) -> PublishedCounts:
    return PublishedCounts(game, FAIRY, counts, doubles=doubles, differs=differs, edits=edits)


ROWS = (
    _draughts(
        "International Draughts",
        9, 81, 658, 4_265, 27_117, 167_140, 1_049_442, 6_483_961, 41_022_423,
    ),
    _draughts(
        "Frisian Draughts",
        9, 81, 658, 3_874, 21_265, 102_431, 540_126, 2_825_779, 15_605_069, 85_817_725,
    ),
    _draughts(
        "Brazilian Draughts",
        7, 49, 302, 1_469, 7_473, 37_628, 187_302, 907_830, 4_431_766, 21_560_022,
    ),
    _draughts(
        "American Pool Checkers",
        7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_896, 4_570_534, 22_435_955,
    ),
    _draughts(
        "Shashki",
        7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_899, 4_570_586, 22_444_032,
        differs="a king that takes a piece may land where it takes no more, though it could",
    ),
    _draughts(
        "English Draughts",
        7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680, 18_391_564, 85_242_128,
    ),
    _draughts(
        "Damas",
        7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_866, 17_743_464, 81_383_200,
        differs="nobody has to capture: a piece that could have is taken off (huffing)",
    ),
    _draughts(
        "Dama (Italy)",
        7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_875, 17_761_384, 81_647_058,
    ),
    _draughts("Canadian Draughts", 11, 121, 1_222, 10_053, 79_049, 584_100, 4_369_366, 31_839_056),
    _from_position(
        "Woldouby",
        "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
        6, 12, 30, 73, 215, 590, 1_944, 6_269, 22_369, 88_050, 377_436, 1_910_989, 9_872_645,
    ),
    _from_position(
        "Random 178",
        "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
        14, 55, 1_168, 5_432, 87_195, 629_010, 9_041_010,
    ),
    _from_position(
        "all kings",
        "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50:"
        "BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20",
        17, 79, 352, 1_399, 7_062, 37_589, 217_575, 1_333_217, 8_558_321,
    ),
    _from_position(
        "almost promotion",
        "W:W6,7,8,9,10:B41,42,43,44,45",
        9, 81, 795, 7_578, 86_351, 936_311, 11_448_262,
    ),
    *(
        PublishedCounts(
            "International Draughts", PY_DRAUGHTS, (count,), position=position, doubles=False,
            title=f"position {number}",
        )
        for number, (position, count) in enumerate(POSITIONS, 1)
    ),
    _fairy("Chess", 20, 400, 8_902, 197_281, 4_865_609),
    _fairy("Los Alamos Chess", 10, 100, 1_212, 14_332, 191_846),
    _fairy("Amazon Chess", 22, 484, 12_483, 318_185),
    _fairy("Spartan Chess", 20, 640, 14_244),
    _fairy(
        "Atomic Chess", 20, 400, 8_902, 197_326,
        differs="a piece that captures stays on the board unless it is a pawn",
    ),
    _fairy("Horde Chess", 8, 128, 1_274, 23_310, differs="the pieces move first, not the pawns"),
    _fairy("Shatranj", 16, 256, 4_176, 68_122),
    _fairy(
        "Mak Ruk", 23, 529, 12_012, 273_026,
        differs="a king steps along rows and columns alone; a queen steps ahead, too",
        edits=(
            ('"King_noCross" Each ("StepToNotFriend" Orthogonal)',
             '"King_noCross" Each ("StepToNotFriend")'),
            ("(directions {BL BR FL FR Forward})", "(directions {BL BR FL FR})"),
            ('coord:"E1" state:1', 'coord:"E1"'),
            ('coord:"D8" state:1', 'coord:"D8"'),
        ),
    ),
    _fairy(
        "Ouk Chatrang", 25, 625, 15_031, 361_719,
        differs="kings stand face to face; they leap once to any knight's square, and may after a "
        "rook has aimed at them",
    ),
    _fairy("Sittuyin", 88, 7_744, 580_096, differs="kings and elephants are placed first"),
    _fairy("Shogi", 30, 900, 25_470, 719_731),
    _fairy("Minishogi", 14, 181, 2_512, 35_401, 533_203),
    _fairy("Kyoto Shogi", 12, 137, 1_636, 18_268, 225_903),
    _fairy("Xiangqi", 44, 1_920, 79_666, 3_290_240),
    _fairy("MiniXiangqi", 19, 331, 6_664),
    _fairy("Manzhouqi", 18, 860, 17_648, 798_554, doubles=False),
    _fairy(
        "Janggi", 32, 1_024, 33_000, 1_065_277,
        differs="nobody may pass, and generals that face one another need not be answered",
    ),
    _fairy("Jeson Mor", 30, 900, 27_960),
    _fairy("Ataxx", 16, 256, 6_460, 155_888, doubles=False),
    _fairy("Breakthrough", 22, 484, 11_132, 256_036),
    PublishedCounts("Clobber", FAIRY, (49, 2_116, 80_063), options=("Rows/6", "Columns/5")),
    PublishedCounts("Othello", FAIRY, (4, 12, 56, 244, 1_396, 8_200, 55_092), packaged=True),
    _fairy("Reversi", 4, 12, 56, 244, 1_396, 8_200, 55_092),
    _fairy("Amazons", 2_176),
    _fairy("Snailtrail", 3, 9, 45, 225, 1_125, 5_624),
    _fairy(
        "Isolation", 230, 49_500,
        differs="the squares on which the pieces began may be removed, too",
    ),
    PublishedCounts("Hive", NOKAMUTE, (4, 96, 1_440, 21_600, 516_240, 12_219_480), packaged=True),
    PublishedCounts("Trax", PERYAUDO, (2, 24, 432, 9_568, 246_888, 7_209_480), packaged=True),
)  # fmt: skip


#: The number of squares of international draughts that pieces use.
SQUARES = 50


@dataclass(frozen=True)
class Count:
    """The count of a row at a depth."""

    row: PublishedCounts
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


def counted(row: PublishedCounts, library: str | None, most: int, jit: bool = True) -> list[Count]:
    """Return the counts of a row up to the first that differs, or to the last that fits.

    Parameters
    ----------
    row : PublishedCounts
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


def print_rows(rows: Iterable[PublishedCounts], library: str | None, most: int) -> int:
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
