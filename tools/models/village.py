"""A slow model of Village by the rules in its text: each question is answered from all tiles.

A place is ``(x, y)`` on hexagons. A piece of a tile is the sides that it ends at,
and a group the pieces of one kind that touch.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

from boardless.games import Game, compile, description_text
from boardless.play import State
from boardless.state import ADD, BOARD, SET_ROTATION, Move
from tools.models.random_games import Kind

#: The kinds at the sides of a tile, clockwise.
Sides = tuple[int, ...]
Place = tuple[int, int]
Piece = tuple[Place, frozenset[int]]
#: Where a tile lies, and its sides there.
Laying = tuple[Place, Sides]

WOODS, FIELDS, HOUSES, RIVER, RAIL = SIDE_KINDS = range(1, 6)
LANDS = (WOODS, FIELDS, HOUSES)
#: The neighbours of a place, clockwise; side n looks to the n-th of them.
STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


class Tile(NamedTuple):
    """A tile in the least of its turns; a task has a kind and a number, which others have not."""

    sides: Sides
    kind: int = 0
    number: int = 0


def turned(sides: Sides, turns: int) -> Sides:
    """Return the sides of a tile after so many turns clockwise."""
    return tuple(sides[(side - turns) % 6] for side in range(6))


def least(sides: Sides) -> Sides:
    """Return the least of the ways to turn a tile."""
    return min(turned(sides, turns) for turns in range(6))


def landscapes() -> list[Tile]:
    """Return the 48 landscapes: each tile that the rule allows, found among all."""
    found = {least(sides) for sides in product(SIDE_KINDS, repeat=6) if _is_landscape(sides)}
    return list(map(Tile, sorted(found)))


def _is_landscape(sides: Sides) -> bool:
    lines = [side for side in range(6) if sides[side] not in LANDS]
    if not lines:
        return sum(sides[side] != sides[side - 1] for side in range(6)) <= 2
    if len(lines) != 2 or sides[lines[0]] != sides[lines[1]]:
        return False
    one, two = lines
    between, rest = sides[one + 1 : two], sides[two + 1 :] + sides[:one]
    return len(set(between)) == 1 and len(set(rest)) == 1


def tasks() -> list[Tile]:
    """Return the 25 tasks."""
    found = []
    for land in LANDS:
        other, last = land % 3 + 1, (land + 1) % 3 + 1
        found += [Tile((land, land, other, other, last, last), land, n) for n in (4, 5, 6)]
        found += [Tile((land, land, last, last, other, other), land, n) for n in (5, 6)]
    for line in (RIVER, RAIL):
        straight = (line, FIELDS, FIELDS, line, FIELDS, FIELDS)
        bend = (line, FIELDS, line, FIELDS, FIELDS, FIELDS)
        found += [Tile(straight, line, n) for n in (4, 5, 6)]
        found += [Tile(bend, line, n) for n in (5, 6)]
    return [tile._replace(sides=least(tile.sides)) for tile in found]


class Village:
    """A game that is going on, whose tiles are taken by the caller.

    Parameters
    ----------
    bag : sequence of Tile
        All tiles.

    Attributes
    ----------
    tiles : dict of Place to Sides
        What lies on the table.
    tasks : dict of Piece to int
        The open tasks.
    score, done, failed : int
        Points so far, and what has become of tasks.
    """

    def __init__(self, bag: Sequence[Tile]) -> None:
        self.bag = Counter(bag)
        self.tiles: dict[Place, Sides] = {}
        self.tasks: dict[Piece, int] = {}
        self.score = self.done = self.failed = 0

    # -- drawing and laying ----------------------------------------------------------------------

    def pile(self) -> Counter[Tile]:
        """Return the tiles among which chance decides."""
        left = +self.bag
        wanted = len(self.tasks) < 3 and any(tile.number for tile in left)
        return Counter({tile: n for tile, n in left.items() if bool(tile.number) == wanted})

    def layings(self, tile: Tile) -> set[Laying]:
        """Return where a tile may lie, and how."""
        places = {near for place in self.tiles for near in around(place)} or {(0, 0)}
        free = places - self.tiles.keys()
        ways = {turned(tile.sides, turns) for turns in range(6)}
        return {(place, sides) for place in free for sides in ways if self._fits(place, sides)}

    def _fits(self, place: Place, sides: Sides) -> bool:
        for side, there in enumerate(around(place)):
            if there in self.tiles:
                pair = {sides[side], self.tiles[there][(side + 3) % 6]}
                if len(pair) > 1 and not pair <= set(LANDS):
                    return False
        return True

    def set_aside(self, tile: Tile) -> None:
        """Take a tile that fits nowhere out of the bag."""
        assert not self.layings(tile)
        self.bag[tile] -= 1

    def make(self, tile: Tile, laying: Laying) -> None:
        """Lay the tile that was taken, and score."""
        place, sides = laying
        self.bag[tile] -= 1
        self.tiles[place] = sides
        if tile.number:
            (piece,) = (p for p in pieces(place, sides) if self._kind(p) == tile.kind)
            self.tasks[piece] = tile.number
        for piece, number in list(self.tasks.items()):
            size = len(self.places(piece))
            if size == number:
                self.score += number
                self.done += 1
            elif size > number or self.is_closed(piece):
                self.failed += 1
            else:
                continue
            del self.tasks[piece]
        if self.is_over:
            self.score += sum(map(self.largest, SIDE_KINDS))

    @property
    def is_over(self) -> bool:
        """Whether no landscape is left, or no tile of the pile fits."""
        has_landscape = any(not tile.number for tile in +self.bag)
        return not has_landscape or not any(map(self.layings, self.pile()))

    # -- groups ----------------------------------------------------------------------------------

    def _kind(self, piece: Piece) -> int:
        place, ends = piece
        return self.tiles[place][min(ends)]

    def group(self, piece: Piece) -> set[Piece]:
        """Return the pieces of one kind that are joined."""
        found, waiting = {piece}, [piece]
        while waiting:
            place, ends = waiting.pop()
            for side in ends:
                there = around(place)[side]
                for other in pieces(there, self.tiles[there]) if there in self.tiles else ():
                    touches = (side + 3) % 6 in other[1]
                    if touches and self._kind(other) == self._kind(piece) and other not in found:
                        found.add(other)
                        waiting.append(other)
        return found

    def places(self, piece: Piece) -> set[Place]:
        """Return the places of the tiles of a group."""
        return {place for place, _ in self.group(piece)}

    def is_closed(self, piece: Piece) -> bool:
        """Tell whether a group cannot grow any more."""
        group = self.group(piece)
        return all(around(place)[side] in self.tiles for place, ends in group for side in ends)

    def largest(self, kind: int) -> int:
        """Return the size of the largest group of a kind; of lands, of those that are closed."""
        every = {piece for place, sides in self.tiles.items() for piece in pieces(place, sides)}
        own = [piece for piece in every if self._kind(piece) == kind]
        counted = [piece for piece in own if kind not in LANDS or self.is_closed(piece)]
        return max((len(self.places(piece)) for piece in counted), default=0)


def around(place: Place) -> list[Place]:
    """Return the six neighbours of a place, clockwise."""
    return [(place[0] + x, place[1] + y) for x, y in STEPS]


def pieces(place: Place, sides: Sides) -> list[Piece]:
    """Return the pieces of a tile: lines, and lands on sides that follow one another."""
    found = []
    for kind in set(sides):
        own = {side for side in range(6) if sides[side] == kind}
        if kind not in LANDS:
            found.append((place, frozenset(own)))
            continue
        while own:
            run = {own.pop()}
            while more := {side for side in own if {(side + 1) % 6, (side - 1) % 6} & run}:
                run |= more
                own -= more
            found.append((place, frozenset(run)))
    return found


# -- the same games in the engine ------------------------------------------------------------------


#: Tiles of the short game in place of all tiles, and the number of landscapes among them.
SHORT = {
    '"Landscapes" ("One" 1) ("One" 2) ("One" 3) ("Two" 1 2) ("Two" 2 3) ("Two" 3 1) ("Lines" 4) '
    '("Lines" 5)': '"Landscapes" ("Two" 1 2) ("Two" 2 3) ("Straight" 4 1 3 0) ("Bend" 5 2 1 0)',
    '"Tasks" ("LandTasks" 1 2 3) ("LandTasks" 2 3 1) ("LandTasks" 3 1 2) ("LineTasks" 4) '
    '("LineTasks" 5)': '"Tasks" ("Three" 1 2 3 2) ("Three" 2 1 3 3) ("Three" 3 2 1 4) '
    '("Straight" 4 2 3 2) ("Bend" 5 1 2 2)',
    "(<= 48": "(<= 12",
    "size:73": "size:17",
}


def short() -> Game:
    """Return a game of twelve landscapes and five small tasks, uncompiled."""
    text = description_text("Village")
    for old, new in SHORT.items():
        assert old in text
        text = text.replace(old, new)
    return compile(text, jit=False)


def sides_of(state: State, what: int) -> Sides:
    """Return the sides of a component that has not been turned."""
    return tuple(map(int, state.components[what - 1].name[2:]))


def tile_of(state: State, what: int) -> Tile:
    """Return the tile that a component is."""
    return tile_called(state.components[what - 1].name)


@cache
def tile_called(name: str) -> Tile:
    """Return the tile that a component of a name is."""
    sides, number = tuple(map(int, name[2:])), int(name[1])
    return Tile(least(sides), sides[0] if number else 0, number)


def tiles_of(game: Game) -> list[Tile]:
    """Return the tiles of a game; its last component is the marker."""
    state = State(game)
    return [tile_of(state, what) for what in range(1, len(state.components))]


def compared(game: Game, number: int, technique: str | None = None) -> Village:
    """Play a random game in both; return how it ended.

    Half of the moves go where most tiles lie around, so that more groups are closed.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state, model = Random(number), State(game, technique), Village(tiles_of(game))
    while state.outcome() is None:
        assert not model.is_over
        tile = _take_tile(state, model, random)
        while not model.layings(tile):
            model.set_aside(tile)
            tile = _take_tile(state, model, random)
        listed = list(state.legal_moves)
        told = [(_laying(state, move), move) for move in listed]
        assert {what for (what, _, _), _ in told} == {tile}
        moves = {(laying, turns): move for (_, laying, turns), move in told}
        assert len(moves) == len(told), f"ply {state.ply}: a move twice"
        assert {laying for laying, _ in moves} == model.layings(tile), f"ply {state.ply}"
        among = sorted(moves)
        if random.random() < 0.5:
            most = max(_beside(model, place) for (place, _), _ in among)
            among = [each for each in among if _beside(model, each[0][0]) == most]
        chosen = random.choice(among)
        state.push(moves[chosen])
        model.make(tile, chosen[0])
        _check(state, model)
    assert model.is_over
    return model


