"""Random games of Kingdomino in the engine and in the slow model: moves, lines, points, places."""

from random import Random

from boardless.games import Game, load
from boardless.play import State
from boardless.state import ADD, BOARD, REMOVE, SET_VALUE, Move
from tools.models.kingdomino import Choice, Kingdomino, Laid, Land, Place
from tools.models.random_games import Kind

#: Options that are compared.
OPTIONS = (
    ("Players/2",),
    ("Players/2", "Kingdom/7x7", "Harmony/On", "Middle/On"),
    ("Players/3", "Middle/On"),
    ("Players/4", "Harmony/On"),
)
#: Components of the engine: land, castles and kings of each player, and then the dominoes.
TERRAINS = ("wheat", "forest", "water", "grass", "swamp", "mine")


def kingdomino(options: tuple[str, ...], jit: bool = True) -> Game:
    """Return the game with some options."""
    return load("Kingdomino", list(options), jit=jit)


def compared(game: Game, number: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves it has, chance left out.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    options, players, plies = game.description.options, game.players, 0
    model = Kingdomino(players, "Kingdom/7x7" in options)
    random, state = Random(number), State(game, technique)
    (first,) = state.legal_moves
    state.push(first)
    _let_chance_decide(state, random)
    model.begin([_king(state, 56 + n) for n in range(4) if _king(state, 56 + n)], _line(state))
    while not model.is_over:
        assert state.mover == model.mover, f"ply {state.ply}"
        legal = state.position.moves()
        moves = {_choice(state, move): move for move in legal}
        assert len(moves) == len(legal), f"ply {state.ply}: a move twice"
        assert moves.keys() == model.legal(), f"ply {state.ply}"
        choice = random.choice(sorted(moves, key=lambda c: (c[0], c[1], sorted(c[2]))))
        state.position.make_numbered(moves[choice], legal[moves[choice]])
        _let_chance_decide(state, random)
        model.make(choice, _line(state))
        plies += 1
        assert _land(state, players, model) == [each.land for each in model.kingdoms]
    outcome = state.outcome()
    assert outcome is not None
    harmony, middle = "Harmony/On" in options, "Middle/On" in options
    points = [kingdom.points(harmony, middle) for kingdom in model.kingdoms]
    assert outcome.payoffs == tuple(10_000 * p + 100 * area + crowns for p, area, crowns in points)
    assert outcome.ranks == tuple(1 + sum(one > own for one in points) for own in points)
    return plies


def _let_chance_decide(state: State, random: Random) -> None:
    while state.chances():
        state.push(random.choice(list(state.legal_moves)))


def _held(state: State, place: int) -> int:
    return int(state.containers[1].what[place])


def _king(state: State, place: int) -> int:
    what = _held(state, place)
    return state.game.components[what - 1].owner if what else 0


def _number(state: State, component: int) -> int:
    """Return the number of a domino from its name."""
    return int(state.game.components[component - 1].name[1:])


def _line(state: State) -> list[int]:
    return [_number(state, what) for what in (_held(state, 52 + n) for n in range(4)) if what]


def _castles(state: State, players: int) -> list[Place]:
    apart = 15 if "Kingdom/7x7" in state.game.description.options else 11
    return [(n % 2 * apart, -(n // 2) * apart) for n in range(players)]


def _land(state: State, players: int, model: Kingdomino) -> list[dict[Place, Land]]:
    """Return what lies where round each castle."""
    castles, board = _castles(state, players), state.containers[0]
    found: list[dict[Place, Land]] = [{} for _ in castles]
    for (i, j, _), what in state.pieces.items():
        if what <= len(TERRAINS):
            n = min(range(players), key=lambda n: _distance((i, j), castles[n]))
            crowns = int(board.value[state.site((i, j, 0))])
            x, y = castles[n]
            found[n][i - x, j - y] = (TERRAINS[what - 1], crowns)
        else:
            assert (i, j) in castles
    return found


def _distance(one: Place, two: Place) -> int:
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def _choice(state: State, move: Move) -> Choice:
    """Return what a move of the engine is in the model."""
    taken, *laid = move.actions
    assert (taken.kind, taken.container) == (REMOVE, 1)
    if not laid:
        return "aside", _number(state, taken.value), Laid()
    if laid[0].container != BOARD:
        assert isinstance(laid[0].site, int)
        return "choose", _number(state, _held(state, laid[0].site - 8)), Laid()
    x, y = _castles(state, state.game.players)[state.mover - 1]
    land: dict[Place, Land] = {}
    for action in laid:
        assert isinstance(action.site, tuple)
        at = (action.site[0] - x, action.site[1] - y)
        if action.kind == ADD:
            land[at] = (TERRAINS[action.value - 1], 0)
        elif action.kind == SET_VALUE:
            land[at] = (land[at][0], action.value)
    return "lay", _number(state, taken.value), frozenset(land.items())


KINDS = tuple(Kind("Kingdomino", options, compared, 250) for options in OPTIONS)
