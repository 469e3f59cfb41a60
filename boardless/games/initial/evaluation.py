"""Constant evaluation of ludemes before the first move; what depends on play is rejected."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from boardless.games.language.ludeme import Ludeme

if TYPE_CHECKING:
    from typing import NoReturn

    from boardless.games.initial.scene import InitialPosition


def unknown(node: Ludeme) -> NoReturn:
    """Complain that a ludeme has no value before the first move."""
    node.reject("is not known before the first move")


@singledispatch
def evaluate_integer(node: Ludeme, scene: InitialPosition) -> int:
    """Return the value of an integer."""
    unknown(node)


@singledispatch
def evaluate_integers(node: Ludeme, scene: InitialPosition) -> tuple[int, ...]:
    """Return several integers, in order."""
    unknown(node)


@singledispatch
def evaluate_condition(node: Ludeme, scene: InitialPosition) -> bool:
    """Return the truth of a condition."""
    unknown(node)


@singledispatch
def evaluate_region(node: Ludeme, scene: InitialPosition) -> tuple[int, ...]:
    """Return the sites of a region in ascending order, through all containers, the board first."""
    unknown(node)


@singledispatch
def evaluate_directions(
    node: object, scene: InitialPosition, site: int | None = None
) -> tuple[str, ...]:
    """Return the names of directions of the board, seen from a site."""
    if isinstance(node, Ludeme):
        unknown(node)
    return (str(node),)
