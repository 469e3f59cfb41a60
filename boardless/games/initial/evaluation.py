"""Constant evaluation of ludemes before the first move; what depends on play is rejected."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import unknown
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Region

if TYPE_CHECKING:
    from boardless.games.compiler.expressions import Int
    from boardless.games.initial.scene import InitialPosition


@singledispatch
def evaluate_integer(node: Ludeme, scene: InitialPosition) -> int:
    """Return the value of an integer."""
    if isinstance(node, Integer) and type(node).meaning is not Integer.meaning:
        return scene.value_of(scene.integer(node), node)
    return unknown(node)


@singledispatch
def evaluate_integers(node: Ludeme, scene: InitialPosition) -> tuple[int, ...]:
    """Return several integers, in order."""
    if isinstance(node, Integers) and type(node).each is not Integers.each:
        found: list[Int] = []
        node.each(scene, found.append)
        return tuple(scene.value_of(value, node) for value in found)
    return unknown(node)


@singledispatch
def evaluate_condition(node: Ludeme, scene: InitialPosition) -> bool:
    """Return the truth of a condition."""
    if isinstance(node, Condition) and type(node).meaning is not Condition.meaning:
        return bool(scene.value_of(scene.condition(node), node))
    return unknown(node)


@singledispatch
def evaluate_region(node: Ludeme, scene: InitialPosition) -> tuple[int, ...]:
    """Return the sites of a region in ascending order, through all containers, the board first."""
    if isinstance(node, Region) and type(node).meaning is not Region.meaning:
        return scene.sites_of(node)
    return unknown(node)


@singledispatch
def evaluate_directions(
    node: object, scene: InitialPosition, site: int | None = None
) -> tuple[str, ...]:
    """Return the names of directions of the board, seen from a site."""
    if isinstance(node, Ludeme):
        unknown(node)
    return (str(node),)
