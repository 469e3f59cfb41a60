"""The identity of positions: the parts of a position that the rules of a game read."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.games.compiler.game_properties import sees_border, uses_numbers
from boardless.games.language.ludeme import Ludeme, inside, read_in
from boardless.games.ludemes.game import SwapRule
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.moves import To
from boardless.games.ludemes.repetition import IsCycle
from boardless.games.ludemes.turns import CountMoves
from boardless.games.rule_symmetries import names_centre, names_sites, tells_far_cells
from boardless.jit.sources import parsed
from boardless.state.engine import arrays
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.games.game import Game
    from boardless.games.ludemes.game import Play

#: More than the moves of any game.
ENDLESS = 2**31 - 1
#: In place of a number of moves: only whether all of them were passes counts.
ONLY_PASSES = -1
#: Reads of a place of the last move: never, by the legal moves, or also by their effects.
UNREAD, BY_LEGAL_MOVES, BY_MOVES = range(3)
#: Counters of the use of the arrays, derived counters, and counters read elsewhere.
_UNUSED = (
    "COUNT", "GONE", "PLIES", "LAST", "FROM", "FILL", "GROWTH", "UPDATE", "NOTING", "NOTED",
    "STANDING", "NEXT", "QUEUED", "LOST", "LOGGED", "REPLAYED", "TOGETHER", "ENDED", "LIMITED",
    "TOUCHED", "DONE", "LEVEL", "REACH", "TRIED", "TRIED_LIST", "PHASE",
)  # fmt: skip
#: Counters of moves with effects, which count if rules read them; and of used places.
_OF_EFFECTS = ("PREVIOUS", "TURNS", "AGAIN", "COUNTER", "PASSED", "STUCK", "LAST_LEVEL")
_PLACED = ("WINNERS", "LOSERS")


@dataclass(frozen=True)
class PositionIdentity:
    """The parts of a position that rules read, apart from pieces, hands, mover and passes."""

    #: Moves count up to this number; 0: they do not; ONLY_PASSES: if all were passes.
    plies: int
    #: UNREAD, BY_LEGAL_MOVES or BY_MOVES; ends read the last move.
    last_to: int = UNREAD
    last_from: int = UNREAD
    #: Whether the empty cells of a growing board are a part.
    empty: bool = False
    #: Whether translated positions are the same.
    shifted: bool = False
    #: Whether earlier positions are a part.
    past: bool = False
    #: Counters of moves with consequences.
    counters: frozenset[str] = frozenset()

    @classmethod
    def of(cls, game: Game) -> PositionIdentity:
        """Return the identity of a game's positions.

        Raise an InputError if chance decides, or if rules of a growing board use numbers of sites.
        """
        if game.info.chances or game.info.starts_by_chance:
            raise _untold(game, "chance decides in it")
        if game.module.model.uses(IsCycle):
            raise _untold(game, "its rules ask for positions that come again in cycles")
        tree = game.description.tree
        rules = tree.rules
        plays = tuple(play for play in (rules.play, *(p.play for p in rules.phases)) if play)
        ends = tuple(
            part for part in (rules.end, *(x for p in rules.phases for x in (p.end, *p.exits)))
            if part
        )  # fmt: skip
        if game.info.effects:
            return cls._of_effects(game, plays, ends)
        if game.growing and any(uses_numbers(part) for part in (*plays, *ends)):
            raise _numbered(game)
        read = read_in(plays)
        return cls(
            plies=_counted(game, (plays, ends)),
            last_to=BY_LEGAL_MOVES if "last" in read else UNREAD,
            last_from=BY_LEGAL_MOVES if "last_from" in read else UNREAD,
            empty=game.growing and _reads_empty(game, plays),
            shifted=game.growing,
        )

    @classmethod
    def _of_effects(
        cls, game: Game, plays: tuple[Play, ...], ends: tuple[object, ...]
    ) -> PositionIdentity:
        """Return the identity of a game with consequences, from the reads of its code."""
        source, rules = game.source, game.description.tree.rules
        legal, acts = counters_read(source, ["count_moves"]), counters_read(source, acting(source))
        everywhere = counters_read(source, ["count_moves", "perform", "outcome"])
        if game.growing and (names_sites((plays, ends)) or game.kernels.NUMBERS):
            raise _numbered(game)
        if game.kernels.LEAVES:
            raise _untold(game, "pieces taken from levels of piles leave their numbers there")
        if "def is_unmet" in source and not game.info.only_puts:
            raise _untold(game, "its rules forbid moves that lead to a position again")
        if "DONE" in legal | acts:
            raise _untold(game, "its moves ask for the last move after what followed from it")
        before = {"PASSED", "LAST_LEVEL"}
        centred = game.growing and names_centre(rules)
        begins_empty = not len(game.setup.start) and not any(
            what for hand in game.setup.hands for what, _ in hand.holds
        )
        passes = ONLY_PASSES if begins_empty and "def stop_when_all_pass" in source else 0
        # Sites of the last move, and of its hops, are stored with its number.
        dated = game.kernels.TARGETS >= 0 or "hopped" in game.module.model.facts.reads
        return cls(
            plies=ENDLESS if dated else _counted(game, (plays, ends)) or passes,
            last_to=_depends("LAST", legal, acts),
            last_from=_depends("FROM", legal, acts),
            empty=game.growing and (centred or tells_far_cells((plays, ends))),
            shifted=game.growing and not centred and "def is_repeated" not in source,
            past="def is_repeated" in source,
            counters=frozenset(_OF_EFFECTS) & everywhere - before | before & (legal | acts),
        )  # fmt: skip


def counters_of(game: Game, memory: PositionIdentity) -> list[int]:
    """Return the counters that belong to positions, each with its limit."""
    most = {getattr(arrays, name): 0 for name in _UNUSED}
    if not game.kernels.MAY_SWAP:
        most[arrays.SWAPPED] = 0
    if game.players <= 2:
        most |= {getattr(arrays, name): 0 for name in _PLACED}
    for name in _OF_EFFECTS:
        if name not in memory.counters:
            most[getattr(arrays, name)] = 0
    if game.info.effects:
        most[arrays.PASSES] = game.players
        # The first move of a turn decides whether a pass is a whole turn.
        most[arrays.AGAIN] = most.get(arrays.AGAIN, ENDLESS) or 1
    if len(game.description.tree.rules.phases) < 2:
        most |= {arrays.PHASE + player: 0 for player in range(1, game.players + 1)}
    counted = range(arrays.PHASE + game.players + 1)
    pairs = ((counter, most.get(counter, ENDLESS)) for counter in counted)
    return [number for pair in pairs if pair[1] for number in pair]


def parts_of(game: Game) -> tuple[int, ...] | None:
    """Return the parts of a game's positions as numbers, or None if they cannot be compared.

    These are the fields of `PositionIdentity` up to `past`, and then counters with their limits.
    """
    try:
        identity = PositionIdentity.of(game)
    except InputError:
        return None
    return (
        identity.plies,
        identity.last_to,
        identity.last_from,
        identity.empty,
        identity.past,
        *counters_of(game, identity),
    )


def _depends(counter: str, legal: frozenset[str], acts: frozenset[str]) -> int:
    return BY_MOVES if counter in acts else BY_LEGAL_MOVES if counter in legal else UNREAD


def _untold(game: Game, why: str) -> InputError:
    return InputError(
        f"positions of {game.name}: {why}, and such positions cannot be told apart yet"
    )


def _numbered(game: Game) -> InputError:
    return InputError(
        f"positions of {game.name}: its rules use numbers of sites, which depend on how the board "
        "grew"
    )


def _counted(game: Game, parts: tuple[object, ...]) -> int:
    """Return the largest number of moves that rules distinguish, or 0."""
    most = compared = 0
    for node in inside(parts):
        if isinstance(node, Ludeme) and node.facts.compares:
            sides = tuple(vars(node).values())
            numbers = [side.value for side in sides if isinstance(side, Constant)]
            if numbers and any(isinstance(side, CountMoves) for side in sides):
                most, compared = max(most, numbers[0] + 1), compared + 1
    if compared < sum(isinstance(node, CountMoves) for node in inside(parts)):
        return ENDLESS
    return max(most, 2 if game.module.model.uses(SwapRule) else 0)


def _reads_empty(game: Game, plays: tuple[Play, ...]) -> bool:
    try:
        return not game.rule
    except InputError:
        # Growth by the rules needs more than rules that ignore empty cells.
        targets = [node.target for node in inside(plays) if isinstance(node, To)]
        return sees_border(game.description.tree) or not all(x.is_near() for x in targets)


#: Functions that keep their own counters, which affect only their own values.
_KEEP = frozenset((
    "next_is_stuck", "set_stuck", "stop_when_long", "stop_when_all_pass",
    "begin_attempt", "mark", "undo", "note", "log_action", "is_repeated", "change_number",
    "enqueue",
))  # fmt: skip
#: Functions that depend on the earlier movers and their runs only if a move lets its player
#: go on.
_OF_LONG_TURNS = ("end_attempt", "everyone_passed", "count_pass")


def counters_read(source: str, roots: Iterable[str]) -> frozenset[str]:
    """Return the counters that functions of a module, and their callees, may read."""
    functions = _functions(source)
    goes_on = "set_next" in functions
    waiting, seen, read = list(roots), set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        nodes = list(ast.walk(functions[name]))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        # A variable may have the name of a function.
        own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        own |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        waiting += [node.id for node in names if node.id not in own]
        if name not in _KEEP and (goes_on or name not in _OF_LONG_TURNS):
            read.update(filter(None, map(_counter, nodes)))
    return frozenset(read)


def acting(source: str) -> list[str]:
    """Return the names of the functions that make moves, without consequences."""
    return [name for name in _functions(source) if name.startswith("act_")]


# Several queries concern the same module.
@lru_cache(2)
def _functions(source: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in parsed(source).body if isinstance(node, ast.FunctionDef)}


def _counter(node: ast.AST) -> str | None:
    """Return the counter that an expression ``s.n[NAME]`` reads, or None."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)):
        return None
    of, which = node.value, node.slice
    counters = isinstance(of, ast.Attribute) and of.attr == "n" and isinstance(which, ast.Name)
    return which.id if counters and isinstance(which, ast.Name) else None
