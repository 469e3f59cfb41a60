"""What a text file of Ludii's says: a game, its moves and their actions, in Ludii's numbers."""

from dataclasses import dataclass
from typing import TypeAlias

#: What a field of an action has; what is neither a number, true nor false is text.
Value: TypeAlias = int | bool | str


@dataclass(frozen=True, slots=True)
class LudiiAction:
    """A change of the state, such as ``Move`` or ``SetScore``.

    Attributes
    ----------
    name : str
        What Ludii calls it.
    fields : tuple of (str, int or bool or str)
        What it says, in order; what is not said is as Ludii has it by default.
    """

    name: str
    fields: tuple[tuple[str, Value], ...]

    def get(self, field: str) -> Value | None:
        """Return what a field has, None if there is none of that name."""
        return dict(self.fields).get(field)


@dataclass(frozen=True, slots=True)
class LudiiMove:
    """A move: a ply, or one that sets up the board.

    Attributes
    ----------
    mover : int
        The player, 0 for nobody.
    actions : tuple of LudiiAction
        What the move does, consequences included, in order.
    from_, to : int or None
        Sites, of the type that the actions say; None where there is none.
    state, edge : int or None
        A local state and an edge, where the move has one.
    oriented : bool
        False where `from_` and `to` may change places.
    levels : (int, int) or None
        The lowest and the highest level that is moved, where that is said.
    legal : int or None
        How many moves were legal when it was made; None where that is not said.
    """

    mover: int
    actions: tuple[LudiiAction, ...]
    from_: int | None = None
    to: int | None = None
    state: int | None = None
    oriented: bool = True
    edge: int | None = None
    levels: tuple[int, int] | None = None
    legal: int | None = None


@dataclass(frozen=True)
class LudiiTrial:
    """A recorded game.

    Attributes
    ----------
    game, file : str
        Its name, and the description's path as it is written there.
    options : tuple of str
        The options that were chosen; none where they are the default ones.
    random_state : tuple of int
        The bytes of the generator's state before the game, -128 to 127.
    placements : tuple of LudiiMove
        What sets up the board.
    plies : tuple of LudiiMove
        The moves of the players.
    winner : int or None
        The player who won, 0 for nobody; None if the game is not over.
    end : str or None
        How it ended: ``NaturalEnd``, ``TurnLimit`` or ``MoveLimit``; None if it is not over.
    ranks : tuple of float
        The place of each player, from 1; players who share places have the mean of them, and those
        who have none yet 0.
    version : str
        Ludii's.
    """

    game: str
    file: str
    options: tuple[str, ...]
    random_state: tuple[int, ...]
    placements: tuple[LudiiMove, ...]
    plies: tuple[LudiiMove, ...]
    winner: int | None
    end: str | None
    ranks: tuple[float, ...]
    version: str
