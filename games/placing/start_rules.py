"""The rules for the start, carried out: pieces are put on sites."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import TypedDict

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import start as s
from boardless.games.ludemes.kinds import Integer, Region, SiteType
from boardless.games.ludemes.regions import SiteLabel, SitesBoard
from boardless.games.placing.evaluating import (
    static_condition,
    static_integer,
    static_integers,
    static_region,
)
from boardless.games.placing.inventory import Store
from boardless.games.placing.known_integers import labelled
from boardless.games.placing.scene import Scene
from boardless.games.placing.start_contents import Choice, Contents, Put, StartAction

#: The most actions of a start.
MAX_ACTIONS = 200_000


@singledispatch
def carry_out(rule: Ludeme, scene: Scene) -> Iterator[StartAction]:
    """Yield the actions of a rule for the start, each before the next is worked out.

    Raises
    ------
    LudemeError
        If it names what there is not, or depends on the play.
    """
    rule.reject("is not known as a rule for the start")


def component_of(name: str, rule: Ludeme, scene: Scene) -> int:
    """Return the number of the component that has a name.

    Raises
    ------
    LudemeError
        If there is none.
    """
    number = scene.inventory.component(name)
    if number is None:
        names = ", ".join(component.name for component in scene.inventory.components)
        rule.reject(f"no component is called {name!r}: choose one of {names}")
    return number


def sites_of(
    where: Integer | Region | s.Spots | None,
    coord: str | None,
    of_type: SiteType | None,
    rule: Ludeme,
    scene: Scene,
) -> list[int]:
    """Return the sites that a rule names, in the order in which it does.

    Raises
    ------
    LudemeError
        If it names none, or a site or a label that there is not.
    """
    if coord is not None:
        sites = [_labelled(coord, of_type, rule, scene)]
    elif isinstance(where, s.ListedSpots):
        sites = [
            _labelled(spot.label, of_type, rule, scene)
            if isinstance(spot, SiteLabel)
            else static_integer(spot, scene)
            for spot in where.spots
        ]
    elif isinstance(where, Region):
        sites = list(static_region(where, scene))
    elif where is not None:
        sites = [static_integer(where, scene)]
    else:
        rule.reject("expected where")
    return [checked_site(site, of_type, rule, scene) for site in sites]


def checked_site(site: int, of_type: SiteType | None, rule: Ludeme, scene: Scene) -> int:
    """Return a site, or complain that neither the board nor a container has it."""
    last = scene.inventory.containers[-1]
    if not 0 <= site < max(last.first + last.size, len(scene.sites(of_type))):
        rule.reject(f"there is no site {site}")
    return site


def _labelled(label: str, of_type: SiteType | None, rule: Ludeme, scene: Scene) -> int:
    site = labelled(label, scene, of_type)
    if site < 0:
        rule.reject(f"no site is called {label!r}")
    return site


def number_of(node: Integer | int | None, scene: Scene, default: int = 1) -> int:
    """Return a number that a rule gives, or the default."""
    if node is None:
        return default
    return node if isinstance(node, int) else static_integer(node, scene)


class _Details(TypedDict):
    """What a piece is given besides: keyword arguments of `Put`."""

    state: int | None
    rotation: int | None
    value: int | None


def _details(rule: s.Place | s.PlaceStack | s.PlaceRandom, scene: Scene) -> _Details:
    """Return state, rotation and value as a rule gives them; -1 counts as not given."""

    def given(node: Integer | None) -> int | None:
        number = None if node is None else static_integer(node, scene)
        return None if number == -1 else number

    rotation = None if isinstance(rule, s.PlaceRandom) else rule.rotation
    return {"state": given(rule.state), "rotation": given(rotation), "value": given(rule.value)}


@carry_out.register
def _(rule: s.Place, scene: Scene) -> Iterator[StartAction]:
    count = number_of(rule.counts[0] if rule.counts else rule.count, scene)
    details = _details(rule, scene)
    if rule.container is None:
        component = component_of(rule.component, rule, scene)
        if rule.where is None and rule.coord is None:
            return
        for site in sites_of(rule.where, rule.coord, rule.type, rule, scene):
            yield Put(scene.spot(site, rule.type), component, count, **details)
        return
    for store, component in _stores(rule, rule.container, rule.component, scene):
        if rule.where is None:
            sites = _first_empty(store, scene)
        else:
            sites = [store.first + n for n in sites_of(rule.where, None, None, rule, scene)]
        for site in sites:
            yield Put(scene.spot(site, rule.type), component, count, **details)


def _stores(rule: Ludeme, container: str, component: str, scene: Scene) -> list[tuple[Store, int]]:
    """Return the containers that a name means, each with the component that goes there.

    "Hand" means each player's hand, and the component is the one of that player.
    """
    inventory = scene.inventory
    if container == "Hand" and inventory.component(component) is None:
        return [
            (
                _store(f"Hand{player}", rule, scene),
                component_of(f"{component}{player}", rule, scene),
            )
            for player in range(1, inventory.players + 1)
        ]
    return [(_store(container, rule, scene), component_of(component, rule, scene))]


def _store(name: str, rule: Ludeme, scene: Scene) -> Store:
    store = scene.inventory.container(name)
    if store is None:
        names = ", ".join(store.name for store in scene.inventory.containers)
        rule.reject(f"no container is called {name!r}: choose one of {names}")
    return store


def _first_empty(store: Store, scene: Scene) -> list[int]:
    contents = scene.contents or Contents()
    sites = range(store.first, store.first + store.size)
    return [site for site in sites if not contents.what(scene.spot(site))][:1]


@carry_out.register
def _(rule: s.PlaceStack, scene: Scene) -> Iterator[StartAction]:
    details = _details(rule, scene)
    names = rule.items or (rule.component or "",)
    if rule.container is not None:
        for name in names:
            for store, component in _stores(rule, rule.container, name, scene):
                if rule.where is None:
                    sites = list(range(store.first, store.first + store.size))
                else:
                    sites = [store.first + n for n in sites_of(rule.where, None, None, rule, scene)]
                for site in sites:
                    spot = scene.spot(site, rule.type)
                    yield Put(spot, component, **details, stacked=True)
        return
    sites = sites_of(rule.where, rule.coord, rule.type, rule, scene)
    counts = [number_of(rule.count, scene)] * len(sites)
    if rule.counts:
        counts = [static_integer(count, scene) for count in rule.counts]
        if len(counts) != len(sites):
            rule.reject(f"expected {len(sites)} counts, one for each site")
    for name in names:
        component = component_of(name, rule, scene)
        for site, count in zip(sites, counts, strict=True):
            for _ in range(count):
                yield Put(scene.spot(site, rule.type), component, **details, stacked=True)


@carry_out.register
def _(rule: s.PlaceRandom, scene: Scene) -> Iterator[StartAction]:
    contents, details = scene.lying(rule), _details(rule, scene)
    if rule.where is not None:
        yield from _shuffled(rule, contents, details, scene)
        return
    region = SitesBoard(rule.type) if rule.region is None else rule.region
    for name in rule.pieces:
        if isinstance(name, s.NumberOfPieces):
            name.reject("expected where the stack is")
        component = component_of(name, rule, scene)
        free = [
            site
            for site in static_region(region, scene)
            if not contents.what(scene.spot(site, rule.type))
        ]
        placed = 0
        # The count is worked out again for each piece, in case it is left to chance.
        while free and placed < number_of(rule.count[0] if rule.count else None, scene):
            placed += 1
            choice = Choice("site", tuple(free))
            contents.choices.append(choice)
            site = scene.chosen(choice)
            free.remove(site)
            yield Put(scene.spot(site, rule.type), component, **details)


def _shuffled(
    rule: s.PlaceRandom, contents: Contents, details: _Details, scene: Scene
) -> Iterator[StartAction]:
    """Yield pieces put on each other in an order that is left to chance."""
    assert rule.where is not None
    left: list[int] = []
    for place, name in enumerate(rule.pieces):
        if isinstance(name, s.PiecesOf):
            left += [component_of(name.component, rule, scene)] * number_of(name.number, scene)
        else:
            count = rule.count[place] if rule.count and place < len(rule.count) else None
            left += [component_of(str(name), rule, scene)] * number_of(count, scene)
    (site,) = sites_of(rule.where, None, rule.type, rule, scene)
    while left:
        choice = Choice("piece", tuple(left))
        contents.choices.append(choice)
        component = scene.chosen(choice)
        left.remove(component)
        yield Put(scene.spot(site, rule.type), component, **details, stacked=True)


# -- rules for each of several ---------------------------------------------------------------


@carry_out.register
def _(rule: s.StartEachSite, scene: Scene) -> Iterator[StartAction]:
    for site in static_region(rule.region, scene):
        inside = scene.binding(site=site)
        if rule.if_ is None or static_condition(rule.if_, inside):
            yield from carry_out(rule.rule, inside)


@carry_out.register
def _(rule: s.StartEachValue, scene: Scene) -> Iterator[StartAction]:
    low, high = static_integer(rule.min, scene), static_integer(rule.max, scene)
    if high - low > MAX_ACTIONS:
        rule.reject(f"expected at most {MAX_ACTIONS:,} values")
    yield from _each(rule.rule, scene, "value", range(low, high + 1))


@carry_out.register
def _(rule: s.StartEachPlayer, scene: Scene) -> Iterator[StartAction]:
    yield from _each(rule.rule, scene, "player", range(1, scene.inventory.players + 1))


@carry_out.register
def _(rule: s.StartEachOf, scene: Scene) -> Iterator[StartAction]:
    players = static_integers(rule.players, scene)
    known = range(scene.inventory.players + 1)
    yield from _each(rule.rule, scene, "player", [p for p in players if p in known])


def _each(
    rule: s.StartRule, scene: Scene, name: str, numbers: Sequence[int]
) -> Iterator[StartAction]:
    for number in numbers:
        yield from carry_out(rule, scene.binding(**{name: number}))
