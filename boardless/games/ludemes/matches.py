"""Matches: several games one after another, with scores of their own."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.source import SourceWriter, function
from boardless.games.game_info import MatchTable
from boardless.games.language.facts import EFFECT, GLOBAL, STATIC, needs
from boardless.games.language.ludeme import Limits, absent, inside, ludeme
from boardless.games.ludemes.ends import ByScore, End, EndIf, Result, Verdict
from boardless.games.ludemes.game import GamePart, GameTree, Players
from boardless.games.ludemes.kinds import Integer, Outcome, Role
from boardless.games.ludemes.players import one_player
from boardless.games.ludemes.scoring import ScoreOf, of_player
from boardless.ir.expressions import Int, S, lifted, wide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from boardless.games.compiler.builder import Builder
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.compiler.scope import Scope

#: The places of the match's scores and of its number of completed games, among the numbers of a
#: state.
MATCH_SCORES, COMPLETED = "match score", "completed games"


@ludeme("subgame", example='(subgame "Tic-Tac-Toe" next:1 result:2)', facts=STATIC)
class Subgame(GamePart):
    """A game of a match by its name, with an option, the number of the next one, and its worth.

    Its winner gets the points of result:, or 1. Without next: the games follow one another.
    """

    name: str
    option: str | None
    _: KW_ONLY
    next: Integer | None = None
    result: Integer | None = None


@ludeme("games", example='(games {(subgame "Hex") (subgame "Othello")})', facts=STATIC)
class Games(GamePart):
    """The games of a match, which are numbered from 0."""

    games: Annotated[tuple[Subgame, ...], Limits(1)]


@ludeme(
    "match",
    example=(
        '(match "Two Wins" (players 2) (games (subgame "Tic-Tac-Toe")) (end {(if (= (matchScore '
        "P1) 2) (result P1 Win)) (if (= (matchScore P2) 2) (result P2 Win))}))"
    ),
    facts=GLOBAL | EFFECT | needs("matches"),
)
class Match(GamePart):
    """A match: its name, players (2 unless given), games, and the ends looked at after each game.

    In its ends and in next: the scores of players are those of the match.
    """

    name: str
    players: Players = absent(Players(2))
    games: Games
    end: End


@dataclass(frozen=True)
class MatchGame(GameTree):
    """A game as one of a match."""

    _: KW_ONLY
    match: Match
    #: The number of the game among those of the match.
    number: int

    @classmethod
    def of(cls, match: Match, number: int, game: GameTree) -> MatchGame:
        """Return a game as one of a match, under the name of the match."""
        if game.players.count != match.players.count:
            match.players.reject(f"{game.name} has {game.players.count} players")
        parts = {part.name: getattr(game, part.name) for part in fields(game)}
        return cls(**parts | {"name": match.name}, match=match, number=number)


@ludeme("matchScore", example="(matchScore P1)", facts=GLOBAL)
class MatchScore(Integer):
    """The score of a role in the match; -1 in a game by itself."""

    role: Role

    def meaning(self, b: Builder) -> Int:
        if not isinstance(b.playing(self).model.game, MatchGame):
            return Int.of(-1)
        return of_player(MATCH_SCORES, self.role, self, b)


@ludeme("count", "Trials", example="(count Trials)", facts=GLOBAL)
class CountTrials(Integer):
    """The number of games of the match that are over; 0 in a game by itself."""

    def meaning(self, b: Builder) -> Int:
        scope = b.playing(self)
        if not isinstance(scope.model.game, MatchGame):
            return Int.of(0)
        return wide(S.numbers[scope.builder.numbers.place(COMPLETED)])


def match_table(game: GameTree, places: Mapping[str, int]) -> MatchTable | None:
    """Return the places of a match in the state of its game; None for a game by itself."""
    if not isinstance(game, MatchGame):
        return None
    names = tuple(subgame.name for subgame in game.match.games.games)
    teams = any(isinstance(it, Result) and "Team" in str(it.role) for it in inside(game.rules))
    return MatchTable(places[MATCH_SCORES], places[COMPLETED], game.number, names, teams)


def described(subgame: Subgame, texts: Mapping[str, str]) -> str:
    """Return the description of a game of a match, of those that stand behind that of the match."""
    if subgame.name not in texts:
        subgame.reject(f"the description of {subgame.name} is missing: load it from its library")
    return texts[subgame.name]


def _with_scores_of_match(part: Any) -> Any:
    """Return a part of a match in which scores of players are those of the match."""
    if isinstance(part, ScoreOf):
        role = part.player
        return MatchScore(role, place=part.place) if isinstance(role, Role) else part
    if isinstance(part, tuple):
        return tuple(map(_with_scores_of_match, part))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed = {f.name: _with_scores_of_match(getattr(part, f.name)) for f in fields(part)}
    same = all(changed[name] is getattr(part, name) for name in changed)
    return part if same else replace(part, **changed)


def next_game(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `next_game`, which ends the game that is over in its match."""
    game, model = rules.model.game, rules.model
    if not isinstance(game, MatchGame):
        return
    match, body = game.match, SourceWriter(depth=1)
    scope = rules.scope(body, "mover").binding(last="last")
    numbers, players = rules.builder.numbers, model.players
    place, completed = numbers.of_players(MATCH_SCORES, players), numbers.place(COMPLETED)
    subgame = match.games.games[game.number]
    body.add("s.n[MOVER] = mover")
    body.add("last = int64(s.n[LAST])")
    worth = "0" if subgame.result is None else integer(subgame.result, scope)
    body.add(f"add_points(s, {place}, {subgame.result is not None}, {worth})")
    body.add(f"open_match(s, {completed})")
    for rule in match.end.rules:
        if not isinstance(rule, EndIf):
            rule.reject("expected (if ...): the ends of a match are cases")
        _look_at(_with_scores_of_match(rule), scope, place)
    winner = body.assign("winner", f"close_match(s, {completed})")
    body.when(f"{winner} != OPEN", f"return {winner}")
    count = len(match.games.games)
    number = str((game.number + 1) % count)
    if subgame.next is not None:
        number = integer(_with_scores_of_match(subgame.next), scope)
        certain = lifted(number, Int).constant
        if certain is None:
            number = f"min(max({number}, 0), {count - 1})"
        elif not 0 <= certain < count:
            subgame.next.reject(f"{certain}: the games of the match are 0 to {count - 1}")
    body.add(f"return -1 - {number}")
    head = "next_game(s: Arrays, mover: int) -> int"
    function(
        out, head, body.text(), "The winner of the match, else -1 less the next game.", "entry"
    )


