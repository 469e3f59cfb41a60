"""Players, roles and teams."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from boardless.games.compiler.candidates import Candidate, moves
from boardless.games.compiler.dispatch import condition, each_integer, integer
from boardless.games.compiler.scope import player_of
from boardless.games.compiler.source import TEAMS
from boardless.games.initial.evaluation import evaluate_condition, evaluate_integer
from boardless.games.language.facts import EFFECT, GLOBAL, PURE
from boardless.games.language.ludeme import Limits, Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Moves, Role
from boardless.games.ludemes.moves import Clause, Then, followed_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme


@dataclass(frozen=True)
class IsPlayer(Condition):
    """A condition on a role, or on the player of a number."""

    who: Role | Integer


@ludeme("is", "Mover", example="(is Mover P1)", facts=PURE)
class IsMover(IsPlayer):
    """A role, or the player of this number, is the mover."""


@ludeme("is", "Enemy", example="(is Enemy (who at:(to)))", facts=PURE)
class IsEnemy(IsPlayer):
    """A role, or the player of this number, is a player other than the mover."""


@ludeme("is", "Friend", example="(is Friend (who at:(to)))", facts=PURE)
class IsFriend(IsPlayer):
    """A role, or the player of this number, is the mover."""


@ludeme("is", "Prev", example="(is Prev Mover)", facts=GLOBAL)
class IsPrevious(IsPlayer):
    """A role, or the player of this number, made the move before."""


@ludeme("is", "Next", example="(is Next P1)", facts=GLOBAL)
class IsNext(IsPlayer):
    """A role, or the player of this number, moves next."""


@ludeme("count", "Players", example="(count Players)", facts=PURE)
class CountPlayers(Integer):
    """The number of players."""


@ludeme("id", example="(id Next)", facts=GLOBAL)
class PlayerId(Integer):
    """The number of the player whom a role means."""

    role: Role


@ludeme("mover", example="(mover)", facts=PURE)
class MoverNumber(Integer):
    """The player who moves."""

    role: ClassVar[Role] = Role.MOVER


@ludeme("next", example="(next)", facts=PURE)
class NextNumber(Integer):
    """The player who moves next."""

    role: ClassVar[Role] = Role.NEXT


@ludeme("players", example="(players Team1 if:(is Active (player)))", facts=GLOBAL)
class PlayersOf(Integers):
    """The players of a role, as the mover or another sees it, that meet a condition on (player).

    All includes nobody and the owner of what all share, and NonMover includes nobody.
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


@ludeme("player", example="(player (next))", facts=GLOBAL)
class ThePlayer(Clause):
    """The player of a number."""

    number: Integer


@ludeme("set", "Team", example="(set Team 1 {P1 P3})", facts=EFFECT)
class JoinTeam(Moves):
    """Put players into the team of a number."""

    team: Integer
    roles: Annotated[tuple[Role, ...], Limits(1)]
    then: Then | None = None


@ludeme("is", "Active", example="(is Active P1)", facts=GLOBAL)
class IsActive(IsPlayer):
    """A player is still playing: it has no place in the ranking yet."""


@ludeme("count", "Active", example="(count Active)", facts=GLOBAL)
class CountActive(Integer):
    """The number of players who are still playing."""


class Earlier(Word):
    """The mover of the last move, or of the turn of another before this one."""

    MOVER = "Mover"
    LAST_TURN = "MoverLastTurn"


@ludeme("prev", example="(prev)", facts=GLOBAL)
class PreviousNumber(Integer):
    """The player who made the move before."""

    when: Earlier = Earlier.MOVER


def player_or_integer(value: Integer | Role, node: Ludeme, scope: Scope) -> str:
    """Return the source of an integer, or of the player whom a role means."""
    if not isinstance(value, Role):
        return integer(value, scope)
    players = scope.model.players
    number = players + 1 if value is Role.SHARED else player_of(value)
    # Nobody is a player that there is not.
    return str(number) if number > players else scope.player(value, node)


@condition.register(IsMover)
def _compile_is_mover(node: IsMover, scope: Scope) -> str:
    return f"({player_or_integer(node.who, node, scope)} == {scope.mover})"


@condition.register(IsEnemy)
def _compile_is_enemy(node: IsEnemy, scope: Scope) -> str:
    who = scope.out.assign("who", player_or_integer(node.who, node, scope))
    if scope.model.has_teams:
        other = f"{team_of(who, scope)} != {team_of(scope.mover, scope)}"
        return f"({who} != 0 and ({who} > PLAYERS or {other}))"
    return f"({who} != 0 and {who} != {scope.mover})"


@condition.register(IsFriend)
def _compile_is_friend(node: IsFriend, scope: Scope) -> str:
    if scope.model.has_teams:
        who = scope.out.assign("who", player_or_integer(node.who, node, scope))
        return is_meant(Role.FRIEND, who, scope, node)
    return f"({player_or_integer(node.who, node, scope)} == {scope.mover})"


@condition.register(IsPrevious)
@condition.register(IsNext)
def _compile_is_previous(node: IsPrevious | IsNext, scope: Scope) -> str:
    turn = "PREVIOUS" if isinstance(node, IsPrevious) else "NEXT"
    return f"({player_or_integer(node.who, node, scope)} == {scope.in_turn(turn)})"


