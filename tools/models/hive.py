"""Hive by brute force: plain Python over dictionaries and sets, after the printed rules alone.

The model knows nothing of boards, engines or the language of games, so that those can be compared
with it.
A cell is a pair of whole numbers, a stack the tuple of its pieces from the ground up, a piece its
usual name: colour, kind and, where a player has several, a number ("wQ", "bA3").
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.play.notations import Placed
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind

Cell = tuple[int, int]
#: A piece and where it goes; None is a pass.
Move = tuple[str, Cell] | None

#: East, north-east, north-west, west, south-west, south-east.
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
BASE = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3")
ORIGIN = (0, 0)


def beside(cell: Cell) -> list[Cell]:
    """Return the six neighbours of a cell, each next to the one before it."""
    return [(cell[0] + x, cell[1] + y) for x, y in AROUND]


def common(a: Cell, b: Cell) -> list[Cell]:
    """Return the two cells that touch both of two neighbours."""
    return [cell for cell in beside(a) if cell in beside(b)]


def kind(piece: str) -> str:
    """Return the letter of a kind of bug."""
    return piece[1]


@dataclass(frozen=True)
class Hive:
    """A position.

    Attributes
    ----------
    stacks : dict
        What lies on each occupied cell, from the ground up.
    hands : tuple of str
        The pieces that are not in play.
    plies : int
        Moves and passes made.
    last : str
        The piece moved last, or "" after a pass.
    """

    stacks: dict[Cell, tuple[str, ...]]
    hands: tuple[str, ...]
    plies: int = 0
    last: str = ""

    @staticmethod
    def start(extra: str = "") -> "Hive":
        """Return the beginning, with the pieces of some expansions ("MLP")."""
        bugs = (*BASE, *extra)
        return Hive({}, tuple(colour + bug for colour in "wb" for bug in bugs))

    @property
    def mover(self) -> str:
        """The colour that moves next."""
        return "wb"[self.plies % 2]

    @property
    def other(self) -> str:
        """The colour that moves after."""
        return "bw"[self.plies % 2]

    def make(self, move: Move) -> "Hive":
        """Return the position after a move."""
        if move is None:
            return replace(self, plies=self.plies + 1, last="")
        piece, to = move
        stacks = dict(self.stacks)
        if piece not in self.hands:
            stacks = without(stacks, self.where(piece))
        stacks[to] = (*stacks.get(to, ()), piece)
        hands = tuple(other for other in self.hands if other != piece)
        return Hive(stacks, hands, self.plies + 1, piece)

    def where(self, piece: str) -> Cell:
        """Return the cell of a piece that is in play."""
        return next(cell for cell, stack in self.stacks.items() if piece in stack)

    def result(self) -> str | None:
        """Return who has won ("w", "b"), "" for a draw, or None while the game goes on."""
        lost = [c for c in "wb" if f"{c}Q" not in self.hands and self.is_surrounded(f"{c}Q")]
        if not lost:
            return None
        return "" if len(lost) == 2 else "bw"["wb".index(lost[0])]

    def is_surrounded(self, piece: str) -> bool:
        """Tell whether all cells around a piece are occupied."""
        return all(cell in self.stacks for cell in beside(self.where(piece)))

    def moves(self) -> set[Move]:
        """Return the legal moves: a pass where there is no other, none when the game is over."""
        if self.result() is not None:
            return set()
        found: set[Move] = set(self.placements())
        if f"{self.mover}Q" not in self.hands:
            found |= set(self.walks()) | set(self.throws())
        return found or {None}

    def perft(self, depth: int) -> int:
        """Return how many sequences of moves of a length there are."""
        if depth == 0:
            return 1
        return sum(self.make(move).perft(depth - 1) for move in self.moves())

    # -- placing -------------------------------------------------------------------------------

    def placements(self) -> Iterator[Move]:
        """Yield the moves that bring a piece into play."""
        queen = f"{self.mover}Q"
        for piece in self.hands:
            if piece[0] != self.mover or self.has_lower(piece):
                continue
            if self.plies < 2 and piece == queen:
                continue
            if self.plies >= 6 and queen in self.hands and piece != queen:
                continue
            for cell in self.entries():
                yield piece, cell

    def has_lower(self, piece: str) -> bool:
        """Tell whether a bug of the same kind and a lower number is still in hand."""
        return any(other[:2] == piece[:2] and other < piece for other in self.hands)

    def entries(self) -> set[Cell]:
        """Return the cells where the mover may place a piece."""
        if not self.stacks:
            return {ORIGIN}
        empty = {cell for place in self.stacks for cell in beside(place)} - set(self.stacks)
        if self.plies == 1:
            return empty
        return {cell for cell in empty if self.colours(cell) == {self.mover}}

    def colours(self, cell: Cell) -> set[str]:
        """Return the colours of the pieces on top around a cell."""
        return {self.stacks[near][-1][0] for near in beside(cell) if near in self.stacks}

    # -- moving --------------------------------------------------------------------------------

    def walks(self) -> Iterator[Move]:
        """Yield the moves of the mover's own pieces."""
        for cell, stack in self.stacks.items():
            piece = stack[-1]
            if piece[0] == self.mover and piece != self.last and not self.is_pinned(cell):
                rest = without(self.stacks, cell)
                for how in self.acts_as(cell):
                    for to in WAYS[how](rest, cell):
                        yield piece, to

    def throws(self) -> Iterator[Move]:
        """Yield the moves of pieces that are thrown over a pillbug, or what acts as one."""
        for cell, stack in self.stacks.items():
            piece = stack[-1]
            if piece[0] != self.mover or piece == self.last or "P" not in self.acts_as(cell):
                continue
            for start in beside(cell):
                thrown = self.stacks.get(start, ())
                if len(thrown) != 1 or thrown[0] == self.last or self.is_pinned(start):
                    continue
                rest = without(self.stacks, start)
                if not may_climb(rest, start, cell):
                    continue
                for to in beside(cell):
                    if to not in rest and to != start and may_climb(rest, cell, to):
                        yield thrown[0], to

    def is_pinned(self, cell: Cell) -> bool:
        """Tell whether taking the only piece of a cell away would tear the hive apart."""
        if len(self.stacks[cell]) > 1:
            return False
        rest = set(self.stacks) - {cell}
        if not rest:
            return False
        first = next(iter(rest))
        met, to_do = {first}, [first]
        while to_do:
            for near in beside(to_do.pop()):
                if near in rest and near not in met:
                    met.add(near)
                    to_do.append(near)
        return met != rest

    def acts_as(self, cell: Cell) -> set[str]:
        """Return the kinds as which the piece on top of a cell moves."""
        own = kind(self.stacks[cell][-1])
        if own != "M":
            return {own}
        if len(self.stacks[cell]) > 1:
            return {"B"}
        near = {kind(self.stacks[c][-1]) for c in beside(cell) if c in self.stacks}
        return near - {"M"}


