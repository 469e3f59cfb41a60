"""Results: the points of all players, and the rule that ended the game, in words."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from boardless.games import Game
from boardless.games.description import expand
from boardless.games.language.ludeme import inside
from boardless.games.language.syntax import Atom, Group, Keyed, Node, is_form, walk
from boardless.games.ludemes.ends import End
from boardless.games.ludemes.scoring import AddScore, AddScores, GiveScore
from boardless.games.ludemes.segment_tiles import Award
from boardless.play.state import State
from boardless.view.choices import is_by_chance
from boardless.view.graphics import counts_now, digits_of, ends_of

#: Conditions by the words that they begin with, in words; {} is the first number behind them.
CONDITIONS = {
    ("is", "Line"): "{} in a line",
    ("is", "Connected"): "a connection is complete",
    ("is", "Loop"): "a loop is closed",
    ("is", "Across"): "a line crosses {} rows or columns",
    ("is", "Full"): "the board is full",
    ("is", "Enclosed"): "a piece is surrounded",
    ("is", "Solved"): "the puzzle is solved",
    ("is", "Cycle"): "the position has come up before",
    ("is", "Repeat"): "the position has come up before",
    ("is", "Repeated"): "the position has come up {} times",
    ("is", "Caught"): "a piece is caught",
    ("no", "Moves"): "no move is left",
    ("no", "Pieces"): "no piece is left",
    ("all", "Passed"): "all have passed",
}
#: Counts that a condition may compare, in words.
COUNTS = {
    ("count", "Moves"): "{} moves have been made",
    ("count", "Turns"): "{} turns have been made",
    ("score",): "{} points are reached",
}
#: Of more rules that may have ended a game none is told.
MAX_REASONS = 2
_COMPARED = (">=", ">", "=", "<=", "<")


def reason_of(state: State) -> str:
    """Return the reason for the end of a game in words, "" if the description has none.

    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> for text in ("+1@0,0", "+2@1,0", "+1@0,1", "+2@1,1", "+1@0,-1"):
    ...     state.push(state.parse(text))
    >>> reason_of(state)
    '3 in a line'
    """
    outcome = state.outcome()
    if outcome is None:
        return ""
    moves = [move for move in state.move_stack if not is_by_chance(move)]
    mover = moves[-1].mover if moves else 0
    reasons: dict[str, None] = {}
    by_points = False
    for words, roles in _ends(state.game):
        for role, result in roles:
            if result == "byScore":
                by_points = True
            elif words and _fits(role, result, mover, outcome.winner, state.players):
                reasons[f"{words}, which loses" if result == "Loss" else words] = None
    if 0 < len(reasons) <= MAX_REASONS:
        return ", or ".join(reasons)
    return "by points" if by_points and not reasons else ""


@lru_cache(16)
def counts_on_the_way(game: Game) -> bool:
    """Return True if scores or shown points change during the game, not only at the end."""
    if counts_now(game):
        return True
    counting = (AddScore, AddScores, GiveScore, Award)
    parts = [*inside(game.module.model.game)]
    at_end = {id(part) for end in parts if isinstance(end, End) for part in inside(end)}
    return any(isinstance(part, counting) and id(part) not in at_end for part in parts)


def table_of(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the final results of the players: rows of numbers with a name, points first.

    Tie-breakers have rows of their own if the description names the digits of a payoff;
    see `view.graphics.digits_of`.
    """
    outcome = state.outcome()
    numbers = None if outcome is None else outcome.payoffs or state.scores
    if not numbers:
        return ()
    digits = digits_of(state.game) if outcome is not None and outcome.payoffs else ()
    if not digits or any(number.denominator > 1 or number < 0 for number in numbers):
        return (("points", tuple(map(str, numbers))),)
    rows, left = [], [int(number) for number in numbers]
    for unit, name in digits:
        rows.append((name, tuple(str(number // unit) for number in left)))
        left = [number % unit for number in left]
    return tuple(rows)


def points_of(state: State) -> tuple[str, ...]:
    """Return the final points of the players; empty in a game without points."""
    table = table_of(state)
    return table[0][1] if table else ()


def _fits(role: str, result: str, mover: int, winner: int, players: int) -> bool:
    """Return True if a role has this result."""
    if result == "Draw":
        return not winner
    named = {"Mover": mover, "Next": mover % players + 1, "Prev": (mover - 2) % players + 1}
    player = named.get(role, int(role[1:]) if role[1:].isdecimal() and role[0] == "P" else 0)
    if result == "Win":
        return bool(winner) and (player == winner or role in ("Player", "All"))
    if result == "Loss":
        lost = winner != player if winner else players == 1
        return lost and (player > 0 or role in ("Player", "All"))
    return False


@lru_cache(16)
def _ends(game: Game) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the condition in words and the results by role of each end rule."""
    ends: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    told = ends_of(game)
    node = expand(game.text, game.options).node
    for form, _ in walk(node):
        if is_form(form, "end") and isinstance(form, Group):
            for rule in _rules(form):
                words = told[len(ends)] if len(ends) < len(told) else _words(rule.items[1])
                ends.append((words, tuple(_results(rule))))
            ends += [("", (("", "byScore"),)) for item in form.items if is_form(item, "byScore")]
    return tuple(ends)


def _rules(form: Group) -> Iterator[Group]:
    """Yield the cases of the rules for the end."""
    for item, _ in walk(form):
        if isinstance(item, Group) and is_form(item, "if") and len(item.items) > 2:
            yield item
        elif isinstance(item, Group) and is_form(item, "forEach"):
            tests = [
                part.value for part in item.items if isinstance(part, Keyed) and part.key == "if"
            ]
            if tests:
                yield Group("(", (item.items[0], tests[0], *item.items[1:]))


def _results(rule: Group) -> Iterator[tuple[str, str]]:
    for item in rule.items[2:]:
        if is_form(item, "byScore", "payoffs"):
            yield "", "byScore"
        elif isinstance(item, Group) and is_form(item, "result"):
            words = _atoms(item.items[1:])
            if len(words) == 2:
                yield words[0], words[1]


def _words(node: Node) -> str:
    """Return a condition in words, "" for an unknown condition."""
    if not isinstance(node, Group):
        return ""
    if is_form(node, "or", "and"):
        parts = [
            _words(part)
            for each in node.items[1:]
            for part in (each.items if isinstance(each, Group) and each.bracket == "{" else (each,))
        ]
        if not all(parts):
            return ""
        joint = " or " if is_form(node, "or") else ", and "
        return joint.join(dict.fromkeys(parts))
    heads = _atoms(node.items)
    if heads and heads[0] in _COMPARED:
        return _compared(node)
    for words, said in CONDITIONS.items():
        if heads[: len(words)] == words:
            return said.format(heads[2] if len(heads) > 2 else "all")
    return ""


def _atoms(nodes: Iterable[Node]) -> tuple[str, ...]:
    """Return the texts of the atoms among some nodes."""
    return tuple(node.text for node in nodes if isinstance(node, Atom))


def _compared(node: Group) -> str:
    """Return a comparison of a count with a number in words."""
    number = next(iter(_atoms(node.items[1:])), "0")
    for item in node.items[1:] if number not in ("0", "1") else ():
        heads = _atoms(item.items) if isinstance(item, Group) else ()
        for words, said in COUNTS.items():
            if heads[: len(words)] == words:
                return said.format(number)
    return ""
