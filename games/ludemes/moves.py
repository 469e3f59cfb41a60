"""The rules that make moves; a move is a list of actions."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.ludeme import Limits, Ludeme, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Region, Role

Several = Annotated[tuple[Moves, ...], Limits(1)]


class Clause(Ludeme):
    """What a move takes, and where it goes."""

    kind: ClassVar[str] = "a part of a move"
    source: ClassVar[str] = "Ludii, game.util.moves"


@ludeme("piece", example='(piece "Disc" Mover)')
class MovedPiece(Clause):
    """The component of a move: its number, or its name and whose it is."""

    component: str | Integer
    role: Role | None = None


@ludeme("from", example="(from (sites Hand Mover))")
class From(Clause):
    """The sites that moves start from; the condition sees each as (from)."""

    region: Region
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("to", example="(to (sites Empty) if:(is In (to) (sites Outer)))")
class To(Clause):
    """The sites that moves go to; the condition sees each as (to)."""

    region: Region
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("move", "Add", example="(move Add (to (sites Empty)))")
class Add(Moves):
    """Put a piece on each of the sites: the mover's first component unless given."""

    piece: MovedPiece | None
    to: To


@ludeme("move", example="(move (from (sites Hand Mover)) (to (sites Empty)) copy:True)")
class FromTo(Moves):
    """Move what stands on each start to each target; copied, it stays at its start as well."""

    from_: From
    to: To
    _: KW_ONLY
    copy: bool = False


@ludeme("or", example="(or (move Add (to (sites Outer))) (move Add (to (centrePoint))))")
class MovesOr(Moves):
    """The moves of every rule; one that two rules allow counts twice."""

    rules: Several


@ludeme("and", example="(and (move Add (to (sites Outer))) (move Add (to (centrePoint))))")
class MovesAnd(Moves):
    """The moves of every rule, in this order."""

    rules: Several


@ludeme(
    "priority",
    example="(priority (move Add (to (sites Outer))) (move Add (to (sites Empty))))",
)
class Priority(Moves):
    """The moves of the first rule that has any."""

    rules: Several


@ludeme("if", example="(if (is Mover P1) (move Add (to (sites Outer))))")
class MovesIf(Moves):
    """The moves of one rule when the condition holds, else those of the other."""

    condition: Condition
    then: Moves
    otherwise: Moves | None = None
