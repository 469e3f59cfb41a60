"""What a board looks like, as plain data: the one thing that pages are told about a position.

A scene is worked out from a state alone and holds what one seat may see. Pages draw it and answer
with names that are in it; nothing else goes either way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import numpy as np

from boardless.play.picture import colours, marks
from boardless.play.state import State
from boardless.state import BOARD, Component, Container, FreeState, Move
from boardless.state.engine.actions import ADD, SET_ROTATION
from boardless.state.move import on_cell
from boardless.state.move_text import place_text
from boardless.topo import Board, InputError, whole_number
from boardless.view.cell_shapes import UNITS, Cell, Shape, cells_of

#: What can be looked at: the state of a game, or one without rules.
AnyState: TypeAlias = State | FreeState

#: Component, count, local state, rotation and value of what lies somewhere; zeros at the end are
#: left out. Component 0 is something that the seat may not see.
Pile: TypeAlias = tuple[int, ...]
#: Something lies there, and that is all that is known.
COVERED: Pile = (0, 1)

#: The places to click for a move, in order, then its component and rotation.
Choice: TypeAlias = tuple[tuple[str, ...], int, int]

#: The seat that sees everything.
EVERYBODY = 0


@dataclass(frozen=True)
class Scene:
    """A position as one seat sees it.

    Attributes
    ----------
    title, caption : str
        The game, and how it stands.
    ply, mover, players : int
        Moves made, who moves next, and how many players there are.
    over : bool
        Whether the game has ended.
    kinds : tuple of dict
        The components: name, owner, fill and ink of their pieces, and what stands on these.
    shapes : tuple of tuple of int
        Polygons around the centre of a cell: x and y of each corner, in hundredths of an edge, y
        downwards.
    room : int
        The radius of the circle that fits into every cell.
    cells : dict of str to (shape, x, y)
        The cells of the board by name.
    hands : tuple of dict
        The hands: name, owner, and the names of their places.
    piles : dict of str to tuple of int
        What lies on the cells and places of hands; see `Pile`.
    moves : dict of str to (places, component, rotation)
        The legal moves by their text, for the seat that may choose.
    last : tuple of str
        The places that the last move named.
    """

    title: str
    caption: str
    ply: int
    mover: int
    players: int
    over: bool
    kinds: tuple[dict[str, Any], ...]
    shapes: tuple[Shape, ...]
    room: int
    cells: dict[str, Cell]
    hands: tuple[dict[str, Any], ...]
    piles: dict[str, Pile]
    moves: dict[str, Choice]
    last: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def scene_of(
    state: AnyState, seat: int = EVERYBODY, *, title: str = "", choices: bool = True
) -> Scene:
    """Return a state as a seat sees it.

    Parameters
    ----------
    state : State or FreeState
        To be read.
    seat : int
        The player who looks; 0 sees everything.
    title : str
        What it is called; by default, the name of the game or of the tiling.
    choices : bool
        Whether to list the legal moves. They are for the seat that chooses one, and for seat 0.

    Raises
    ------
    InputError
        If it is no state, or there is no such seat.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> scene = scene_of(state)
    >>> scene.caption, scene.piles, scene.moves["+2@1,0"]
    ('player 2 to move', {'0,0': (1,)}, (('1,0',), 2, 0))
    """
    if not isinstance(state, AnyState):
        raise InputError(f"state {state!r}: give a State or a FreeState")
    seat = whole_number(seat, "seat", EVERYBODY, state.setup.players)
    board, *hands = state.containers
    names = cell_names(state)
    shapes, cells = cells_of(state.board)
    piles = _piles(board, names, seat)
    for hand in hands:
        places = dict(enumerate(hand_places(hand)))
        piles |= _piles(hand, places, seat)
    outcome = state.outcome() if isinstance(state, State) else None
    legal: Iterable[Move] = ()
    if isinstance(state, State) and choices and seat in (EVERYBODY, state.mover):
        legal = state.legal_moves
    return Scene(
        title=title or (state.game.name if isinstance(state, State) else state.setup.tiling.name),
        caption=caption_of(state),
        ply=state.ply,
        mover=state.mover,
        players=state.setup.players,
        over=outcome is not None,
        kinds=_kinds(state.setup.components),
        shapes=shapes,
        room=round(UNITS * state.board.room()),
        cells={names[site]: cell for site, cell in cells.items()},
        hands=tuple(
            {"name": hand.name, "owner": hand.owner, "places": tuple(hand_places(hand))}
            for hand in hands
        ),
        piles=piles,
        moves={str(move): choice_of(move) for move in legal},
        last=places_of(last_move(state)),
    )


def caption_of(state: AnyState) -> str:
    """Return in a few words how a state stands."""
    outcome = state.outcome() if isinstance(state, State) else None
    if outcome is None:
        return f"player {state.mover} to move"
    return f"player {outcome.winner} has won" if outcome.winner else "drawn"


def cell_names(state: AnyState) -> dict[int, str]:
    """Return the names of the cells of a state's board, by site in order."""
    board = state.board
    sites = board.sites
    if not isinstance(board, Board):  # cells of a board that is laid out are numbers alone
        return {site: place_text(BOARD, (0, 0, site)) for site in sites.tolist()}
    if not len(sites):
        return {}
    first = int(sites[0])
    shift = np.subtract(board.key(first), state.cell(first))
    keys = (board.keys[sites] - shift).tolist()
    named = (place_text(BOARD, tuple(key)) for key in keys)
    return dict(zip(sites.tolist(), named, strict=True))


