"""Start rules that set numbers, teams, owners and hidden data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.kit import (
    EFFECT,
    STATIC,
    AmountAction,
    Condition,
    CostAction,
    CountAction,
    GivenAction,
    HideAction,
    InitialPosition,
    Integer,
    Limits,
    Ludeme,
    OneOrMore,
    PhaseAction,
    Put,
    Region,
    RememberAction,
    Role,
    ScoreAction,
    SiteType,
    StartAction,
    TeamAction,
    Word,
    bare,
    changes,
    frozen,
    ludeme,
    needs,
    numbers,
    teams_so_far,
    words,
)
from boardless.games.ludemes.literals import Truth
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.sizes import Whole
from boardless.games.ludemes.start import ListedSpots, StartRule, checked_site, placing, sites_of


class HiddenData(Word):
    """Data of a site that may be hidden from a player."""

    WHAT = "What"
    vars().update(words("Who State Count Rotation Value"))

    def concepts(self) -> frozenset[str]:
        """Return the concept that this part of a piece is hidden."""
        called = {"What": "Type", "Who": "Owner"}.get(self.value, self.value)
        return frozenset((f"HidePiece{called}",))


class Dealt(Word):
    """Things that the start deals."""

    DOMINOES = "Dominoes"


SiteAction = type[CostAction] | type[PhaseAction]


@frozen
class SetOnSites(StartRule):
    """A number for each of some sites."""

    either = ("at", "to")
    #: The effect of a number on a site.
    action: ClassVar[SiteAction]
    number: Integer
    type: SiteType | None = None
    _: KW_ONLY
    at: Integer | None = None
    to: Region | None = None

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        for site in _sites(self.at, self.to, self, scene):
            yield self.action(scene.spot(site, self.type), scene.evaluate(self.number))


@ludeme("set", "Count", facts=numbers("counts"), concepts="PieceCount")
class SetStartCount(SetOnSites):
    """Put N pieces of the last component on a site or on every site of a region.

    Example: (set Count 4 to:(sites Track))
    """

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of the places."""
        return placing(self.to if self.at is None else self.at, None, None)

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        last = len(scene.inventory.components)
        if not last:
            self.reject("there is no component to count")
        for site in _sites(self.at, self.to, self, scene):
            yield CountAction(scene.spot(site, self.type), last, scene.evaluate(self.number))


@ludeme("set", "Cost", concepts="InitialCost")
class SetCost(SetOnSites):
    """Set the cost of a site or of every site of a region.

    Example: (set Cost 5 Edge at:3)
    """

    action = CostAction


@ludeme("set", "Phase")
class SetPhase(SetOnSites):
    """Put a site or every site of a region into a phase of the board.

    Example: (set Phase 1 Cell at:3)
    """

    action = PhaseAction


@ludeme("set", "Score", concepts="Scoring InitialScore")
def set_score(
    node: StartRule, scene: InitialPosition, role: Role | None, number: Integer
) -> Iterator[StartAction]:
    """Set the score of a player, or of each.

    Example: (set Score Each 100)
    """
    for player in _players(role, node, scene):
        yield ScoreAction(player, scene.evaluate(number))


@ludeme("set", "Amount", concepts="InitialAmount")
def set_amount(
    node: StartRule, scene: InitialPosition, role: Role | None, number: Integer
) -> Iterator[StartAction]:
    """Set the amount of a player, or of each.

    Example: (set Amount 20)
    """
    for player in _players(role, node, scene):
        yield AmountAction(player, scene.evaluate(number))


@ludeme("set", "Team", facts=changes("teams"), concepts="Team")
def set_team(
    node: StartRule, scene: InitialPosition, team: Integer, roles: OneOrMore[Role]
) -> Iterator[StartAction]:
    """Put players into the team with a number.

    Example: (set Team 1 {P1 P3})
    """
    number = scene.evaluate(team)
    for role in roles:
        player = scene.number_of(role, node)
        if 1 <= player <= scene.inventory.players:
            yield TeamAction(number, player)


@ludeme("set", "RememberValue", concepts="Variable")
def set_remembered_value(
    node: StartRule,
    scene: InitialPosition,
    name: str | None,
    value: Integer | Region,
    *,
    unique: Condition = Truth(False),
) -> Iterator[StartAction]:
    """Remember a number, or the sites of a region, under a name; optionally only new values.

    Example: (set RememberValue "Start" (sites Bottom))
    """
    if isinstance(value, Region):
        values = list(scene.sites_of(value))
    else:
        values = [number for number in (scene.evaluate(value),) if number >= 0]
    for number in values:
        action = RememberAction(name, number)
        if not scene.holds(unique) or action not in scene.lying(node).actions:
            yield action


