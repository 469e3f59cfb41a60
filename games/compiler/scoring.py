"""What players have of their own as source: scores, values, teams, turns."""

from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.remembering import effect
from boardless.games.compiler.roles import each_player, one_player, teams
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import scoring as o
from boardless.games.ludemes.kinds import Role

#: Where scores are kept, among the numbers of a state.
SCORES = "score"


def scores(scope: Scope) -> int:
    """Return where the score of nobody is kept; those of the players follow."""
    place: int = scope.made.numbers.of_players(SCORES, scope.model.players)
    return place


def _of_player(place: int, player: str) -> str:
    return f"whole(s.numbers[{place} + seat(s, {player})])"


@integer.register
def _(node: o.ScoreOf, scope: Scope) -> str:
    return _of_player(scores(scope), one_player(node.player, node, scope))


@moves.register
def _(node: o.GiveScore, scope: Scope, found: Found) -> None:
    score = integer(node.score, scope)
    line = f"set_score(s, {scores(scope)}, number1, number2, False)"
    with each_player(node.player, node, scope) as player:
        found(effect(line, scope, player, score).followed(node.then))


@moves.register
def _(node: o.AddScore, scope: Scope, found: Found) -> None:
    line = f"set_score(s, {scores(scope)}, number1, number2, True)"
    for who, added in zip(node.players, node.scores, strict=False):
        score = integer(added, scope)
        with each_player(who, node, scope) as player:
            found(effect(line, scope, player, score).followed(node.then))


@integer.register(o.MoveLimit)
@integer.register(o.TurnLimit)
def _(node: o.MoveLimit | o.TurnLimit, scope: Scope) -> str:
    return str(node.constant)


@integer.register
def _(node: o.PlayerValue, scope: Scope) -> str:
    place = scope.made.numbers.of_players("value", scope.model.players)
    return _of_player(place, one_player(node.player, node, scope))


@moves.register
def _(node: o.SetValue, scope: Scope, found: Found) -> None:
    out = scope.out
    value = out.name("value")
    out.add(f"{value} = {integer(node.value, scope)}")
    if node.player is not None:
        place = scope.made.numbers.of_players("value", scope.model.players)
        line = f"set_number_of_player(s, PLAYER_VALUE_SET, {place}, number1, number2)"
        player = one_player(node.player, node, scope)
        found(effect(line, scope, player, value).followed(node.then))
        return
    assert node.at is not None
    at = out.name("x")
    out.add(f"{at} = {site(node.at, scope)}")

    line = "set_value(s, site, number1)"
    levels: tuple[str, ...] = ()
    if node.level is not None and scope.model.stacking:
        line = "set_value_at(s, site, number2, number1)"
        levels = (integer(node.level, scope),)

    def act(inner: Scope) -> None:
        inner.out.add(line)

    with out.block(f"if {value} >= 0:"):
        found(Candidate(scope, at, at, act, numbers=(value, *levels)).followed(node.then))


@moves.register(o.SetNextPlayer)
@moves.register(o.MoveSet)
def _(node: o.SetNextPlayer | o.MoveSet, scope: Scope, found: Found) -> None:
    player = scope.out.name("player")
    scope.out.add(f"{player} = {one_player(node.player, node, scope)}")
    with scope.out.block(f"if 1 <= {player} and {player} <= PLAYERS:"):
        # In Ludii nothing follows from it, whatever is said to.
        found(effect("set_next(s, number1)", scope, player))


@moves.register
def _(node: m.Pass, scope: Scope, found: Found) -> None:
    found(effect("pass_turn(s)", scope).followed(node.then))


@moves.register
def _(node: o.JoinTeam, scope: Scope, found: Found) -> None:
    place = teams(scope)
    players = [one_player(role, node, scope) for role in node.roles]

    def act(inner: Scope) -> None:
        for n in range(len(players)):
            inner.out.add(f"set_number_of_player(s, TEAM_JOINED, {place}, number{n + 2}, number1)")

    numbers = (integer(node.team, scope), *players)
    found(Candidate(scope, "NONE", "NONE", act, numbers=numbers).followed(node.then))


@condition.register
def _(node: o.IsActive, scope: Scope) -> str:
    return f"is_playing(s, {one_player(node.who, node, scope)})"


@condition.register
def _(node: o.WasPass, scope: Scope) -> str:
    return "(s.n[PASSED] != 0)"


@integer.register
def _(node: o.CountActive, scope: Scope) -> str:
    return "playing(s)"


@integer.register
def _(node: o.CountMovesThisTurn, scope: Scope) -> str:
    return "whole(s.n[AGAIN])"


@integer.register
def _(node: o.CountTurns, scope: Scope) -> str:
    return "(1 + whole(s.n[TURNS]))"


@integer.register
def _(node: o.PreviousNumber, scope: Scope) -> str:
    if node.when is o.Earlier.LAST_TURN:
        if scope.model.players != 2:
            node.reject("expected two players where it is asked who moved in the turn before")
        # Who has not moved yet is nobody.
        before = f"whole(s.n[TURNS]) > 0 or whole(s.n[PREVIOUS]) == 3 - {scope.mover}"
        return f"(3 - {scope.mover} if {before} else -1)"
    return scope.player(Role.PREVIOUS, node)
