"""Conditions that are known before the first move."""

from operator import eq, ge, gt, le, lt, ne

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes.kinds import Role
from boardless.games.placing.evaluating import (
    static_condition,
    static_integer,
    static_integers,
    static_region,
)
from boardless.games.placing.scene import Scene

_COMPARED = {
    c.Equal: eq, c.NotEqual: ne, c.Less: lt, c.AtMost: le, c.Greater: gt, c.AtLeast: ge,
}  # fmt: skip


@static_condition.register
def _(node: k.Truth, scene: Scene) -> bool:
    return node.value


@static_condition.register
def _(node: c.And, scene: Scene) -> bool:
    return all(static_condition(part, scene) for part in node.conditions)


@static_condition.register
def _(node: c.Or, scene: Scene) -> bool:
    return any(static_condition(part, scene) for part in node.conditions)


@static_condition.register
def _(node: c.Not, scene: Scene) -> bool:
    return not static_condition(node.condition, scene)


@static_condition.register(c.Equal)
@static_condition.register(c.NotEqual)
@static_condition.register(c.Less)
@static_condition.register(c.AtMost)
@static_condition.register(c.Greater)
@static_condition.register(c.AtLeast)
def _(node: c.Equal, scene: Scene) -> bool:
    return bool(
        _COMPARED[type(node)](_number(node.left, node, scene), _number(node.right, node, scene))
    )


def _number(value: k.Integer | Role, node: Ludeme, scene: Scene) -> int:
    """Return an integer, or the number of a role's player."""
    return scene.number_of(value, node) if isinstance(value, Role) else static_integer(value, scene)


@static_condition.register
def _(node: c.IsEven, scene: Scene) -> bool:
    return static_integer(node.value, scene) % 2 == 0


@static_condition.register
def _(node: c.IsOdd, scene: Scene) -> bool:
    return static_integer(node.value, scene) % 2 == 1


@static_condition.register
def _(node: c.IsIn, scene: Scene) -> bool:
    among = node.among
    inside = (static_region if isinstance(among, k.Region) else static_integers)(among, scene)
    return static_integer(node.value, scene) in inside


@static_condition.register
def _(node: c.IsMover, scene: Scene) -> bool:
    return _number(node.who, node, scene) == scene.number_of(Role.MOVER, node)


@static_condition.register(c.IsEmpty)
@static_condition.register(c.IsOccupied)
def _(node: c.IsEmpty | c.IsOccupied, scene: Scene) -> bool:
    occupied = scene.lying(node).what(scene.spot(static_integer(node.site, scene))) > 0
    return occupied is isinstance(node, c.IsOccupied)
