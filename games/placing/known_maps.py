"""Maps: integers that stand for others."""

import re

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes.accessories import Landmark, Map, Pair
from boardless.games.ludemes.kinds import Integer, Role
from boardless.games.placing.evaluating import static_integer, static_integers
from boardless.games.placing.scene import Scene

#: What a landmark is the first of.
_LANDMARKS = {
    Landmark.CENTRE_SITE: "centre",
    Landmark.LEFT_SITE: "left",
    Landmark.RIGHT_SITE: "right",
    Landmark.TOP_SITE: "top",
    Landmark.BOTTOM_SITE: "bottom",
}


def is_label(name: str) -> bool:
    """Tell whether a name looks like the label of a site: "C3", "AA12" or "7".

    Examples
    --------
    >>> [name for name in ("C3", "AA12", "7", "AB1", "Home", "Home2") if is_label(name)]
    ['C3', 'AA12', '7']
    """
    return re.fullmatch(r"(?:([A-Za-z])\1?)?[0-9]+", name) is not None


def maps_of(scene: Scene) -> list[tuple[str, dict[int, int]]]:
    """Return the name and the entries of each map of the equipment; "Map" where none is given.

    Raises
    ------
    LudemeError
        If an entry depends on the play.
    """
    return [
        (item.name or "Map", static_map(item, scene))
        for item in scene.inventory.items
        if isinstance(item, Map)
    ]


def map_value(name: str | None, key: int, scene: Scene) -> int:
    """Return what the maps of a name, or all, give for a key; the key itself where none does."""
    for item in scene.inventory.items:
        if isinstance(item, Map) and name in (None, item.name or "Map"):
            entries = static_map(item, scene)
            if key in entries:
                return entries[key]
    return key


def static_map(item: Map, scene: Scene) -> dict[int, int]:
    """Return the entries of a map; those with an unknown key or value are left out.

    Raises
    ------
    LudemeError
        If an entry depends on the play, or there are more keys than values.
    """
    if item.entries is None:
        assert item.keys is not None
        assert item.values is not None
        keys, values = static_integers(item.keys, scene), static_integers(item.values, scene)
        if len(keys) != len(values):
            item.reject(f"expected as many values as keys: {len(keys)} and {len(values)}")
        return dict(zip(keys, values, strict=True))
    found: dict[int, int] = {}
    for entry in item.entries:
        assert isinstance(entry, Pair)
        key, value = _key(entry, scene), _value(entry, scene)
        if key >= 0 and value != -1:
            found[key] = value
    return found


def _key(entry: Pair, scene: Scene) -> int:
    if isinstance(entry.key, str):
        return _site(entry.key, scene)
    return _number(entry.key, entry, scene)


def _value(entry: Pair, scene: Scene) -> int:
    value = entry.value
    if isinstance(value, Landmark):
        return _landmark(value, entry, scene)
    if isinstance(value, str):
        return _site(value, scene) if is_label(value) else scene.inventory.component(value) or -1
    return _number(value, entry, scene)


def _number(value: Integer | Role, node: Ludeme, scene: Scene) -> int:
    if isinstance(value, Role):
        return scene.number_of(value, node)
    return static_integer(value, scene)


def _site(label: str, scene: Scene) -> int:
    labels = scene.sites().labels
    return labels.index(label) if label in labels else -1


def _landmark(landmark: Landmark, node: Ludeme, scene: Scene) -> int:
    # On boards that are played on edges landmarks are cells.
    sites = scene.board.sites_of("Vertex" if scene.board.use == "Vertex" else "Cell")
    if landmark is Landmark.FIRST_SITE:
        return 0
    if landmark is Landmark.LAST_SITE:
        return len(sites) - 1
    listed = sites.listed(_LANDMARKS[landmark])
    if not len(listed):
        node.reject(f"the board has no {landmark}")
    return int(listed[0])
