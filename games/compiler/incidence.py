"""Regions of sites that meet others, and of edges that cross, as source: tables of the board.

Sites of a type that is not played on have no place in the arrays. While the source is written their
numbers count on from the hands, as those of the sites that are played on do.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from boardless.games.compiler.generic import integer, member
from boardless.games.compiler.lying_for_good import is_for_good
from boardless.games.compiler.model import Model
from boardless.games.compiler.occupied import belongs
from boardless.games.compiler.regions import each, each_of, is_gone_through
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import Ludeme, ludemes_in
from boardless.games.ludemes import incidence as o
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import regions as r
from boardless.games.ludemes.kinds import Integer
from boardless.topo import FixedBoard
from boardless.topo.kernels.arrays import Ints
from boardless.topo.layouts.regions import crossing, incident


def check_types(model: Model) -> None:
    """Complain of pieces on sites of a type that is not played on, where such sites are asked for.

    Raises
    ------
    LudemeError
        If the game says of some that they stand there, or are put there.
    """
    if not model.uses(o.SitesIncident):
        return
    for node in ludemes_in(model.game.rules):
        kind = getattr(node, node.facts.stands, None)
        known = "lying" in node.facts.reads and is_for_good(kind, model)
        if not (known or model.plays_on(kind)):
            node.reject(
                "pieces on sites of several types cannot be compiled yet: "
                f"on {kind} beside {model.layout_use}"
            )
    if not model.starts_by_chance:
        # What lies there at the start is checked where it is worked out.
        model.start_pieces  # noqa: B018


def _board(node: Ludeme, scope: Scope) -> FixedBoard:
    if scope.model.scene is None:
        node.reject("needs a board that is laid out")
    return scope.model.scene.board


@contextmanager
def _met(at: Integer, lists: list[Ints], scope: Scope) -> Iterator[str]:
    """Open a loop over the sites listed for a site; yield each."""
    out, first = scope.out, scope.model.hand_size + 1
    starts = [sum(map(len, lists[:number])) for number in range(len(lists) + 1)]
    start = scope.constant("START", starts)
    table = scope.constant("MET", [first + int(site) for listed in lists for site in listed])
    number, n, met = out.name("number"), out.name("n"), out.name("x")
    out.add(f"{number} = {integer(at, scope)}")
    with (
        out.block(f"if 0 <= {number} < {len(lists)}:"),
        out.block(f"for {n} in range(whole({start}[{number}]), whole({start}[{number} + 1])):"),
    ):
        out.add(f"{met} = whole({table}[{n}])")
        yield met


@each_of.register
@contextmanager
def _(node: o.SitesIncident, scope: Scope) -> Iterator[str]:
    board, kind, of = _board(node, scope), str(node.type), str(node.of)
    lists = [incident(board, kind, of, index) for index in range(len(board.sites_of(of)))]
    owned = node.role is not None or node.owner is not None
    if owned and kind != board.use:
        node.reject(f"expected {board.use}, on which pieces stand, where a role is given")
    with _met(node.at, lists, scope) as at:
        if not owned:
            yield at
            return
        if node.role is not None:
            test = belongs(node.role, f"s.what[{at}]", f"s.who[{at}]", scope, node)
        else:
            test = f"s.who[{at}] == {one_player(node.owner, node, scope)}"  # type: ignore[arg-type]
        with scope.out.block(f"if {test}:"):
            yield at


@each_of.register
@contextmanager
def _(node: o.SitesCrossing, scope: Scope) -> Iterator[str]:
    board = _board(node, scope)
    if board.use != "Edge":
        node.reject("expected a board that is played on its edges")
    lists = [crossing(board, index) for index in range(len(board))]
    with _met(node.at, lists, scope) as at:
        test = belongs(node.role, f"s.what[{at}]", f"s.who[{at}]", scope, node)
        with scope.out.block(f"if {test}:"):
            yield at


member.register(o.SitesIncident)(is_gone_through)
member.register(o.SitesCrossing)(is_gone_through)


def beginning_with_few(
    node: r.Union | r.Intersection | r.Difference, scope: Scope
) -> AbstractContextManager[str] | None:
    """Return a loop over a part that meets a site, or is a hand, and what else is asked of it."""
    parts = tuple(_common(node)) if isinstance(node, r.Intersection) else ()
    if isinstance(node, r.Difference):
        parts = (node.region,)
    few = next((part for part in parts if isinstance(part, o.SitesIncident | r.SitesHand)), None)
    if few is None:
        return None
    return _among(few, r.Intersection(parts) if isinstance(node, r.Intersection) else node, scope)


def _common(node: r.Intersection) -> Iterator[k.Region]:
    """Yield the regions that an intersection is of, those of intersections among them."""
    for part in node.regions:
        if isinstance(part, r.Intersection):
            yield from _common(part)
        else:
            yield part


@contextmanager
def _among(few: o.SitesIncident | r.SitesHand, node: k.Region, scope: Scope) -> Iterator[str]:
    with each(few, scope) as at:
        test = "True"
        if isinstance(node, r.Difference):
            test = f"not {member(node.without, at, scope)}"
        elif isinstance(node, r.Intersection) and len(node.regions) > 1:
            others = tuple(part for part in node.regions if part is not few)
            test = member(r.Intersection(others), at, scope)
        with scope.out.block(f"if {test}:"):
            yield at
