"""The players whom roles mean, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import integer
from boardless.games.compiler.numbers import TEAMS
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import scoring as o
from boardless.games.ludemes.kinds import Role

#: Roles that may mean several players.
_SEVERAL = (Role.ALL, Role.EACH, Role.ENEMY, Role.FRIEND, Role.NON_MOVER, Role.TEAM_MOVER)


def teams(scope: Scope) -> int:
    """Return where the team of nobody is kept; those of the players follow."""
    place: int = scope.made.numbers.of_players(TEAMS, scope.model.players)
    return place


def team_of(player: str, scope: Scope) -> str:
    """Return the source of a player's team."""
    return f"whole(s.numbers[{teams(scope)} + seat(s, {player})])"


def one_player(who: o.ThePlayer | Role | k.Integer, ludeme: Ludeme, scope: Scope) -> str:
    """Return the source of the player whom a role or an integer means."""
    if isinstance(who, Role):
        return scope.player(who, ludeme)
    return integer(who.number if isinstance(who, o.ThePlayer) else who, scope)


def is_several(role: object) -> bool:
    """Tell whether a role may mean several players."""
    return role in _SEVERAL or is_of_team(role)


def is_of_team(role: object) -> bool:
    """Tell whether a role means a team."""
    return str(role).startswith("Team")


def is_meant(role: Role, who: str, scope: Scope, ludeme: Ludeme) -> str:
    """Return the condition that a role means the player, or nobody, of the number `who`."""
    mover, team = scope.mover, scope.model.has_teams
    if role in (Role.ALL, Role.EACH):
        return "True"
    if role is Role.NON_MOVER:
        return f"({who} > 0 and {who} <= PLAYERS and {who} != {mover})"
    if role is Role.ENEMY:
        others = f"{who} > 0 and {who} <= PLAYERS and {who} != {mover}"
        if team:
            others += f" and {team_of(who, scope)} != {team_of(mover, scope)}"
        return f"({others})"
    if role is Role.FRIEND or role is Role.TEAM_MOVER:
        if team:
            return f"({who} != 0 and {team_of(who, scope)} == {team_of(mover, scope)})"
        return f"({who} == {mover})"
    if str(role).startswith("Team"):
        number = int(str(role).removeprefix("Team"))
        if team:
            return f"({who} != 0 and {team_of(who, scope)} == {number})"
        return f"({who} == {number})"
    if role is Role.NEUTRAL:
        return f"({who} == 0)"
    if role is Role.SHARED:
        return f"({who} > PLAYERS)"
    return f"({who} == {scope.player(role, ludeme)})"


@contextmanager
def each_player(who: o.ThePlayer | Role, ludeme: Ludeme, scope: Scope) -> Iterator[str]:
    """Open a loop over the players who are meant, where there may be several; yield the player."""
    if not (isinstance(who, Role) and is_several(who)):
        yield one_player(who, ludeme, scope)
        return
    player = scope.out.name("player")
    with (
        scope.out.block(f"for {player} in range(1, PLAYERS + 1):"),
        scope.out.block(f"if {is_meant(who, player, scope, ludeme)}:"),
    ):
        yield player
