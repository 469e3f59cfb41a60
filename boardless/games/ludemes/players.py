"""Players, roles and teams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    PURE,
    TRUE,
    Bool,
    Builder,
    Candidates,
    Condition,
    Int,
    Integer,
    Integers,
    Ludeme,
    Moves,
    OneOrMore,
    Role,
    Scope,
    Word,
    carried,
    changes,
    every,
    followed,
    frozen,
    ludeme,
    reads,
    teams_so_far,
    wide,
)
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import Clause, Then

#: The number of players.
PLAYERS = Int.named("PLAYERS")


@frozen
class IsPlayer(Condition):
    """A condition on a role, or on the player of a number."""

    #: The role that the player has then.
    role: ClassVar[Role]
    who: Role | Integer

    def meaning(self, b: Builder) -> Bool:
        return b.who(self.who, self) == b.role(self.role, self)


@ludeme("is", "Mover", facts=PURE)
class IsMover(IsPlayer):
    """A role, or the player of this number, is the mover.

    Example: (is Mover P1)
    """

    role = Role.MOVER


@ludeme("is", "Enemy", facts=PURE, concepts="IsEnemy")
class IsEnemy(IsPlayer):
    """A role, or the player of this number, is a player other than the mover.

    Example: (is Enemy (who at:(to)))
    """

    def meaning(self, b: Builder) -> Bool:
        """Return the test; a shared piece belongs to an enemy."""
        scope, mover = b.playing(self), b.role(Role.MOVER, self)
        who = b.let(b.who(self.who, self), "who")
        if scope.model.has_teams:
            return (who != 0) & ((who > PLAYERS) | (scope.team_of(who) != scope.team_of(mover)))
        return (who != 0) & (who != mover)

    def wants_no_friend(self) -> bool:
        return True


@ludeme("is", "Friend", facts=PURE, concepts="IsFriend")
class IsFriend(IsPlayer):
    """A role, or the player of this number, is the mover.

    Example: (is Friend (who at:(to)))
    """

    role = Role.MOVER

    def meaning(self, b: Builder) -> Bool:
        """Return the test for the mover or a member of the mover's team."""
        if b.scope is None or not b.scope.model.has_teams:
            return super().meaning(b)
        return is_meant(Role.FRIEND, b.let(b.who(self.who, self), "who"), b.scope, self)


@ludeme("is", "Prev", facts=EFFECT)
class IsPrevious(IsPlayer):
    """A role, or the player of this number, made the previous move.

    Example: (is Prev Mover)
    """

    role = Role.PREVIOUS


@ludeme("is", "Next", facts=GLOBAL)
class IsNext(IsPlayer):
    """A role, or the player of this number, moves next.

    Example: (is Next P1)
    """

    role = Role.NEXT


@ludeme("count", "Players", facts=PURE)
def count_players(node: Integer, b: Builder) -> Int:
    """The number of players.

    Example: (count Players)
    """
    return b.role(Role.SHARED, node) - 1


@ludeme("id", facts=GLOBAL)
def player_id(node: Integer, b: Builder, role: Role) -> Int:
    """The number of the player whom a role means.

    Example: (id Next)
    """
    return b.role(role, node)


@ludeme("mover", facts=PURE, phrase="the mover")
class MoverNumber(Integer):
    """The player to move.

    Example: (mover)
    """

    def meaning(self, b: Builder) -> Int:
        return b.role(Role.MOVER, self)


@ludeme("next", facts=PURE, phrase="the next player")
def next_number(node: Integer, b: Builder) -> Int:
    """The player to move next.

    Example: (next)
    """
    return b.role(Role.NEXT, node)


@ludeme("players", facts=GLOBAL)
def players_of(
    node: Integers,
    b: Scope,
    role: Role,
    *,
    of: Integer | None = None,
    if_: Condition | None = None,
) -> Iterator[Int]:
    """The players of a role, seen from the mover or another, that meet a condition on (player).

    All includes player 0 (nobody) and the owner of shared pieces. NonMover includes player 0.

    Example: (players Team1 if:(is Active (player)))
    """
    if role not in _ROLES and not is_of_team(role):
        node.reject(f"expected Team1, ..., Team16 or one of {', '.join(map(str, _ROLES))}")
    seen = b if of is None else b.binding(mover=b.let(b.integer(of), "of"))
    # All of Ludii's list begins with nobody; All ends with the owner of shared pieces.
    first, beyond = int(role not in (Role.ALL, Role.NON_MOVER)), 2 if role is Role.ALL else 1
    for player in b.numbers(PLAYERS + beyond, first, stem="player"):
        meant = is_meant(role, player, seen, node)
        if role is Role.NON_MOVER:
            # Before the first move the mover is nobody, and NonMover always leaves out the mover.
            meant = player != b.role(Role.MOVER, node)
        with b.where(meant), b.where(b.binding(player_=player).holds(if_)):
            yield player


@ludeme("forEach", facts=EFFECT, concepts="ControlFlowStatement")
def for_each_of_players(
    b: Scope, players: Integers, moves: Moves, then: Then | None = None
) -> Candidates:
    """The moves of a rule for each of several players, seen as (player) and as role Player.

    Example: (forEach (players Enemy) (addScore (player (player)) 1))
    """
    for player in players.each_value(b):
        yield from followed(moves.legal(b.binding(player_=player)), then)


