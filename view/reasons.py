"""Why a move cannot be made, in words."""

from boardless.play.state import State
from boardless.state import Move
from boardless.topo import InputError
from boardless.topo.whole import shown
from boardless.view.scene import places_of, scene_of


def legal_move(state: State, text: object) -> Move:
    """Return the legal move of a text, such as a scene has.

    Raises
    ------
    InputError
        If there is no such move.
    """
    if not isinstance(text, str):
        raise InputError(f"move {shown(text)}: give a text")
    move = state.parse(text)
    if move not in state.legal_moves:
        places = places_of(move)
        why = reason(state, places[-1]) if places else ""
        raise InputError(f"move {move}: {why or 'it is not legal here'}")
    return move


def reason(state: State, place: object) -> str:
    """Return in a few words why no move goes to a place; '' if one does.

    Examples
    --------
    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> reason(state, "0,0")
    '0,0 is taken, and no rule lets player 2 play there now'
    """
    scene = scene_of(state)
    if scene.over:
        return f"the game is over, {scene.caption}"
    if not isinstance(place, str) or place not in {*scene.cells, *scene.piles}:
        return "there is no such place"
    if any(place in places for places, _, _ in scene.moves.values()):
        return ""
    what = "taken" if place in scene.piles else "empty"
    return f"{place} is {what}, and no rule lets player {scene.mover} play there now"
