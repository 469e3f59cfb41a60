"""Rules made of other rules: alternatives, priorities, sequences, combinations."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.dispatch import condition, holds
from boardless.games.compiler.shared_rules import find, may_sample
from boardless.games.language.facts import (
    ACTS,
    BESIDE,
    EFFECT,
    HANDS_ON,
    PUTS,
    SYMMETRIC,
    TILED,
    TOUCHING,
)
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Condition, Moves
from boardless.games.ludemes.moves import Then, followed_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope


@ludeme("append", example="(append (custodial (from (site))))", facts=EFFECT)
class Append(Moves):
    """A single move with the actions of all moves of a rule, if it has one."""

    moves: Moves
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        any_ = out.assign("any", "False")
        # The move goes where the first one goes.
        origin = out.assign("from", "NONE")
        to = out.assign("to", "NONE")

        def noted(candidate: Candidate) -> None:
            inner = candidate.scope.out
            with inner.block(f"if not {any_}:"):
                inner.add(f"{any_} = True")
                inner.add(f"{origin} = {candidate.origin}")
                inner.add(f"{to} = {candidate.to}")

        def act(inner: Scope) -> None:
            inner.builder.follow(self.moves, inner)

        one_will_do = scope if may_sample(self.moves, scope) else scope.binding(enough=any_)
        find(self.moves, one_will_do, noted)
        with out.block(f"if {any_}:"):
            found(Candidate(scope, origin, to, act, (self.moves,)).followed(self.then))


@ludeme("allCombinations", example="(allCombinations (add (to (site))) (flip (between)))")
class AllCombinations(Moves):
    """Each move of one rule together with each of another, which is done after it."""

    facts = ACTS | EFFECT
    first: Moves
    second: Moves
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        def combined(first: Candidate) -> None:
            find(self.second, scope, lambda second: found(_both(first, second).followed(self.then)))

        find(self.first, scope, combined)


Several = tuple[Moves, ...]


@ludeme("apply", example="(apply if:(is Mover P1) (moveAgain))", facts=EFFECT)
class MovesApplied(Moves):
    """The moves of a rule, if the condition holds."""

    moves: Moves
    _: KW_ONLY
    if_: Condition | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        with scope.out.block(f"if {holds(self.if_, scope)}:"):
            self.moves.each_move(scope, found)


@ludeme(
    "or",
    example="(or (move Add (to (sites Outer))) (move Add (to (centrePoint))))",
    concepts="Union",
)
class MovesOr(Moves):
    """The moves of every rule; one that two rules allow counts twice."""

    facts = SYMMETRIC | TOUCHING | PUTS | BESIDE | HANDS_ON
    rules: Several
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        for rule in self.rules:
            find(rule, scope, followed_by(self.then, found))


@ludeme(
    "and",
    example="(and (move Add (to (sites Outer))) (move Add (to (centrePoint))))",
    concepts="Union",
)
class MovesAnd(Moves):
    """The moves of every rule, in this order."""

    facts = SYMMETRIC | PUTS | BESIDE | HANDS_ON
    rules: Several
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        MovesOr(self.rules, self.then).each_move(scope, found)


@ludeme(
    "priority",
    example="(priority (move Add (to (sites Outer))) (move Add (to (sites Empty))))",
    concepts="Priority",
)
class Priority(Moves):
    """The moves of the first rule that has any."""

    facts = SYMMETRIC | PUTS
    rules: Several
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        out = scope.out
        any_ = out.assign("any", "False")

        def noted(candidate: Candidate) -> None:
            candidate.scope.out.add(f"{any_} = True")
            found(candidate.followed(self.then))

        for n, rule in enumerate(self.rules):
            if n == 0:
                find(rule, scope, noted)
            else:
                with out.block(f"if not {any_}:"):
                    find(rule, scope, noted)


@ludeme(
    "if",
    example="(if (is Mover P1) (move Add (to (sites Outer))))",
    concepts="ConditionalStatement",
)
class MovesIf(Moves):
    """The moves of one rule when the condition holds, else those of the other."""

    facts = SYMMETRIC | TOUCHING | PUTS | BESIDE | HANDS_ON | TILED
    condition: Condition
    moves: Moves
    otherwise: Moves | None = None
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        followed = followed_by(self.then, found)
        with scope.out.block(f"if {condition(self.condition, scope.trying_at_once())}:"):
            find(self.moves, scope, followed)
        if self.otherwise is not None:
            with scope.out.block("else:"):
                find(self.otherwise, scope, followed)


@ludeme(
    "seq",
    example="(seq {(set Counter) (set Score P1 (counter))})",
    facts=EFFECT,
    concepts="CopyContext",
)
class Sequence(Moves):
    """Follow rules one after another: each sees what those before it have done."""

    rules: Annotated[tuple[Moves, ...], Limits(1)]

    def each_move(self, scope: Scope, found: Found) -> None:
        def act(inner: Scope) -> None:
            for rule in self.rules:
                inner.builder.follow(rule, inner)

        found(_in_one(self, scope, act))


@ludeme(
    "while",
    example='(while (< (var "Count") 3) (set Var "Count" (+ (var "Count") 1)))',
    concepts="CopyContext",
)
class While(Moves):
    """Follow a rule as long as a condition holds; after ten thousand times the game is lost."""

    facts = EFFECT
    condition: Condition
    moves: Moves
    then: Then | None = None

    def each_move(self, scope: Scope, found: Found) -> None:
        moves = self.moves if self.then is None else MovesOr((self.moves,), self.then)

        def act(inner: Scope) -> None:
            out, left = inner.out, inner.out.name("left")
            out.add(f"{left} = {_MOST}")
            queued = out.assign("queued", "int64(s.n[QUEUED])")
            with out.block("while True:"):
                out.when(f"not {condition(self.condition, inner)}", "break")
                with out.block(f"if {left} == 0 or s.n[LOST] != 0:"):
                    out.add("s.n[LOST] = 1")
                    out.add("break")
                out.add(f"{left} -= 1")
                inner.builder.follow(moves, inner)
                # What has been made leaves the queue.
                out.add(f"s.n[QUEUED] = {queued}")

        found(_in_one(self, scope, act))


def _both(first: Candidate, second: Candidate) -> Candidate:
    """Return the move that does what one does, and then what another does."""
    count = len(first.numbers)

    def act(scope: Scope) -> None:
        first.make(scope)
        # From here on the names mean what they mean to the second.
        scope.out.add(f"site = number{count + 1}")
        scope.out.add(f"origin = number{count + 2}")
        for n in range(1, len(second.numbers) + 1):
            scope.out.add(f"number{n} = number{count + 2 + n}")
        second.make(scope)

    return replace(
        second,
        origin=first.origin,
        to=first.to,
        act=act,
        beside=None,
        reads=(*first.reads, *second.reads),
        then=(*first.then, *second.then),
        carries=(*first.carries, *second.carries),
        numbers=(*first.numbers, second.to, second.origin, *second.numbers),
    )


#: The most repetitions of a rule in a row before the game is given up.
_MOST = 10_000


def _in_one(node: Sequence | While, scope: Scope, act: Callable[[Scope], None]) -> Candidate:
    """Return the move that does what rules do one after another."""
    return Candidate(scope, "NONE", "NONE", act, (node,))