@ludeme("team", facts=GLOBAL | reads("team"), concepts="Team")
def team_members(node: Integers, b: Builder) -> Iterator[Int]:
    """The players of the team that (forEach Team) is about.

    Example: (team)
    """
    if b.scope is None:
        start = b.start(node)
        if start.team is None:
            node.reject("has no meaning here")
        for number, team in teams_so_far(start, node).items():
            if team == start.team:
                yield Int.of(number)
        return
    b = b.scope
    for player in b.numbers(PLAYERS + 1, 1, stem="player"):
        with b.where(b.team_of(player) == b.bound_integer("team", node)):
            yield player


@ludeme("forEach", "Team", facts=EFFECT, concepts="ControlFlowStatement")
def for_each_team(b: Scope, moves: Moves, then: Then | None = None) -> Candidates:
    """The moves of a rule for every team that has players, seen as (team).

    Example: (forEach Team (forEach (team) (addScore Player 1)))
    """
    for team in each_team(b):
        yield from followed(moves.legal(b.binding(team=team)), then)


@ludeme("player", facts=GLOBAL)
class ThePlayer(Clause):
    """The player with a number.

    Example: (player (next))
    """

    number: Integer


@ludeme("set", "Team", facts=EFFECT | changes("teams"), concepts="Team Coalition")
def join_team(
    node: Moves,
    b: Scope,
    team: Integer,
    roles: OneOrMore[Role],
    then: Then | None = None,
) -> Candidates:
    """Put players into the team with a number.

    Example: (set Team 1 {P1 P3})
    """
    place = b.teams
    players = [b.who(role, node) for role in roles]

    def act(b: Scope) -> None:
        for n in range(len(players)):
            b.do("set_number_of_player", ENGINE.TEAM_JOINED, place, carried(n + 2), carried(1))

    yield effect(act, b, b.integer(team), *players).followed(then)


@ludeme("is", "Active", facts=GLOBAL)
def is_active(node: Condition, b: Scope, who: Role | Integer) -> Bool:
    """A player is still in the game, without a place in the ranking.

    Example: (is Active P1)
    """
    return Bool.call("is_playing", b.who(who, node))


@ludeme("count", "Active", facts=GLOBAL)
def count_active(b: Builder) -> Int:
    """The number of players still in the game.

    Example: (count Active)
    """
    return Int.call("playing")


class Earlier(Word):
    """The mover of the last move, or of the last turn of another player."""

    MOVER = "Mover"
    LAST_TURN = "MoverLastTurn"


@ludeme("prev", facts=EFFECT)
def previous_number(node: Integer, b: Builder, when: Earlier = Earlier.MOVER) -> Int:
    """The player who made the previous move.

    Example: (prev)
    """
    if when is Earlier.MOVER:
        return b.role(Role.PREVIOUS, node)
    if b.playing(node).model.players != 2:
        node.reject("expected two players where it is asked who moved in the turn before")
    other = 3 - b.role(Role.MOVER, node)
    moved = (wide(COUNTERS.TURNS) > 0) | (wide(COUNTERS.PREVIOUS) == other)
    return moved.choose(other, -1)


#: All of Ludii's list.
_ROLES = (Role.ALL, Role.ALLY, Role.ENEMY, Role.FRIEND, Role.NON_MOVER)


#: Roles that may mean several players.
_SEVERAL = (*_ROLES, Role.EACH, Role.TEAM_MOVER)


def is_several(role: object) -> bool:
    """Return True if a role may mean several players."""
    return role in _SEVERAL or is_of_team(role)


def is_of_team(role: object) -> bool:
    """Return True if a role means a team."""
    return str(role).startswith("Team")


def is_meant(role: Role, who: Int, scope: Scope, ludeme: Ludeme) -> Bool:
    """Return the test that a role means the player, or nobody, of a number."""
    mover, with_teams = scope.role(Role.MOVER, ludeme), scope.model.has_teams

    def is_in(team: Int) -> Bool:
        return (who != 0) & (scope.team_of(who) == team)

    if role in (Role.ALL, Role.EACH):
        return TRUE
    if role in (Role.NON_MOVER, Role.ENEMY):
        other = every(who > 0, who <= PLAYERS, who != mover)
        if with_teams and role is Role.ENEMY:
            other &= scope.team_of(who) != scope.team_of(mover)
        return other
    if role in (Role.FRIEND, Role.TEAM_MOVER):
        return is_in(scope.team_of(mover)) if with_teams else who == mover
    if role is Role.ALLY:
        return is_in(scope.team_of(mover)) & (who != mover) if with_teams else FALSE
    if is_of_team(role):
        team = Int.of(int(str(role).removeprefix("Team")))
        return is_in(team) if with_teams else who == team
    if role is Role.NEUTRAL:
        return who == 0
    if role is Role.SHARED:
        return who > PLAYERS
    return who == scope.role(role, ludeme)


def each_team(b: Scope) -> Iterator[Int]:
    """Iterate over the teams that have players; without (set Team) teams are empty."""
    last = b.model.players if b.model.has_teams else 0
    for team in b.numbers(last + 1, 1, stem="team"):
        some_one = b.variable("any", FALSE)
        for player in b.numbers(PLAYERS + 1, 1, stem="player"):
            b.set_if(b.team_of(player) == team, some_one, TRUE)
        with b.where(some_one):
            yield team


def each_player(who: ThePlayer | Role | Integer, ludeme: Ludeme, b: Scope) -> Iterator[Int]:
    """Iterate over the players of a role or an integer."""
    if not (isinstance(who, Role) and is_several(who)):
        yield b.who(who, ludeme)
        return
    for player in b.numbers(PLAYERS + 1, 1, stem="player"):
        with b.where(is_meant(who, player, b, ludeme)):
            yield player
