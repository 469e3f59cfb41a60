"""Trials: moves made, tested and taken back; recorded moves that are made again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.games.language.ludeme import inside, read_in
from boardless.games.ludemes.chance import is_by_chance
from boardless.games.ludemes.memory import SetVariable
from boardless.games.ludemes.moves import Apply, Then
from boardless.games.ludemes.repetition import leads_on
from boardless.ir.expressions import MOVER, Array, Bool, Int, S, wide
from boardless.ir.statements import Block, Definition, names_in
from boardless.ir.writer import Statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from boardless.games.compiler.candidates import Candidate, Requirement
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.kinds import Condition, Moves
    from boardless.games.ludemes.repetition import Repetition
    from boardless.games.ludemes.sowing import Sow

#: How many rows of the queue are in use.
QUEUED = S.n["QUEUED"]
#: Values that a move may carry beside its from and to: fields of a scope, and whether they are only
#: of use where a ludeme reads them.
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


@dataclass(frozen=True)
class RecordedMoves:
    """Recorded moves: the number of their list, and their sorts."""

    number: Int
    rules: tuple[int, ...]


def records_moves(game: GameTree) -> bool:
    """Tell whether tried moves are recorded, to be made again as they were found."""
    from boardless.games.ludemes.prior_moves import Do
    from boardless.games.ludemes.sowing import Sow

    if any(isinstance(node, Sow) and is_sown_late(node, game) for node in inside(game)):
        return True
    later: list[object] = [node for node in inside(game) if isinstance(node, Then | Apply)]
    priors = [node.prior for node in inside(game) if isinstance(node, Do) and node.next is not None]
    if any(finds_effects(prior) for prior in priors):
        return True
    later += [node.prior for node in inside(game) if isinstance(node, Do)]
    return any(
        isinstance(part, Do) and part.next is not None and needs_record(part.prior)
        for part in inside(tuple(later))
    )


def is_sown_late(node: Sow, game: GameTree) -> bool:
    """Tell whether moves at the end of sowing are found before other things are done.

    These are rules of the same ``and`` that change what they read, and the same sowing as a prior
    of several moves.
    """
    from boardless.games.ludemes.combined_moves import MovesAnd
    from boardless.games.ludemes.prior_moves import Do

    if node.apply is None:
        return False
    nodes = tuple(inside(game))
    if any(isinstance(x, Do) and x.next and node in inside(x.prior) for x in nodes):
        return True
    if "memory" not in read_in((node.apply, node.if_)):
        return False
    beside = (x.rules for x in nodes if isinstance(x, MovesAnd) and node in x.rules)
    return any("memory" in rule.facts.changes for rules in beside for rule in rules)


def needs_record(prior: Moves) -> bool:
    """Tell whether a prior has to be recorded: chance, and variables alone, need not."""
    return not is_by_chance(prior) and not variables_of(prior)


def finds_effects(prior: Moves) -> bool:
    """Tell whether moves of a prior do other things along, which are found before any is made."""
    return needs_record(prior) and any(isinstance(node, Apply) for node in inside(prior))


def does_several(prior: Moves) -> bool:
    """Tell whether moves of a prior that has several do several things each."""
    from boardless.games.ludemes.combined_moves import MovesAnd
    from boardless.games.ludemes.memory import Every, ForgetValue

    return isinstance(prior, MovesAnd) and any(
        isinstance(rule, ForgetValue) and isinstance(rule.value, Every) for rule in prior.rules
    )


def variables_of(prior: Moves) -> tuple[SetVariable, ...]:
    """Return the variables that a prior sets, in order; none for any other prior."""
    from boardless.games.ludemes.combined_moves import MovesAnd

    parts = prior.rules if isinstance(prior, MovesAnd) and prior.then is None else (prior,)
    found = [part for part in parts if isinstance(part, SetVariable) and part.then is None]
    if len(found) < len(parts) or is_by_chance(prior):
        return ()
    return (*found[:1], *reversed(found[1:]))


def record_prior(prior: Moves, b: Scope) -> RecordedMoves:
    """Make a prior in a trial, and record it."""
    builder = b.builder
    record = b.variable("kept", Int.call("begin_tried"))
    before = b.variable("before", Int.of(0))
    builder.followed.append(set())
    queued = builder.queue([prior], b.binding(ahead=finds_effects(prior)))
    builder.run(queued, b, behind=lambda: b.set(before, _placed(record, before)))
    return RecordedMoves(record, tuple(sorted(builder.followed.pop())))


def _placed(record: Int, before: Int) -> Int:
    return Int.call("place_tried", record, before)


def record_move(candidate: Candidate) -> RecordedMoves:
    """Try a move and record all that it makes, to be made in its place."""
    b, builder = candidate.scope, candidate.scope.builder
    builder.takes_back = True
    queued, record = b.named(queued=Int, kept=Int)
    b.set(queued, wide(QUEUED))
    builder.followed.append(set())
    row = builder.row_of(candidate)
    b.do("begin_attempt")
    b.set(record, Int.call("begin_tried"))
    b.do(f"act_{row.rule}", row.at)
    b.do("place_tried", record, 0)
    take_back(queued, b, keeps=True)
    return RecordedMoves(record, tuple(sorted(builder.followed.pop())))


def take_back(queued: Int, b: Scope, keeps: bool) -> None:
    """Undo a trial, to the queue's end `queued`; `keeps` leaves the records."""
    tried = S.n["TRIED"]
    last = b.variable("last", wide(tried)) if keeps else tried
    b.do("undo")
    b.set(QUEUED, queued)
    if keeps:
        b.set(tried, last)


