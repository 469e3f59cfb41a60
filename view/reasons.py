"""Why a move cannot be made, in words."""

from boardless.play.state import State
from boardless.state import Move
from boardless.topo import InputError
from boardless.topo.whole import shown
from boardless.view.choices import places_of
from boardless.view.scene import EVERYBODY, scene_of


def legal_move(state: State, text: object, seat: int = EVERYBODY) -> Move:
    """Return the legal move of a text, such as a scene has.

    Parameters
    ----------
    state : State
        Where it is to be made.
    text : str
        The move.
    seat : int
        Who is told what is wrong with it.

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
        why = reason(state, places[-1], seat) if places else ""
        raise InputError(f"move {move}: {why or 'it is not legal here'}")
    return move


def reason(state: State, place: object, seat: int = EVERYBODY) -> str:
    """Return in a few words why no move goes to a place, as far as a seat knows; '' if one does.

    Examples
    --------
    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> reason(state, "0,0")
    '0,0 is taken, and no rule lets player 2 play there now'
    """
    scene = scene_of(state, seat)
    if scene.over:
        return f"the game is over, {scene.caption}"
    if not isinstance(place, str) or place not in {*scene.cells, *scene.piles}:
        return "there is no such place"
    if seat not in (EVERYBODY, scene.mover):
        return f"it is player {scene.mover}'s turn"
    if any(place in places for places, _, _ in scene.moves.values()):
        return ""
    pile = scene.piles.get(place)
    what = "empty" if pile is None else "taken" if pile[0] else "covered"
    name = scene.labels.get(place, place)
    return f"{name} is {what}, and no rule lets player {scene.mover} play there now"
