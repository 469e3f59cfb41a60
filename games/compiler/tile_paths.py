"""Sides and paths of tiles as source."""

from boardless.games.compiler.generic import board_site, condition, integer
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_tables import tile_tables
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import held_tiles as t
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import paths as p
from boardless.state.engine.geometry import Geometry


@condition.register
def _(node: p.IsSidesMatch, scope: Scope) -> str:
    _check_tiles(node, scope)
    return f"sides_match(s, {board_site(node.at, scope)})"


def path_loop(node: c.IsLoop, scope: Scope) -> str:
    """Return whether a path on a tile that was laid last is a loop."""
    _check_tiles(node, scope)
    return f"has_loop(s, {_colour(node.colour, scope)})"


@condition.register
def _(node: p.IsAcross, scope: Scope) -> str:
    _check_tiles(node, scope, squares=True)
    return f"is_across(s, {_colour(node.colour, scope)}, {node.length})"


@integer.register
def _(node: p.PathExtent, scope: Scope) -> str:
    _check_tiles(node, scope, squares=True)
    start = "NONE" if node.start is None else board_site(node.start, scope)
    return f"path_extent(s, {start}, {_colour(node.colour, scope)})"


@condition.register
def _(node: t.IsControlled, scope: Scope) -> str:
    geometry = scope.geometry
    if not (isinstance(geometry, Geometry) and geometry.tiling.name == "hexagonal"):
        node.reject("needs a board that grows by hexagons")
    return f"is_controlled(s, {board_site(node.at, scope)})"


@integer.register
def _(node: t.LongestPath, scope: Scope) -> str:
    _check_tiles(node, scope)
    return f"longest_path(s, {_colour(node.colour, scope)}, {node.loop})"


@integer.register
def _(node: p.Span, scope: Scope) -> str:
    _check_tiles(node, scope, squares=True, paths=False)
    at = "NONE" if node.at is None else board_site(node.at, scope)
    return f"span(s, {int(node.lines is p.Lines.ROWS)}, {at})"


def _colour(colour: k.Integer | None, scope: Scope) -> str:
    return scope.mover if colour is None else integer(colour, scope)


def _check_tiles(node: Ludeme, scope: Scope, squares: bool = False, paths: bool = True) -> None:
    """Complain where there are no tiles with paths, or the board does not grow by squares."""
    if paths and not tile_tables(scope.model, scope.geometry).colours:
        node.reject("expected tiles with paths among the equipment")
    if squares and not (
        isinstance(scope.geometry, Geometry) and scope.geometry.tiling.name == "square"
    ):
        node.reject("needs a board that grows by squares")
