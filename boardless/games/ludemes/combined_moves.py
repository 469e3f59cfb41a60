"""Rules that combine other rules: alternatives, priorities, sequences, combinations."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardless.games.kit import (
    ACTS,
    BESIDE,
    COUNTERS,
    EFFECT,
    FALSE,
    FROM,
    HANDS_ON,
    NONE,
    PUTS,
    SYMMETRIC,
    TILED,
    TO,
    TOUCHING,
    TRUE,
    Candidate,
    Candidates,
    Condition,
    Int,
    Moves,
    OneOrMore,
    Scope,
    Site,
    carried,
    do_first,
    lifted,
    ludeme,
    may_sample,
    moves_of,
    wide,
)
from boardless.games.ludemes.moves import Apply, Then, followed


@ludeme("append", facts=EFFECT)
class Append(Moves):
    """A single move with the actions of all moves of a rule, if the rule has moves.

    Example: (append (custodial (from (site))))
    """

    moves: Moves
    then: Then | None = None

    def legal(self, b: Scope) -> Candidates:
        any_ = b.variable("any", FALSE)
        # The move goes where the first one goes.
        origin, to = b.variable("from", NONE), b.variable("to", NONE)
        one_will_do = b if may_sample(self.moves, b) else b.binding(enough=any_)
        for move in moves_of(self.moves, one_will_do):
            with b.where(~any_):
                b.set(any_, TRUE)
                b.set(origin, lifted(move.origin, Site))
                b.set(to, lifted(move.to, Site))

        def act(b: Scope) -> None:
            b.builder.follow(self.moves, b)

        with b.where(any_):
            yield Candidate(b, origin, to, act, (self.moves,)).followed(self.then)


@ludeme("allCombinations", facts=ACTS | EFFECT)
def all_combinations(b: Scope, first: Moves, second: Moves, then: Then | None = None) -> Candidates:
    """Each move of one rule followed by each move of another rule.

    Example: (allCombinations (add (to (site))) (flip (between)))
    """
    for one in moves_of(first, b):
        for other in moves_of(second, b):
            yield _both(one, other).followed(then)


Several = tuple[Moves, ...]


@ludeme("apply", facts=EFFECT)
def moves_applied(b: Scope, moves: Moves, *, if_: Condition | None = None) -> Candidates:
    """The moves of a rule, if the condition holds.

    Example: (apply if:(is Mover P1) (moveAgain))
    """
    with b.where(b.holds(if_)):
        yield from moves.legal(b)


@dataclass(frozen=True)
class SeveralRules(Moves):
    """The moves of several rules."""

    rules: Several
    then: Then | None = None

    def legal(self, b: Scope) -> Candidates:
        for rule in self.rules:
            yield from followed(moves_of(rule, b), self.then)


@ludeme("or", concepts="Union", phrase="{rules|or}")
class MovesOr(SeveralRules):
    """The moves of every rule; one that two rules allow counts twice.

    Example: (or (move Add (to (sites Outer))) (move Add (to (centrePoint))))
    """

    facts = SYMMETRIC | TOUCHING | PUTS | BESIDE | HANDS_ON


@ludeme("and", concepts="Union", phrase="{rules|and}")
class MovesAnd(SeveralRules):
    """The moves of every rule, in this order.

    Example: (and (move Add (to (sites Outer))) (move Add (to (centrePoint))))
    """

    facts = SYMMETRIC | PUTS | BESIDE | HANDS_ON


@ludeme("priority", concepts="Priority")
class Priority(SeveralRules):
    """The moves of the first rule that has any.

    Example: (priority (move Add (to (sites Outer))) (move Add (to (sites Empty))))
    """

    facts = SYMMETRIC | PUTS

    def legal(self, b: Scope) -> Candidates:
        any_ = b.variable("any", FALSE)
        for n, rule in enumerate(self.rules):
            for _ in b.when(~any_ if n else TRUE):
                for move in moves_of(rule, b):
                    b.set(any_, TRUE)
                    yield move.followed(self.then)


@ludeme(
    "if",
    concepts="ConditionalStatement",
    phrase="if {condition}: {moves}[; otherwise: {otherwise}]",
)
class MovesIf(Moves):
    """The moves of one rule if the condition holds, else the moves of the other.

    Example: (if (is Mover P1) (move Add (to (sites Outer))))
    """

    facts = SYMMETRIC | TOUCHING | PUTS | BESIDE | HANDS_ON | TILED
    condition: Condition
    moves: Moves
    otherwise: Moves | None = None
    then: Then | None = None

    def legal(self, b: Scope) -> Candidates:
        with b.where(b.trying_at_once().condition(self.condition)):
            yield from followed(moves_of(self.moves, b), self.then)
        if self.otherwise is not None:
            with b.otherwise():
                yield from followed(moves_of(self.otherwise, b), self.then)


@ludeme("seq", facts=EFFECT, concepts="CopyContext")
def sequence(node: Moves, b: Scope, rules: OneOrMore[Moves]) -> Candidates:
    """Follow rules in order, so that each sees the effects of the rules before it.

    Example: (seq {(set Counter) (set Score P1 (counter))})
    """

    def act(b: Scope) -> None:
        for rule in rules:
            b.builder.follow(rule, b)

    yield Candidate(b, NONE, NONE, act, (node,))


@ludeme("while", facts=EFFECT, concepts="CopyContext")
def while_(
    node: Moves, b: Scope, condition: Condition, moves: Moves, then: Then | None = None
) -> Candidates:
    """Follow a rule while a condition holds; after 10,000 times the game is lost.

    Example: (while (< (var "Count") 3) (set Var "Count" (+ (var "Count") 1)))
    """
    rule = moves if then is None else MovesOr((moves,), then)

    def act(b: Scope) -> None:
        left = b.variable("left", Int.of(_MOST))
        queued = b.variable("queued", wide(COUNTERS.QUEUED))
        with b.as_long_as(TRUE):
            b.leave(~b.condition(condition))
            with b.where((left == 0) | (COUNTERS.LOST != 0)):
                b.set(COUNTERS.LOST, 1)
                b.leave()
            b.set(left, left - 1)
            b.builder.follow(rule, b)
            # Moves that were made leave the queue.
            b.set(COUNTERS.QUEUED, queued)

    yield Candidate(b, NONE, NONE, act, (node,))


def _both(first: Candidate, second: Candidate) -> Candidate:
    """Return the move that makes one move and then another."""
    count = len(first.numbers)

    def act(scope: Scope) -> None:
        first.make(scope)
        # From here on the names have the meaning of the second move.
        scope.set(TO, carried(count + 1))
        scope.set(FROM, carried(count + 2))
        for n in range(1, len(second.numbers) + 1):
            scope.set(carried(n), carried(count + 2 + n))
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


def effect_of(apply: Apply | None) -> Moves | None:
    """Return the additional effect of a move, if its condition holds."""
    if apply is None or apply.moves is None or apply.if_ is None:
        return None if apply is None else apply.moves
    return MovesIf(condition=apply.if_, moves=apply.moves)


def applied(apply: Apply | None, b: Scope) -> None:
    """Carry out the additional effect of a move first, with all its consequences."""
    if (effect := effect_of(apply)) is not None:
        do_first(effect, b)