def replay_moves(number: Int, rules: tuple[int, ...], b: Scope) -> None:
    """Make the moves of a list again, without looking for consequences.

    A move that is inserted amid the actions of one that does several is made behind all of these;
    the actions come to their places when all are done.
    """
    begun = b.variable("logged", wide(S.n["LOGGED"]))
    logged = b.variable("logged", begun)
    for record, at in _tried(number, b):
        for rule in rules:
            with b.where(S.queue[at, 0] == rule):
                b.do(f"act_{rule}", at)
        numbered = Int.call("number_actions", logged, Int.call("move_tried", record))
        b.set(logged, Array("item", numbered, Int.of(0)))
    b.do("interleave_actions", begun, Int.call("move_tried", number))


def replay_rows(number: Int, rules: tuple[int, ...], b: Scope) -> None:
    """Make the moves of a list, each with its consequences."""
    for _, at in _tried(number, b):
        for rule in rules:
            with b.where(S.queue[at, 0] == rule):
                b.do(f"act_{rule}", at)
                if b.builder.follows(rule):
                    b.do(f"then_{rule}", at)


def _tried(number: Int, b: Scope) -> Iterator[tuple[Int, Int]]:
    """Go through the records of a list: the record, and the row into which it is written."""
    record, at = b.named(kept=Int, at=Int)
    b.set(record, Int.call("next_tried", number))
    with b.as_long_as(record != 0):
        b.set(at, Int.call("queue_tried", record))
        yield record, at
        b.set(record, Int.call("next_tried", record))


#: Parameters of a function beside the mover and the row of the move: fields of a scope.
_GIVEN = ("to", "origin", *(name for name in CARRIED if name != "way"), "part", "hint", "looks")
_ROW, _RULE, HOLDS, _STAYS = (
    Int.named("row"),
    Int.named("rule"),
    Bool.named("holds"),
    Bool.named("stays"),
)


