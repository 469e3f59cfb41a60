"""Notations that the players of a game use, in addition to the text of moves."""

import re
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from boardless.games import Game
from boardless.games.ludemes.pieces import Path, Segment, Tile
from boardless.games.ludemes.segment_tiles import LayDrawn
from boardless.play.state import State
from boardless.state import (
    ADD,
    BOARD,
    OPTION,
    REMOVE,
    SET_ROTATION,
    SET_STATE,
    Action,
    Cell,
    Location,
    Move,
)
from boardless.topo import InputError, Key
from boardless.util.inputs import refuse, shown


class AbsentPieceError(InputError):
    """A well-formed move names a piece that is not there: it cannot be legal."""


class Notation(Protocol):
    """A notation for the moves of a game, without a state of its own."""

    def split(self, text: str) -> list[str]:
        """Return the texts of the moves of a game, in order."""

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text in a state; it need not be legal."""

    def write(self, state: State, move: Move) -> str:
        """Return a move of a state as text."""


def move_of_all_games(state: State, text: str, form: str) -> Move:
    """Return the move of a text of actions; the error says which `form` the notation takes."""
    try:
        return state.parse(text)
    except InputError:
        raise InputError(f"move {shown(text)}: give {form}") from None


class ActionsNotation:
    """The text of all games, the actions of a move; see `state.move`.

    Examples
    --------
    >>> ActionsNotation().split("+1@0,0 +2@1,0")
    ['+1@0,0', '+2@1,0']
    """

    def split(self, text: str) -> list[str]:
        """Split at spaces."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Read as `State.parse`."""
        return state.parse(text)

    def write(self, state: State, move: Move) -> str:
        """Return ``str(move)``."""
        return str(move)


_FORM = re.compile(r"(-?\d{1,9}),(-?\d{1,9})([NESW])(\+[^\s+]{1,99})?")

#: The form of a move, in words.
_OWN = "a tile from the bag, or column, row and direction, such as 0,1S+City"


class SegmentTilesNotation:
    """Moves of a game where chance takes tiles with segments."""

    def split(self, text: str) -> list[str]:
        """Split at spaces."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text, of this form or of actions; it need not be legal."""
        match = _FORM.fullmatch(text)
        named = [component.name for component in state.components]
        if match is None and text not in named:
            return move_of_all_games(state, text, _OWN)
        for move in state.legal_moves:
            if self.write(state, move) == text:
                return move
        if match is None:
            # No such tile is taken now: the number exceeds the sites of every bag.
            return Move(state.mover, (Action(OPTION, BOARD, 0, len(named)),))
        cell = Cell(int(match[1]), int(match[2]), 0)
        return Move(state.mover, (Action(ADD, BOARD, cell, 1),))

    def write(self, state: State, move: Move) -> str:
        """Return a legal move of a state as text."""
        actions = {action.kind: action for action in move.actions if action.container == BOARD}
        if actions.keys() == {OPTION}:
            return _taken_tile(state, actions[OPTION].value)
        if not {ADD, SET_ROTATION} <= actions.keys():
            return str(move)
        put = actions[ADD]
        assert isinstance(put.site, tuple)
        text = f"{put.site[0]},{put.site[1]}{'NESW'[actions[SET_ROTATION].value // 2]}"
        if SET_STATE not in actions:
            return text
        return f"{text}+{_segment(state, put.value, actions[SET_STATE].value)}"


def draws_tiles(game: Game) -> bool:
    """Return True if a game takes square tiles with segments by chance."""
    return game.module.model.uses(LayDrawn) and game.tiling.name == "square"


def _taken_tile(state: State, outcome: int) -> str:
    """Return the name of a tile of the bag."""
    owners = [owner for owner, _ in state.game.module.model.hands]
    bag = state.containers[1 + owners.index(0)]
    return state.components[bag.chunk("what").nonzero()[outcome] - 1].name


