"""What is known before the first move: functions that look at the class of a ludeme.

`static_integer`, `static_integers`, `static_condition` and `static_region` work a ludeme out on a
board; `static_ways` gives directions. A ludeme that is added to the language is added here as one
function for its class, in the file of its kind, if it has a meaning before the first move.
"""

from functools import singledispatch
from typing import NoReturn

from boardless.games.language.ludeme import Ludeme
from boardless.games.placing.scene import Scene


def unknown(node: Ludeme) -> NoReturn:
    """Complain that a ludeme has no value before the first move."""
    node.reject("is not known before the first move")


@singledispatch
def static_integer(node: Ludeme, scene: Scene) -> int:
    """Return the value of an integer.

    Raises
    ------
    LudemeError
        If it depends on the play, or cannot be worked out.
    """
    unknown(node)


@singledispatch
def static_integers(node: Ludeme, scene: Scene) -> tuple[int, ...]:
    """Return several integers, in order.

    Raises
    ------
    LudemeError
        If they depend on the play, or cannot be worked out.
    """
    unknown(node)


@singledispatch
def static_condition(node: Ludeme, scene: Scene) -> bool:
    """Tell whether a condition holds.

    Raises
    ------
    LudemeError
        If it depends on the play, or cannot be worked out.
    """
    unknown(node)


@singledispatch
def static_region(node: Ludeme, scene: Scene) -> tuple[int, ...]:
    """Return the sites of a region, in ascending order, each once.

    Sites are numbered through the containers: those of the board come first.

    Raises
    ------
    LudemeError
        If it depends on the play, or cannot be worked out.
    """
    unknown(node)


@singledispatch
def static_ways(node: object, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    """Return the names of directions of the board, seen from a site.

    Raises
    ------
    LudemeError
        If they depend on the play, or cannot be worked out.
    """
    if isinstance(node, Ludeme):
        unknown(node)
    return (str(node),)