Stacks = dict[Cell, tuple[str, ...]]


def without(stacks: Stacks, cell: Cell) -> Stacks:
    """Return what is left when the top piece of a cell has been lifted."""
    rest = dict(stacks)
    rest[cell] = rest[cell][:-1]
    if not rest[cell]:
        del rest[cell]
    return rest


def height(rest: Stacks, cell: Cell) -> int:
    """Return how many pieces lie on a cell."""
    return len(rest.get(cell, ()))


def may_slide(rest: Stacks, cell: Cell, to: Cell) -> bool:
    """Tell whether a lifted piece may go from one empty cell to the next on the ground."""
    return to not in rest and sum(near in rest for near in common(cell, to)) == 1


def may_climb(rest: Stacks, cell: Cell, to: Cell) -> bool:
    """Tell whether a lifted piece passes between the stacks beside its way from cell to cell."""
    level = max(height(rest, cell), height(rest, to))
    return any(height(rest, near) <= level for near in common(cell, to))


def queen(rest: Stacks, cell: Cell) -> set[Cell]:
    """Return where a step on the ground leads."""
    return {to for to in beside(cell) if may_slide(rest, cell, to)}


def spider(rest: Stacks, cell: Cell) -> set[Cell]:
    """Return where three steps lead that come to no cell twice."""
    paths: list[tuple[Cell, ...]] = [(cell,)]
    for _ in range(3):
        paths = [(*path, to) for path in paths for to in queen(rest, path[-1]) if to not in path]
    return {path[-1] for path in paths}


