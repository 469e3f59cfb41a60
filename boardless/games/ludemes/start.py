"""Start rules that put pieces on sites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY
from functools import partial
from typing import Annotated

from boardless.games.kit import (
    EFFECT,
    RESULTS,
    STACKED,
    STATIC,
    Condition,
    ContainerSites,
    InitialContents,
    InitialPosition,
    Integer,
    Integers,
    Limits,
    Ludeme,
    OneOrMore,
    Put,
    Region,
    SiteType,
    StartAction,
    TeamAction,
    bare,
    inside,
    ludeme,
    teams_so_far,
)
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.ludemes.arithmetic import labelled
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.hands import HandSite, InHand, SitesHand
from boardless.games.ludemes.literals import Constant, as_region
from boardless.games.ludemes.region_algebra import Label, SiteLabel

#: The number of pieces on a site.
Count = Annotated[int, Limits(1, MAX_INTEGER)]
Counts = OneOrMore[Integer]
Names = OneOrMore[str]


class StartRule(Ludeme):
    """A step of the set-up of a game."""

    kind = "a rule for the start"
    source = "Ludii, game.rules.start"
    facts = EFFECT

    def site_numbers(self) -> frozenset[str]:
        turned = getattr(self, "rotation", None) is not None
        return self.facts.numbers | ({"rotations"} if turned else frozenset())

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        """Yield the actions of the rule; each is carried out before the next is computed."""
        self.reject("is not known as a rule for the start")


RESULTS["Iterator[StartAction]"] = (StartRule, "carry_out")


@ludeme("start", facts=STATIC, phrase="")
class Start(Ludeme):
    """The steps of the set-up, in order.

    Example: (start {(place "Disc1" (centrePoint))})
    """

    kind = "the rules for the start"
    source = "Ludii, game.rules.start"
    rules: tuple[StartRule, ...]


@bare
class ListedSpots(Ludeme):
    """Sites in the order of placement, by their numbers or labels."""

    kind = "a list {...} of sites"
    source = "Ludii, game.rules.start"
    facts = STATIC
    phrase = "{spots}"

    spots: tuple[Integer | Label, ...]


@ludeme(
    "place",
    facts=STATIC,
    concepts="state:SiteState value:PieceValue rotation:PieceRotation rotation:SetRotation",
    phrase="{component} is placed[ on {where}]",
)
class Place(StartRule):
    """Put a component, or several copies, on a site or on every site of a region or list.

    In a container, sites count from its first; "Hand" is each player's first empty site. Without a
    place the rule puts nothing.

    Example: (place "Disc1" (handSite P1) count:9)
    """

    component: str
    container: str | None = None
    type: SiteType | None = None
    where: Integer | Region | ListedSpots | None = None
    _: KW_ONLY
    coord: str | None = None
    count: Count = 1
    counts: Counts | None = None
    state: Integer | None = None
    rotation: Integer | None = None
    value: Integer | None = None

    def heaps(self) -> bool:
        """Return True if the rule puts several pieces on a site of the board."""
        several = self.count > 1 if self.counts is None else self.counts[0] != Constant(1)
        held = isinstance(self.where, Integer | Region) and as_region(self.where).is_of_hands()
        return several and not held and self.container is None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for the places."""
        concepts = placing(self.where, None, self.container)
        if self.count not in (1, Constant(1)):
            concepts.add("PieceCount")
        return concepts

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        count = number_of(self.counts[0] if self.counts else self.count, scene)
        put = _put(self, scene)
        if self.container is None:
            component = component_of(self.component, self, scene)
            if self.where is None and self.coord is None:
                return
            for site in sites_of(self.where, self.coord, self.type, self, scene):
                yield put(scene.spot(site, self.type), component, count)
            return
        for store, component in _stores(self, self.container, self.component, scene):
            if self.where is None:
                sites = _first_empty(store, scene)
            else:
                sites = [store.first + n for n in sites_of(self.where, None, None, self, scene)]
            for site in sites:
                yield put(scene.spot(site, self.type), component, count)


