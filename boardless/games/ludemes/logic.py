"""Logic: conjunctions, comparisons, parity and membership."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from boardless.games.kit import (
    ARITHMETIC,
    COMPARES,
    FALSE,
    GLOBAL,
    IDEMPOTENT,
    PURE,
    TOUCHING,
    TRUE,
    UNORDERED,
    Bool,
    Builder,
    Condition,
    Filling,
    Int,
    Integer,
    Integers,
    Ludeme,
    OneOrMore,
    Region,
    Role,
    S,
    Scope,
    Site,
    absent,
    every,
    frozen,
    ludeme,
    some,
)
from boardless.games.ludemes.groups import CountLiberties, fill_group
from boardless.games.ludemes.lists import MapEntry
from boardless.games.ludemes.literals import Constant, Listed
from boardless.games.ludemes.memory import Counter, SitesPending, has_value
from boardless.games.ludemes.pieces import ComponentId, What
from boardless.games.ludemes.players import IsFriend
from boardless.games.ludemes.puzzle_values import settled
from boardless.games.ludemes.sites import ToSite
from boardless.games.ludemes.sizes import Number, exact

Several = OneOrMore[Condition]
Operand = Integer | Role


@ludeme("is", "In", facts=PURE, concepts="Contains", phrase="{value} is one of {among}")
class IsIn(Condition):
    """A site (default: (to)) is in a region, or an integer is among others.

    Example: (is In (to) (sites Empty))
    """

    value: Integer = absent(ToSite())
    among: Region | Integers

    def reach(self) -> float:
        """Return the distance to a site of a region plus the reach of the region from there."""
        if isinstance(self.among, Region):
            return self.value.reach_as_site + self.among.reach()
        return super().reach()

    def sees_border(self) -> bool:
        """Return True if the condition depends on the border; next to (to) it does not."""
        value, among = self.value, self.among
        if isinstance(among, Integers):
            return among.sees_border_for(value)
        return among.target_sees_border() if isinstance(value, ToSite) else super().sees_border()

    def site_arguments(self) -> frozenset[str]:
        return super().site_arguments() | ({"value"} if isinstance(self.among, Region) else set())

    def meaning(self, b: Builder) -> Bool:
        among = self.among
        if isinstance(among, SitesPending):
            # A pending value need not be the number of a site.
            scope = b.playing(self)
            number = scope.variable("value", scope.integer(self.value))
            return (number >= 0) & has_value(scope.pending[0], number)
        if isinstance(among, Region):
            return b.member_of(among, self.value)
        value = b.integer(self.value)
        value = value if value.is_short else b.let(value, "a")
        if isinstance(among, Listed):
            return some(*(value == b.integer(option) for option in among.values))
        return b.any(among, lambda other: other == value)


@ludeme("is", "In", facts=GLOBAL, concepts="Contains")
def are_in(b: Builder, values: tuple[Integer, ...], among: Region | Integers) -> Bool:
    """Several sites are in a region, or several integers are among others.

    Example: (is In {(last To) (last From)} (sites Outer))
    """
    each = (IsIn(value, among) for value in values)
    return b.all_of(partial(one.meaning, b) for one in each)


@ludeme("is", "Even", facts=TOUCHING | ARITHMETIC, concepts="Even")
def is_even(b: Builder, value: Integer) -> Bool:
    """An integer is even.

    Example: (is Even (site))
    """
    return b.integer(value) % 2 == 0


@ludeme("is", "Odd", facts=TOUCHING | ARITHMETIC, concepts="Odd")
def is_odd(b: Builder, value: Integer) -> Bool:
    """An integer is odd.

    Example: (is Odd (row of:(site)))
    """
    return b.integer(value) % 2 == 1


@ludeme(
    "and", facts=PURE | UNORDERED | IDEMPOTENT, concepts="Conjunction", phrase="{conditions|and}"
)
class And(Condition):
    """All conditions hold.

    Example: (and (is Line 3) (not (is Line 4)))
    """

    conditions: Several

    def concepts(self) -> frozenset[str]:
        """Return the concepts; without "Contains", because there are further conditions."""
        told = [part.concepts() for part in self.conditions]
        concepts = self.own_concepts().union(*told) - {"Contains"}
        return concepts | {"Fill"} if all("IsPieceAt" in part for part in told) else concepts

    def wants_empty(self) -> bool:
        return any(part.wants_empty() for part in self.conditions)

    def wants_no_friend(self) -> bool:
        return any(part.wants_no_friend() for part in self.conditions)

    def meaning(self, b: Builder) -> Bool:
        """Return the conjunction of the conditions, evaluated from the left."""
        return b.all_of(partial(b.condition, part) for part in self.conditions)

    def stands(self) -> bool | None:
        return self.conditions[0].stands() if self.conditions else None


@ludeme("or", facts=PURE | UNORDERED | IDEMPOTENT, concepts="Disjunction", phrase="{conditions|or}")
class Or(Condition):
    """At least one condition holds.

    Example: (or (is Line 4) (no Moves Next))
    """

    conditions: Several

    def wants_no_friend(self) -> bool:
        return all(part.wants_no_friend() for part in self.conditions)

    def meaning(self, b: Builder) -> Bool:
        """Return the disjunction of the conditions, evaluated from the left."""
        return b.any_of(partial(b.condition, part) for part in self.conditions)


@ludeme("xor", facts=PURE | UNORDERED, concepts="ExclusiveDisjunction")
def xor(b: Builder, first: Condition, second: Condition) -> Bool:
    """One of two conditions holds, but not both.

    Example: (xor (is Mover P1) (is Empty (to)))
    """
    one, other = b.let(b.condition(first), "c"), b.let(b.condition(second), "c")
    return (one & ~other) | (other & ~one)


@ludeme("toBool", facts=PURE | ARITHMETIC)
def to_bool(b: Builder, number: Integer | Number) -> Bool:
    """A number is not 0.

    Example: (toBool (score Mover))
    """
    if isinstance(number, Integer):
        return b.integer(number) != 0
    return Bool.of(exact(number) != 0)


@ludeme("if", facts=GLOBAL, concepts="ConditionalStatement")
def condition_if(
    b: Builder, condition: Condition, then: Condition, otherwise: Condition | None = None
) -> Bool:
    """The second condition if the first holds, else the third; false without a third.

    Example: (if (is Mover P1) (is Empty (to)) True)
    """
    return b.either(
        b.condition(condition),
        partial(b.condition, then),
        lambda: FALSE if otherwise is None else b.condition(otherwise),
        stem="c",
    )


@ludeme("not", facts=PURE, concepts="Negation", phrase="it is not true that {condition}")
class Not(Condition):
    """A condition does not hold.

    Example: (not (is Empty (to)))
    """

    condition: Condition

    def concepts(self) -> frozenset[str]:
        """Return the negated concepts of the condition."""
        return self.own_concepts() | negated(self.condition.concepts())

    def wants_no_friend(self) -> bool:
        return isinstance(self.condition, IsFriend)

    def meaning(self, b: Builder) -> Bool:
        return ~b.condition(self.condition)


@frozen
class Comparison(Condition):
    """A comparison of two integers, or of players by their roles, named by its sign."""

    left: Operand
    right: Operand

    def compare(self, left: Int, right: Int) -> Bool:
        """Return the comparison of two numbers."""
        return left.compared("==" if self.head == "=" else self.head, right)

    def site_arguments(self) -> frozenset[str]:
        """Return the names; the equality of two places does not depend on their numbers."""
        sides = (self.left, self.right)
        places = all(isinstance(side, Ludeme) and side.facts.place for side in sides)
        same = {"left", "right"} if places and not self.facts.arithmetic else set()
        return super().site_arguments() | same

    def meaning(self, b: Builder) -> Bool:
        return self.compare(b.who(self.left, self), b.who(self.right, self))


@ludeme("=", facts=PURE | COMPARES, concepts="Equal", phrase="{left} is {right}")
class Equal(Comparison):
    """Two integers, or an integer and the player of a role, are equal.

    Example: (= (who at:(to)) (mover))
    """

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for counts and positions of pieces."""
        return equalities(self.left, self.right)


