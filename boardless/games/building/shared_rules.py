"""Rules with moves that several places need: each is written once, as a function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.building.scope import Scope, ScopeMode
from boardless.games.building.trials import CARRIED, carried_names
from boardless.games.language.kinds import Moves, followed
from boardless.games.language.ludeme import is_by_chance, ludemes_in
from boardless.ir.expressions import COUNTERS, ENGINE, MOVER, Int, S, Site, lifted, wide
from boardless.ir.statements import Block, names_in, unified

if TYPE_CHECKING:
    from boardless.games.building.builder import Candidate, Candidates


#: Parameters of a function other than the mover: fields of a scope.
_GIVEN = ("to", "origin", "last", *CARRIED)


@dataclass(frozen=True)
class Sort:
    """A sort of the moves that a function writes to the queue."""

    #: A move of the sort, at its generation.
    move: Candidate
    #: Fields of its scope in a row; `move.numbers` follow.
    names: tuple[str, ...]
    #: ``(to)`` and ``(from)`` are the sites of the row.
    has_to: bool
    has_origin: bool


@dataclass
class SharedRule:
    """A function that writes the moves of a rule to the queue."""

    #: The parameter of each field of a scope.
    parameters: dict[str, Int]
    #: By column 0 of a row.
    sorts: list[Sort] = field(default_factory=list)
    call: str = ""
    #: The fields of a scope with parameters.
    takes: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The largest count of numbers in a row of a move, without from and to."""
        return max((len(sort.names) + len(sort.move.numbers) for sort in self.sorts), default=0)

    def sort_of(self, sort: Sort, written: Callable[[Candidate], object]) -> int:
        """Return the number of a sort; moves with the same effects share a sort."""
        for number, other in enumerate(self.sorts):
            if (
                written(other.move) == written(sort.move)
                and replace(sort, move=other.move) == other
            ):
                return number
        self.sorts.append(sort)
        return len(self.sorts) - 1


def moves_of(node: Moves, b: Scope) -> Candidates:
    """Iterate over the moves of a rule, through a function if other places need them too."""
    if not node.facts.hands_on:
        b = b.trying_at_once()
    node, b = node.as_mover(b)
    is_alone = b.modes & ScopeMode.INSIDE or b.in_group or not node.facts.loops or node.finds_one()
    if not is_alone and _is_shared(node, b) and not may_sample(node, b):
        return followed(_found(node.without("then"), b), getattr(node, "then", None))
    return node.legal(b)


def _is_shared(node: Moves, scope: Scope) -> bool:
    """Return True if more than one place of a game needs the moves of a rule."""
    memo = scope.builder.memo
    if _is_shared not in memo:
        game = scope.model.game
        times = memo[_is_shared] = Counter(_loops(game))
        # A threat is a move of the game.
        if any(
            ludeme.facts.asks_moves and getattr(ludeme, "moves", ludeme) is None
            for ludeme in ludemes_in(game)
        ):
            times.update(_loops((game.rules.play, *(phase.play for phase in game.rules.phases))))
    return bool(memo[_is_shared][node.bare()] > 1)


def _loops(node: object) -> Iterator[Moves]:
    return (
        ludeme.bare()
        for ludeme in ludemes_in(node)
        if isinstance(ludeme, Moves) and ludeme.facts.loops
    )


def may_sample(node: Moves, scope: Scope) -> bool:
    """Return True if chance may decide during move generation, in the order of moves."""
    if is_by_chance(node):
        return True
    game, facts = scope.model.game, [part.facts for part in ludemes_in(node)]
    if any(each.asks_moves for each in facts):
        return is_by_chance((game.equipment, game.rules.play, game.rules.phases))
    return any(each.pieces for each in facts) and is_by_chance(game.equipment)


def _found(node: Moves, b: Scope) -> Candidates:
    """Call the function of a rule, and iterate over its rows."""
    rule, out = _shared(node, b), b.out
    first, end, row, origin, to = b.named(first=Int, end=Int, row=Int, **{"from": Site}, to=Site)
    b.set(first, wide(COUNTERS.QUEUED))
    b.do(rule.call, b.mover, *(b.names[name] for name in rule.takes))
    b.set(end, wide(COUNTERS.QUEUED))
    cells = [wide(S.queue[row, ENGINE.NAMED + n]) for n in range(rule.width)]

    def of(sort: Sort) -> Candidate:
        width = len(sort.names)
        known = sort.move.scope.names
        bound = {
            name: lifted(cell, type(known[name]))
            for name, cell in zip(sort.names, cells, strict=False)
        }
        bound |= {"to": to} if sort.has_to else {}
        bound |= {"origin": origin} if sort.has_origin else {}
        numbers = tuple(cells[width : width + len(sort.move.numbers)])
        return replace(sort.move, scope=b.binding(**bound), origin=origin, to=to, numbers=numbers)

    for _ in b.numbers(end, first, name=row):
        b.set(origin, wide(S.queue[row, 1]))
        b.set(to, wide(S.queue[row, 2]))
        blocks, start, names = list[Block](), out.mark, [out.names]
        for sort in rule.sorts:
            # All of them use the same names.
            out.names = names[0]
            yield of(sort)
            blocks.append(out.cut(start))
            names.append(out.names)
        out.names = max(names)
        merged = _merged(blocks, row, b)
        out.add(*(merged or ()))
        for number, block in enumerate(blocks if merged is None else ()):
            with b.where(S.queue[row, 0] == number):
                out.add(*block)
    b.do("drop_rows", first, end)


def _merged(blocks: list[Block], row: Int, b: Scope) -> Block | None:
    """Return statements for rows of every sort, or None if they differ in more than numbers."""
    names: dict[tuple[int, ...], Int] = {}

    def differing(column: tuple[int, ...]) -> Int:
        return names.setdefault(column, Int.named(b.out.name("which")))

    merged: Block | None = unified(tuple(blocks), differing) if blocks else ()
    if merged is not None:
        for column, name in names.items():
            b.set(name, wide(b.table("OF", list(column))[S.queue[row, 0]]))
    return merged


def _shared(node: Moves, scope: Scope) -> SharedRule:
    """Return the function of a rule, written on first use."""
    given, builder = scope.parameters(_GIVEN), scope.builder
    key = (node, *given, scope.modes)
    if key in builder.shared:
        return builder.shared[key]
    b = scope.elsewhere(mover=MOVER, **given).switched(ScopeMode.INSIDE)
    rule = SharedRule(given)
    for move in node.legal(b):
        # A row stores the names that are bound on the way to the move, and read somewhere.
        stored = carried_names(move.scope.names, {*move.carries, *scope.model.facts.reads}, given)
        sort = Sort(
            move, stored,
            move.scope.to is move.to, move.scope.origin is move.origin,
        )  # fmt: skip
        at = Int.named(b.out.name("at"))
        number = rule.sort_of(sort, builder.written)
        b.set(at, Int.call("enqueue", number, move.origin, move.to))
        values = [*(move.scope.names[name] for name in sort.names), *move.numbers]
        for n, value in enumerate(values):
            b.set(S.queue[at, ENGINE.NAMED + n], value)
    names = names_in(b.statements)
    rule.takes = tuple(name for name, each in given.items() if each.text in names)
    parameters = (MOVER, *(given[name] for name in rule.takes))
    rule.call = builder.helper(parameters, "None", b.statements)
    builder.shared[key] = rule
    return rule