@ludeme(
    "place",
    "Stack",
    concepts="state:SiteState value:PieceValue rotation:PieceRotation rotation:SetRotation",
)
class PlaceStack(StartRule):
    """Put components on top of each other: one, or several in a row, `count` times.

    Sites of a region may have counts of their own. With items, the one name is a container's.

    Example: (place Stack "Disc1" (sites Bottom) count:3)
    """

    facts = EFFECT | STACKED
    component: str | None = None
    container: str | None = None
    type: SiteType | None = None
    where: Integer | Region | ListedSpots | None = None
    _: KW_ONLY
    items: Names | None = None
    coord: str | None = None
    count: Integer | None = None
    counts: Counts | None = None
    state: Integer | None = None
    rotation: Integer | None = None
    value: Integer | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts, including those for the places."""
        concepts = placing(self.where, self.coord, self.container)
        number = self.counts[0] if self.counts else self.count
        if number not in (None, 1, Constant(1)):
            concepts.add("PieceCount")
        return concepts

    def __post_init__(self) -> None:
        if self.items is not None and self.container is None:
            object.__setattr__(self, "container", self.component)
            object.__setattr__(self, "component", None)
        if (self.component is None) == (self.items is None):
            self.reject("expected either a component or items:")
        if self.where is None and self.coord is None and self.container is None:
            self.reject("expected where")

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        put = _put(self, scene)
        names = self.items or (self.component or "",)
        if self.container is not None:
            for name in names:
                for store, component in _stores(self, self.container, name, scene):
                    places: Iterable[int] = range(store.size)
                    if self.where is not None:
                        places = sites_of(self.where, None, None, self, scene)
                    for place in places:
                        spot = scene.spot(store.first + place, self.type)
                        yield put(spot, component, stacked=True)
            return
        sites = sites_of(self.where, self.coord, self.type, self, scene)
        counts = [number_of(self.count, scene)] * len(sites)
        if self.counts:
            counts = [scene.evaluate(count) for count in self.counts]
            if len(counts) != len(sites):
                self.reject(f"expected {len(sites)} counts, one for each site")
        for name in names:
            component = component_of(name, self, scene)
            for site, count in zip(sites, counts, strict=True):
                for _ in range(count):
                    yield put(scene.spot(site, self.type), component, stacked=True)


@ludeme("count", facts=STATIC)
class PiecesOf(Ludeme):
    """N pieces of the component with this name.

    Example: (count "Pawn1" 8)
    """

    kind = "a number of pieces"
    source = "Ludii, game.util.math"
    component: str
    number: Integer


@ludeme(
    "place",
    "Random",
    concepts=(
        "InitialRandomPlacement Stochastic state:SiteState value:PieceValue "
        "count:PieceCount where:PiecesPlacedOnBoard"
    ),
)
class PlaceRandom(StartRule):
    """Put N of each piece on random empty sites, or in random order on a stack.

    With True at the end, a random half of the pieces takes part.

    Example: (place Random (sites Bottom) {"Rook1" "King1"})
    """

    region: Region | None
    pieces: OneOrMore[str | PiecesOf]
    where: Integer | None = None
    type: SiteType | None = None
    in_any_order: bool = False
    _: KW_ONLY
    count: Counts | None = None
    state: Integer | None = None
    value: Integer | None = None

    def stacks(self) -> bool:
        """Return True if the rule puts all pieces on one site."""
        return self.where is not None

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        contents, put = scene.lying(self), _put(self, scene)
        if self.where is not None:
            yield from _shuffled(self, put, scene)
            return
        region = SitesBoard(self.type) if self.region is None else self.region
        for component in self.components(scene):
            free = [
                site
                for site in scene.sites_of(region)
                if not contents.what(scene.spot(site, self.type))
            ]
            placed = 0
            # The count is computed again for each piece, because chance may decide it.
            while free and placed < number_of(self.count[0] if self.count else None, scene):
                placed += 1
                site = scene.chosen("site", free, self)
                free.remove(site)
                yield put(scene.spot(site, self.type), component)

    def components(self, scene: InitialPosition) -> Iterator[int]:
        """Yield the components in their order, or the ones chosen by chance."""
        components = []
        for name in self.pieces:
            if isinstance(name, PiecesOf):
                name.reject("expected where the stack is")
            components.append(component_of(name, self, scene))
        if not self.in_any_order:
            yield from components
            return
        # Ludii's loop ends when half of the pieces are taken (`PlaceRandom.eval`).
        for _ in range(len(components) // 2):
            component = scene.chosen("piece", components, self)
            components.remove(component)
            yield component


@ludeme("forEach", "Site", concepts="ControlFlowStatement")
def start_each_site(
    scene: InitialPosition, region: Region, rule: StartRule, *, if_: Condition | None = None
) -> Iterator[StartAction]:
    """A step for each site of a region that meets a condition, seen as (site).

    Example: (forEach Site (sites Top) (place "Disc1" (site)))
    """
    for site in scene.sites_of(region):
        inside = scene.binding(iterated=site)
        if if_ is None or inside.holds(if_):
            yield from rule.carry_out(inside)


@ludeme("forEach", "Value", concepts="ControlFlowStatement")
def start_each_value(
    node: StartRule, scene: InitialPosition, rule: StartRule, *, min: Integer, max: Integer
) -> Iterator[StartAction]:
    """A step for each whole number from one to another, seen as (value).

    Example: (forEach Value min:1 max:4 (set RememberValue (value)))
    """
    low, high = scene.evaluate(min), scene.evaluate(max)
    if high - low > MAX_ACTIONS:
        node.reject(f"expected at most {MAX_ACTIONS:,} values")
    yield from _each(rule, scene, "value", range(low, high + 1))


@ludeme("forEach", "Player", concepts="ControlFlowStatement")
def start_each_player(scene: InitialPosition, rule: StartRule) -> Iterator[StartAction]:
    """A step for each player, seen as (player).

    Example: (forEach Player (set Score P1 (player)))
    """
    yield from _each(rule, scene, "player_", range(1, scene.inventory.players + 1))


@ludeme("forEach", "Team", concepts="ControlFlowStatement")
def start_each_team(
    node: StartRule, scene: InitialPosition, rule: StartRule
) -> Iterator[StartAction]:
    """A step for each team that has players, seen as (team).

    Example: (forEach Team (forEach (team) (set Score Player 10)))
    """
    joined = any(isinstance(action, TeamAction) for action in scene.lying(node).actions)
    teams = set(teams_so_far(scene, node).values()) if joined else ()
    seats = range(1, scene.inventory.players + 1)
    yield from _each(rule, scene, "team", [team for team in seats if team in teams])


@ludeme("forEach", concepts="ControlFlowStatement")
def start_each_of(
    scene: InitialPosition, players: Integers, rule: StartRule
) -> Iterator[StartAction]:
    """A step for each of some players, seen as (player).

    Example: (forEach {1 3} (set Score P1 (player)))
    """
    seats = range(scene.inventory.players + 1)
    yield from _each(rule, scene, "player_", [p for p in scene.evaluate_all(players) if p in seats])


#: The most actions of a start.
MAX_ACTIONS = 200_000


def component_of(name: str, rule: Ludeme, scene: InitialPosition) -> int:
    """Return the number of the component with a name."""
    number = scene.inventory.component(name)
    if number is None:
        names = ", ".join(component.name for component in scene.inventory.components)
        rule.reject(f"no component is called {name!r}: choose one of {names}")
    return number


def sites_of(
    where: Integer | Region | ListedSpots | None,
    coord: str | None,
    of_type: SiteType | None,
    rule: Ludeme,
    scene: InitialPosition,
) -> list[int]:
    """Return the sites of a rule, in the order of the rule."""
    if coord is not None:
        sites = [_labelled(coord, of_type, rule, scene)]
    elif isinstance(where, ListedSpots):
        sites = [
            _labelled(spot.label, of_type, rule, scene)
            if isinstance(spot, SiteLabel)
            else scene.evaluate(spot)
            for spot in where.spots
        ]
    elif isinstance(where, Region):
        sites = list(scene.sites_of(where))
    elif where is not None:
        sites = [scene.evaluate(where)]
        if isinstance(where, HandSite) and sites == [-1]:
            where.reject(f"the hand of {where.role} has 0 sites")
    else:
        rule.reject("expected where")
    return [checked_site(site, of_type, rule, scene) for site in sites]


def checked_site(site: int, of_type: SiteType | None, rule: Ludeme, scene: InitialPosition) -> int:
    """Return a site; raise if neither the board nor a container has it."""
    count = max(scene.inventory.sites, len(scene.sites(of_type)))
    if not 0 <= site < count:
        rule.reject(f"site {site} does not exist: board and hands have sites 0 to {count - 1}")
    return site


def _labelled(label: str, of_type: SiteType | None, rule: Ludeme, scene: InitialPosition) -> int:
    site = labelled(label, scene, of_type)
    if site < 0:
        rule.reject(f"no site is called {label!r}")
    return site


def number_of(node: Integer | int | None, scene: InitialPosition) -> int:
    """Return a number that a rule gives, or 1."""
    if node is None:
        return 1
    return node if isinstance(node, int) else scene.evaluate(node)


def _put(rule: Place | PlaceStack | PlaceRandom, scene: InitialPosition) -> Callable[..., Put]:
    """Return `Put` with the state, rotation and value of a rule; -1 counts as missing."""

    def number_or_none(node: Integer | None) -> int | None:
        number = None if node is None else scene.evaluate(node)
        return None if number == -1 else number

    return partial(
        Put,
        state=number_or_none(rule.state),
        rotation=number_or_none(getattr(rule, "rotation", None)),
        value=number_or_none(rule.value),
    )


def _stores(
    rule: Ludeme, container: str, component: str, scene: InitialPosition
) -> list[tuple[ContainerSites, int]]:
    """Return the containers of a name, each with its component; "Hand" is each player's hand."""
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