@integer.register(CountPlayers)
def _compile_count_players(node: CountPlayers, scope: Scope) -> str:
    return "PLAYERS"


@integer.register(PlayerId)
@integer.register(MoverNumber)
@integer.register(NextNumber)
def _compile_player_id(node: PlayerId | MoverNumber | NextNumber, scope: Scope) -> str:
    return scope.player(node.role, node)


#: From which player to which a role is looked for: all are those of Ludii's list, too.
_LOW = {Role.ALL: "0", Role.NON_MOVER: "0"}
_HIGH = {Role.ALL: "PLAYERS + 2"}
_ROLES = (Role.ALL, Role.ENEMY, Role.FRIEND, Role.NON_MOVER)


@each_integer.register(PlayersOf)
@contextmanager
def _each_integer_of_players_of(node: PlayersOf, scope: Scope) -> Iterator[str]:
    role, out = node.role, scope.out
    if role not in _ROLES and not is_of_team(role):
        node.reject(f"expected Team1, ..., Team16 or one of {', '.join(map(str, _ROLES))}")
    inner = scope
    if node.of is not None:
        of = out.assign("of", integer(node.of, scope))
        inner = scope.binding(mover=of)
    player = out.name("player")
    low, high = _LOW.get(role, "1"), _HIGH.get(role, "PLAYERS + 1")
    with out.block(f"for {player} in range({low}, {high}):"):
        meant = f"{player} != {scope.mover}"
        if role is not Role.NON_MOVER:
            meant = is_meant(role, player, inner, node)
        with out.block(f"if {meant}:"):
            holds = "True"
            if node.if_ is not None:
                holds = condition(node.if_, scope.binding(player_=player))
            with out.block(f"if {holds}:"):
                yield player


@moves.register(ForEachOfPlayers)
def _find_for_each_of_players(node: ForEachOfPlayers, scope: Scope, found: Found) -> None:
    followed = followed_by(node.then, found)
    scope.each(
        node.players, lambda player: moves(node.moves, scope.binding(player_=player), followed)
    )


#: Roles that may mean several players.
_SEVERAL = (Role.ALL, Role.EACH, Role.ENEMY, Role.FRIEND, Role.NON_MOVER, Role.TEAM_MOVER)


def teams(scope: Scope) -> int:
    """Return where the team of nobody is kept; those of the players follow."""
    place: int = scope.builder.numbers.of_players(TEAMS, scope.model.players)
    return place


def team_of(player: str, scope: Scope) -> str:
    """Return the source of a player's team."""
    return f"int64(s.numbers[{teams(scope)} + seat(s, {player})])"


def one_player(who: ThePlayer | Role | Integer, ludeme: Ludeme, scope: Scope) -> str:
    """Return the source of the player whom a role or an integer means."""
    if isinstance(who, Role):
        return scope.player(who, ludeme)
    return integer(who.number if isinstance(who, ThePlayer) else who, scope)


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
def each_player(who: ThePlayer | Role, ludeme: Ludeme, scope: Scope) -> Iterator[str]:
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


@moves.register(JoinTeam)
def _find_join_team(node: JoinTeam, scope: Scope, found: Found) -> None:
    place = teams(scope)
    players = [one_player(role, node, scope) for role in node.roles]

    def act(inner: Scope) -> None:
        for n in range(len(players)):
            inner.out.add(f"set_number_of_player(s, TEAM_JOINED, {place}, number{n + 2}, number1)")

    numbers = (integer(node.team, scope), *players)
    found(Candidate(scope, "NONE", "NONE", act, numbers=numbers).followed(node.then))


@condition.register(IsActive)
def _compile_is_active(node: IsActive, scope: Scope) -> str:
    return f"is_playing(s, {one_player(node.who, node, scope)})"


@integer.register(CountActive)
def _compile_count_active(node: CountActive, scope: Scope) -> str:
    return "playing(s)"


@integer.register(PreviousNumber)
def _compile_previous_number(node: PreviousNumber, scope: Scope) -> str:
    if node.when is Earlier.LAST_TURN:
        if scope.model.players != 2:
            node.reject("expected two players where it is asked who moved in the turn before")
        # Who has not moved yet is nobody.
        before = f"int64(s.n[TURNS]) > 0 or int64(s.n[PREVIOUS]) == 3 - {scope.mover}"
        return f"(3 - {scope.mover} if {before} else -1)"
    return scope.player(Role.PREVIOUS, node)


def evaluate_player_or_integer(value: Integer | Role, node: Ludeme, scene: InitialPosition) -> int:
    """Return an integer, or the number of a role's player."""
    if isinstance(value, Role):
        return scene.number_of(value, node)
    return evaluate_integer(value, scene)


@evaluate_condition.register(IsMover)
def _evaluate_is_mover(node: IsMover, scene: InitialPosition) -> bool:
    return evaluate_player_or_integer(node.who, node, scene) == scene.number_of(Role.MOVER, node)


@evaluate_integer.register(CountPlayers)
def _evaluate_count_players(node: CountPlayers, scene: InitialPosition) -> int:
    return scene.inventory.players


@evaluate_integer.register(PlayerId)
@evaluate_integer.register(MoverNumber)
@evaluate_integer.register(NextNumber)
def _evaluate_player_id(node: PlayerId | MoverNumber | NextNumber, scene: InitialPosition) -> int:
    return scene.number_of(node.role, node)
