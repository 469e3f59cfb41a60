"""Directions that are known before the first move."""

from boardless.games.ludemes import directions as d
from boardless.games.ludemes.directions import Relative
from boardless.games.placing.evaluating import static_condition, static_ways
from boardless.games.placing.scene import Scene
from boardless.topo.layouts.headings import RELATIVE, absolute_directions

#: What relations are called on boards.
_RELATIONS = {"OffDiagonal": "off"}


@static_ways.register
def _(node: str, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    return _seen(scene, site, (node,))


@static_ways.register
def _(node: d.NamedWays, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    _check_known(node, node.names)
    return _seen(scene, site, tuple(map(str, node.names)))


@static_ways.register
def _(node: d.RelativeWays, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    _check_known(node, node.names)
    name = str(node.of)
    among = _RELATIONS.get(name, name.lower())
    return _seen(scene, site, tuple(map(str, node.names)), among, node.by_site)


@static_ways.register
def _(node: d.EitherWays, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    both = static_ways(node.first, scene, site) + static_ways(node.second, scene, site)
    return tuple(dict.fromkeys(both))


@static_ways.register
def _(node: d.OtherWays, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    without = static_ways(node.second, scene, site)
    return tuple(name for name in static_ways(node.first, scene, site) if name not in without)


@static_ways.register
def _(node: d.WaysIf, scene: Scene, site: int | None = None) -> tuple[str, ...]:
    holds = static_condition(node.condition, scene)
    return static_ways(node.then if holds else node.otherwise, scene, site)


def _check_known(node: d.Ways, names: tuple[object, ...]) -> None:
    if Relative.SAME_DIRECTION in names or Relative.OPPOSITE_DIRECTION in names:
        node.reject("the direction of the last move is not known before the first move")


def _seen(
    scene: Scene,
    site: int | None,
    names: tuple[str, ...],
    among: str = "adjacent",
    by_site: bool = False,
) -> tuple[str, ...]:
    """Return directions as what lies on a site sees them, or as seen when facing north."""
    if not set(names) & set(RELATIVE):
        return names
    facing, rotation = "N", 0
    if site is not None and scene.contents is not None:
        lying = scene.contents.pieces.get(scene.spot(site))
        if lying:
            facing = scene.inventory.components[lying[-1].component - 1].facing or "N"
            rotation = lying[-1].rotation or 0
    at = site if by_site else None
    return absolute_directions(scene.sites(), names, facing, rotation=rotation, among=among, at=at)
