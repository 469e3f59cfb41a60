"""Random games of Village in the engine and in the slow model: draws, moves, tasks, scores."""

from fractions import Fraction
from functools import cache
from random import Random

from boardless.games import Game, compile, description_text
from boardless.play import State
from boardless.state import ADD, BOARD, SET_ROTATION, Move
from tools.models.random_games import Kind
from tools.models.village import (
    Laying,
    Piece,
    Place,
    Sides,
    Tile,
    Village,
    around,
    least,
    turned,
)

#: What the short game has in place of all tiles, and how many landscapes these are.
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
        tile = _drawn(state, model, random)
        while not model.layings(tile):
            model.set_aside(tile)
            tile = _drawn(state, model, random)
        numbers = state.position.moves()
        told = [(_laying(state, move), move) for move in numbers]
        assert {what for (what, _, _), _ in told} == {tile}
        moves = {(laying, turns): move for (_, laying, turns), move in told}
        assert len(moves) == len(told), f"ply {state.ply}: a move twice"
        assert {laying for laying, _ in moves} == model.layings(tile), f"ply {state.ply}"
        among = sorted(moves)
        if random.random() < 0.5:
            most = max(_beside(model, place) for (place, _), _ in among)
            among = [each for each in among if _beside(model, each[0][0]) == most]
        chosen = random.choice(among)
        state.position.make_numbered(moves[chosen], numbers[moves[chosen]])
        model.make(tile, chosen[0])
        _check(state, model)
    assert model.is_over
    return model


def _beside(model: Village, place: Place) -> int:
    return sum(there in model.tiles for there in around(place))


def _drawn(state: State, model: Village, random: Random) -> Tile:
    """Draw a tile in the engine and return it; the odds are those of what is drawn from."""
    bag = state.containers[1].chunk("what").nonzero()
    chances = {tile_of(state, bag[move.actions[0].value]): move for move, _ in state.chances()}
    left = model.drawn_from()
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
