"""States in notebooks: on request, or whenever one ends a cell."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardless.play.playing import Player
from boardless.play.state import State
from boardless.topo import InputError
from boardless.view.session import Session
from boardless.view.thinking import Seat

if TYPE_CHECKING:
    from boardless.view.widget import BoardWidget

#: The attribute of a state that was shown for its session, so that all its boards stay together.
_SESSION = "_session"


def session_of(
    state: State, players: Sequence[str | Player | Seat | None] = (), seed: int | None = None
) -> Session:
    """Return the session of a state: the same one each time, unless players or a seed are given.

    InputError for a state that cannot be changed, an unknown player, or another seed.
    """
    session: Session | None = vars(state).get(_SESSION) if isinstance(state, State) else None
    if session is None or players or seed is not None:
        session = Session(state, players, seed, forced=True)
        vars(state)[_SESSION] = session
    return session


def show(
    state: State,
    players: Sequence[str | Player | Seat | None] = (),
    *,
    seed: int | None = None,
    seat: int | None = None,
) -> "BoardWidget":
    """Return a board to click on, for a notebook; moves there are made on the state.

    Parameters
    ----------
    state : State
        The state to show, which moves change.
    players : sequence of str, callable or None
        The person or agent for each player: people by default; see `view.thinking.seat_of`.
    seed : int, optional
        The seed of agents.
    seat : int, optional
        The player who looks; 0 sees everything and moves for all, and is the default unless
        something is hidden and a single person plays.

    Raises
    ------
    InputError
        If something cannot be shown, or anywidget is not installed.
    """
    try:
        from boardless.view.widget import BoardWidget
    except ImportError:
        raise InputError("a board in a notebook needs anywidget: install boardless[view]") from None
    session = session_of(state, players, seed)
    board = BoardWidget(session, seat)
    session.thinking.start()
    return board


def show_states(on: bool = True) -> None:
    """Let a state at the end of a notebook's cell be a board to click on, or a picture again.

    InputError outside a notebook.
    """
    try:
        from IPython import get_ipython
    except ImportError:
        raise InputError("there is no notebook here: IPython is not installed") from None
    shell = get_ipython()
    if shell is None:
        raise InputError("there is no notebook here: IPython does not run")
    formatter = shell.display_formatter.mimebundle_formatter
    if on:
        formatter.for_type(State, lambda state, **options: show(state)._repr_mimebundle_(**options))
    else:
        formatter.pop(State, None)
