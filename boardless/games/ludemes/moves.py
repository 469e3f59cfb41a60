"""Parts of moves: their starts, targets and consequences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, ClassVar

from boardless.games.kit import (
    EFFECT,
    FOLLOWS,
    GLOBAL,
    NONE,
    SYMMETRIC,
    TOUCHING,
    TRUE,
    Argument,
    Bool,
    Condition,
    Int,
    Integer,
    Ludeme,
    Moves,
    OneOrMore,
    Range,
    Region,
    Role,
    Scope,
    Site,
    SiteType,
    each,
    frozen,
    ludeme,
    numbers,
    stands,
)
from boardless.games.ludemes.directions import Absolute
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.sites import FromSite, ToSite

if TYPE_CHECKING:
    from boardless.games.ludemes.players import ThePlayer


def owners(rule: Condition | None) -> frozenset[str]:
    """Return the owners of pieces that a condition asks for: Empty, Friend, Enemy."""
    told = frozenset() if rule is None else rule.concepts()
    return frozenset(name for name in ("Empty", "Friend", "Enemy") if f"Is{name}" in told)


def leading(move: Moves, prefix: str, rule: Condition | None) -> frozenset[str]:
    """Return the concepts of a player's moves to sites that meet a condition."""
    if move.by_other_name:
        return frozenset()
    return frozenset(f"{prefix}{owner}" for owner in owners(rule))


def takes(part: Ludeme) -> bool:
    """Return True if an effect takes a piece away or moves one."""
    return not part.concepts().isdisjoint(("RemoveEffect", "FromToEffect"))


def replacing(to: To | None) -> frozenset[str]:
    """Return the concept of a move that captures by replacement."""
    taken = to is not None and to.apply is not None and takes(to.apply)
    return frozenset(("ReplacementCapture",) if taken else ())


def capturing(clause: Between | To | None, concept: str) -> frozenset[str]:
    """Return the concepts of the captures in a part of a move, by default of enemies."""
    concepts = set()
    if clause is None or clause.if_ is None:
        concepts.add("IsEnemy")
    if clause is None or clause.apply is None:
        concepts.update((concept, "RemoveEffect"))
    elif takes(clause.apply):
        concepts.add(concept)
    return frozenset(concepts)


class Clause(Ludeme):
    """A part of a move: a capture, a target, or an additional effect."""

    kind = "a part of a move"
    source = "Ludii, game.util.moves"


@ludeme("then", facts=TOUCHING | EFFECT | FOLLOWS, concepts="Then", phrase="then {moves}")
class Then(Clause):
    """The consequences of a move, computed after the move.

    Example: (then (moveAgain))
    """

    moves: Moves
    _: KW_ONLY
    #: In a game of simultaneous moves: True if the effect waits for the moves of the others.
    apply_after_all_moves: bool = False


@ludeme("apply", facts=EFFECT | FOLLOWS)
class Apply(Clause):
    """Additional effects of a move, if the condition holds, computed before any of them acts.

    Example: (apply (remove (to)))
    """

    moves: Moves | None = None
    _: KW_ONLY
    if_: Condition | None = None


@ludeme(
    "piece",
    facts=SYMMETRIC | TOUCHING,
    phrase="a piece[ {component}][ of {role}][, one of {several}]",
)
class MovedPiece(Clause):
    """The component or components of a move, by number, or by name and owner, and its state.

    Example: (piece "Disc" Mover)
    """

    component: str | Integer | None = None
    role: Role | None = None
    several: tuple[str | Integer, ...] = ()
    _: KW_ONLY
    state: Integer | None = None

    def has_effects(self) -> bool:
        """Return True if the placed piece has a state."""
        return self.state is not None

    def site_numbers(self) -> frozenset[str]:
        return self.facts.numbers | (frozenset() if self.state is None else {"states"})


@ludeme("from", facts=SYMMETRIC | TOUCHING | stands("type"), phrase="[{region}][ if {if_}]")
class From(Clause):
    """The sites ((from)) that moves start from, or levels; a condition sees each as (from).

    Example: (from (sites Hand Mover))
    """

    type: SiteType | None = None
    region: Region | None = None
    _: KW_ONLY
    level: Integer | None = None
    if_: Condition | None = None

    @property
    def start(self) -> Region:
        """The sites."""
        return Single(FromSite()) if self.region is None else self.region

    def moves_see_border(self) -> bool:
        hands = self.region is not None and self.region.is_of_hands()
        return not hands or (self.if_ is not None and self.if_.sees_border())


