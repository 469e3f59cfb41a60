"""The ends of a game with effects, as source."""

from functools import singledispatch

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.roles import each_player, one_player, team_of, teams
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.scoring import scores
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import end as e
from boardless.games.ludemes.kinds import Outcome, Role


def ends(end: e.End | None, scope: Scope, pass_ends: bool) -> None:
    """Add statements that carry out the results of the rules that hold.

    Every rule is looked at, also behind one that holds: of three or more players several may take a
    place at once. A game in which everyone passes is drawn if `pass_ends`.
    """
    if end is None:
        return
    for rule in end.rules:
        looked_at(rule, scope)
    if pass_ends:
        scope.out.add("stop_when_all_pass(s)")
    scope.out.add("s.n[TOGETHER] = 0")


@singledispatch
def looked_at(rule: Ludeme, scope: Scope) -> None:
    """Add statements that carry out the result of a rule if it holds."""
    rule.reject("is read, but cannot be compiled yet")


@looked_at.register
def _(rule: e.EndIf, scope: Scope) -> None:
    with scope.out.block(f"if {condition(rule.condition, scope)}:"):
        _decided(rule, scope)


def _decided(rule: e.EndIf, scope: Scope) -> None:
    """Add what follows where the condition of a rule holds: of its cases the first that holds."""
    out = scope.out
    out.add("pass")
    if rule.result is not None and not rule.cases:
        carried_out(rule.result, scope)
        return
    open_ = out.name("open")
    out.add(f"{open_} = True")
    for case in rule.cases:
        assert isinstance(case, e.EndIf)
        with (
            out.block(f"if {open_}:"),
            out.block(f"if {condition(case.condition, scope)}:"),
        ):
            out.add(f"{open_} = False")
            _decided(case, scope)
    if rule.result is not None:
        with out.block(f"if {open_}:"):
            out.add("pass")
            carried_out(rule.result, scope)


@looked_at.register
def _(rule: e.ForEachEnd, scope: Scope) -> None:
    out = scope.out
    player = out.name("player")
    others = f" and {player} != {scope.mover}" if rule.players is e.EndRole.NON_MOVER else ""
    with (
        out.block(f"for {player} in range(1, PLAYERS + 1):"),
        out.block(f"if is_playing(s, {player}){others}:"),
    ):
        inner = scope.binding(player_=player)
        with out.block(f"if {condition(rule.if_, inner)}:"):
            out.add("pass")
            carried_out(rule.result, inner)


@singledispatch
def carried_out(verdict: Ludeme, scope: Scope) -> None:
    """Add statements that carry out a result."""
    verdict.reject("is read, but cannot be compiled yet")


@carried_out.register
def _(verdict: e.Result, scope: Scope) -> None:
    out, role, outcome = scope.out, verdict.role, verdict.outcome
    if role in (Role.ALL, Role.EACH, Role.SHARED):
        line = {Outcome.WIN: "all_win(s)", Outcome.LOSS: "all_lose(s)", Outcome.DRAW: "draw(s)"}
        out.add(line[outcome])
        return
    team = role is Role.TEAM_MOVER or str(role).startswith("Team")
    if team:
        number = str(role).removeprefix("Team")
        player = number if number.isdigit() else team_of(scope.mover, scope)
    else:
        player = one_player(role, verdict, scope)
    with out.block(f"if is_playing(s, {player}):"):
        if outcome is Outcome.DRAW and not team:
            out.add("draw(s)")
        elif outcome is Outcome.LOSS and not team:
            out.add(f"lose(s, {player})")
        elif outcome is Outcome.WIN and not team:
            out.add(f"win(s, {player})")
        elif outcome is Outcome.WIN:
            out.add(f"win_together(s, {teams(scope)}, {player})")
        else:
            verdict.reject("expected the winner where the result is that of a team")


@carried_out.register
def _(verdict: e.ByScore, scope: Scope) -> None:
    out, place = scope.out, scores(scope)
    for final in verdict.scores:
        with each_player(final.role, final, scope) as player:
            out.add(f"change_number(s, {place} + seat(s, {player}), {integer(final.score, scope)})")
    least = "False" if verdict.misere is None else condition(verdict.misere, scope)
    out.add(f"rank_by_score(s, {place}, {least})")