@dataclass
class TrialMove:
    """A function that tells whether a condition holds after a move of the queue."""

    #: Statements that set `holds` after the move.
    test: Block
    #: The parameters beside the mover and the row, by the fields of a scope that they give.
    takes: dict[str, Int]
    #: The sorts of moves that it tries.
    rules: list[int] = field(default_factory=list)

    def function(
        self, name: str, follows: Callable[[int], bool], more: Repetition | None = None
    ) -> Definition:
        """Return the function; `follows` tells which sorts have consequences.

        With `more` the move has to pass, too, or to lead to no such position as before.
        """
        b = Statements()
        b.do("begin_attempt")
        if more is not None:
            b.set(S.n["PASSED"], 0)
            b.set(S.n["REPLAYED"], 0)
        b.set(_RULE, wide(S.queue[_ROW, 0]))
        for rule in self.rules:
            with b.where(rule == _RULE):
                b.do(f"act_{rule}", _ROW)
        b.set(S.n["LAST"], S.queue[_ROW, 2])
        b.set(S.n["FROM"], S.queue[_ROW, 1])
        for rule in filter(follows, self.rules):
            with b.where(rule == _RULE):
                b.do(f"then_{rule}", _ROW)
        if more is not None:
            b.set(_STAYS, leads_on(more))
        b.set(S.n["DONE"], S.n["TOUCHED"])
        b.do("end_attempt")
        b.out.add(*self.test)
        if more is not None:
            b.set(HOLDS, HOLDS & _STAYS)
        b.do("undo")
        # The row has been written before.
        b.set(QUEUED, _ROW)
        b.give(HOLDS)
        return Definition(
            name, (MOVER, _ROW, *self.takes.values()), "bool", b.statements, mark="routine"
        )


@dataclass(frozen=True)
class DeferredTrial:
    """A trial of a legal move after it has been listed."""

    #: The sort of the move that is made for it.
    rule: int
    #: The function that tells whether the move in ``row`` of the queue may be made, and its
    #: arguments beside mover and row.
    name: str
    arguments: tuple[Int, ...]

    def call(self, before: str = "") -> Bool:
        """Return the test that the move may be made; `before` is put before the name."""
        return Bool.call(before + self.name, MOVER, _ROW, *self.arguments)


def deferred_trial(requirement: Requirement, rule: int, carries_same: bool) -> DeferredTrial | None:
    """Return the trial of a listed move by sort; None if its row does not say all of it.

    `carries_same`: the move that is listed carries the same names.
    """
    move, scope = requirement.tried, requirement.tried.scope
    name, takes = trial_of(requirement.condition, move, rule)
    columns = {"origin": 1, "to": 2}
    said = {"origin": scope.origin is move.origin, "to": scope.to is move.to}
    if not carries_same or scope.mover is not MOVER or not all(said.get(x, False) for x in takes):
        return None
    return DeferredTrial(rule, name, tuple(wide(S.queue[_ROW, columns[x]]) for x in takes))


def holds_after(requirement: Requirement) -> Bool:
    """Return whether a condition holds after a move, which is tried for that."""
    scope = requirement.tried.scope
    row = scope.builder.row_of(requirement.tried)
    name, takes = trial_of(requirement.condition, requirement.tried, row.rule)
    return Bool.call(name, requirement.mover, row.at, *(getattr(scope, field) for field in takes))


def trial_of(node: Condition, candidate: Candidate, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return the function that tries a move of a sort, and its fields after mover and row."""
    scope, builder = candidate.scope, candidate.scope.builder
    builder.takes_back = True
    bound = tuple(
        name
        for name in _GIVEN
        if getattr(scope, name) is not None
        and (not CARRIED.get(name) or name in scope.model.facts.reads)
    )
    # Inside of moves each sort has a trial of its own: no function may come to call itself.
    own = rule if scope.after else None
    options = (scope.hand, scope.threatening, scope.looking, scope.measuring, scope.shares)
    key = (node, bound, options, own)
    if key not in builder.trials:
        given = {
            name: type(getattr(scope, name)).named(f"given_{name.rstrip('_')}") for name in bound
        }
        b = scope.elsewhere(mover=MOVER, last=None, group=None, left_level=None, **given)
        b.set(HOLDS, b.condition(node))
        names = names_in(b.statements)
        takes = {name: each for name, each in given.items() if each.text in names}
        builder.trials[key] = TrialMove(b.statements, takes)
    trial = builder.trials[key]
    if rule not in trial.rules:
        trial.rules.append(rule)
    return f"trial_{list(builder.trials).index(key)}", tuple(trial.takes)