def _segment(state: State, what: int, number: int) -> str:
    """Return the name of a segment of a tile; segments are counted from 1."""
    tile = state.game.module.model.items[what - 1]
    assert isinstance(tile, Tile)
    names = [segment.name for segment in tile.segments if isinstance(segment, Segment)]
    name = names[number - 1]
    return f"{name}{names[:number].count(name)}" if names.count(name) > 1 else name


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
    r"""The notation of the Universal Hive Protocol, such as ``wA1 bQ-``.

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

    The first piece stands alone, and ``pass`` is a pass. The moves of a game stand apart by ``;``,
    by commas or by spaces. A lone piece after another is the target of a climb, unless a ``;`` or a
    comma says that it is a move. Source: the protocol, which its author J. Thysell published with
    the program Mzinga.

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


_TRAX_FORM = re.compile(r"(@|[A-Za-z]{1,6})(\d{1,9})([+/\\])")
#: The look of a tile, by the side that its top is joined with, clockwise.
_LOOKS = {1: "\\", 2: "+", 3: "/"}

#: The form of a move, in words.
_TRAX_OWN = "column, row and shape, such as B1+"


class TraxNotation:
    r"""The notation of Trax, a game of squares with two paths each: ``@0/``, ``B1+``, ``A2\``.

    A column, a row and the look of the tile. Columns are ``A``, ``B``, ..., ``Z``, ``AA``, ... from
    the leftmost tile on, and ``@`` is the one to the left of it; rows are 1, 2, ... from the
    topmost tile down, and 0 is the one above it. ``+`` has straight paths; the paths of ``/`` and
    ``\`` run as these strokes do, so ``/`` joins top and left. Colours follow from the neighbours,
    and forced tiles are not written. The first tile is white at its top. If the rules allow other
    first tiles, they are written as moves of all games are.
    """

    def split(self, text: str) -> list[str]:
        """Split at spaces."""
        return text.split()

    def read(self, state: State, text: str) -> Move:
        """Return the move of a text, of this form or of actions; it need not be legal."""
        match = _TRAX_FORM.fullmatch(text.strip())
        if match is None:
            return move_of_all_games(state, text, _TRAX_OWN)
        left, top = _corner(state)
        cell = Cell(left + _column(match[1]), top - int(match[2]), 0)
        there = [move for move in state.legal_moves if move.actions[0].site == cell]
        alike = [move for move in there if _look(state, move)[0] == match[3]]
        if alike:
            return min(alike, key=lambda move: _look(state, move)[1])
        # The move is not legal: return the first tile with this look, regardless of its neighbours.
        for what, turns in product(range(1, 1 + len(state.components)), range(4)):
            put = (Action(ADD, BOARD, cell, what), Action(SET_ROTATION, BOARD, cell, 2 * turns))
            move = Move(state.mover, put)
            if _look(state, move)[0] == match[3]:
                break
        return move

    def write(self, state: State, move: Move) -> str:
        """Return a legal move of a state as text."""
        look, _ = _look(state, move)
        if not look:
            return str(move)
        left, top = _corner(state)
        site = move.actions[0].site
        assert isinstance(site, tuple)
        i, j, _ = site
        text = f"{_letters(i - left)}{top - j}{look}"
        is_read = bool(state.pieces) or self.read(state, text) == move
        return text if is_read else str(move)


def has_paths(game: Game) -> bool:
    """Return True if a game lays squares that all have paths on them."""
    items = game.module.model.items
    tiles = all(isinstance(item, Tile) and item.paths for item in items)
    return tiles and game.growing and game.tiling.name == "square"


def _corner(state: State) -> tuple[int, int]:
    """Return the column left of the tiles and the row above; of the anchor without tiles."""
    tiles = state.pieces
    if not tiles:
        return 0, 0
    return min(i for i, _, _ in tiles) - 1, max(j for _, j, _ in tiles) + 1


def _look(state: State, move: Move) -> tuple[str, int]:
    """Return the look of the tile of a move, and the colour of its top; "" without paths."""
    if len(move.actions) < 2 or move.actions[0].kind != ADD:
        return "", 0
    put, turned = move.actions[:2]
    item = state.game.module.model.items[put.value - 1]
    if not isinstance(item, Tile) or turned.kind != SET_ROTATION:
        return "", 0
    turns = turned.value // 2
    for path in item.paths:
        assert isinstance(path, Path)
        ends = {(path.from_ + turns) % 4, (path.to + turns) % 4}
        if 0 in ends:
            return _LOOKS.get(max(ends), ""), path.colour
    return "", 0


def _column(letters: str) -> int:
    """Return the number of a column: 0 for ``@``, 1 for ``A``, 27 for ``AA``.

    >>> [_column(letters) for letters in ("@", "A", "Z", "AA", "ba")]
    [0, 1, 26, 27, 53]
    """
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("@")
    return number


def _letters(number: int) -> str:
    """Return the letters of a column.

    >>> [_letters(number) for number in (0, 1, 26, 27, 53)]
    ['@', 'A', 'Z', 'AA', 'BA']
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters or "@"


#: Notations by the names of the games that have one.
NOTATIONS: dict[str, Notation] = {
    "Carcassonne": SegmentTilesNotation(),
    "Hive": HiveNotation(),
    "Trax": TraxNotation(),
}


def notation_of(game: Game) -> Notation:
    """Return the notation of a game: its own if it has the pieces for it, or else actions."""
    own = NOTATIONS.get(game.name)
    if isinstance(own, SegmentTilesNotation) and not draws_tiles(game):
        own = None
    if isinstance(own, HiveNotation) and not has_bugs(game):
        own = None
    if isinstance(own, TraxNotation) and not has_paths(game):
        own = None
    return own or ActionsNotation()
