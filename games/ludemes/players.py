"""Lists of players, and rules for each of them."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, GLOBAL
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Moves, Role
from boardless.games.ludemes.moves import Then


@ludeme("players", example="(players Team1 if:(is Active (player)))", facts=GLOBAL)
class PlayersOf(Integers):
    """The players of a role that meet a condition, each seen as (player).

    A role is seen as by the mover, or by another player. All are nobody and who all share, too,
    and nobody is among those who do not move.
    """

    role: Role
    _: KW_ONLY
    of: Integer | None = None
    if_: Condition | None = None


@ludeme("forEach", example="(forEach (players Enemy) (addScore (player (player)) 1))", facts=EFFECT)
class ForEachOfPlayers(Moves):
    """The moves of a rule for each of several players, seen as (player) and as the role Player."""

    players: Integers
    moves: Moves
    then: Then | None = None
