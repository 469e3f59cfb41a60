"""What a rule about a site reads, so that its legal moves can be kept from move to move."""

from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k

#: A rule that reads further than the adjacent sites is searched for again at every move.
NEAR = 1


def uses_numbers(node: object, as_site: bool = False) -> bool:
    """Tell whether a ludeme depends on the numbers of sites, which may change as a board grows.

    `as_site` is whether an integer stands for a site where it is: a number names another site
    then, while ``(to)`` stays the same one.
    """
    if isinstance(node, k.Constant):
        return as_site
    if isinstance(node, tuple):
        return any(uses_numbers(part, as_site) for part in node)
    if not isinstance(node, Ludeme):
        return False
    if node.facts.place and not as_site:
        return True
    sites = {"at", "of", "site", "sites", "where"}
    if isinstance(node, c.IsIn) and isinstance(node.among, k.Region):
        sites.add("value")
    return any(uses_numbers(value, name in sites) for name, value in vars(node).items())