def hand_places(hand: Container) -> list[str]:
    """Return the names of the places of a hand."""
    return [place_text(hand.number, site) for site in range(len(hand))]


def last_move(state: AnyState) -> Move | None:
    """Return the last move, with cells; None where there is none."""
    if not state.ply:
        return None
    move = state.peek()
    return move if isinstance(state, State) else state.by_cell(move)


def places_of(move: Move | None) -> tuple[str, ...]:
    """Return the places that a move names, each once, in order."""
    named = (
        place_text(action.container, action.site)
        for action in (move.actions if move else ())
        if action.container or on_cell(action)
    )
    return tuple(dict.fromkeys(named))


def choice_of(move: Move) -> Choice:
    """Return what is clicked for a move: from and to, or the first place that it names."""
    ends = [end for end in (move.from_, move.to) if end is not None]
    places = tuple(place_text(*end) for end in ends) or places_of(move)[:1]
    what = next((action.value for action in move.actions if action.kind == ADD), 0)
    turns = [action.value for action in move.actions if action.kind == SET_ROTATION]
    return places, what, turns[-1] if turns else 0


def _piles(container: Container, names: Mapping[int, str], seat: int) -> dict[str, Pile]:
    """Return what a seat sees in a container, by the names of its sites."""
    numbers = [
        container.chunk(name).nonzero() for name in ("what", "count", "state", "rotation", "value")
    ]
    hidden, heights = container.hidden.nonzero(), container.height.nonzero()
    piles = {}
    for site in numbers[0]:
        if seat and hidden.get(site, 0) >> (seat - 1) & 1:
            piles[names[site]] = COVERED
            continue
        pile = [chunk.get(site, 0) for chunk in numbers]
        # Of pieces that lie one upon another the uppermost is seen, and how many there are.
        pile[1] = max(pile[1], heights[site])
        while len(pile) > 1 and pile[-1] == (1 if len(pile) == 2 else 0):
            pile.pop()
        piles[names[site]] = tuple(pile)
    return piles


def _kinds(components: tuple[Component, ...]) -> tuple[dict[str, Any], ...]:
    marked = marks(components)
    return tuple(
        {
            "name": component.name,
            "owner": component.owner,
            "fill": colours(component.owner)[0],
            "ink": colours(component.owner)[1],
            "mark": mark,
        }
        for component, mark in zip(components, marked, strict=True)
    )
