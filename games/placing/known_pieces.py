"""Regions that follow from what lies there so far, and from chance."""

from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.scoring import ThePlayer
from boardless.games.placing.evaluating import static_integer, static_region
from boardless.games.placing.scene import Scene
from boardless.games.placing.start_contents import Choice


@static_region.register
def _(node: r.SitesOccupied, scene: Scene) -> tuple[int, ...]:
    contents = scene.lying(node)
    wanted = _components(node, scene)
    within = _container(node, scene)
    found = set()
    for (kind, site), pieces in contents.pieces.items():
        if node.on is not None and kind != str(node.on):
            continue
        looked_at = pieces[-1:] if node.top else pieces
        if (within is None or site in within) and any(p.component in wanted for p in looked_at):
            found.add(site)
    return tuple(sorted(found))


def _components(node: r.SitesOccupied, scene: Scene) -> set[int]:
    """Return the components that are asked for."""
    components = list(enumerate(scene.inventory.components, 1))
    found = {number for number, _ in components}
    if node.by is not Role.ALL:
        owner = _owner(node, scene)
        found = {number for number, component in components if component.owner == owner}
    stems = set(node.components or ())
    if isinstance(node.component, str):
        stems.add(node.component)
    elif node.component is not None:
        found &= {static_integer(node.component, scene)}
    if stems:
        found &= {number for number, component in components if component.stem in stems}
    return found


def _owner(node: r.SitesOccupied, scene: Scene) -> int:
    """Return the player whose pieces are asked for."""
    if isinstance(node.by, ThePlayer):
        return static_integer(node.by.number, scene)
    return scene.number_of(node.by, node)


def _container(node: r.SitesOccupied, scene: Scene) -> range | None:
    """Return the sites of the container that is asked for, or None for all."""
    if node.container is None:
        return None
    stores = scene.inventory.containers
    if isinstance(node.container, str):
        name = node.container
        if name == "Hand":
            name = f"Hand{_owner(node, scene)}"
        store = scene.inventory.container(name)
        if store is None:
            node.reject(f"no container is called {name!r}")
    else:
        number = static_integer(node.container, scene)
        if not 0 <= number < len(stores):
            node.reject(f"containers are numbered from 0 to {len(stores) - 1}")
        store = stores[number]
    return range(store.first, store.first + store.size)


@static_region.register
def _(node: r.SitesRandom, scene: Scene) -> tuple[int, ...]:
    contents = scene.lying(node)
    if node.region is None:
        among = static_region(r.SitesEmpty(), scene)
    else:
        among = static_region(node.region, scene)
    number = 1 if node.num is None else static_integer(node.num, scene)
    found: list[int] = []
    for _ in range(min(max(number, 0), len(among))):
        choice = Choice("site", tuple(site for site in among if site not in found))
        contents.choices.append(choice)
        found.append(scene.chosen(choice))
    return tuple(sorted(found))
