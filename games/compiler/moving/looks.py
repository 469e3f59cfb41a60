"""Where pieces look, as source: to which direction, and how often they have been turned."""

from typing import TypeAlias

from boardless.games.compiler.moving.changing_ways import labels_of
from boardless.games.compiler.scope import Scope

#: Where a piece looks when it has not been turned, and how often it has been.
Look: TypeAlias = tuple[str, int]


def facings_of(scope: Scope) -> tuple[str, ...]:
    """Return the directions in which something may look that has to be known."""
    used = tuple(sorted(set(scope.model.facings)))
    if scope.looks is None:
        return used
    return tuple(dict.fromkeys((*labels_of(scope), *used)))


def look_of(site: str, scope: Scope) -> str:
    """Return the number of where the piece on a site looks, and how often it has been turned."""
    return with_turns(f"whole({faces(scope)}[s.what[{site}]])", site, scope)


def faces(scope: Scope) -> str:
    """Return the name of the table of where each component looks."""
    facings = facings_of(scope)
    return scope.constant("LOOKS", [0, *(facings.index(each) for each in scope.model.facings)])


def with_turns(looks: str, site: str, scope: Scope) -> str:
    """Return the number of where the piece on a site looks; `looks` is where it would unturned."""
    told = turns_told_apart(scope)
    if told == 1:
        return looks
    rotation = f"whole(s.fields[ROTATIONS, {site}])"
    # A piece that has been turned looks in a direction of the board, and they come round again.
    turns = f"int({rotation} > 0) * (1 + ({rotation} - 1) % {told - 1})"
    return f"({told} * {looks} + {turns})"


def turns_told_apart(scope: Scope) -> int:
    """Return how many rotations of a piece may differ in where it looks: 1 if none is turned."""
    return 1 + len(labels_of(scope)) if "rotations" in scope.model.site_numbers else 1
