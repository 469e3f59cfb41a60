"""What a rule about a site reads, so that its legal moves can be kept from move to move."""

from functools import singledispatch
from math import inf

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r

#: A rule that reads further than the adjacent sites is searched for again at every move.
NEAR = 1


@singledispatch
def reach(node: Ludeme) -> float:
    """Return how many steps from ``(to)`` a ludeme reads the board; infinite if anywhere.

    What may change without a change on the board near the site (the last move, counters, hands)
    counts as anywhere.
    """
    return inf


def _reach_of_site(node: k.Integer) -> float:
    """Return how many steps from ``(to)`` the site lies that an integer means."""
    # A site that is named by a number may be anywhere.
    return reach(node) if isinstance(node, i.ToSite | i.Ahead) else inf


@reach.register(k.Constant)
@reach.register(k.Truth)
@reach.register(i.ToSite)
@reach.register(i.CountPlayers)
@reach.register(i.ComponentId)
@reach.register(i.MoverNumber)
@reach.register(i.NextNumber)
@reach.register(c.IsMover)
@reach.register(r.SitesEmpty)
@reach.register(r.SitesOccupied)
@reach.register(r.SitesBoard)
def _(node: Ludeme) -> float:
    # The mover is known when a list is compiled: there is one for each player.
    return 0


@reach.register
def _(node: r.SitesPlayable) -> float:
    return 1


@reach.register
def _(node: i.Ahead) -> float:
    steps = 1 if node.steps is None else node.steps
    if isinstance(steps, k.Constant):
        steps = steps.value
    return _reach_of_site(node.site) + max(steps, 0) if isinstance(steps, int) else inf


@reach.register(i.What)
@reach.register(i.Who)
def _(node: i.What | i.Who) -> float:
    # What a piece in hand is never changes while the rules only copy it.
    return 0 if isinstance(node.at, i.FromSite | i.HandSite) else _reach_of_site(node.at)


@reach.register
def _(node: b.SidesOf) -> float:
    return _reach_of_site(node.of)


@reach.register(c.IsEmpty)
@reach.register(c.IsOccupied)
def _(node: c.IsEmpty | c.IsOccupied) -> float:
    return _reach_of_site(node.site)


@reach.register
def _(node: r.SitesAround) -> float:
    where = node.where
    return 1 + (_reach_of_site(where) if isinstance(where, k.Integer) else reach(where))


@reach.register
def _(node: i.CountSites) -> float:
    region = node.in_
    around = isinstance(region, r.SitesAround) and isinstance(region.where, k.Integer)
    return reach(region) if around else inf


@reach.register
def _(node: c.IsIn) -> float:
    if isinstance(node.among, k.Region):
        return _reach_of_site(node.value) + reach(node.among)
    return max(reach(node.value), reach(node.among))


@reach.register
def _(node: k.Single) -> float:
    return reach(node.site)


@reach.register
def _(node: i.Results) -> float:
    # The sites that (from) and (to) stand for are read around the same site.
    outer = isinstance(node.from_, k.Single) and isinstance(node.from_.site, i.ToSite)
    around = isinstance(node.to, r.SitesAround) and isinstance(node.to.where, i.ToSite)
    value = node.value
    what = isinstance(value, i.What | i.Who) and isinstance(value.at, i.ToSite | i.FromSite)
    return 1 if outer and around and what else inf


@reach.register(k.Listed)
@reach.register(i.Sum)
@reach.register(i.Product)
@reach.register(i.Minimum)
@reach.register(i.Maximum)
def _(node: k.Listed) -> float:
    return max((reach(value) for value in node.values), default=0)


@reach.register(c.And)
@reach.register(c.Or)
def _(node: c.And | c.Or) -> float:
    return max(reach(part) for part in node.conditions)


@reach.register
def _(node: c.Not) -> float:
    return reach(node.condition)


@reach.register
def _(node: i.Absolute) -> float:
    return reach(node.value)


@reach.register(i.Minus)
@reach.register(i.Quotient)
@reach.register(i.Remainder)
@reach.register(c.Equal)
@reach.register(c.NotEqual)
@reach.register(c.Less)
@reach.register(c.AtMost)
@reach.register(c.Greater)
@reach.register(c.AtLeast)
def _(node: i.Minus) -> float:
    sides = (node.left, node.right)
    return max(reach(side) if isinstance(side, Ludeme) else 0 for side in sides)


@reach.register(r.Union)
@reach.register(r.Intersection)
def _(node: r.Union | r.Intersection) -> float:
    return max(reach(region) for region in node.regions)


@reach.register
def _(node: r.Difference) -> float:
    return max(reach(node.region), reach(node.without))


def uses_numbers(node: object, as_site: bool = False) -> bool:
    """Tell whether a ludeme depends on the numbers of sites, which may change as a board grows.

    `as_site` is whether an integer stands for a site where it is: a number names another site
    then, while ``(to)`` stays the same one.
    """
    if isinstance(node, k.Constant):
        return as_site
    if isinstance(node, i.ToSite | i.FromSite | i.LastTo | i.LastFrom | i.HandSite):
        return not as_site
    if isinstance(node, tuple):
        return any(uses_numbers(part, as_site) for part in node)
    if not isinstance(node, Ludeme):
        return False
    if isinstance(node, i.Ahead) and not as_site:
        return True
    sites = {"at", "of", "site", "sites", "where"}
    if isinstance(node, c.IsIn) and isinstance(node.among, k.Region):
        sites.add("value")
    return any(uses_numbers(value, name in sites) for name, value in vars(node).items())
