"""Matches: several games in sequence, with scores of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, fields, is_dataclass, replace
from typing import Any

from boardless.games.game_info import MatchTable
from boardless.games.kit import (
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    GLOBAL,
    MOVER,
    STATIC,
    TRUE,
    Bool,
    Builder,
    Definition,
    Int,
    Integer,
    OneOrMore,
    Outcome,
    Role,
    S,
    Scope,
    Site,
    absent,
    frozen,
    greater,
    inside,
    lesser,
    ludeme,
    wide,
)
from boardless.games.ludemes.ends import ByScore, End, EndIf, Result, Verdict
from boardless.games.ludemes.game import GamePart, GameTree, Players
from boardless.games.ludemes.scoring import ScoreOf, of_player

#: The places of the match's scores and of its number of completed games, among the numbers of a
#: state.
MATCH_SCORES, COMPLETED = "match score", "completed games"


@ludeme("subgame", facts=STATIC)
class Subgame(GamePart):
    """A game of a match by its name, with an option, the next game's number, and its worth.

    Its winner gets the points of `result`, by default 1. Without `next` the games follow in order.

    Example: (subgame "Tic-Tac-Toe" next:1 result:2)
    """

    name: str
    option: str | None
    _: KW_ONLY
    next: Integer | None = None
    result: Integer | None = None


@ludeme("games", facts=STATIC)
class Games(GamePart):
    """The games of a match, numbered from 0.

    Example: (games {(subgame "Hex") (subgame "Othello")})
    """

    games: OneOrMore[Subgame]


@ludeme("match", facts=GLOBAL | EFFECT)
class Match(GamePart):
    """A match: its name, players (default 2), games, and the ends tested after each game.

    In its ends and in `next`, the scores of players are their match scores.

    Example: (match "Two Wins" (players 2) (games (subgame "Tic-Tac-Toe")) (end {(if (= (matchScore
    P1) 2) (result P1 Win)) (if (= (matchScore P2) 2) (result P2 Win))}))
    """

    name: str
    players: Players = absent(Players(2))
    games: Games
    end: End


@frozen
class MatchGame(GameTree):
    """A game as part of a match."""

    _: KW_ONLY
    match: Match
    #: The number of the game within the match.
    number: int

    @classmethod
    def of(cls, match: Match, number: int, game: GameTree) -> MatchGame:
        """Return a game as part of a match, under the name of the match."""
        if game.players.count != match.players.count:
            match.players.reject(f"{game.name} has {game.players.count} players")
        parts = {part.name: getattr(game, part.name) for part in fields(game)}
        return cls(**parts | {"name": match.name}, match=match, number=number)


@ludeme("matchScore", facts=GLOBAL)
class MatchScore(Integer):
    """The score of a role in the match, or -1 in a game by itself.

    Example: (matchScore P1)
    """

    role: Role

    def meaning(self, b: Builder) -> Int:
        if not isinstance(b.playing(self).model.game, MatchGame):
            return Int.of(-1)
        return of_player(MATCH_SCORES, self.role, self, b)


@ludeme("count", "Trials", facts=GLOBAL)
def count_trials(b: Scope) -> Int:
    """The number of finished games of the match, or 0 in a game by itself.

    Example: (count Trials)
    """
    if not isinstance(b.model.game, MatchGame):
        return Int.of(0)
    return wide(S.numbers[b.builder.numbers.place(COMPLETED)])


def match_table(game: GameTree, places: Mapping[str, int]) -> MatchTable | None:
    """Return the places of a match in the state of its game, or None for a game by itself."""
    if not isinstance(game, MatchGame):
        return None
    names = tuple(subgame.name for subgame in game.match.games.games)
    teams = any(
        isinstance(part, Result) and "Team" in str(part.role) for part in inside(game.rules)
    )
    return MatchTable(places[MATCH_SCORES], places[COMPLETED], game.number, names, teams)


def described(subgame: Subgame, texts: Mapping[str, str]) -> str:
    """Return the description of a game of a match, which follows in the same text."""
    if subgame.name not in texts:
        subgame.reject(f"the description of {subgame.name} is missing: load it from its library")
    return texts[subgame.name]


def _with_scores_of_match(part: Any) -> Any:
    """Return a part of a match with match scores in place of the scores of players."""
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


def next_game(b: Scope) -> Iterator[Definition]:
    """Yield `next_game`, which ends the finished game in its match."""
    game, numbers, last = b.model.game, b.builder.numbers, Site.named("last")
    if not isinstance(game, MatchGame):
        return
    match, subgame = game.match, game.match.games.games[game.number]
    b = b.binding(last=last)
    place, completed = numbers.of_players(MATCH_SCORES, b.model.players), numbers.place(COMPLETED)
    b.set(COUNTERS.MOVER, MOVER)
    b.set(last, wide(COUNTERS.LAST))
    worth = b.integer_or(subgame.result, 0)
    b.do("add_points", place, Bool.of(subgame.result is not None), worth)
    b.do("open_match", completed)
    for rule in match.end.rules:
        if not isinstance(rule, EndIf):
            rule.reject("expected (if ...): the ends of a match are cases")
        _look_at(_with_scores_of_match(rule), place, b)
    winner = b.variable("winner", Int.call("close_match", completed))
    b.give_if(winner != ENGINE.OPEN, winner)
    count = len(match.games.games)
    number = Int.of((game.number + 1) % count)
    if subgame.next is not None:
        number = b.integer(_with_scores_of_match(subgame.next))
        certain = number.constant
        if certain is None:
            number = lesser(greater(number, 0), count - 1)
        elif not 0 <= certain < count:
            subgame.next.reject(f"{certain}: the games of the match are 0 to {count - 1}")
    b.give(-1 - number)
    note = "The winner of the match, else -1 less the next game."
    yield Definition("next_game", (MOVER,), "int", b.statements, note, "entry")


def _look_at(rule: EndIf, place: int, b: Scope) -> None:
    """Carry out the result of an end of the match, if it holds."""
    with b.where(b.condition(rule.condition)):
        if not rule.cases:
            _decide(rule.result, place, b)
            return
        open_ = b.variable("open", TRUE)
        for case in rule.cases:
            assert isinstance(case, EndIf)
            with b.where(open_ & b.condition(case.condition)):
                b.set(open_, FALSE)
                _decide(case.result, place, b)
        if rule.result is not None:
            with b.where(open_):
                _decide(rule.result, place, b)


def _decide(verdict: Verdict | None, place: int, b: Scope) -> None:
    """Carry out a result: all winners share the first place, and the others the last."""
    is_open = COUNTERS.ENDED == 0
    match verdict:
        case ByScore(scores=(), tie=None):
            least = b.holds(verdict.misere, FALSE)
            b.do_if(is_open, "rank_by_score", place, -1, least)
        case ByScore():
            verdict.reject("the scores of a match are the scores of its games")
        case Result(outcome=Outcome.LOSS):
            pass  # as in Ludii, consequences never happen
        case Result(outcome=Outcome.WIN) if _is_single(verdict.role):
            b.do("win_match", b.who(verdict.role, verdict))
        case Verdict():
            with b.where(is_open):
                verdict.carry_out(b)


def _is_single(role: Role) -> bool:
    """Return True if a role means one player, not a team or all players."""
    return role not in (Role.ALL, Role.EACH, Role.SHARED) and "Team" not in str(role)
