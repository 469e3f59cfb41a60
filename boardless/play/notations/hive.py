r"""Moves of Hive as the Universal Hive Protocol writes them: ``wA1 bQ-``.

A piece has its colour (``w``, ``b``), its kind (``Q`` queen, ``S`` spider, ``B`` beetle, ``G``
grasshopper, ``A`` ant, ``M`` mosquito, ``L`` ladybug, ``P`` pillbug) and, where a player has
several of them, a number. After it stands a piece next to the place where it goes:

===========  ================================
``-x``       west of x
``/x``       south-west
``\x``       north-west
``x-``       east
``x/``       north-east
``x\``       south-east
``x``        on top of x
===========  ================================

If a piece lies in the direction of a sign, the move is a climb. ``wM1`` is ``wM``.

The first piece stands alone, and ``pass`` is a pass. The moves of a game stand apart by ``;``, by
commas or by spaces. A lone piece after another is the target of a climb, unless a ``;`` or a comma
says that it is a move. Source: the protocol, which its author J. Thysell published
with the program Mzinga.
"""

import re
from dataclasses import dataclass

from boardless.games import Game
from boardless.play.notations.notation import AbsentPieceError
from boardless.play.state import State
from boardless.state import ADD, BOARD, REMOVE, Action, Cell, Location, Move
from boardless.topo import Key
from boardless.util.inputs import refuse

#: The text of a pass.
PASS = "pass"
#: The steps to the six neighbours, and the signs before and after a piece that say them.
STEPS = {
    ("", "-"): (1, 0),
    ("", "/"): (0, 1),
    ("\\", ""): (-1, 1),
    ("-", ""): (-1, 0),
    ("/", ""): (0, -1),
    ("", "\\"): (1, -1),
}
_BUG = r"[QMLP]|[SB][12]|[GA][123]"
#: Some programs give the only piece of its kind a number, too.
_PIECE = rf"[wb](?:[QMLP]1?|{_BUG})"
_COMPONENT = re.compile(rf"({_BUG})([12])")
_MOVE = re.compile(rf"({_PIECE})(?:\s+([-/\\]?)({_PIECE})([-/\\]?))?")
#: Separators of the moves of a game; in texts of actions a comma stands within a cell.
_BETWEEN = re.compile(r";|,(?!-?\d)")
_MOVES = re.compile(rf"{PASS}|{_PIECE}(?:\s+(?:[-/\\]{_PIECE}|{_PIECE}[-/\\]?))?|\S+")


def has_bugs(game: Game) -> bool:
    """Return True if the components of a game are the bugs of two players."""
    return all(_COMPONENT.fullmatch(component.name) for component in game.components)


def bug_name(component: str) -> str:
    """Return the Hive name of a component: ``A32``, the third ant of player 2, is ``bA3``.

    >>> bug_name("A32"), bug_name("Q1")
    ('bA3', 'wQ')
    """
    return f"{'wb'[int(component[-1]) - 1]}{component[:-1]}"


@dataclass(frozen=True)
class Placed:
    """The places of all bugs."""

    #: Components of the bugs in hands at the start, by name.
    numbers: dict[str, int]
    #: Cell of every bug in play, the last one to come at the end.
    cells: dict[str, Key]

    @classmethod
    def in_(cls, state: State) -> "Placed":
        """Return the places of the bugs of a state, each at the end of its last move."""
        names = [bug_name(component.name) for component in state.components]
        cells: dict[str, Key] = {}
        for move in state.move_stack:
            if move.actions:
                name = names[move.actions[-1].value - 1]
                cells.pop(name, None)
                cell = move.cell
                assert cell is not None
                cells[name] = Cell(*cell)
        held = sorted(what for hand in state.setup.hands for what, _ in hand.holds if what)
        return cls({names[number - 1]: number for number in held}, cells)

    def pile(self, cell: Key) -> list[str]:
        """Return the bugs on a cell, the lowest first."""
        return [name for name, other in self.cells.items() if other == cell]

    def text(self, move: Move) -> str:
        """Return a move as text."""
        if move.cell is None:
            return PASS
        number, to = move.actions[-1].value, Cell(*move.cell)
        name = next(name for name, other in self.numbers.items() if other == number)
        tops = {cell: top for top, cell in self.cells.items() if top != name}
        if to in tops:
            return f"{name} {tops[to]}"
        for (before, after), (x, y) in STEPS.items():
            neighbour = tops.get(Cell(to[0] - x, to[1] - y, 0))
            if neighbour is not None:
                return f"{name} {before}{neighbour}{after}"
        return name

    def target(self, name: str, before: str | None, neighbour: str | None, after: str) -> Key:
        """Return the cell that a text names as a bug's target."""
        others = [other for other in self.cells if other != name]
        if neighbour is None:
            if self.cells:
                raise AbsentPieceError(
                    f"move {name!r}: say where, next to one of {', '.join(self.cells)}"
                )
            return Cell(0, 0, 0)
        if neighbour not in self.cells:
            allowed = ", ".join(others) or "none yet"
            raise AbsentPieceError(f"piece {neighbour!r} is not in play: in play are {allowed}")
        x, y = STEPS[before or "", after] if before or after else (0, 0)
        i, j, _ = self.cells[neighbour]
        return Cell(i + x, j + y, 0)


class HiveNotation:
    """The notation of the Universal Hive Protocol.

    >>> HiveNotation().split("wS1 bS1 wS1- wQ -wS1 pass")
    ['wS1', 'bS1 wS1-', 'wQ -wS1', 'pass']
    """

    def split(self, text: str) -> list[str]:
        """Return the moves of a game: its first piece stands alone, all others next to one."""
        if _BETWEEN.search(text):
            parts = (part.strip() for part in _BETWEEN.split(text))
            return [part for part in parts if part]
        first, *others = text.split(maxsplit=1) or [""]
        if not re.fullmatch(_PIECE, first):
            return _MOVES.findall(text)
        return [first, *_MOVES.findall(others[0])] if others else [first]

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text, of this form or of actions; see `Notation.read`."""
        if not isinstance(text, str):
            refuse("move", text, "give a text, such as wA1 bQ-")
        words = re.sub(r"([wb][QMLP])1", r"\1", text.strip())
        if words == PASS:
            return Move(state.mover, ())
        if words[:1].isdecimal():
            return state.parse(words)
        match = _MOVE.fullmatch(words)
        if match is None or (match[2] and match[4]):
            refuse("move", text, "give a piece and its place, such as wA1 bQ-")
        placed, name = Placed.in_(state), match[1]
        if name not in placed.numbers:
            raise AbsentPieceError(
                f"there is no piece {name!r}: choose from {', '.join(placed.numbers)}"
            )
        number = placed.numbers[name]
        to = placed.target(name, match[2], match[3], match[4] or "")
        source, level = _in_hand(state, number), 0
        if name in placed.cells:
            cell = placed.cells[name]
            source, level = Location(BOARD, cell), placed.pile(cell).index(name)
        above = sum(other != name for other in placed.pile(to))
        taken = Action(REMOVE, *source, number, level=level)
        return Move(state.mover, (taken, Action(ADD, BOARD, to, number, level=above)))

    def write(self, state: State, move: Move) -> str:
        """Return a move of a state as text; see `Notation.write`."""
        return Placed.in_(state).text(move)


def _in_hand(state: State, component: int) -> Location:
    """Return the place of a piece at the start."""
    return next(
        Location(number, site)
        for number, hand in enumerate(state.setup.hands, 1)
        for site, (what, _) in enumerate(hand.holds)
        if what == component
    )
