"""The one loop in which games are played, whoever plays: people, agents, programs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, Protocol, cast

from boardless.play.state import Outcome, State
from boardless.state import Move, Trial
from boardless.topo import InputError


@dataclass(frozen=True)
class Answer:
    """What a player says: a move and, if it is known, what it thought of all moves.

    Attributes
    ----------
    move : Move
        The move to make.
    visits : mapping of Move to number
        How often each move was tried.
    values : mapping of Move to number
        What the mover is expected to get, move by move.
    """

    move: Move
    visits: Mapping[Move, float] = field(default_factory=dict)
    values: Mapping[Move, float] = field(default_factory=dict)


#: Takes a state, which is its own, and random numbers of this decision; returns a move, or anything
#: with a ``move`` and perhaps ``visits`` and ``values``, such as an `Answer`.
Player = Callable[[State, Random], Any]


class Table(Protocol):
    """Where a game is played: a `State`, or what guards one."""

    @property
    def ply(self) -> int:
        """Number of moves made."""

    @property
    def mover(self) -> int:
        """The player who moves next."""

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        """Return the moves that chance may make now, with their probabilities."""

    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    def copy(self) -> Any:
        """Return a state of one's own."""

    def push(self, move: Move) -> None:
        """Make a move."""

    def trial(self, seed: int | None = None) -> Trial:
        """Return the game so far."""


def play_game(
    table: Table,
    players: Sequence[Player | None],
    *,
    seed: int = 0,
    heard: Callable[[Answer], None] | None = None,
) -> Trial:
    """Play on until the game is over, or a player is asked who answers elsewhere.

    Parameters
    ----------
    table : State, or anything with its methods
        Where the game is played; it is changed.
    players : sequence of callables or None
        One a player, in order. One that is None moves by other means, such as clicks: then the
        loop ends, and may be entered again after the move.
    seed : int
        Every decision has random numbers of its own, made from the seed and the number of moves so
        far, so the same players give the same game, also after undoing a part of it.
    heard : callable, optional
        Is given each answer before its move is made.

    Returns
    -------
    Trial
        The game so far.

    Raises
    ------
    InputError
        If there is not one player for each seat, or a player answers with no legal move; the moves
        before have been made.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> trial = play_game(state, [by_chance, by_chance], seed=7)
    >>> state.outcome().winner == trial.result
    True
    """
    seats = table.trial().setup.players
    if len(players) != seats:
        raise InputError(f"{len(players)} players: give {seats}, one for each seat")
    while table.outcome() is None:
        mover = table.mover
        if chances := table.chances():
            table.push(fallen(chances, Random(f"{seed} {table.ply}")))
            continue
        player = players[mover - 1]
        if player is None:
            break
        answer = answered(player, table.copy(), seed)
        if heard is not None:
            heard(answer)
        try:
            table.push(answer.move)
        except InputError as error:
            raise InputError(f"player {mover}: {error}") from None
    return table.trial(seed)


def answered(player: Player, state: State, seed: int) -> Answer:
    """Return what a player says in a state, which is the player's to change; see `play_game`."""
    given = player(state, Random(f"{seed} {state.ply}"))
    if isinstance(given, Answer):
        return given
    move: Any = getattr(given, "move", given)
    return Answer(move, getattr(given, "visits", None) or {}, getattr(given, "values", None) or {})


def fallen(chances: Sequence[tuple[Move, Fraction]], random: Random) -> Move:
    """Return what chance does, of moves with their probabilities."""
    moves, odds = zip(*chances, strict=True)
    (move,) = random.choices(moves, odds)
    return cast("Move", move)


def by_chance(state: State, random: Random) -> Move:
    """Return any legal move, all of them equally likely."""
    return random.choice(list(state.legal_moves))
