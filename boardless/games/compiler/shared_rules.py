"""Rules whose moves several places need: each is written once, as a function."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.scope import player_of
from boardless.games.compiler.source import PENDING
from boardless.games.compiler.trials import CARRIED, QUEUED
from boardless.games.language.ludeme import inside, ludemes_in
from boardless.games.ludemes.chance import has_chance, is_by_chance
from boardless.games.ludemes.game import SwapRule
from boardless.games.ludemes.kinds import Moves, Region, Role
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Between, To
from boardless.games.ludemes.repetition import ask_for_repeats, forbidden_repeats
from boardless.ir.expressions import (
    MOVER,
    NONE,
    TRUE,
    Array,
    Bool,
    Expression,
    Int,
    S,
    Site,
    as_int,
    every,
    lesser,
    wide,
)
from boardless.ir.statements import Assign, Block, Definition, Return, Statement, names_in, unified
from boardless.ir.writer import SourceWriter, Statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from boardless.games.compiler.candidates import Candidate
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.iteration import ForEachPiece


def counting(rules: RuleFunctions) -> Iterator[Statement]:
    """Return `count_moves`, `has_move` and, where listed moves are tried, `may_be`."""
    late, repeats = rules.defers_trials, forbidden_repeats(rules.model.game)
    names = set(trials_of_both(rules).values())
    for number, trial in enumerate(rules.builder.trials.values()):
        if f"trial_{number}" in names:
            yield trial.function(f"{_BOTH}trial_{number}", rules.builder.follows, repeats)
    yield Definition("count_moves", (MOVER,), "int", _all() if late else _give(LISTED))
    yield Definition("has_move", (MOVER,), "bool", _any() if late else _give(LISTED > 0))
    if late:
        body = _may_be(rules)
        yield Definition("may_be", (MOVER, _CHOICE), "bool", body, _MEANS, "routine")
    asks_late = Bool.of(late and _samples_candidates(rules))
    yield Assign((Bool.named("ASKS_LATE"),), asks_late)


def _give(value: Expression) -> Block:
    return (Return((value,)),)


def _samples_candidates(rules: RuleFunctions) -> bool:
    """Tell whether candidates are sampled: the same ones on every board, so only near pieces."""
    game = rules.model.game
    if has_chance(game) or may_swap(rules):
        return False
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases), game.equipment)
    return not rules.model.growing or all(map(_is_near, inside(plays)))


def _is_near(node: object) -> bool:
    """Tell whether a ludeme, if it makes moves or is a region, leads to pieces or beside them."""
    return not isinstance(node, Moves | Region) or node.leads_beside()


def may_swap(rules: RuleFunctions) -> bool:
    """Tell whether the second player may take over the first move."""
    meta = rules.model.game.rules.meta
    return meta is not None and any(isinstance(rule, SwapRule) for rule in meta.rules)


def _may_be(rules: RuleFunctions) -> Block:
    """Return the body of `may_be`."""
    b, repeats = Statements(), forbidden_repeats(rules.model.game)
    row, rule, stays = Int.named("row"), Int.named("rule"), Bool.named("stays")
    b.set(row, Int.call("enqueue", 0, NONE, NONE))
    for column in b.numbers(_WIDTH, name=Int.named("column")):
        b.set(S.queue[row, column], S.found[_CHOICE, column])
    b.set(rule, wide(S.queue[row, 0]))
    b.set(stays, TRUE)
    both = sorted(trials_of_both(rules))
    for number, trial in sorted(rules.builder.deferred.items()):
        if trial is not None:
            with b.where(rule == number):
                if trial.rule != number:
                    b.set(S.queue[row, 0], trial.rule)
                b.set(stays, trial.call(_BOTH if number in both else ""))
    if repeats is not None:
        with b.where(every(stays, *(rule != number for number in both))):
            b.set(S.queue[row, 0], rule)
            b.set(QUEUED, row + 1)
            ask_for_repeats(repeats, b)
    b.set(QUEUED, row)
    b.give(stays)
    return b.statements


def trials_of_both(rules: RuleFunctions) -> dict[int, str]:
    """Return the sorts of listed moves whose trial asks for repeated positions, too, by one move.

    They have the name of the function of their trial. It is not so where rules ask whether a move
    passes, or its turn is played again: trials that ask for positions begin otherwise.
    """
    builder = rules.builder
    if forbidden_repeats(rules.model.game) is None or PENDING in builder.numbers.places:
        return {}
    blocks = [block for both in builder.functions for block in both if block is not None]
    blocks += [helper.body for helper in builder.helpers]
    blocks += [trial.test for trial in builder.trials.values()]
    if any({"PASSED", "REPLAYED", "clear_later"} & names_in(block) for block in blocks):
        return {}
    return {
        number: trial.name
        for number, trial in builder.deferred.items()
        if trial is not None and trial.rule == number
    }


#: What the names of such functions begin with.
_BOTH = "fresh_"
_MEANS = "Tell whether a move that was listed may be made."
LISTED = Int.call("count_candidates", MOVER)
_COUNT, _CHOICE, _KEPT = map(Int.named, ("count", "choice", "kept"))
#: How many moves and how many numbers of a move `s.found` has room for.
_ROOM, _WIDTH = (Int("item", Array.named("s.found.shape"), Int.of(n)) for n in (0, 1))


def _all() -> Block:
    """Return the body of `count_moves` where listed moves are tried."""
    b = Statements()
    b.set(_COUNT, LISTED)
    with b.where(_COUNT > _ROOM):
        b.give(_COUNT)
    b.set(_KEPT, 0)
    for choice in b.numbers(_COUNT, name=_CHOICE):
        with b.where(Bool.call("may_be", MOVER, choice)):
            for column in b.numbers(_WIDTH, name=Int.named("column")):
                b.set(S.found[_KEPT, column], S.found[choice, column])
            b.add(_KEPT, 1)
    b.give(_KEPT)
    return b.statements


def _any() -> Block:
    """Return the body of `has_move` where listed moves are tried."""
    b = Statements()
    b.set(_COUNT, LISTED)
    for choice in b.numbers(lesser(_COUNT, _ROOM), name=_CHOICE):
        with b.where(Bool.call("may_be", MOVER, choice)):
            b.give(TRUE)
    # Where there is no room, moves are looked for again.
    b.give(_COUNT > _ROOM)
    return b.statements


#: Parameters of a function beside the mover: fields of a scope.
_GIVEN = ("to", "origin", "last", *CARRIED)


@dataclass(frozen=True)
class Sort:
    """A sort of the moves that a function writes down."""

    #: One of them, where it was found.
    move: Candidate
    #: Fields of its scope that a row says; `move.numbers` follow.
    names: tuple[str, ...]
    #: ``(to)`` and ``(from)`` are the sites of the row.
    has_to: bool
    has_origin: bool


@dataclass
class SharedRule:
    """A function that writes the moves of a rule down in the queue."""

    #: The parameter of each field of a scope.
    parameters: dict[str, Int]
    #: By column 0 of a row.
    sorts: list[Sort] = field(default_factory=list)
    call: str = ""
    #: The fields of a scope that it has parameters for.
    takes: tuple[str, ...] = ()

    def sort_of(self, sort: Sort, written: Callable[[Candidate], object]) -> int:
        """Return the number of a sort: moves that do the same are of one."""
        for number, other in enumerate(self.sorts):
            if (
                written(other.move) == written(sort.move)
                and replace(sort, move=other.move) == other
            ):
                return number
        self.sorts.append(sort)
        return len(self.sorts) - 1


def moves_of(node: Moves, b: Scope) -> Iterator[Candidate]:
    """Go through the moves of a rule, by a function where others need them, too."""
    from boardless.games.ludemes.iteration import ForEachPiece

    if not node.facts.hands_on:
        b = b.trying_at_once()
    if isinstance(node, ForEachPiece) and node.container is None:
        node, b = _of_mover(node), of_one(node, b)
    is_alone = not b.shares or b.group is not None or not node.facts.loops
    is_alone = is_alone or _finds_one(node)
    if not is_alone and _is_shared(node, b) and not may_sample(node, b):
        then = getattr(node, "then", None)
        return (move.followed(then) for move in _found(_without(node, "then"), b))
    return node.legal(b)


def _finds_one(node: Moves) -> bool:
    """Tell whether a rule moves what stands on one site to another: it is short and has no loop."""
    from boardless.games.ludemes.placement import FromTo

    if not isinstance(node, FromTo):
        return False
    regions = (node.from_.region, node.to.region)
    return all(isinstance(region, Single) for region in regions)


def of_one(node: ForEachPiece, scope: Scope) -> Scope:
    """Return the scope in which the mover is the one player whose pieces a rule is for, if any."""
    if not _is_of_one(node) or node.role is Role.MOVER:
        return scope
    assert isinstance(node.role, Role)
    return scope.binding(mover=scope.variable("mover", scope.player(node.role, node)))


def _is_of_one(node: ForEachPiece) -> bool:
    role = node.role
    one = (Role.MOVER, Role.NEXT, Role.PREVIOUS, Role.PLAYER)
    return isinstance(role, Role) and (role in one or player_of(role) > 0)


def _of_mover(node: ForEachPiece) -> ForEachPiece:
    """Return a rule for the pieces of one player as that for the mover's."""
    return _without(node, "role") if _is_of_one(node) and node.container is None else node


