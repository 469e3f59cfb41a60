"""Dominoes of two by four squares."""

from __future__ import annotations

from dataclasses import KW_ONLY
from itertools import combinations_with_replacement
from typing import Annotated

from boardless.games.kit import (
    CHANCE,
    EFFECT,
    GLOBAL,
    NONE,
    PUTS,
    Bool,
    Candidate,
    Candidates,
    Condition,
    Int,
    Integer,
    Limits,
    Ludeme,
    MarkedRegion,
    Moves,
    Role,
    S,
    Scope,
    ludeme,
    needs,
    numbers,
)
from boardless.games.ludemes.chance import sample_of
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.pieces import Largest, Stride, Tile, Walk, WalkOfSteps, Walks
from boardless.games.ludemes.sites import CentrePoint, LastTo


@ludeme("dominoes", concepts="Domino CanNotMove LargePiece Tile")
class Dominoes(Item):
    """A set of dominoes with each pair of numbers up to N (default 6) once.

    Example: (dominoes upTo:6)
    """

    facts = (
        EFFECT
        | needs("covers", "large_tiles", "dominoes")
        | numbers("states", "values", "rotations")
    )
    _: KW_ONLY
    up_to: Annotated[int, Limits(0, 16)] = 6

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The numbers of each domino, in the order of the components."""
        return tuple(combinations_with_replacement(range(self.up_to + 1), 2))


#: The walk over two by four cells.
_WALK = ["F", "R", "F", "R", "F", "L", "F", "L", "F", "R", "F", "R", "F"]


@ludeme("domino", facts=needs("covers"), concepts="CanNotMove LargePiece Tile")
class LooseDomino(Tile):
    """A tile of two by four cells with two numbers, outside the set of dominoes.

    Example: (domino "Domino45" Shared value:4 value2:5)
    """

    walk: Walk | Walks | None = WalkOfSteps(tuple(map(Stride, _WALK)))
    _: KW_ONLY
    value: Largest
    value2: Largest


@ludeme("sites", "LineOfPlay", facts=GLOBAL)
class SitesLineOfPlay(MarkedRegion):
    """The free squares in line with the ends of the dominoes on the board, or the centre.

    Four of them lie straight on from each end, and one to the left and right of the first two. A
    double has four ends. The distance to the centre is at most 20 rows and columns.

    Example: (sites LineOfPlay)
    """

    def mark(self, b: Scope) -> int:
        row = _row(self, b)
        b.do("line_of_play", row, b.site(CentrePoint()))
        return row


@ludeme("is", "PipsMatch", facts=GLOBAL, concepts="Domino")
def is_pips_match(node: Condition, b: Scope, at: Integer = LastTo()) -> Bool:
    """The squares next to the domino on a site ((last To)) have the same numbers as its own.

    After the first domino, two of these squares in line belong to one domino, and no three are in
    line.

    Example: (is PipsMatch)
    """
    return Bool.call("is_matching", _row(node, b), b.site(at))


@ludeme("take", "Domino", facts=EFFECT | PUTS | CHANCE, concepts="Domino")
def take_domino(node: Moves, b: Scope, then: Then | None = None) -> Candidates:
    """Take a random domino from the stock, to the first free site of the mover's hand.

    Example: (take Domino)
    """

    def act(b: Scope) -> None:
        at = b.variable("at", NONE)
        for free in b.loop(SitesHand(role=Role.MOVER), hands=True):
            with b.where((at == NONE) & (S.what[free] == 0)):
                b.set(at, free)
        left, row = count_left(node, b)
        count = b.variable("count", left)
        with b.where((at != NONE) & (count > 0)):
            chosen = b.variable("left", sample_of(count, 0))
            b.do("add_to", at, Int.call("left_domino", row, chosen), 1)
            b.do("log_state", 0)

    yield Candidate(b, NONE, NONE, act).followed(then)


def _row(node: Ludeme, b: Scope) -> int:
    """Return a row of ``s.scratch``, in games with dominoes."""
    if not b.model.uses(Dominoes):
        node.reject("expected (dominoes) among the equipment")
    return b.builder.row()


def count_left(node: Ludeme, b: Scope) -> tuple[Int, int]:
    """Return the number of dominoes left, and the row that marks the others."""
    row = _row(node, b)
    return Int.call("dominoes_left", row), row
