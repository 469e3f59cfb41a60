"""Rules that combine other rules: alternatives, sequences, and the moves that do the most."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from typing import ClassVar

from boardless.games.kit import (
    ACTS,
    BESIDE,
    COUNTERS,
    EFFECT,
    ENGINE,
    FALSE,
    FROM,
    GLOBAL,
    HANDS_ON,
    MOVER,
    NONE,
    PUTS,
    SYMMETRIC,
    TILED,
    TO,
    TOUCHING,
    TRUE,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Condition,
    EngineFunction,
    Int,
    MarkedRegion,
    Moves,
    OneOrMore,
    Region,
    S,
    Scope,
    ScopeMode,
    ScratchRow,
    Site,
    SiteSet,
    Statements,
    carried,
    carried_names,
    cleared_row,
    do_first,
    frozen,
    greater,
    lifted,
    ludeme,
    may_sample,
    moves_of,
    read_in,
    wide,
)
from boardless.games.ludemes.moves import Apply, Then


@ludeme("append", facts=EFFECT)
class Append(Moves):
    """A single move with the actions of all moves of a rule, if the rule has moves.

    Example: (append (custodial (from (site))))
    """

    moves: Moves
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        any_ = b.variable("any", FALSE)
        # The target of the combined move is the first move's target.
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
            yield Candidate(b, origin, to, act, (self.moves,))


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


@frozen
class SeveralRules(Moves):
    """The moves of several rules."""

    rules: Several
    then: Then | None = None

    def own_moves(self, b: Scope) -> Candidates:
        for rule in self.rules:
            yield from moves_of(rule, b)


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

    def own_moves(self, b: Scope) -> Candidates:
        any_ = b.variable("any", FALSE)
        for n, rule in enumerate(self.rules):
            for _ in b.when(~any_ if n else TRUE):
                for move in moves_of(rule, b):
                    b.set(any_, TRUE)
                    yield move


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

    def own_moves(self, b: Scope) -> Candidates:
        with b.where(b.trying_at_once().condition(self.condition)):
            yield from moves_of(self.moves, b)
        if self.otherwise is not None:
            with b.otherwise():
                yield from moves_of(self.otherwise, b)


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
    # Names that only the first rule binds are numbers of the move.
    bound = first.scope.names
    own = carried_names(bound, {*first.carries, *read_in(first.reads)}, second.scope.names)
    place = count + 2 + len(second.numbers)

    def act(scope: Scope) -> None:
        values = {
            name: lifted(carried(place + n), type(bound[name])) for n, name in enumerate(own, 1)
        }
        first.make(scope.binding(**values))
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
        carries=(*(name for name in first.carries if name not in own), *second.carries),
        numbers=(
            *(*first.numbers, second.to, second.origin, *second.numbers),
            *(bound[name] for name in own),
        ),
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


@frozen
class EndsOfMoves(MarkedRegion):
    """The sites at one end of the moves of a rule."""

    #: The end, by its name in a candidate.
    end: ClassVar[str]
    moves: Moves

    def of(self, move: Candidate) -> Site | None:
        """Return the site of a move."""
        site: Site = getattr(move, self.end)
        return site

    def mark(self, b: Scope) -> ScratchRow:
        row = cleared_row(b)
        for move in moves_of(self.moves, b):
            if (at := self.of(move)) is not None:
                b.set(row[at], 1)
        return row


@ludeme("sites", "From", facts=GLOBAL)
class SitesFrom(EndsOfMoves):
    """The start sites of the moves of a rule.

    Example: (sites From (forEach Piece))
    """

    end = "origin"


@ludeme("sites", "To", facts=GLOBAL)
class SitesTo(EndsOfMoves):
    """The target sites of the moves of a rule.

    Example: (sites To (forEach Piece))
    """

    end = "to"


@ludeme("sites", "Between", facts=GLOBAL)
class SitesBetweenEnds(EndsOfMoves):
    """The sites that the moves of a rule hop over.

    Example: (sites Between (forEach Piece))
    """

    end = "between"

    def of(self, move: Candidate) -> Site | None:
        return move.scope.between


@frozen
class MovesThatDoMost(Moves):
    """The moves of a rule that do the most, optionally measured by the values of captures."""

    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    with_value: bool = False

    def site_numbers(self) -> frozenset[str]:
        """Return that the rule reads values, if the worth of captured pieces matters."""
        return self.facts.numbers | ({"values"} if self.with_value else frozenset())

    def legal(self, b: Scope) -> Candidates:
        if b.modes & (ScopeMode.MEASURING | ScopeMode.THREATENING):
            # The longest row of moves is among the longest of each first move; if there are moves,
            # some are the longest.
            yield from moves_of(self.moves, b)
            return
        made, worth = b.builder, _worth(self, b)
        in_row = isinstance(self, MaxMoves)
        measure = _number_of_moves(b, worth) if in_row else _captures(b, worth)
        first, best = b.variable("first", wide(COUNTERS.QUEUED)), b.variable("best", 0)
        for move in moves_of(self.moves, b):
            made.enqueue(move)
            length = b.variable("length", Int.call(measure, wide(COUNTERS.QUEUED) - 1))
            b.set(best, greater(best, length))
            # The measure is stored after the move.
            b.do("enqueue", length, NONE, NONE)
        row = b.variable("row", first)
        for move in moves_of(self.moves, b):
            b.add(row, 2)
            with b.where(S.queue[row - 1, 0] == best):
                yield move.followed(self.then)
        b.set(COUNTERS.QUEUED, first)


@ludeme("max", "Moves", facts=EFFECT, concepts="MaxMovesInTurn CopyContext")
class MaxMoves(MovesThatDoMost):
    """The moves of a rule that begin the longest row of moves, or the row with most captures.

    Example: (max Moves (forEach Piece))
    """


@ludeme("max", "Captures", facts=EFFECT, concepts="MaxCapture")
class MaxCaptures(MovesThatDoMost):
    """The moves of a rule that take the most pieces, or the highest values.

    Example: (max Captures (forEach Piece))
    """


@frozen
class Marked(Region):
    """Sites marked in a row of ``s.scratch``."""

    facts = GLOBAL
    row: ScratchRow

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: self.row[at] != 0)


_ROW = Int.named("row")


def _worth(node: MovesThatDoMost, scope: Scope) -> Int | None:
    """Return the total worth of others' pieces, or None if it does not matter."""
    if not node.site_numbers():
        return None
    b = Statements()
    worth = b.variable("worth", 0)
    for at in b.numbers(COUNTERS.COUNT + 1, ENGINE.HELD + 1, stem="at"):
        order = ENGINE.REMOVAL_ORDER
        gone = b.variable("gone", (order >= 0).choose(wide(S.fields[order, at]), 0))
        left = Int.call("height", at) - gone if scope.model.stacking else gone == 0
        with b.where((S.who[at] != 0) & (S.who[at] != COUNTERS.MOVER)):
            b.add(worth, wide(S.fields["VALUES", at]) * EngineFunction("int", Int)(left))
    b.give(worth)
    return Int.call(scope.builder.helper((), "int", b.statements))