def _is_shared(node: Any, scope: Scope) -> bool:
    """Tell whether more than one place of a game needs the moves of a rule."""
    from boardless.games.ludemes.threats import IsThreatened

    times = scope.builder.times
    if not times:
        game = scope.model.game
        for part in ludemes_in(game):
            if part.facts.loops:
                times[_bare(part)] = times.get(_bare(part), 0) + 1
        plays = (game.rules.play, *(phase.play for phase in game.rules.phases))
        if any(isinstance(x, IsThreatened) and x.moves is None for x in inside(game)):
            # A threat is a move of the game.
            for part in ludemes_in(plays):
                if part.facts.loops:
                    times[_bare(part)] += 1
    return bool(times.get(_bare(node), 0) > 1)


def may_sample(node: Moves, scope: Scope) -> bool:
    """Tell whether chance may decide while the moves of a rule are found, in the order of moves."""
    from boardless.games.ludemes.iteration import ForEachPiece
    from boardless.games.ludemes.threats import IsThreatened
    from boardless.games.ludemes.turns import NoMoves

    if is_by_chance(node):
        return True
    game, parts = scope.model.game, list(inside(node))
    if any(isinstance(part, IsThreatened | NoMoves) for part in parts):
        return is_by_chance((game.equipment, game.rules.play, game.rules.phases))
    return any(isinstance(part, ForEachPiece) for part in parts) and is_by_chance(game.equipment)


