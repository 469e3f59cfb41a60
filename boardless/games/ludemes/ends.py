"""Ends: when a game ends, and how."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated, ClassVar

from boardless.games.compiler.dispatch import carried_out, condition, integer, looked_at
from boardless.games.compiler.scope import player_of
from boardless.games.language.facts import EFFECT, STATIC, SYMMETRIC, TOUCHING
from boardless.games.language.ludeme import Limits, Ludeme, Word, inside, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Outcome, Role
from boardless.games.ludemes.players import each_player, one_player, team_of, teams
from boardless.games.ludemes.scoring import scores
from boardless.ir.expressions import Int, lifted

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope


class EndRule(Ludeme):
    """A case in which the game ends."""

    kind: ClassVar[str] = "a rule for the end"
    source: ClassVar[str] = "Ludii, game.rules.end"


class Verdict(Ludeme):
    """The result of an end for the players."""

    kind: ClassVar[str] = "a result"
    source: ClassVar[str] = "Ludii, game.rules.end"


@ludeme("result", example="(result Mover Win)", facts=SYMMETRIC | TOUCHING)
class Result(Verdict):
    """The outcome for a role; in a game of two the other player's is the opposite.

    Of three or more players a winner takes the best place left, a loser the worst, and the
    others play on.
    """

    role: Role
    outcome: Outcome

    def own_concepts(self) -> frozenset[str]:
        """Return whether the game may be drawn."""
        return frozenset(("Draw",) if self.outcome is Outcome.DRAW else ())


@ludeme("score", example="(score P1 (count Pieces P1))", facts=STATIC, concepts="Scoring")
class FinalScore(Ludeme):
    """The score of a role at the end."""

    kind: ClassVar[str] = "a final score"
    source: ClassVar[str] = "Ludii, game.util.end"
    role: Role
    score: Integer


@ludeme(
    "byScore",
    example="(byScore {(score P1 5) (score P2 (count Moves))})",
    facts=EFFECT,
    concepts="Scoring ScoringEnd ScoringWin",
)
class ByScore(Verdict):
    """Players are ranked by score, highest first or with misere lowest; ties share a place.

    Beyond Ludii, `tie` is a number of each player, seen as (player): of equal scores the one of
    whom it is higher comes first.
    """

    scores: tuple[FinalScore, ...] = ()
    _: KW_ONLY
    misere: Condition | None = None
    tie: Integer | None = None

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts; of what is owned, that of territory."""
        owned = any("Territory" in score.concepts() for score in self.scores)
        return super().own_concepts() | ({"TerritoryEnd", "TerritoryWin"} if owned else set())


@ludeme("if", example="(if (is Line 3) (result Mover Win))", facts=SYMMETRIC | TOUCHING)
class EndIf(EndRule):
    """The game ends with the result, or that of the first case that holds, if a condition holds."""

    condition: Condition
    cases: tuple[EndRule, ...] = ()
    result: Verdict | None = None

    def __post_init__(self) -> None:
        if self.result is None and not self.cases:
            self.reject("expected a result")
        for case in self.cases:
            if not isinstance(case, EndIf):
                case.reject("expected (if ...) inside of (if ...)")

    def has_effects(self) -> bool:
        """Tell whether there are further cases."""
        return bool(self.cases)


class Tracks(Word):
    """The tracks of the board, one after another."""

    TRACK = "Track"


@ludeme("forEach", example="(forEach Player if:(no Pieces Player) (result Player Loss))")
class ForEachEnd(EndRule):
    """The result for every player who is still playing of whom the condition holds, as Player.

    Of the roles NonMover leaves the mover out, as in Ludii; for Track it is asked once a track.
    """

    facts = EFFECT
    players: Role | Tracks | None
    result: Verdict
    _: KW_ONLY
    if_: Condition


@ludeme("end", example="(end (if (is Line 3) (result Mover Win)))", facts=SYMMETRIC | TOUCHING)
class End(Ludeme):
    """The cases in which the game ends, looked at after each move in this order."""

    kind: ClassVar[str] = "the rules for the end"
    source: ClassVar[str] = "Ludii, game.rules.end"
    rules: Annotated[tuple[EndRule, ...], Limits(1)]


