"""Sites that the moves of a turn have visited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import board_site, condition, member
from boardless.games.language.facts import GLOBAL, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Region

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme


@ludeme("is", "Visited", example="(is Visited (to))", facts=GLOBAL)
class IsVisited(Condition):
    """A move of this turn has come from a site or gone to it."""

    site: Integer


@ludeme("last", "Between", example="(last Between)", facts=reads("hopped"))
class LastBetween(Region):
    """The site that the last move hopped over."""


#: The name of the places of all sites among the numbers of a state.
VISITED = "visited"


def visited_offset(node: Ludeme, scope: Scope) -> int:
    """Return the first place among the numbers of a state."""
    model = scope.model
    if model.growing:
        node.reject("visited sites need a fixed board")
    first: int = scope.builder.numbers.place(VISITED, 1 + model.hand_size + len(model.cells))
    return first


@condition.register(IsVisited)
def _compile_is_visited(node: IsVisited, scope: Scope) -> str:
    return (
        f"(int64(s.numbers[{visited_offset(node, scope)} + {board_site(node.site, scope)}]) != 0)"
    )


#: The name of the place of the site hopped over, and the factor of the ply in its number.
HOPPED_OVER, HOPPED_PLY = "hopped over", 2**32


@member.register(LastBetween)
def _member_of_last_between(node: LastBetween, at: str, scope: Scope) -> str:
    place = scope.builder.numbers.place(HOPPED_OVER)
    return f"(int64(s.numbers[{place}]) == int64(s.n[PLIES]) * {HOPPED_PLY} + {at})"