def _beside(model: Village, place: Place) -> int:
    return sum(there in model.tiles for there in around(place))


def _take_tile(state: State, model: Village, random: Random) -> Tile:
    """Take a tile in the engine and return it; the odds are those of the pile."""
    bag = state.containers[1].chunk("what").nonzero()
    chances = {tile_of(state, bag[move.actions[0].value]): move for move, _ in state.chances()}
    left = model.pile()
    odds = {tile: Fraction(count, left.total()) for tile, count in left.items()}
    assert dict(zip(chances, [share for _, share in state.chances()], strict=True)) == odds
    tile = random.choice(sorted(chances))
    state.push(chances[tile])
    return tile


def _laying(state: State, move: Move) -> tuple[Tile, Laying, int]:
    """Return what a move of the engine lays, where, and how often it is turned."""
    told = {action.kind: action for action in move.actions if action.container == BOARD}
    put, turns = told[ADD], told[SET_ROTATION].value
    assert isinstance(put.site, tuple)
    sides = turned(sides_of(state, put.value), turns)
    return tile_of(state, put.value), (put.site[:2], sides), turns


def _check(state: State, model: Village) -> None:
    """Compare tiles, open tasks, what is left, and the score."""
    where = f"ply {state.ply}"
    board, bag, hand = state.containers
    rotations, standing = board.chunk("rotation").nonzero(), board.chunk("state").nonzero()
    tiles: dict[Place, Sides] = {}
    tasks: dict[Piece, int] = {}
    for key, what in state.pieces.items():
        site, tile = state.site(key), tile_of(state, what)
        tiles[key[:2]] = turned(sides_of(state, what), rotations.get(site, 0))
        if site in standing:
            ends = {side for side in range(6) if tiles[key[:2]][side] == tile.kind}
            tasks[key[:2], frozenset(ends)] = tile.number
    assert tiles == model.tiles, where
    assert tasks == model.tasks, where
    assert state.scores == (model.score,), where
    left = sorted(tile_of(state, what) for what in bag.chunk("what").nonzero().values())
    assert left == sorted(model.bag.elements()), where
    assert sum(hand.chunk("count").nonzero().values()) == 3 - len(tasks), where


def _laid(game: Game, number: int) -> int:
    return len(compared(game, number).tiles)


KINDS = (Kind("Village", (), _laid),)
