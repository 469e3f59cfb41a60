"""Graphs of edges on which pieces stand."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Role


@ludeme("is", "RegularGraph", example="(is RegularGraph Neutral k:2)", facts=EFFECT)
class IsRegularGraph(Condition):
    """All vertices have so many of the edges, or as many as the first that has any.

    The edges are those on which the component with the number of a role stands; for Neutral, what
    stands on the site of the last move, or component 1. Their number may have to be odd or even.
    """

    role: Role
    _: KW_ONLY
    k: Integer | None = None
    odd: bool = False
    even: bool = False


@ludeme("is", "Tree", example="(is Tree Neutral)", facts=EFFECT)
class IsTree(Condition):
    """The edges of a role, as in (is RegularGraph), go round nothing."""

    role: Role


@ludeme("is", "SpanningTree", example="(is SpanningTree Mover)", facts=EFFECT)
class IsSpanningTree(Condition):
    """The edges of a role, as in (is RegularGraph), join all vertices and go round nothing."""

    role: Role