def _store(name: str, rule: Ludeme, scene: InitialPosition) -> ContainerSites:
    store = scene.inventory.container(name)
    if store is None:
        names = ", ".join(store.name for store in scene.inventory.containers)
        rule.reject(f"no container is called {name!r}: choose one of {names}")
    return store


def _first_empty(store: ContainerSites, scene: InitialPosition) -> list[int]:
    contents = scene.contents or InitialContents()
    sites = range(store.first, store.first + store.size)
    return [site for site in sites if not contents.what(scene.spot(site))][:1]


def _shuffled(
    rule: PlaceRandom, put: Callable[..., Put], scene: InitialPosition
) -> Iterator[StartAction]:
    """Yield pieces put on top of each other in random order."""
    assert rule.where is not None
    left: list[int] = []
    for place, name in enumerate(rule.pieces):
        if isinstance(name, PiecesOf):
            left += [component_of(name.component, rule, scene)] * number_of(name.number, scene)
        else:
            count = rule.count[place] if rule.count and place < len(rule.count) else None
            left += [component_of(name, rule, scene)] * number_of(count, scene)
    (site,) = sites_of(rule.where, None, rule.type, rule, scene)
    while left:
        component = scene.chosen("piece", left, rule)
        left.remove(component)
        yield put(scene.spot(site, rule.type), component, stacked=True)


def _each(
    rule: StartRule, scene: InitialPosition, name: str, numbers: Sequence[int]
) -> Iterator[StartAction]:
    for number in numbers:
        yield from rule.carry_out(scene.binding(**{name: number}))


def placing(
    where: Integer | Region | ListedSpots | None, coord: str | None, container: str | None
) -> set[str]:
    """Return the concepts of places: on the board, or outside it."""
    concepts = set[str]()
    if coord is not None:
        concepts.add("PiecesPlacedOnBoard")
    if container is not None and "Hand" in container:
        concepts.add("PiecesPlacedOutsideBoard")
    if where is not None:
        outside = any(isinstance(part, InHand | SitesHand) for part in inside(where))
        concepts.add("PiecesPlacedOutsideBoard" if outside else "PiecesPlacedOnBoard")
    return concepts