def _look_at(rule: EndIf, scope: Scope, place: int) -> None:
    """Add statements that carry out the result of an end of the match, if it holds."""
    out = scope.out
    with out.block(f"if {condition(rule.condition, scope)}:"):
        if not rule.cases:
            _decide(rule.result, scope, place)
            return
        open_ = out.assign("open", "True")
        for case in rule.cases:
            assert isinstance(case, EndIf)
            with out.block(f"if {open_} and {condition(case.condition, scope)}:"):
                out.add(f"{open_} = False")
                _decide(case.result, scope, place)
        if rule.result is not None:
            with out.block(f"if {open_}:"):
                _decide(rule.result, scope, place)


def _decide(verdict: Verdict | None, scope: Scope, place: int) -> None:
    """Add statements for a result: all who win share the first place, and the others the last."""
    out = scope.out
    match verdict:
        case ByScore(scores=(), tie=None):
            least = "False" if verdict.misere is None else condition(verdict.misere, scope)
            out.when("s.n[ENDED] == 0", f"rank_by_score(s, {place}, {least})")
        case ByScore():
            verdict.reject("the scores of a match are those of its games")
        case Result(outcome=Outcome.LOSS):
            pass  # nothing follows from it, as in Ludii
        case Result(outcome=Outcome.WIN) if _is_single(verdict.role):
            out.add(f"win_match(s, {one_player(verdict.role, verdict, scope)})")
        case Verdict():
            with out.block("if s.n[ENDED] == 0:"):
                verdict.carry_out(scope)


def _is_single(role: Role) -> bool:
    """Tell whether a role is that of one player, not of a team or of all."""
    return role not in (Role.ALL, Role.EACH, Role.SHARED) and "Team" not in str(role)
