"""What players have of their own: scores, values, teams, turns."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.facts import EFFECT, GLOBAL, PUTS, numbers
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Role, SiteType
from boardless.games.ludemes.moves import Clause, Then


@ludeme("player", example="(player (next))", facts=GLOBAL)
class ThePlayer(Clause):
    """The player of a number."""

    number: Integer


@ludeme("score", example="(score Mover)", facts=GLOBAL)
class ScoreOf(Integer):
    """The score of a player."""

    player: ThePlayer | Role


@ludeme("set", "Score", example="(set Score P1 10)", facts=EFFECT | PUTS)
class GiveScore(Moves):
    """Set the score of a player, or of every player of a role."""

    player: ThePlayer | Role
    score: Integer
    then: Then | None = None


@ludeme("addScore", example="(addScore {P1 P2} {50 10})", facts=EFFECT | PUTS)
class AddScore(Moves):
    """Add to the score of a player, or of every player of a role; or of several, each in turn."""

    players: Annotated[tuple[ThePlayer | Role, ...], Limits(1)]
    scores: Annotated[tuple[Integer, ...], Limits(1)]
    then: Then | None = None


@ludeme("value", "Player", example="(value Player Mover)", facts=GLOBAL)
class PlayerValue(Integer):
    """The value of a player; -1 as long as it has not been set."""

    player: Integer | Role


@ludeme("value", "MoveLimit", example="(value MoveLimit)", facts=GLOBAL)
class MoveLimit(Integer):
    """The most moves that Ludii plays of a game."""

    @property
    def constant(self) -> int:
        """Its value."""
        return 10_000


@ludeme("value", "TurnLimit", example="(value TurnLimit)", facts=GLOBAL)
class TurnLimit(Integer):
    """The most turns of a player that Ludii plays of a game."""

    @property
    def constant(self) -> int:
        """Its value."""
        return 1_250


@ludeme("set", "Value", example="(set Value Mover 3)", facts=EFFECT | PUTS | numbers("values"))
class SetValue(Moves):
    """Set the value of a player, or of the piece on a site."""

    player: ThePlayer | Role | None
    type: SiteType | None
    value: Integer
    then: Then | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None

    def __post_init__(self) -> None:
        if (self.player is None) == (self.at is None):
            self.reject("expected either a player or at:")


@ludeme("set", "NextPlayer", example="(set NextPlayer (player (mover)))", facts=EFFECT | PUTS)
class SetNextPlayer(Moves):
    """Say who moves next; what would follow from it does not, as in Ludii."""

    player: ThePlayer
    then: Then | None = None


class ByMove(Word):
    """What a player may set in place of a move on the board."""

    NEXT_PLAYER = "NextPlayer"


@ludeme("move", "Set", example="(move Set NextPlayer (player (next)))", facts=EFFECT)
class MoveSet(Moves):
    """Decide who moves next; what would follow from it does not, as in Ludii."""

    what: ByMove
    player: ThePlayer
    then: Then | None = None


@ludeme("set", "Team", example="(set Team 1 {P1 P3})", facts=EFFECT)
class JoinTeam(Moves):
    """Put players into the team of a number."""

    team: Integer
    roles: Annotated[tuple[Role, ...], Limits(1)]
    then: Then | None = None


@ludeme("is", "Active", example="(is Active P1)", facts=GLOBAL)
class IsActive(Condition):
    """A player is still playing: it has no place in the ranking yet."""

    who: Role | Integer


@ludeme("was", "Pass", example="(was Pass)", facts=GLOBAL)
class WasPass(Condition):
    """The last move was a pass."""


@ludeme("count", "Active", example="(count Active)", facts=GLOBAL)
class CountActive(Integer):
    """The number of players who are still playing."""


@ludeme("count", "MovesThisTurn", example="(count MovesThisTurn)", facts=GLOBAL)
class CountMovesThisTurn(Integer):
    """The number of moves that the mover has made since the turn came."""


@ludeme("count", "Turns", example="(count Turns)", facts=GLOBAL)
class CountTurns(Integer):
    """The number of turns, this one included."""


class Earlier(Word):
    """Who moved before: at the last move, or in the turn of another before this one."""

    MOVER = "Mover"
    LAST_TURN = "MoverLastTurn"


@ludeme("prev", example="(prev)", facts=GLOBAL)
class PreviousNumber(Integer):
    """The player who made the move before."""

    when: Earlier = Earlier.MOVER
