"""Pieces along walks as source: tables of where the walks from each site lead."""

from boardless.games.compiler.generic import board_site, condition, integer, read_at
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.walked import walked
from boardless.games.ludemes import patterns as p
from boardless.games.ludemes.kinds import Constant
from boardless.games.ludemes.pieces import WalkOfSteps
from boardless.state.engine.layout_geometry import LayoutGeometry


@condition.register
def _(node: p.IsPattern, scope: Scope) -> str:
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
        out.add(f"{first} = whole(s.kind[{base}]) * {ways * length}")
        with out.block(f"for {n} in range({first}, {first} + {ways * length}, {length}):"):
            tests = [f"{table}[{n}] != NONE"] + [
                f"s.what[{table}[{n} + {step}]] == {wanted[(step + 1) % len(wanted)]}"
                for step in range(length)
            ]
            with out.block(f"if {' and '.join(tests)}:"):
                out.add(f"{found} = True")
    return found if whats else f"({found} and s.what[{base}] != 0)"


@condition.register
def _(node: p.IsTarget, scope: Scope) -> str:
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
