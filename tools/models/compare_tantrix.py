"""Random games of Tantrix in the engine and in the slow model: moves, tiles, scores, ends."""

from functools import partial

from boardless.games import Game, load
from boardless.play import State
from boardless.state import ADD, OPTION, SELECT, SET_ROTATION
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, compared
from tools.models.tantrix import Move, Sides, Tantrix


def tantrix(players: int, jit: bool = True) -> Game:
    """Return the game of some players."""
    return load("Tantrix", [f"Players/{players}"], jit=jit)


def compared_tantrix(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made.

    Raises
    ------
    AssertionError
        Where they differ, in the scores as well.
    """
    model = Tantrix(game.players)

    def scored(state: State) -> dict[object, object]:
        found = _lying(state)
        if state.outcome() is not None and not model.is_deadlocked:
            scores = [model.score(player) for player in range(1, game.players + 1)]
            ours = state.position.arrays.numbers[2 : 2 + game.players].tolist()
            assert ours == scores, f"scores {ours}, {scores}"
        return found

    return compared(game, model, _named, scored, number, plies, technique)


def _sides(state: State, what: int) -> Sides:
    return tuple(map(int, state.components[what - 1].name[1:]))


def _turned(sides: Sides, turns: int) -> Sides:
    return sides[6 - turns :] + sides[: 6 - turns]


def _named(state: State, move: EngineMove) -> Move:
    kinds = [action.kind for action in move.actions]
    if not kinds:
        return ("pass",)
    if kinds == [SELECT]:
        return ("deal",)
    if kinds == [OPTION]:
        return "draw", _sides(state, _bag(state)[move.actions[0].value])
    put = next(action for action in move.actions if action.kind == ADD)
    turns = sum(action.value for action in move.actions if action.kind == SET_ROTATION)
    assert isinstance(put.site, tuple)
    tile = _sides(state, put.value)
    return "lay", tile, put.site[:2], _turned(tile, turns)


def _bag(state: State) -> list[int]:
    """Return what the bag holds, without what the move that waits for chance has drawn so far."""
    sites = sorted(state.containers[-1].chunk("what").nonzero().items())
    bag, drawn = [what for _, what in sites], list[int]()
    for move in reversed(state.move_stack):
        if [action.kind for action in move.actions] != [OPTION]:
            break
        drawn.append(move.actions[0].value)
    # Without a question before it, the last outcomes belong to a move that is over.
    for outcome in reversed(drawn if state.position.is_waiting else []):
        del bag[outcome]
    return bag


def _lying(state: State) -> dict[object, object]:
    turned = state.containers[0].chunk("rotation").nonzero()
    found: dict[object, object] = {
        key[:2]: _turned(_sides(state, what), turned.get(state.site(key), 0))
        for key, what in state.pieces.items()
    }
    for hand in state.containers[1:-1]:
        held = hand.chunk("what").nonzero().values()
        found[hand.owner] = sorted(_sides(state, what) for what in held)
    return found


KINDS = tuple(
    Kind("Tantrix", (f"Players/{n}",), partial(compared_tantrix, plies=1000), 334)
    for n in (2, 3, 4)
)
