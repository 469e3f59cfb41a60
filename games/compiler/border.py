"""Whether rules can tell an empty cell from one that is not on the board.

Boards that hold only the cells where a piece may be put are right only for rules that cannot: to
these, what is off the board counts as empty. Every cell of such a board is looked at as a target
while it is there, so rules may ask anything about ``(to)`` itself.
"""

from boardless.games.compiler.reads import NEAR, uses_numbers
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import game as g
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Around

_OCCUPIED = (Around.NOT_EMPTY, Around.OWN, Around.ENEMY)


def sees_border(game: g.Game) -> bool:
    """Tell whether a rule of a game may depend on which empty cells are on the board."""
    rules = game.rules
    ends = [rules.end, *(part for phase in rules.phases for part in (phase.end, *phase.exits))]
    plays = [rules.play, *(phase.play for phase in rules.phases)]
    return any(map(_sees_from, plays)) or any(_sees(part) or uses_numbers(part) for part in ends)


def _sees_from(node: object) -> bool:
    """Tell it of the rules that make moves."""
    if isinstance(node, m.To):
        return _target_sees(node.region) or _sees(node.if_)
    if isinstance(node, m.From):
        return not isinstance(node.region, r.SitesHand) or _sees(node.if_)
    if isinstance(node, Ludeme):
        node = tuple(vars(node).values())
    return isinstance(node, tuple) and any(map(_sees_from, node))


def _target_sees(region: object) -> bool:
    """Tell it of the condition that ``(to)`` is in a region."""
    match region:
        case r.SitesAround():
            # Some cell around is the one that is named, or in the region.
            return _sees(region.where)
        case r.Union() | r.Intersection():
            return any(map(_target_sees, region.regions))
        case r.Difference():
            return _target_sees(region.region) or _target_sees(region.without)
        case k.Single():
            return _sees(region.site)
        case k.Region() if region.facts.reach <= NEAR:
            return False  # what stands on (to), or beside it
    return _sees(region)


def _sees(node: object) -> bool:
    """Tell it of conditions, integers, and regions whose sites are gone through."""
    match node:
        case c.IsEmpty():
            return not isinstance(node.site, i.ToSite)
        case c.IsIn(value=i.ToSite(), among=k.Region()):
            return _target_sees(node.among)
        case c.IsIn(among=i.Results() as results):
            # Empty cells around add the result 0, unless they are not there.
            there = isinstance(node.value, i.What) and isinstance(node.value.at, i.FromSite)
            beside = isinstance(results.to, r.SitesAround)
            return not (_is_component(node.value) or there) or not beside
        case c.IsLine():
            return not all(map(_is_component, node.whats or ()))
        case r.SitesAround():
            return node.which not in _OCCUPIED or _sees(node.where)
        case Ludeme() if node.facts.border:
            return True
        case k.Single():
            return not (node.site.facts.beside or isinstance(node.site, i.ToSite))
        case r.SitesListed():
            return any(_sees(k.Single(site)) for site in node.sites)
        case tuple():
            return any(map(_sees, node))
        case Ludeme():
            return any(map(_sees, vars(node).values()))
    return False


def _is_component(node: object) -> bool:
    """Tell whether an integer is the number of a component, which no empty cell has."""
    return isinstance(node, i.ComponentId) or (isinstance(node, k.Constant) and node.value > 0)
