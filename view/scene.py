"""What a board looks like, as plain data: the one thing that pages are told about a position.

A scene is worked out from a state alone and holds what one seat may see. Pages draw it and answer
with names that are in it; nothing else goes either way.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeAlias

from boardless.play.state import State
from boardless.state import Container, FreeState, Move
from boardless.topo import InputError, whole_number
from boardless.view.cell_shapes import UNITS, Cell, Line, Shape, cells_of, lines_of
from boardless.view.choices import Choice, choice_of, last_places
from boardless.view.kinds import kinds_of, player_colours, player_of
from boardless.view.place_names import cell_labels, cell_names, hand_places
from boardless.view.seen_dice import with_dice
from boardless.view.seen_piles import Pile, seen_piles

#: What can be looked at: the state of a game, or one without rules.
AnyState: TypeAlias = State | FreeState

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
    colours : tuple of str
        The colour of each player.
    scores : tuple of str
        What each player has, or has got in the end; empty while nobody has anything.
    kinds : tuple of dict
        The components: name, owner, fill and ink of their pieces, what stands on these, whether
        they are rings, what is on the faces of dice, what tiles with paths look like, what stands
        on squares of large ones, and how these lie in the tiles; see `page_tile`, `part_signs` and
        `part_layouts` in `play`.
    shapes : tuple of tuple of int
        Polygons around the centre of a cell: x and y of each corner, in hundredths of an edge, y
        downwards.
    room : int
        The radius of the circle that fits into every cell.
    cells : dict of str to (shape, x, y)
        The cells of the board by name.
    labels : dict of str to str
        What people call the cells, where that is another name.
    lines : tuple of (x, y, x, y)
        What is drawn between the places of a board that is played on vertices or edges.
    hands : tuple of dict
        The hands: name, owner, and the names of their places.
    piles : dict of str to tuple of int
        What lies on the cells and places of hands; see `view.seen_piles.Pile`.
    used : tuple of str
        The places of dice that have been used.
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
    colours: tuple[str, ...]
    scores: tuple[str, ...]
    kinds: tuple[dict[str, Any], ...]
    shapes: tuple[Shape, ...]
    room: int
    cells: dict[str, Cell]
    labels: dict[str, str]
    lines: tuple[Line, ...]
    hands: tuple[dict[str, Any], ...]
    piles: dict[str, Pile]
    used: tuple[str, ...]
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
    names = cell_names(state)
    shapes, cells = cells_of(state.board)
    legal = _legal(state)
    piles, used = with_dice(state, seen_piles(state, seat, names), legal)
    mine = choices and seat in (EVERYBODY, mover_of(state))
    return Scene(
        title=title or (state.game.name if isinstance(state, State) else state.setup.tiling.name),
        caption=caption_of(state),
        ply=state.ply,
        mover=mover_of(state),
        players=state.setup.players,
        over=isinstance(state, State) and state.outcome() is not None,
        colours=player_colours(state),
        scores=_scores(state),
        kinds=kinds_of(state),
        shapes=shapes,
        room=round(UNITS * state.board.room()),
        cells={names[site]: cell for site, cell in cells.items()},
        labels=cell_labels(state.board, names),
        lines=lines_of(state.board),
        hands=tuple(_hand(state, hand) for hand in state.containers[1:]),
        piles=piles,
        used=used,
        moves={str(move): choice_of(move) for move in legal if mine},
        last=last_places(state),
    )


def mover_of(state: AnyState) -> int:
    """Return the player who chooses next; 0 where chance decides."""
    return state.seat if isinstance(state, State) else state.mover


def caption_of(state: AnyState) -> str:
    """Return in a few words how a state stands."""
    outcome = state.outcome() if isinstance(state, State) else None
    if outcome is not None:
        return str(outcome)
    mover = mover_of(state)
    return f"player {mover} to move" if mover else "chance decides"


def _hand(state: AnyState, hand: Container) -> dict[str, Any]:
    """Return the name of a hand, who plays from it, and the names of its places."""
    owner, places = player_of(state, hand.owner), tuple(hand_places(hand))
    return {"name": hand.name, "owner": owner, "places": places}


def _legal(state: AnyState) -> Sequence[Move]:
    """Return the moves that a player may choose from; none where chance decides."""
    chooses = isinstance(state, State) and state.seat
    return tuple(state.legal_moves) if isinstance(state, State) and chooses else ()


def _scores(state: AnyState) -> tuple[str, ...]:
    """Return what each player has got in the end, or the scores so far."""
    if not isinstance(state, State):
        return ()
    outcome, scores = state.outcome(), state.scores or ()
    if outcome is not None:
        return tuple(map(str, outcome.payoffs or scores))
    return tuple(map(str, scores)) if any(scores) else ()  # many count in the end alone
