"""Trials: moves made, tested and undone; recorded moves that are made again."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.ir.expressions import COUNTERS, MOVER, Bool, Int, IntArray, S, wide
from boardless.ir.statement_builder import Statements
from boardless.ir.statements import Block, Definition, names_in

if TYPE_CHECKING:
    from boardless.games.building.builder import Candidate, Requirement
    from boardless.games.building.scope import Scope
    from boardless.games.language.kinds import Condition

#: Further values of a move, after from and to: fields of a scope, and whether a value is needed
#: only if a ludeme reads it.
CARRIED = {
    "between": True,
    "iterated": True,
    "way": False,
    "value": True,
    "player_": True,
    "team": True,
    "level": True,
    "pips": True,
    "feature": False,
    "segment": False,
    "member": True,
}


def carried_names(
    bound: Mapping[str, object], needed: Container[str], known: Mapping[str, object] | None = None
) -> tuple[str, ...]:
    """Return the `needed` names of `CARRIED` that are bound, except to their `known` values."""
    known = known or {}
    return tuple(
        name
        for name in CARRIED
        if name in needed and name in bound and bound[name] is not known.get(name)
    )


@dataclass(frozen=True)
class RecordedMoves:
    """Recorded moves: the number of their list, and their sorts."""

    number: Int
    sorts: tuple[int, ...]


def record_move(candidate: Candidate) -> RecordedMoves:
    """Try a move and record all moves that it makes, so that they can replace it."""
    b, builder = candidate.scope, candidate.scope.builder
    queued, record = b.named(queued=Int, kept=Int)
    b.set(queued, wide(COUNTERS.QUEUED))
    builder.followed.append(set())
    row = builder.enqueue(candidate)
    b.do("begin_attempt")
    b.set(record, Int.call("begin_tried"))
    b.do(f"act_{row.sort}", row.at)
    b.do("place_tried", record, 0)
    take_back(queued, b, keeps=True)
    return RecordedMoves(record, tuple(sorted(builder.followed.pop())))


def take_back(queued: Int, b: Scope, keeps: bool) -> None:
    """Undo a trial and set the end of the queue to `queued`; `keeps` keeps the records."""
    tried = COUNTERS.TRIED
    last = b.variable("last", wide(tried)) if keeps else tried
    b.do("undo")
    b.set(COUNTERS.QUEUED, queued)
    if keeps:
        b.set(tried, last)


def replay_moves(number: Int, sorts: tuple[int, ...], b: Scope) -> None:
    """Make the moves of a list again, without consequences.

    A move inserted among the actions of a compound move is made after all of these actions. The
    actions get their order at the end.
    """
    begun = b.variable("logged", wide(COUNTERS.LOGGED))
    logged = b.variable("logged", begun)
    for record, at in _tried(number, b):
        for sort in each_sort(sorts, S.queue[at, 0], b):
            b.do(f"act_{sort}", at)
        numbered = Int.call("number_actions", logged, Int.call("move_tried", record))
        b.set(logged, IntArray("item", numbered, Int.of(0)))
    b.do("interleave_actions", begun, Int.call("move_tried", number))


def replay_rows(number: Int, sorts: tuple[int, ...], b: Scope) -> None:
    """Make the moves of a list, each with its consequences."""
    for _, at in _tried(number, b):
        for sort in each_sort(sorts, S.queue[at, 0], b):
            b.do(f"act_{sort}", at)
            if b.builder.follows(sort):
                b.do(f"then_{sort}", at)


def each_sort(sorts: Iterable[int], number: Int, b: Statements) -> Iterator[int]:
    """Iterate over sorts of moves, each in a block for rows with its number."""
    for sort in sorts:
        with b.where(number == sort):
            yield sort


def _tried(number: Int, b: Scope) -> Iterator[tuple[Int, Int]]:
    """Iterate over the records of a list: the record, and the row for it."""
    record, at = b.named(kept=Int, at=Int)
    b.set(record, Int.call("next_tried", number))
    with b.as_long_as(record != 0):
        b.set(at, Int.call("queue_tried", record))
        yield record, at
        b.set(record, Int.call("next_tried", record))


#: Parameters of a function other than the mover and the row of the move: fields of a scope.
_GIVEN = ("to", "origin", *(name for name in CARRIED if name != "way"), "part", "hint", "looks")
_ROW, _SORT, HOLDS, _STAYS = (
    Int.named("row"),
    Int.named("rule"),
    Bool.named("holds"),
    Bool.named("stays"),
)


@dataclass
class TrialMove:
    """A function that tests a condition after a move of the queue."""

    #: Statements that set `holds` after the move.
    test: Block
    #: The parameters other than the mover and the row, by the fields of a scope.
    takes: dict[str, Int]
    #: The sorts of moves that it tries.
    sorts: list[int] = field(default_factory=list)

    def function(
        self, name: str, follows: Callable[[int], bool], more: Bool | None = None
    ) -> Definition:
        """Return the function; `follows` tells which sorts have consequences.

        With `more`, this must also hold immediately after the move.
        """
        b = Statements()
        b.do("begin_attempt")
        if more is not None:
            b.set(COUNTERS.PASSED, 0)
            b.set(COUNTERS.REPLAYED, 0)
        b.set(_SORT, wide(S.queue[_ROW, 0]))
        for sort in each_sort(self.sorts, _SORT, b):
            b.do(f"act_{sort}", _ROW)
        b.set(COUNTERS.LAST, S.queue[_ROW, 2])
        b.set(COUNTERS.FROM, S.queue[_ROW, 1])
        for sort in each_sort(filter(follows, self.sorts), _SORT, b):
            b.do(f"then_{sort}", _ROW)
        if more is not None:
            b.set(_STAYS, more)
        b.set(COUNTERS.DONE, COUNTERS.TOUCHED)
        b.do("end_attempt")
        b.out.add(*self.test)
        if more is not None:
            b.set(HOLDS, HOLDS & _STAYS)
        b.do("undo")
        # The row exists already.
        b.set(COUNTERS.QUEUED, _ROW)
        b.give(HOLDS)
        return Definition(
            name, (MOVER, _ROW, *self.takes.values()), "bool", b.statements, mark="routine"
        )


@dataclass(frozen=True)
class DeferredTrial:
    """A trial of a legal move after it has been listed."""

    #: The sort of the trial move.
    sort: int
    #: The function that tests whether the move in ``row`` of the queue is legal, and its
    #: arguments other than mover and row.
    name: str
    arguments: tuple[Int, ...]

    def call(self, before: str = "") -> Bool:
        """Return the test that the move is legal; `before` is a prefix of the name."""
        return Bool.call(before + self.name, MOVER, _ROW, *self.arguments)


def deferred_trial(requirement: Requirement, sort: int, listed: int) -> DeferredTrial | None:
    """Return the trial of a listed move by its sort, or None if its row is not complete."""
    move, scope = requirement.tried, requirement.tried.scope
    sorts = scope.builder.sorts
    carries_same = sorts[sort].act.names == sorts[listed].act.names
    name, takes = trial_of(requirement.condition, move, sort)
    columns = {"origin": 1, "to": 2}
    said = {"origin": scope.origin is move.origin, "to": scope.to is move.to}
    if not carries_same or scope.mover is not MOVER or not all(said.get(x, False) for x in takes):
        return None
    return DeferredTrial(sort, name, tuple(wide(S.queue[_ROW, columns[x]]) for x in takes))


def holds_after(requirement: Requirement) -> Bool:
    """Return the test that a condition holds after a trial of a move."""
    scope = requirement.tried.scope
    row = scope.builder.enqueue(requirement.tried)
    name, takes = trial_of(requirement.condition, requirement.tried, row.sort)
    return Bool.call(name, requirement.mover, row.at, *(scope.names[name] for name in takes))


def trial_of(node: Condition, candidate: Candidate, sort: int) -> tuple[str, tuple[str, ...]]:
    """Return the function that tries a move of a sort, and its fields after mover and row."""
    scope, builder = candidate.scope, candidate.scope.builder
    reads = scope.model.facts.reads
    given = scope.parameters(name for name in _GIVEN if not CARRIED.get(name) or name in reads)
    # Inside moves, each sort has its own trial, so that functions never call themselves.
    key = (node, *given, scope.modes, sort if scope.is_making else None)
    if key not in builder.trials:
        b = scope.elsewhere(mover=MOVER, last=None, **given)
        b.set(HOLDS, b.condition(node))
        names = names_in(b.statements)
        takes = {name: each for name, each in given.items() if each.text in names}
        builder.trials[key] = TrialMove(b.statements, takes)
    trial = builder.trials[key]
    if sort not in trial.sorts:
        trial.sorts.append(sort)
    return f"trial_{list(builder.trials).index(key)}", tuple(trial.takes)
