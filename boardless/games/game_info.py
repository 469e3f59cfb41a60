"""Facts about a game that need neither its rules nor the compiler."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleInfo:
    """The effect of a move by its rule, an index into `GameInfo.rules`."""

    #: The component put on the target, or 0 for the piece on the origin.
    component: int
    #: The hand site it comes from, or the first of several; -1 without one.
    hand: int = -1
    #: Whether the piece also stays on its origin.
    copy: bool = True


@dataclass(frozen=True)
class MatchTable:
    """A game as part of a match of several games."""

    #: The place of nobody's score in the match, among the numbers of a state; the scores of the
    #: players follow.
    scores: int
    #: The place of the number of completed games.
    completed: int
    #: The number of the current game, and the names of all games.
    number: int
    games: tuple[str, ...]
    #: Whether a team wins it: in Ludii the turn then goes on to the next player, otherwise not if
    #: players are out of the game (`Game.applyInternal`).
    by_teams: bool


@dataclass(frozen=True)
class GameInfo:
    """A game in a few words and numbers."""

    name: str
    #: The item taken of each option, ``"Heading/Label"``.
    options: tuple[str, ...]
    players: int
    #: The name of its tiling, or "laid out".
    plane: str
    growing: bool
    #: Prototiles, or sites of all types of a laid-out board.
    kinds: int
    #: None if moves have consequences (`effects`).
    rules: tuple[RuleInfo, ...]
    effects: bool
    takes_back: bool
    chances: bool
    #: Whether pieces never move on the board.
    only_puts: bool
    #: Whether tiles cover several cells.
    covers: bool
    #: Whether moves depend on cells added during the move.
    grown_in_moves: bool
    starts_by_chance: bool
    #: None if the game is not part of a match.
    match: MatchTable | None = None