def _bare(node: Any) -> Any:
    """Return a rule that finds the same moves without consequences."""
    from boardless.games.ludemes.iteration import ForEachPiece

    parts = {name: getattr(node, name, None) for name in ("between", "to")}
    bare = {
        name: replace(part, apply=None)
        for name, part in parts.items()
        if isinstance(part, Between | To) and part.apply is not None and part.apply.if_ is None
    }
    if isinstance(node, ForEachPiece):
        node = _of_mover(node)
    return _without(replace(node, **bare), "then")


def _without(node: Any, name: str) -> Any:
    """Return a ludeme without one of its arguments, if it is one that has it."""
    return replace(node, **{name: None}) if getattr(node, name, None) is not None else node


def _found(node: Moves, b: Scope) -> Iterator[Candidate]:
    """Call the function of a rule, and go through its rows."""
    rule, out = _shared(node, b), b.out
    first, end, row, origin, to = b.named(first=Int, end=Int, row=Int, **{"from": Site}, to=Site)
    b.set(first, wide(S.n["QUEUED"]))
    b.do(rule.call, b.mover, *(getattr(b, name) for name in rule.takes))
    b.set(end, wide(S.n["QUEUED"]))
    cells = [wide(S.queue[row, as_int("NAMED") + n]) for n in range(b.builder.widest)]

    def of(sort: Sort) -> Candidate:
        width = len(sort.names)
        bound: dict[str, object] = dict(zip(sort.names, cells, strict=False))
        bound |= {"to": to} if sort.has_to else {}
        bound |= {"origin": origin} if sort.has_origin else {}
        numbers = tuple(cells[width : width + len(sort.move.numbers)])
        return replace(sort.move, scope=b.binding(**bound), origin=origin, to=to, numbers=numbers)

    for row in b.numbers(end, first, stem="row", name=row):
        b.set(origin, wide(S.queue[row, 1]))
        b.set(to, wide(S.queue[row, 2]))
        taken = out.taking()
        for sort in rule.sorts:
            with taken:
                yield of(sort)
        merged = _merged(taken.blocks, row, b)
        out.add_all(merged or ())
        for number, block in enumerate(taken.blocks if merged is None else ()):
            with b.where(S.queue[row, 0] == number):
                out.add_all(block)
    b.do("drop_rows", first, end)