def ant(rest: Stacks, cell: Cell) -> set[Cell]:
    """Return where any number of steps lead."""
    met, to_do = {cell}, [cell]
    while to_do:
        for to in queen(rest, to_do.pop()) - met:
            met.add(to)
            to_do.append(to)
    return met - {cell}


def grasshopper(rest: Stacks, cell: Cell) -> set[Cell]:
    """Return where jumps over straight rows lead."""
    found = set()
    for x, y in AROUND:
        at = (cell[0] + x, cell[1] + y)
        if at in rest:
            while at in rest:
                at = (at[0] + x, at[1] + y)
            found.add(at)
    return found


def beetle(rest: Stacks, cell: Cell) -> set[Cell]:
    """Return where a step on the ground, up, down or along the top leads."""
    if cell in rest:
        return {to for to in beside(cell) if may_climb(rest, cell, to)}
    climbs = {to for to in beside(cell) if to in rest and may_climb(rest, cell, to)}
    return climbs | queen(rest, cell)


def ladybug(rest: Stacks, cell: Cell) -> set[Cell]:
    """Return where two steps on top of the hive and one down lead."""
    ends = {cell}
    for _ in range(2):
        ends = {to for at in ends for to in beside(at) if to in rest and may_climb(rest, at, to)}
    down = {to for at in ends for to in beside(at) if to not in rest and may_climb(rest, at, to)}
    return down - {cell}


#: The movement of each kind; a pillbug walks as a queen does.
WAYS = {
    "Q": queen,
    "P": queen,
    "S": spider,
    "A": ant,
    "G": grasshopper,
    "B": beetle,
    "L": ladybug,
}


# -- the same games in the engine ------------------------------------------------------------------


#: The sets of pieces.
SETS = ("Base", *(f"Base+{extra}" for extra in ("M", "L", "P", "ML", "MP", "LP", "MLP")))


def compared(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both up to a number of moves; return how many were made.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state = Random(number), State(game, technique)
    model = Hive.start(pieces_of(game).removeprefix("Base").removeprefix("+"))
    for _ in range(plies):
        ended = state.outcome()
        assert model.result() == (None if ended is None else ("", "w", "b")[ended.winner])
        if ended is not None:
            break
        legal = called(state, state.legal_moves)
        assert set(legal) == model.moves(), f"ply {state.ply}"
        chosen = sorted(legal, key=str)[random.randrange(len(legal))]
        state.push(legal[chosen])
        model = model.make(chosen)
    return state.ply


def pieces_of(game: Game) -> str:
    """Return which set of pieces a game is played with."""
    (pieces,) = (o.removeprefix("Pieces/") for o in game.description.options if "Pieces/" in o)
    return pieces


def called(state: State, moves: Iterable[EngineMove]) -> dict[Move, EngineMove]:
    """Return moves of the engine by what the model calls them."""
    names = {number: name for name, number in Placed.in_(state).numbers.items()}
    found: dict[Move, EngineMove] = {}
    for move in moves:
        cell = move.cell
        found[None if cell is None else (names[move.actions[-1].value], (cell[0], cell[1]))] = move
    return found


KINDS = tuple(
    Kind("Hive", (f"Pieces/{pieces}",), partial(compared, plies=60), 125, 60) for pieces in SETS
)