def _captures(scope: Scope, worth: Int | None) -> str:
    """Return the name of the function that counts the pieces a move takes off the board."""
    b, standing = Statements(), wide(COUNTERS.STANDING) if worth is None else worth
    before = b.variable("before", standing)
    b.do("begin_attempt")
    b.do("try_row", _ROW)
    taken = b.variable("taken", before - standing)
    b.do("undo")
    b.give(taken)
    return scope.builder.helper((_ROW,), "int", b.statements)


#: The most consecutive moves of one turn in a trial.
_DEEPEST = 200


def _number_of_moves(scope: Scope, worth: Int | None) -> str:
    """Return the name of the function that counts moves in a row, or the worth of captures."""
    next_, end, look = scope.builder.row(), scope.builder.row(), _looks(scope)
    b = Statements()
    before = b.variable("before", Int.of(0) if worth is None else worth)
    best, depth, arrived = b.named(best=Int, depth=Int, arrived=Bool)
    b.do("begin_attempt")
    b.do("try_row", _ROW)
    b.set_all((best, depth, arrived), 0, 1, TRUE)
    with b.as_long_as(depth > 0):
        with b.where(arrived):
            b.set(best, greater(best, depth if worth is None else before - worth))
            b.set(next_[depth], COUNTERS.QUEUED)
            goes_on = COUNTERS.NEXT == COUNTERS.MOVER
            with b.where(goes_on & ~((depth < _DEEPEST) & Bool.call("has_room"))):
                # Undo has no room for more moves, and an endless row of moves would never fit.
                b.set(COUNTERS.LOST, 1)
            with b.otherwise(goes_on):
                mover = b.variable("mover", wide(COUNTERS.MOVER))
                b.set(COUNTERS.PREVIOUS, mover)
                b.set(COUNTERS.NEXT, Int.call("following", mover))
                b.add(COUNTERS.AGAIN, 1)
                b.do(look, mover)
            b.set(end[depth], COUNTERS.QUEUED)
            b.set(arrived, FALSE)
        at = b.variable("at", wide(next_[depth]))
        with b.where((at < end[depth]) & (COUNTERS.LOST == 0)):
            b.set(next_[depth], at + 1)
            b.do("begin_attempt")
            b.do("try_row", at)
            b.add(depth, 1)
            b.set(arrived, TRUE)
        with b.otherwise():
            b.do("undo")
            b.set(depth, depth - 1)
    b.give(best)
    return scope.builder.helper((_ROW,), "int", b.statements)


def _looks(scope: Scope) -> str:
    """Return the name of the function that writes all moves of a player to the queue."""
    rules = scope.model.game.rules
    b = scope.elsewhere(
        mover=MOVER,
        modes=scope.modes & ~ScopeMode.INSIDE | ScopeMode.MEASURING,
        to=None,
        origin=None,
        between=None,
        iterated=None,
        last=None,
    )
    for move in moves_of(rules.play.moves, b) if rules.play is not None else ():
        scope.builder.enqueue(move)
    for number, phase in enumerate(rules.phases):
        with b.where(S.n[ENGINE.PHASE + MOVER] == number):
            for move in moves_of(phase.play.moves, b):
                scope.builder.enqueue(move)
    b.give(0)
    return scope.builder.helper((MOVER,), "int", b.statements)