@ludeme("=", facts=GLOBAL, concepts="Equal Fill")
def same_sites(b: Builder, left: Region, right: Region) -> Bool:
    """Two regions have the same sites.

    Example: (= (sites Occupied by:Mover) (sites Top))
    """
    pairs = ((left, right), (right, left))
    return b.all_of(partial(b.all, one, partial(b.inside, other)) for one, other in pairs)


@ludeme("!=", facts=PURE | COMPARES, concepts="NotEqual", phrase="{left} is not {right}")
class NotEqual(Comparison):
    """Two integers, or an integer and the player of a role, are different.

    Example: (!= (mover) (next))
    """


@ludeme("!=", facts=GLOBAL, concepts="NotEqual")
def other_sites(b: Builder, left: Region, right: Region) -> Bool:
    """Some site is in only one of two regions.

    Example: (!= (sites Occupied by:Mover) (sites Top))
    """
    return ~same_sites(b, left, right)


@frozen
class Inequality(Comparison):
    """An order of two integers; in puzzles, of the values of two sites."""

    left: Integer
    right: Integer

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for counts of pieces."""
        return comparisons(self.left, self.right)

    def meaning(self, b: Builder) -> Bool:
        if b.scope is not None and "puzzles" in b.scope.model.facts.engine:
            return compared(self, b.scope)
        return super().meaning(b)


@ludeme(
    "<",
    facts=PURE | COMPARES | ARITHMETIC,
    concepts="LesserThan",
    phrase="{left} is less than {right}",
)
class Less(Inequality):
    """The first integer is smaller than the second.

    Example: (< (count Moves) 3)
    """


@ludeme(
    "<=",
    facts=PURE | COMPARES | ARITHMETIC,
    concepts="LesserThanOrEqual",
    phrase="{left} is at most {right}",
)
class AtMost(Inequality):
    """The first integer is at most the second.

    Example: (<= (count Sites in:(sites Empty)) 4)
    """


@ludeme(">", facts=PURE | COMPARES | ARITHMETIC, concepts="GreaterThan")
class Greater(Inequality):
    """The first integer is larger than the second.

    Example: (> (count Moves) 1)
    """

    def meaning(self, b: Builder) -> Bool:
        """Return the comparison; a count of liberties stops at the first one."""
        if isinstance(self.left, CountLiberties) and self.right == Constant(0):
            return has_liberty(self.left, b.playing(self))
        return super().meaning(b)


@ludeme(">=", concepts="GreaterThanOrEqual", phrase="{left} is at least {right}")
class AtLeast(Inequality):
    """The first integer is at least the second.

    Example: (>= (count Sites in:(sites Around (to) Own)) 2)
    """

    facts = PURE | COMPARES | ARITHMETIC


def has_liberty(node: CountLiberties, b: Scope) -> Bool:
    """Return the test that a group has a liberty; the fill stops at the first one."""
    base, filling = b.variable("x", b.board_site(node.at)), Filling(b, node.directions)
    is_free = b.variable("free", FALSE)

    def free(to: Site) -> None:
        with b.otherwise(S.what[to] == 0):
            b.set(is_free, TRUE)

    fill_group(node, filling, base, b, alike=True, beside=free, stop=is_free)
    return is_free


def compared(node: Inequality, scope: Scope) -> Bool:
    """Return the test that the values of two sites compare, as far as both are settled."""
    sites = [scope.variable("x", scope.site(value)) for value in (node.left, node.right)]
    both = [settled(at, scope, node) for at in sites]
    one, other = (S.what[at] for at in sites)
    return ~every(*both) | node.compare(one, other)


def negated(concepts: frozenset[str]) -> frozenset[str]:
    """Return the concepts of a negated condition: "not a friend" means enemy or empty."""
    negations = set(concepts)
    if "CanMove" in negations:
        negations.remove("CanMove")
        negations.add("CanNotMove")
    for name in ("IsFriend", "IsEnemy", "IsEmpty"):
        if name in negations:
            negations |= {"IsFriend", "IsEnemy", "IsEmpty"}
            negations.remove(name)
            break
    return frozenset(negations - {"NoTargetPiece"})


def comparisons(left: object, right: object) -> frozenset[str]:
    """Return the concepts of a comparison of the number of a player's pieces."""
    from boardless.games.ludemes.counting import CountPieces

    counted = next((part for part in (left, right) if isinstance(part, CountPieces)), None)
    if counted is None:
        return frozenset()
    names = {"CountPiecesComparison"}
    if counted.role is Role.MOVER:
        names.add("CountPiecesMoverComparison")
    if counted.role in (Role.NEXT, Role.PLAYER):
        names.add("CountPiecesNextComparison")
    return frozenset(names)


def equalities(left: object, right: object) -> frozenset[str]:
    """Return the concepts of two equal integers."""
    from boardless.games.ludemes.counting import CountPieces, Named, Where, WhereLevel

    names = set(comparisons(left, right))
    for one, other in ((left, right), (right, left)):
        if isinstance(one, CountPieces) and other == Constant(0):
            names.add("NoPiece")
            if one.role in (Role.MOVER, Role.NEXT):
                names.add(f"NoPiece{one.role}")
        if isinstance(one, Counter) and isinstance(other, Constant):
            names.add("ProgressCheck")
        if isinstance(one, Where | WhereLevel):
            if isinstance(other, Constant | Named) and other.constant == -1:
                names.add("NoTargetPiece")
            if isinstance(other, MapEntry):
                names.add("Contains")
        if isinstance(one, What) and isinstance(other, ComponentId | Named):
            names.add("IsPieceAt")
    return frozenset(names)
