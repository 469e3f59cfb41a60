"""Sites that the moves of a turn have visited."""

from __future__ import annotations

from boardless.games.kit import (
    COUNTERS,
    GLOBAL,
    Bool,
    Builder,
    Condition,
    Integer,
    Ludeme,
    Region,
    S,
    Scope,
    SiteSet,
    ludeme,
    reads,
    wide,
)


@ludeme("is", "Visited", facts=GLOBAL, concepts="VisitedSites")
class IsVisited(Condition):
    """A move of this turn started at a site or went to it.

    Example: (is Visited (to))
    """

    site: Integer

    def meaning(self, b: Builder) -> Bool:
        first = visited_offset(self, b.playing(self))
        return wide(S.numbers[first + b.board_site(self.site)]) != 0


@ludeme("last", "Between", facts=reads("hopped"))
def last_between(node: Region, b: Scope) -> SiteSet:
    """The site that the last move hopped over, until another move is made.

    Example: (last Between)
    """
    hopped = wide(S.numbers[b.builder.numbers.place(HOPPED_OVER)])
    return b.tested(node, lambda at: hopped == wide(COUNTERS.PLIES) * HOPPED_PLY + at)


#: The names of the places of all sites, and of the site hopped over, among the numbers of a state.
VISITED, HOPPED_OVER = "visited", "hopped over"
#: The factor of the ply in the number of the site hopped over.
HOPPED_PLY = 2**32


def visited_offset(node: Ludeme, scope: Scope) -> int:
    """Return the first index of the visits among the numbers of a state."""
    model = scope.model
    if model.growing:
        node.reject("visited sites need a fixed board")
    return scope.builder.numbers.place(VISITED, 1 + model.hand_size + len(model.cells))
