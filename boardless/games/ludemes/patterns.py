"""Patterns: pieces that stand along a walk."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import walked
from boardless.games.compiler.dispatch import board_site, condition, integer, read_at
from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, SiteType
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.pieces import Walk, WalkOfSteps
from boardless.games.ludemes.sites import LastTo
from boardless.state.engine.layout_geometry import LayoutGeometry

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope


@ludeme("is", "Pattern", example="(is Pattern {F R F R F} from:(to) whats:{1 2})", facts=EFFECT)
class IsPattern(Condition):
    """Components (that of the site, (last To)) stand cyclically along a walk in some direction."""

    walk: Walk
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer = LastTo()
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None


@ludeme("is", "Target", example="(is Target {1 0 2} {0 1 2})", facts=EFFECT)
class IsTarget(Condition):
    """The components given, 0 for none, stand on the sites given, or on all of the board."""

    components: tuple[Integer, ...]
    sites: tuple[Integer, ...] | None = None


@condition.register(IsPattern)
def _compile_is_pattern(node: IsPattern, scope: Scope) -> str:
    geometry, out = scope.geometry, scope.out
    if not isinstance(geometry, LayoutGeometry):
        node.reject("patterns need a board that is laid out")
    assert isinstance(node.walk, WalkOfSteps)
    sites = geometry.board.sites_of(geometry.types[0])
    held = scope.model.hand_size
    ways = len(sites.directions["orthogonal"])
    paths = [
        walked(sites, site, node.walk.steps, heading)
        for site in range(len(sites))
        for heading in sites.directions["orthogonal"]
    ]
    length = max(map(len, paths), default=0)
    # A walk that leaves the board leads to no site, which is empty.
    filled = [
        0 if len(path) < length else site + 1 + held
        for path in paths
        for site in (*path, *[0] * (length - len(path)))
    ]
    table = scope.constant("PATHS", filled)
    found, base, n = out.name("c"), out.name("x"), out.name("n")
    out.add(f"{found} = False")
    out.add(f"{base} = {board_site(node.from_, scope)}")
    whats = node.whats or (() if node.what is None else (node.what,))
    wanted = [integer(what, scope) for what in whats] or [f"s.what[{base}]"]
    with out.block(f"if {base} != NONE and s.what[{base}] == {wanted[0]}:"):
        first = out.name("row")
        out.add(f"{first} = int64(s.kind[{base}]) * {ways * length}")
        with out.block(f"for {n} in range({first}, {first} + {ways * length}, {length}):"):
            tests = [f"{table}[{n}] != NONE"] + [
                f"s.what[{table}[{n} + {step}]] == {wanted[(step + 1) % len(wanted)]}"
                for step in range(length)
            ]
            with out.block(f"if {' and '.join(tests)}:"):
                out.add(f"{found} = True")
    return found if whats else f"({found} and s.what[{base}] != 0)"


@condition.register(IsTarget)
def _compile_is_target(node: IsTarget, scope: Scope) -> str:
    scene = scope.model.scene
    if scene is None:
        node.reject("targets need a board that is laid out")
    sites = node.sites
    if sites is None:
        if len(node.components) != len(scene.board.sites_of("Cell")):
            return "False"
        sites = tuple(Constant(site) for site in range(len(scope.model.cells)))
    if len(sites) != len(node.components):
        return "False"
    tests = [
        f"{read_at(at, scope, 'what')} == {integer(component, scope)}"
        for at, component in zip(sites, node.components, strict=True)
    ]
    return f"({' and '.join(tests)})"
