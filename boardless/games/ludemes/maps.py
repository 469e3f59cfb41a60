"""Maps from integers to integers, and landmarks."""

from __future__ import annotations

import re

from boardless.games.kit import (
    DATA,
    GLOBAL,
    STATIC,
    Builder,
    InitialPosition,
    Int,
    Integer,
    Integers,
    Ludeme,
    OneOrMore,
    Role,
    Word,
    every,
    ludeme,
)
from boardless.games.ludemes.equipment import MAX_CELLS, Item
from boardless.games.ludemes.literals import Listed


class Landmark(Word):
    """Sites that every board has."""

    CENTRE_SITE = "CentreSite"
    LEFT_SITE = "LeftSite"
    RIGHT_SITE = "RightSite"
    TOP_SITE = "Topsite"
    BOTTOM_SITE = "BottomSite"
    FIRST_SITE = "FirstSite"
    LAST_SITE = "LastSite"


class MapPairs(Ludeme):
    """An entry of a map."""

    kind = "an entry of a map"
    source = "Ludii, game.util.math"
    facts = STATIC


@ludeme("pair", facts=DATA)
class Pair(MapPairs):
    """A key and its value; a role is its player's number, a name a label or a component.

    Example: (pair P1 "D1")
    """

    key: Role | Integer | str
    value: Role | Landmark | Integer | str


@ludeme("map")
class Map(Item):
    """A map from integers to integers, by entries one by one, or by keys and their values.

    Example: (map "Port" {(pair P1 "A1") (pair P2 "E5")})
    """

    name: str | None = None
    entries: OneOrMore[MapPairs] | None = None
    keys: Integers | None = None
    values: Integers | None = None

    def __post_init__(self) -> None:
        present = [part is not None for part in (self.entries, self.keys, self.values)]
        if present not in ([True, False, False], [False, True, True]):
            self.reject("expected entries, or keys and values")
        if self.keys == Listed(()):
            self.reject("expected at least one key")


@ludeme("mapEntry", facts=GLOBAL)
class MapEntry(Integer):
    """The value of a key, or of a role's number, in the maps of a name; by default the key.

    Example: (mapEntry "Port" P1)
    """

    name: str | None
    key: Integer | Role

    def meaning(self, b: Builder) -> Int:
        start, entries = b.start(self), dict[int, int]()
        for item in start.inventory.items:
            if isinstance(item, Map) and self.name in (None, item.name or "Map"):
                entries = static_map(item, start) | entries
        key = b.let(b.who(self.key, self), "key")
        if key.constant is not None:
            return Int.of(entries.get(key.constant, key.constant))
        size = 1 + max((key for key in entries if 0 <= key < MAX_CELLS), default=0)
        table = [entries.get(key, key) for key in range(size)]
        return every(key >= 0, key < size).choose(b.entry("MAP", table, key), key)


#: The lists of sites that start with the landmarks.
_LANDMARKS = {
    Landmark.CENTRE_SITE: "centre",
    Landmark.LEFT_SITE: "left",
    Landmark.RIGHT_SITE: "right",
    Landmark.TOP_SITE: "top",
    Landmark.BOTTOM_SITE: "bottom",
}


def is_label(name: str) -> bool:
    """Return True if a name looks like the label of a site: C3, AA12 or 7, but not AB1."""
    return re.fullmatch(r"(?:([A-Za-z])\1?)?[0-9]+", name) is not None


def static_map(item: Map, scene: InitialPosition) -> dict[int, int]:
    """Return the entries of a map, without entries with an unknown key or value."""
    if id(item) not in scene.maps:
        scene.maps[id(item)] = _entries(item, scene)
    return scene.maps[id(item)]


def _entries(item: Map, scene: InitialPosition) -> dict[int, int]:
    if item.entries is None:
        assert item.keys is not None
        assert item.values is not None
        keys, values = scene.evaluate_all(item.keys), scene.evaluate_all(item.values)
        if len(keys) != len(values):
            item.reject(
                f"expected equal numbers of keys and values, not {len(keys)} and {len(values)}"
            )
        return dict(zip(keys, values, strict=True))
    entries: dict[int, int] = {}
    for entry in item.entries:
        assert isinstance(entry, Pair)
        key, value = entry.key, _value(entry, scene)
        number = (
            _site(key, scene)
            if isinstance(key, str)
            else scene.value_of(scene.who(key, entry), entry)
        )
        if number >= 0 and value != -1:
            entries[number] = value
    return entries


def _value(entry: Pair, scene: InitialPosition) -> int:
    value = entry.value
    if isinstance(value, Landmark):
        return _landmark(value, entry, scene)
    if isinstance(value, str):
        return _site(value, scene) if is_label(value) else scene.inventory.component(value) or -1
    return scene.value_of(scene.who(value, entry), entry)


def _site(label: str, scene: InitialPosition) -> int:
    labels = scene.sites().labels
    return labels.index(label) if label in labels else -1


def _landmark(landmark: Landmark, node: Ludeme, scene: InitialPosition) -> int:
    # On boards played on edges, landmarks are cells.
    sites = scene.board.sites_of("Vertex" if scene.board.use == "Vertex" else "Cell")
    if landmark is Landmark.FIRST_SITE:
        return 0
    if landmark is Landmark.LAST_SITE:
        return len(sites) - 1
    listed = sites.listed(_LANDMARKS[landmark])
    if not len(listed):
        node.reject(f"the board has no {landmark}")
    return int(listed[0])
