"""Trax from its printed rules, in plain Python: tiles are a dict, and every rule looks at all.

A place is ``(x, y)``, x to the right and y downwards; a tile is the colours of its sides, clockwise
from the top, 1 for white and 2 for red, two of each.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from boardless.games import Game
from boardless.play import State
from boardless.state import ADD, SET_ROTATION, Move
from tools.models.random_games import Kind

Place = tuple[int, int]
Sides = tuple[int, ...]
Tiles = dict[Place, Sides]

#: The neighbours of a place, clockwise from the one above.
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
#: The six tiles, in the ways in which they can lie.
LAYINGS = tuple(sorted(set(permutations((1, 1, 2, 2)))))
#: The first tile: white at the top and on the left, or at the top and the bottom.
FIRST = ((1, 2, 2, 1), (1, 2, 1, 2))


class Trax:
    """A game of Trax.

    Parameters
    ----------
    side : int, optional
        The most rows and columns; without it there is no bound.
    """

    def __init__(self, side: int | None = None) -> None:
        self.side = side
        self.tiles: Tiles = {}
        self.ply = 0

    @property
    def mover(self) -> int:
        """The player who moves next."""
        return 1 + self.ply % 2

    def legal(self) -> dict[tuple[Place, Sides], Tiles]:
        """Return the legal moves, each with all tiles that it lays."""
        if not self.tiles:
            return {((0, 0), sides): {(0, 0): sides} for sides in FIRST}
        found = {}
        for place in self._free(self.tiles):
            for sides in LAYINGS:
                if self._fits(self.tiles, place, sides) and self._inside(place):
                    tiles = self._forced({**self.tiles, place: sides})
                    if tiles is not None:
                        new = {p: s for p, s in tiles.items() if p not in self.tiles}
                        found[place, sides] = new
        return found

    def make(self, laid: Tiles) -> None:
        """Lay the tiles of a move."""
        self.tiles.update(laid)
        self.ply += 1

    def winner(self) -> int | None:
        """Return who has won, after the last move, None if nobody has."""
        other = self.mover
        for player in (3 - other, other):
            if any(self._wins(path, loop) for path, loop in self._paths(player)):
                return player
        return None

    # -- tiles -----------------------------------------------------------------------------------

    @staticmethod
    def _free(tiles: Tiles) -> set[Place]:
        around = {(x + dx, y + dy) for x, y in tiles for dx, dy in STEPS}
        return around - tiles.keys()

    @staticmethod
    def _beside(tiles: Tiles, place: Place) -> Iterator[tuple[int, int]]:
        """Yield the sides of a place at which a tile lies, and the colour there."""
        for side, (dx, dy) in enumerate(STEPS):
            other = tiles.get((place[0] + dx, place[1] + dy))
            if other is not None:
                yield side, other[(side + 2) % 4]

    def _fits(self, tiles: Tiles, place: Place, sides: Sides) -> bool:
        return all(sides[side] == colour for side, colour in self._beside(tiles, place))

    def _inside(self, place: Place) -> bool:
        if self.side is None:
            return True
        spans = [{p[axis] for p in (*self.tiles, place)} for axis in (0, 1)]
        return all(max(span) - min(span) < self.side for span in spans)

    def _forced(self, tiles: Tiles) -> Tiles | None:
        """Return the tiles with all that are forced; None if three edges of a colour meet."""
        while True:
            forced = {}
            for place in self._free(tiles):
                colours = [colour for _, colour in self._beside(tiles, place)]
                if max(colours.count(1), colours.count(2)) > 2:
                    return None
                if max(colours.count(1), colours.count(2)) == 2:
                    (sides,) = (s for s in LAYINGS if self._fits(tiles, place, s))
                    forced[place] = sides
            if not forced:
                return tiles
            # One at a time: the next look sees what it has brought about.
            place = min(forced)
            tiles = {**tiles, place: forced[place]}

    # -- paths -----------------------------------------------------------------------------------

    def _paths(self, colour: int) -> Iterator[tuple[list[tuple[Place, int]], bool]]:
        """Yield the ends of every path of a colour, a place and a side each, and whether it loops.

        A loop has no ends.
        """
        for place, sides in self.tiles.items():
            ends = []
            for side in (side for side in range(4) if sides[side] == colour):
                at, out = place, side
                while True:
                    beyond = (at[0] + STEPS[out][0], at[1] + STEPS[out][1])
                    if beyond not in self.tiles:
                        ends.append((at, out))
                        break
                    at, into = beyond, (out + 2) % 4
                    (out,) = (s for s in range(4) if self.tiles[at][s] == colour and s != into)
                    if (at, out) == (place, side):
                        break
            yield ends, not ends

    def _wins(self, ends: list[tuple[Place, int]], loop: bool) -> bool:
        if loop:
            return True
        sides = {side: place for place, side in ends}
        for axis, low, high in ((0, 3, 1), (1, 0, 2)):
            span = [place[axis] for place in self.tiles]
            long = low in sides and high in sides and max(span) - min(span) >= 7
            if long and (sides[low][axis], sides[high][axis]) == (min(span), max(span)):
                return True
        return False


def perft(game: Trax, depth: int) -> int:
    """Return the number of games of so many moves."""
    if game.winner() is not None:
        return 0
    if depth == 0:
        return 1
    count = 0
    for laid in game.legal().values():
        next_ = Trax(game.side)
        next_.tiles, next_.ply = dict(game.tiles), game.ply
        next_.make(laid)
        # A finished game counts as one where it ends, and has none that goes on.
        count += 1 if depth == 1 else perft(next_, depth - 1)
    return count


# -- the same games in the engine ------------------------------------------------------------------


#: The colours of the sides of components 1 and 2, before they are turned.
_SIDES = {1: (1, 2, 1, 2), 2: (1, 1, 2, 2)}


def tiles_of(move: Move) -> Tiles:
    """Return the tiles that a move of the engine lays, the chosen one first, as the model does."""
    laid: dict[Place, Sides] = {}
    for put, turned in zip(move.actions[::2], move.actions[1::2], strict=True):
        assert (put.kind, turned.kind) == (ADD, SET_ROTATION)
        assert put.site == turned.site
        assert isinstance(put.site, tuple)
        sides, turns = _SIDES[put.value], turned.value // 2
        laid[put.site[0], -put.site[1]] = sides[-turns:] + sides[:-turns]
    return laid


def compared(game: Game, number: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves it has.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    side = 8 if "Area/8x8" in game.description.options else None
    random, state, model = Random(number), State(game, technique), Trax(side)
    while True:
        outcome = state.outcome()
        legal = {} if model.winner() else model.legal()
        drawn = side is not None and state.ply > 1 and not legal
        there = model.winner() or (0 if drawn else None)
        assert (None if outcome is None else outcome.winner) == there, f"ply {state.ply}"
        if there is not None:
            return state.ply
        moves = {next(iter(laid.items())): (laid, move) for laid, move in _laid(state)}
        assert len(moves) == len(state.legal_moves), f"ply {state.ply}: a move twice"
        assert {chosen: laid for chosen, (laid, _) in moves.items()} == legal, f"ply {state.ply}"
        chosen = sorted(legal)[random.randrange(len(legal))]
        state.push(moves[chosen][1])
        model.make(legal[chosen])


def _laid(state: State) -> list[tuple[Tiles, Move]]:
    return [(tiles_of(move), move) for move in state.legal_moves]


KINDS = tuple(Kind("Trax", options, compared) for options in ((), ("Area/8x8",)))
