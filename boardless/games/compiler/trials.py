"""Trials: moves made, tested and taken back; recorded moves that are made again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import condition
from boardless.games.compiler.source import SourceWriter
from boardless.games.language.ludeme import inside, read_in
from boardless.games.ludemes.chance import is_by_chance
from boardless.games.ludemes.memory import SetVariable
from boardless.games.ludemes.moves import Apply, Then
from boardless.games.ludemes.repetition import leads_on
from boardless.ir.expressions import MOVER

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.candidates import Candidate, Requirement
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.kinds import Condition, Moves
    from boardless.games.ludemes.repetition import Repetition
    from boardless.games.ludemes.sowing import Sow

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
    """Recorded moves: the name of the number of their list, and their sorts."""

    number: str
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


def record_prior(prior: Moves, scope: Scope) -> RecordedMoves:
    """Add statements that make a prior in a trial, and record it."""
    out, builder = scope.out, scope.builder
    record, before = out.name("kept"), out.name("before")
    out.add(f"{record} = begin_tried(s)")
    out.add(f"{before} = 0")
    builder.followed.append(set())
    queued = builder.queue([prior], scope.binding(ahead=finds_effects(prior)))
    builder.run(queued, out, behind=f"{before} = place_tried(s, {record}, {before})")
    return RecordedMoves(record, tuple(sorted(builder.followed.pop())))


def record_move(candidate: Candidate) -> RecordedMoves:
    """Add statements that try a move and record all that it makes, to be made in its place."""
    out, builder = candidate.scope.out, candidate.scope.builder
    builder.takes_back = True
    queued, record = out.name("queued"), out.name("kept")
    out.add(f"{queued} = int64(s.n[QUEUED])")
    builder.followed.append(set())
    row = builder.row_of(candidate)
    out.add("begin_attempt(s)")
    out.add(f"{record} = begin_tried(s)")
    out.add(f"act_{row.rule}(s, {row.at})")
    out.add(f"place_tried(s, {record}, 0)")
    take_back(queued, candidate.scope, keeps=True)
    return RecordedMoves(record, tuple(sorted(builder.followed.pop())))


def take_back(queued: str, scope: Scope, keeps: bool) -> None:
    """Add statements that undo a trial, to the queue's end `queued`; `keeps` leaves the records."""
    out = scope.out
    last = out.name("last") if keeps else ""
    if keeps:
        out.add(f"{last} = int64(s.n[TRIED])")
    out.add("undo(s)")
    out.add(f"s.n[QUEUED] = {queued}")
    if keeps:
        out.add(f"s.n[TRIED] = {last}")


def replay_moves(number: str, rules: tuple[int, ...], scope: Scope) -> None:
    """Add statements that make the moves of a list again, without looking for consequences.

    A move that is inserted amid the actions of one that does several is made behind all of these;
    the actions come to their places when all are done.
    """
    out = scope.out
    record, at = out.name("kept"), out.name("at")
    begun = out.assign("logged", "int64(s.n[LOGGED])")
    logged = out.assign("logged", begun)
    out.add(f"{record} = next_tried(s, {number})")
    with out.block(f"while {record} != 0:"):
        out.add(f"{at} = queue_tried(s, {record})")
        for rule in rules:
            out.when(f"s.queue[{at}, 0] == {rule}", f"act_{rule}(s, {at})")
        out.add(f"{logged} = number_actions(s, {logged}, move_tried(s, {record}))[0]")
        out.add(f"{record} = next_tried(s, {record})")
    out.add(f"interleave_actions(s, {begun}, move_tried(s, {number}))")


def replay_rows(number: str, rules: tuple[int, ...], scope: Scope) -> None:
    """Add statements that make the moves of a list, each with its consequences."""
    out = scope.out
    record, at = out.name("kept"), out.name("at")
    out.add(f"{record} = next_tried(s, {number})")
    with out.block(f"while {record} != 0:"):
        out.add(f"{at} = queue_tried(s, {record})")
        for rule in rules:
            with out.block(f"if s.queue[{at}, 0] == {rule}:"):
                out.add(f"act_{rule}(s, {at})")
                if scope.builder.follows(rule):
                    out.add(f"then_{rule}(s, {at})")
        out.add(f"{record} = next_tried(s, {record})")


#: Parameters of a function beside the mover and the row of the move: fields of a scope.
_GIVEN = ("to", "origin", *(name for name in CARRIED if name != "way"), "part", "hint", "looks")


@dataclass
class TrialMove:
    """A function that tells whether a condition holds after a move of the queue."""

    #: Parameters, and statements that set `holds` after the move.
    head: str
    test: str
    #: The fields of a scope that it has parameters for.
    takes: tuple[str, ...]
    #: The sorts of moves that it tries.
    rules: list[int] = field(default_factory=list)

    def body(self, follows: Callable[[int], bool], more: Repetition | None = None) -> str:
        """Return the statements of the function; `follows` tells which sorts have consequences.

        With `more` the move has to pass, too, or to lead to no such position as before.
        """
        out = SourceWriter(depth=1)
        out.add("begin_attempt(s)")
        if more is not None:
            out.add("s.n[PASSED] = 0")
            out.add("s.n[REPLAYED] = 0")
        out.add("rule = int64(s.queue[row, 0])")
        for rule in self.rules:
            out.when(f"rule == {rule}", f"act_{rule}(s, row)")
        out.add("s.n[LAST] = s.queue[row, 2]")
        out.add("s.n[FROM] = s.queue[row, 1]")
        for rule in filter(follows, self.rules):
            out.when(f"rule == {rule}", f"then_{rule}(s, row)")
        if more is not None:
            out.add(f"stays = {leads_on(more)}")
        out.add("s.n[DONE] = s.n[TOUCHED]")
        out.add("end_attempt(s)")
        out.add_text(self.test)
        if more is not None:
            out.add("holds = holds and stays")
        out.add("undo(s)")
        # The row has been written before.
        out.add("s.n[QUEUED] = row")
        out.add("return holds")
        return out.text()


@dataclass(frozen=True)
class DeferredTrial:
    """A trial of a legal move after it has been listed."""

    #: The sort of the move that is made for it.
    rule: int
    #: The condition that the move in ``row`` of the queue may be made.
    call: str


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
    arguments = "".join(f", int64(s.queue[row, {columns[x]}])" for x in takes)
    return DeferredTrial(rule, f"{name}(s, mover, row{arguments})")


def holds_after(requirement: Requirement) -> str:
    """Return the source of whether a condition holds after a move, which is tried for that."""
    scope = requirement.tried.scope
    row = scope.builder.row_of(requirement.tried)
    name, takes = trial_of(requirement.condition, requirement.tried, row.rule)
    arguments = "".join(f", {getattr(scope, field)}" for field in takes)
    return f"{name}(s, {requirement.mover}, {row.at}{arguments})"


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
        parameters = {name: f"given_{name.rstrip('_')}" for name in bound}
        out = SourceWriter(depth=1)
        inner = scope.binding(
            out=out, mover="mover", last=None, group=None, left_level=None, **parameters
        )
        out.add(f"holds = {condition(node, inner)}")
        takes = tuple(name for name in bound if re.search(rf"\b{parameters[name]}\b", out.text()))
        head = "s: Arrays, mover: int, row: int" + "".join(f", {parameters[n]}: int" for n in takes)
        builder.trials[key] = TrialMove(head, out.text(), takes)
    trial: TrialMove = builder.trials[key]
    if rule not in trial.rules:
        trial.rules.append(rule)
    return f"trial_{list(builder.trials).index(key)}", trial.takes
