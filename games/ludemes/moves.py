"""The rules that make moves; a move is a list of actions."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.ludemes.integers import FromSite, ToSite
from boardless.games.ludemes.kinds import (
    Compass,
    Condition,
    Directions,
    Integer,
    Moves,
    Region,
    Role,
    Single,
    SiteType,
)

Several = Annotated[tuple[Moves, ...], Limits(1)]


class Clause(Ludeme):
    """A part of a move: what it takes, where it goes, what it does beside."""

    kind: ClassVar[str] = "a part of a move"
    source: ClassVar[str] = "Ludii, game.util.moves"


@ludeme("then", example="(then (moveAgain))")
class Then(Clause):
    """What follows from a move, worked out when it has been made."""

    moves: Moves


@ludeme("apply", example="(apply (remove (to)))")
class Apply(Clause):
    """What a move does beside, if the condition holds; worked out before anything is done."""

    moves: Moves | None = None
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("piece", example='(piece "Disc" Mover)')
class MovedPiece(Clause):
    """The component of a move: its number, or its name and whose it is."""

    component: str | Integer
    role: Role | None = None


@ludeme("from", example="(from (sites Hand Mover))")
class From(Clause):
    """The sites that moves start from, unless given (from); the condition sees each as (from)."""

    type: SiteType | None = None
    region: Region | None = None
    _: KW_ONLY
    if_: Condition | None = None

    @property
    def start(self) -> Region:
        """The sites."""
        return Single(FromSite()) if self.region is None else self.region


@ludeme("to", example="(to (sites Empty) if:(is In (to) (sites Outer)))")
class To(Clause):
    """The sites that moves go to, and what they do there; the condition sees each as (to)."""

    type: SiteType | None = None
    region: Region | None = None
    apply: Apply | None = None
    _: KW_ONLY
    if_: Condition | None = None

    @property
    def target(self) -> Region:
        """The sites."""
        return Single(ToSite()) if self.region is None else self.region


@ludeme("between", example="(between if:(is Occupied (between)) (apply (remove (between))))")
class Between(Clause):
    """The sites that moves pass, and what they do there; the condition sees each as (between)."""

    apply: Apply | None = None
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("move", "Add", also="add", example="(move Add (to (sites Empty)))")
class Add(Moves):
    """Put a piece on each of the sites: the mover's first component unless given."""

    piece: MovedPiece | None
    to: To
    then: Then | None = None


@ludeme(
    "move", also="fromTo", example="(move (from (sites Hand Mover)) (to (sites Empty)) copy:True)"
)
class FromTo(Moves):
    """Move what stands on each start to each target; copied, it stays at its start as well."""

    from_: From
    to: To
    then: Then | None = None
    _: KW_ONLY
    copy: bool = False


@ludeme("move", "Remove", also="remove", example="(move Remove (last To))")
class Remove(Moves):
    """Take away what stands on a site, or on each site of a region."""

    region: Region
    then: Then | None = None


@ludeme("move", "Select", also="select", example="(move Select (from (sites Occupied by:Mover)))")
class Select(Moves):
    """Name a site, or a site and another; what that means follows from it."""

    from_: From
    to: To | None = None
    then: Then | None = None


@ludeme("move", "Pass", also="pass", example="(move Pass)")
class Pass(Moves):
    """Do nothing."""

    then: Then | None = None


@ludeme("moveAgain", example="(moveAgain)")
class MoveAgain(Moves):
    """The mover moves again."""

    then: Then | None = None


@ludeme("or", example="(or (move Add (to (sites Outer))) (move Add (to (centrePoint))))")
class MovesOr(Moves):
    """The moves of every rule; one that two rules allow counts twice."""

    rules: Several
    then: Then | None = None


@ludeme("and", example="(and (move Add (to (sites Outer))) (move Add (to (centrePoint))))")
class MovesAnd(Moves):
    """The moves of every rule, in this order."""

    rules: Several
    then: Then | None = None


@ludeme(
    "priority",
    example="(priority (move Add (to (sites Outer))) (move Add (to (sites Empty))))",
)
class Priority(Moves):
    """The moves of the first rule that has any."""

    rules: Several
    then: Then | None = None


@ludeme("if", example="(if (is Mover P1) (move Add (to (sites Outer))))")
class MovesIf(Moves):
    """The moves of one rule when the condition holds, else those of the other."""

    condition: Condition
    moves: Moves
    otherwise: Moves | None = None
    then: Then | None = None


Direction = Directions | Compass


@ludeme("move", "Step", also="step", example="(move Step Orthogonal (to if:(is Empty (to))))")
class Step(Moves):
    """Move a piece one step."""

    from_: From | None
    directions: Annotated[tuple[Direction, ...], Limits(1)] | None
    to: To
    then: Then | None = None


@ludeme("move", "Slide", also="slide", example="(move Slide Orthogonal)")
class Slide(Moves):
    """Move a piece along a straight walk over empty sites, or those that (between) allows."""

    from_: From | None = None
    directions: Annotated[tuple[Direction, ...], Limits(1)] | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme(
    "move",
    "Hop",
    also="hop",
    example="(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
)
class Hop(Moves):
    """Move a piece over another that stands on a straight walk."""

    from_: From | None
    directions: Annotated[tuple[Direction, ...], Limits(1)] | None
    between: Between | None
    to: To
    then: Then | None = None


@ludeme("forEach", "Piece", example="(forEach Piece)")
class ForEachPiece(Moves):
    """The moves of every piece of a role on the board: those given, or those of its component."""

    names: tuple[str, ...] | None = None
    moves: Moves | None = None
    role: Role | None = None
    then: Then | None = None