def ends(end: End | None, scope: Scope, pass_ends: bool) -> None:
    """Add statements that carry out the results of all rules that hold."""
    # Of three or more players several may take a place at once: rules behind one that holds count.
    if end is None:
        return
    for number, rule in enumerate(end.rules):
        behind = end.rules[number + 1 :]
        if isinstance(rule, EndIf):
            # Of two players one result decides, unless a rule behind it counts points.
            decides = scope.model.players <= 2 and not any(map(_counts_points, behind))
            _look_at_end_if(rule, scope, decides)
        else:
            looked_at(rule, scope)
    if pass_ends:
        scope.out.add("stop_when_all_pass(s)")
    if scope.model.players > 2:
        scope.out.add("s.n[TOGETHER] = 0")


def _counts_points(rule: EndRule) -> bool:
    return any(isinstance(it, Verdict) and not isinstance(it, Result) for it in inside(rule))


def _look_at_end_if(rule: EndIf, scope: Scope, decides: bool) -> None:
    with scope.out.block(f"if {condition(rule.condition, scope)}:"):
        _decided(rule, scope)
        if decides:
            with scope.out.block("if s.n[ENDED] != 0:"):
                scope.out.add("return int64(s.n[ENDED]) - 1")


def _decided(rule: EndIf, scope: Scope) -> None:
    """Add what follows where the condition of a rule holds: of its cases the first that holds."""
    out = scope.out
    out.add("pass")
    if rule.result is not None and not rule.cases:
        carried_out(rule.result, scope)
        return
    open_ = out.assign("open", "True")
    for case in rule.cases:
        assert isinstance(case, EndIf)
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


@looked_at.register(ForEachEnd)
def _look_at_for_each_end(rule: ForEachEnd, scope: Scope) -> None:
    out = scope.out
    if isinstance(rule.players, Tracks):
        track = out.name("track")
        inner = scope.binding(track=track)
        with (
            out.block(f"for {track} in range({len(scope.model.tracks)}):"),
            out.block(f"if {condition(rule.if_, inner)}:"),
        ):
            out.add("pass")
            carried_out(rule.result, inner)
        return
    player = out.name("player")
    others = f" and {player} != {scope.mover}" if rule.players is Role.NON_MOVER else ""
    with (
        out.block(f"for {player} in range(1, PLAYERS + 1):"),
        out.block(f"if is_playing(s, {player}){others}:"),
    ):
        inner = scope.binding(player_=player)
        with out.block(f"if {condition(rule.if_, inner)}:"):
            out.add("pass")
            carried_out(rule.result, inner)


@carried_out.register(Result)
def _carry_out_result(verdict: Result, scope: Scope) -> None:
    out, role, outcome = scope.out, verdict.role, verdict.outcome
    if outcome in (Outcome.TIE, Outcome.ABANDON, Outcome.CRASH):
        # In Ludii everybody wins, or nobody, and all are out of the game.
        out.add("draw(s)")
        return
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
        certain = lifted(player, Int).constant
        if certain is not None and not 1 <= certain <= scope.model.players:
            if player_of(role):
                verdict.reject(f"{role} is no single player of {scope.model.players}")
            # Who is not among the players does not play.
            out.add("pass")
            return
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


#: Where it is kept what decides among equal scores, among the numbers of a state.
TIES = "tie"


@carried_out.register(ByScore)
def _carry_out_by_score(verdict: ByScore, scope: Scope) -> None:
    out, place = scope.out, scores(scope)
    for final in verdict.scores:
        with each_player(final.role, final, scope) as player:
            out.add(f"change_number(s, {place} + seat(s, {player}), {integer(final.score, scope)})")
    least = "False" if verdict.misere is None else condition(verdict.misere, scope)
    if verdict.tie is None:
        out.add(f"rank_by_score(s, {place}, {least})")
        return
    ties = scope.builder.numbers.of_players(TIES, scope.model.players)
    player = out.name("player")
    with out.block(f"for {player} in range(1, PLAYERS + 1):"):
        tie = integer(verdict.tie, scope.binding(player_=player))
        out.add(f"change_number(s, {ties} + seat(s, {player}), {tie})")
    out.add(f"rank_with_ties(s, {place}, {ties}, {least})")
