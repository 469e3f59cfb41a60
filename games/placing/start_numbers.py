"""The rules for the start that set numbers, teams, and what is hidden."""

from collections.abc import Iterator

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import start_settings as t
from boardless.games.ludemes.kinds import Integer, Region, Role
from boardless.games.ludemes.scoring import ThePlayer
from boardless.games.placing.evaluating import static_condition, static_integer, static_region
from boardless.games.placing.scene import Scene
from boardless.games.placing.start_contents import (
    Choice,
    Hide,
    JoinTeam,
    Put,
    Remember,
    SetAmount,
    SetCost,
    SetCount,
    SetGiven,
    SetPhase,
    SetScore,
    StartAction,
)
from boardless.games.placing.start_rules import carry_out, checked_site, sites_of


def _sites(at: Integer | None, to: Region | None, rule: Ludeme, scene: Scene) -> list[int]:
    """Return the sites of a region, or the one site; none if that is -1."""
    if to is not None:
        sites = list(static_region(to, scene))
    else:
        assert at is not None
        sites = [site for site in (static_integer(at, scene),) if site >= 0]
    of_type = getattr(rule, "type", None)
    return [checked_site(site, of_type, rule, scene) for site in sites]


@carry_out.register
def _(rule: t.SetCount, scene: Scene) -> Iterator[StartAction]:
    last = len(scene.inventory.components)
    if not last:
        rule.reject("there is no component to count")
    for site in _sites(rule.at, rule.to, rule, scene):
        yield SetCount(scene.spot(site, rule.type), last, static_integer(rule.number, scene))


@carry_out.register
def _(rule: t.SetCost, scene: Scene) -> Iterator[StartAction]:
    for site in _sites(rule.at, rule.to, rule, scene):
        yield SetCost(scene.spot(site, rule.type), static_integer(rule.number, scene))


@carry_out.register
def _(rule: t.SetPhase, scene: Scene) -> Iterator[StartAction]:
    for site in _sites(rule.at, rule.to, rule, scene):
        yield SetPhase(scene.spot(site, rule.type), static_integer(rule.number, scene))


def _players(role: ThePlayer | Role | None, rule: Ludeme, scene: Scene) -> list[int]:
    """Return the players of a role, all for Each and All or without a role; or the one named."""
    if role in (None, Role.EACH, Role.ALL):
        return list(range(1, scene.inventory.players + 1))
    assert role is not None
    if isinstance(role, Role):
        player = scene.number_of(role, rule)
    else:
        player = static_integer(role.number, scene)
    if not 1 <= player <= scene.inventory.players:
        rule.reject(f"{role} is no single player of {scene.inventory.players}")
    return [player]


@carry_out.register
def _(rule: t.SetScore, scene: Scene) -> Iterator[StartAction]:
    for player in _players(rule.role, rule, scene):
        yield SetScore(player, static_integer(rule.number, scene))


@carry_out.register
def _(rule: t.SetAmount, scene: Scene) -> Iterator[StartAction]:
    for player in _players(rule.role, rule, scene):
        yield SetAmount(player, static_integer(rule.number, scene))


@carry_out.register
def _(rule: t.SetTeam, scene: Scene) -> Iterator[StartAction]:
    team = static_integer(rule.team, scene)
    for role in rule.roles:
        player = scene.number_of(role, rule)
        if 1 <= player <= scene.inventory.players:
            yield JoinTeam(team, player)


@carry_out.register
def _(rule: t.SetRememberedValue, scene: Scene) -> Iterator[StartAction]:
    if isinstance(rule.value, Region):
        values = list(static_region(rule.value, scene))
    else:
        values = [value for value in (static_integer(rule.value, scene),) if value >= 0]
    for value in values:
        action = Remember(rule.name, value)
        if not rule.unique or action not in scene.lying(rule).actions:
            yield action


@carry_out.register
def _(rule: t.SetHidden, scene: Scene) -> Iterator[StartAction]:
    sites = _sites(rule.at, rule.region, rule, scene)
    level = 0 if rule.level is None else static_integer(rule.level, scene)
    hidden = rule.hidden is None or static_condition(rule.hidden, scene)
    players = _players(rule.to, rule, scene)
    for data in rule.data or (None,):
        for site in sites:
            for player in players:
                what = None if data is None else str(data)
                yield Hide(scene.spot(site, rule.type), level, player, what, hidden)


@carry_out.register
def _(rule: t.SetOwner, scene: Scene) -> Iterator[StartAction]:
    component = _first_component(rule, scene)
    for site in sites_of(rule.where, rule.coord, rule.type, rule, scene):
        yield Put(scene.spot(site, rule.type), component)


def _first_component(rule: t.SetOwner, scene: Scene) -> int:
    """Return the component of a role.

    Of a player it is the one that has the number of the player, as in Ludii; else the first that
    nobody owns, or that all do.
    """
    owner, components = scene.number_of(rule.role, rule), scene.inventory.components
    if 1 <= owner <= scene.inventory.players:
        if owner <= len(components):
            return owner
    else:
        for number, component in enumerate(components, 1):
            if component.owner == owner:
                return number
    return rule.reject(f"there is no component of {rule.role}")


@carry_out.register
def _(rule: t.SetGivens, scene: Scene) -> Iterator[StartAction]:
    for given in rule.givens:
        assert isinstance(given, t.Given)
        site, value = given.numbers[:2]
        yield SetGiven(scene.spot(checked_site(site, rule.type, rule, scene), rule.type), value)


@carry_out.register
def _(rule: t.Deal, scene: Scene) -> Iterator[StartAction]:
    contents, inventory = scene.lying(rule), scene.inventory
    hands = [store for store in inventory.containers[1:] if not store.dice]
    if len(hands) != inventory.players:
        return
    left = list(range(1, len(inventory.components) + 1))
    # Two to a player are dealt in all, however many players there are, as in Ludii.
    dealt = 2 * rule.number
    if dealt > len(left) or any(-(-dealt // len(hands)) > hand.size for hand in hands):
        rule.reject(f"there are too few dominoes or places in hands to deal {rule.number}")
    for place in range(dealt):
        choice = Choice("piece", tuple(left))
        contents.choices.append(choice)
        component = scene.chosen(choice)
        left.remove(component)
        hand = hands[place % len(hands)]
        yield Put(scene.spot(hand.first + place // len(hands)), component)