def _merged(blocks: list[Block], row: Int, b: Scope) -> Block | None:
    """Return the statements that do for rows of every sort, None if more than numbers differs."""
    names: dict[tuple[int, ...], Int] = {}

    def differing(column: tuple[int, ...]) -> Int:
        return names.setdefault(column, Int.named(b.out.name("which")))

    merged: Block | None = unified(tuple(blocks), differing) if blocks else ()
    if merged is not None:
        for column, name in names.items():
            b.set(name, wide(b.table("OF", list(column))[S.queue[row, 0]]))
    return merged


def _shared(node: Moves, scope: Scope) -> SharedRule:
    """Return the function of a rule, which is written if there is none yet."""
    bound = tuple(name for name in _GIVEN if getattr(scope, name) is not None)
    builder = scope.builder
    options = (scope.hand, scope.threatening, scope.looking, scope.measuring, scope.after)
    key = (node, bound, *options, scope.ahead)
    if key in builder.shared:
        shared: SharedRule = builder.shared[key]
        return shared
    given = {name: type(getattr(scope, name)).named(f"given_{name.rstrip('_')}") for name in bound}
    b = scope.binding(
        out=SourceWriter(depth=1), mover=MOVER, shares=False, left_level=None, **given
    )
    rule = SharedRule(given)
    for move in node.legal(b):
        sort = Sort(
            move, tuple(_row_names(move, given, scope)),
            move.scope.to is move.to, move.scope.origin is move.origin,
        )  # fmt: skip
        at = Int.named(b.out.name("at"))
        number = rule.sort_of(sort, builder.written)
        b.set(at, Int.call("enqueue", number, move.origin, move.to))
        values = [*(getattr(move.scope, name) for name in sort.names), *move.numbers]
        builder.widest = max(builder.widest, len(values))
        for n, value in enumerate(values):
            b.set(S.queue[at, as_int("NAMED") + n], value)
    names = names_in(b.statements)
    rule.takes = tuple(name for name in bound if given[name].text in names)
    parameters = (MOVER, *(given[name] for name in rule.takes))
    rule.call = builder.helper(parameters, "None", b.statements)
    builder.shared[key] = rule
    return rule


def _row_names(move: Candidate, given: dict[str, Int], scope: Scope) -> list[str]:
    """Return the names that a row has to say: bound on the way to a move, and read somewhere."""
    return [
        name
        for name in CARRIED
        if (value := getattr(move.scope, name)) is not None
        and value is not given.get(name)
        and (name in move.carries or name in scope.model.facts.reads)
    ]