@ludeme(
    "rotations", facts=TOUCHING | EFFECT | numbers("rotations"), phrase="turned to {directions}"
)
class Rotations(Clause):
    """The ways to turn a piece, clockwise, so that its top faces in a direction.

    Example: (rotations {N E})
    """

    directions: OneOrMore[Absolute]


@ludeme("to", phrase="[{region}][ if {if_}]")
class To(Clause):
    """The target sites or levels of moves, with rotations and effects; a condition sees (to).

    Example: (to (sites Empty) if:(is In (to) (sites Outer)))
    """

    facts = SYMMETRIC | TOUCHING | stands("type")
    type: SiteType | None = None
    region: Region | None = None
    rotations: Rotations | None = None
    apply: Apply | None = None
    _: KW_ONLY
    level: Integer | None = None
    if_: Condition | None = None

    @property
    def target(self) -> Region:
        """The sites."""
        return Single(ToSite()) if self.region is None else self.region

    def moves_see_border(self) -> bool:
        parts = self.if_ is not None and self.if_.sees_border()
        return parts or (self.region is not None and self.region.target_sees_border())

    def may_replace(self) -> bool:
        """Return True if a piece may stand on the target of a move."""
        return not (self.target.is_free() or (self.if_ is not None and self.if_.wants_empty()))

    def may_join(self) -> bool:
        """Return True if a piece of the mover may stand on the target of a move."""
        return not (self.target.is_free() or (self.if_ is not None and self.if_.wants_no_friend()))


@ludeme("between")
class Between(Clause):
    """The sites that moves pass, as (between) for the condition, and the effects there.

    A hop passes `range` sites in a row (default 1), after `before` free sites (0), and lands
    `after` sites farther (0). It may leave a trail.

    Example: (between if:(is Occupied (between)) (apply (remove (between))))
    """

    facts = GLOBAL
    range: Range | None = None
    apply: Apply | None = None
    _: KW_ONLY
    before: Integer | None = None
    after: Integer | None = None
    if_: Condition | None = None
    trail: Integer | None = None


class MovesTo(Moves):
    """Moves of one piece, or a pile, to targets."""

    to: To
    #: The start of the names of concepts for its targets, if it has any.
    reached: ClassVar[str] = ""

    def joins(self) -> bool:
        return self.to.may_join()

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for the target sites."""
        if not self.reached:
            return ()
        return leading(self, self.reached, self.to.if_) | replacing(self.to)


@frozen
class MovesFromTo(Moves):
    """Moves of pieces from some sites to others."""

    from_: From
    to: To
    then: Then | None = None

    @property
    def takes_from(self) -> Region | None:
        return self.from_.region


def does(name: str, *arguments: Argument) -> Callable[[Scope], None]:
    """Return an effect that consists of one function call."""
    return lambda b: b.do(name, *arguments)


def each_start(from_: From | None, b: Scope, aims: bool = False) -> Iterator[tuple[Scope, Site]]:
    """Iterate over the start sites of moves; with `aims`, (to) is also bound to the start site."""
    allowed = from_.if_ if from_ is not None else None
    for origin in _starts(from_, b):
        inner = b.binding(origin=origin, **({"to": origin} if aims else {}))
        for _ in b.when(inner.holds(allowed)):
            yield inner, origin


def _starts(from_: From | None, b: Scope) -> Iterator[Site]:
    if from_ is None or from_.region is None:
        yield b.bound_site("origin", from_ or From())
    elif isinstance(from_.region, Single):
        origin = b.variable("x", b.of(from_).site(from_.region.site))
        with b.where(origin != NONE):
            yield origin
    else:
        yield from each(from_.region, b.of(from_), hands=True)


def chooser(role: Role | ThePlayer | None, node: Ludeme, b: Scope) -> Int | None:
    """Return the player who may choose a move that names a player."""
    return None if role is None or not b.model.at_once else b.who(role, node)


def beside(to: To | None) -> Apply | None:
    """Return the additional effect at the target of a move, or None."""
    apply = to.apply if to is not None else None
    return None if apply is None or apply.moves is None else Apply(apply.moves)


def passes(to: To | None, b: Scope) -> Bool:
    """Return the condition on a target."""
    return TRUE if to is None else b.holds(to.if_)
