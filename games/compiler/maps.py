"""Entries of maps, as source."""

from boardless.games.compiler.generic import integer
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes.kinds import Role
from boardless.games.placing.known_maps import maps_of


@integer.register
def _(node: b.MapEntry, scope: Scope) -> str:
    scene = scope.model.scene
    if scene is None:
        node.reject("a growing board has no maps")
    key = scope.player(node.key, node) if isinstance(node.key, Role) else integer(node.key, scope)
    entries: dict[int, int] = {}
    for name, given in maps_of(scene):
        if node.name in (None, name):
            entries = given | entries
    body = [f"    if key == {of}:\n        return {value}\n" for of, value in entries.items()]
    function = scope.made.helper("s: Arrays, key: int", "int", "".join(body) + "    return key\n")
    return f"{function}(s, {key})"
