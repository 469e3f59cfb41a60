"""Facts about a game that need neither its rules nor the compiler."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RuleInfo:
    """The effect of a move by its rule, the place in `GameInfo.rules`."""

    #: Put on its target; 0: the piece on its origin.
    component: int
    #: The hand site it comes from, or the first of several; -1 for none.
    hand: int = -1
    #: The piece stays on its origin as well.
    copy: bool = True


@dataclass(frozen=True)
class MatchTable:
    """A game as one of a match of several games."""

    #: The place of the score of nobody in the match, among the numbers of a state; those of the
    #: players follow.
    scores: int
    #: The place of the number of games that are over.
    completed: int
    #: The number of the game that is played, and the names of all games.
    number: int
    games: tuple[str, ...]
    #: Whether a team wins it: in Ludii the turn then goes on to the next player, which players out
    #: of the game keep it from otherwise (`Game.applyInternal`).
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
    #: Prototiles, or sites of all types where the board is laid out.
    kinds: int
    #: None where moves have consequences (`effects`).
    rules: tuple[RuleInfo, ...]
    effects: bool
    takes_back: bool
    chances: bool
    #: Pieces stay where they have been put.
    only_puts: bool
    #: Tiles cover several cells.
    covers: bool
    #: Moves depend on cells that come while they are made.
    grown_in_moves: bool
    starts_by_chance: bool
    #: None in a game by itself.
    match: MatchTable | None = None