@ludeme("set", "Hidden", concepts="HiddenInformation !data:InvisiblePiece")
class SetHidden(StartRule):
    """Hide sites, or some data about them, from a role; with False, show them.

    Example: (set Hidden {What Who} (sites Hand P1) to:P2)
    """

    either = ("region", "at")
    facts = EFFECT | needs("hiding")
    data: tuple[HiddenData, ...] = ()
    type: SiteType | None = None
    region: Region | None = None
    hidden: Condition | None = None
    _: KW_ONLY
    at: Integer | None = None
    level: Integer | None = None
    to: ThePlayer | Role

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        sites = _sites(self.at, self.region, self, scene)
        level = scene.evaluate(self.level)
        hidden = self.hidden is None or scene.holds(self.hidden)
        players = _hidden_from(self.to, self, scene)
        for data in self.data or (None,):
            for site in sites:
                for player in players:
                    what = None if data is None else str(data)
                    yield HideAction(scene.spot(site, self.type), level, player, what, hidden)


@bare
class Given(Ludeme):
    """A site and its value: ``{3 9}``."""

    kind = "a site and its value {site value}"
    facts = STATIC
    numbers: Annotated[tuple[Whole, ...], Limits(2)]


@ludeme("set", concepts="DeductionPuzzle")
class SetGivens(StartRule):
    """The values of some sites of a puzzle.

    Example: (set {{0 9} {8 7}})
    """

    type: SiteType | None
    givens: OneOrMore[Given]

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        for pair in self.givens:
            site, value = pair.numbers[:2]
            checked_site(site, self.type, self, scene)
            yield GivenAction(scene.spot(site, self.type), value)


@ludeme("set")
class SetOwner(StartRule):
    """Put the first component of a role on a site or on every site of a region or list.

    Example: (set P1 Vertex (sites {1 3}))
    """

    role: Role
    type: SiteType | None
    where: Integer | Region | ListedSpots | None
    _: KW_ONLY
    coord: str | None = None

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts of the places."""
        return placing(self.where, self.coord, None)

    def carry_out(self, scene: InitialPosition) -> Iterator[StartAction]:
        component = _first_component(self, scene)
        # Without a place or a component Ludii does nothing.
        if component is None or (self.where is None and self.coord is None):
            return
        for site in sites_of(self.where, self.coord, self.type, self, scene):
            yield Put(scene.spot(site, self.type), component)


@ludeme("deal", concepts="Domino")
def deal(
    node: StartRule,
    scene: InitialPosition,
    what: Dealt,
    number: Annotated[int, Limits(1, 1000)] = 1,
) -> Iterator[StartAction]:
    """Deal N (1) dominoes to each player, by chance.

    Example: (deal Dominoes 7)
    """
    inventory = scene.inventory
    hands = [store for store in inventory.containers[1:] if not store.dice]
    if len(hands) != inventory.players:
        return
    left = list(range(1, len(inventory.components) + 1))
    # As in Ludii, the total is two for each player, for any number of players.
    dealt = 2 * number
    if dealt > len(left) or any(-(-dealt // len(hands)) > hand.size for hand in hands):
        node.reject(f"there are too few dominoes or places in hands to deal {number}")
    for place in range(dealt):
        component = scene.chosen("piece", left, node)
        left.remove(component)
        hand = hands[place % len(hands)]
        yield Put(scene.spot(hand.first + place // len(hands)), component)


def _sites(
    at: Integer | None, to: Region | None, rule: Ludeme, scene: InitialPosition
) -> list[int]:
    """Return the sites of a region, or the one site; empty if the site is -1."""
    if to is not None:
        sites = list(scene.sites_of(to))
    else:
        assert at is not None
        sites = [site for site in (scene.evaluate(at),) if site >= 0]
    of_type = getattr(rule, "type", None)
    return [checked_site(site, of_type, rule, scene) for site in sites]


def _players(role: ThePlayer | Role | None, rule: Ludeme, scene: InitialPosition) -> list[int]:
    """Return the players of a role, all for Each and All or without a role; or the named one."""
    if role in (None, Role.EACH, Role.ALL):
        return list(range(1, scene.inventory.players + 1))
    assert role is not None
    player = scene.number_of(role, rule) if isinstance(role, Role) else scene.evaluate(role.number)
    return [player] if 1 <= player <= scene.inventory.players else []


def _hidden_from(role: ThePlayer | Role, rule: Ludeme, scene: InitialPosition) -> list[int]:
    """Return the players who do not see hidden data; a role may mean several players."""
    if not isinstance(role, Role):
        return _players(role, rule, scene)
    teams = teams_so_far(scene, rule)
    if str(role)[4:].isdigit():
        return [player for player, team in teams.items() if team == int(str(role)[4:])]
    # Player 1 moves first.
    friends = [player for player, team in teams.items() if team == teams[1]]
    among = {
        Role.ENEMY: [player for player in teams if player not in friends],
        Role.NON_MOVER: [player for player in teams if player != 1],
        Role.FRIEND: friends,
        Role.ALLY: [player for player in friends if player != 1],
        Role.TEAM_MOVER: friends,
    }
    return among[role] if role in among else _players(role, rule, scene)


def _first_component(rule: SetOwner, scene: InitialPosition) -> int | None:
    """Return the component of a role; as in Ludii, for a player the one with its number."""
    owner, components = scene.number_of(rule.role, rule), scene.inventory.components
    if 1 <= owner <= scene.inventory.players:
        return owner if owner <= len(components) else None
    return next((n for n, candidate in enumerate(components, 1) if candidate.owner == owner), None)
