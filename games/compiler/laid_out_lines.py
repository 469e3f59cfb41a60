"""Lines on a board that is laid out, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.moving.way_slots import Slots
from boardless.games.compiler.moving.ways import Walk, turns_of
from boardless.games.compiler.puzzle_values import settled
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes.kinds import Compass, Directions, Flatly, Role
from boardless.games.ludemes.puzzles import Satisfy
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.walks import NO_SLOT


def line_laid_out(node: c.IsLine, geometry: LayoutGeometry, scope: Scope) -> str:
    """Return the condition that there is a line."""
    out = scope.out
    sort, label = str(node.directions).lower(), ""
    if node.directions is Directions.OFF_DIAGONAL:
        sort = "off"
    elif isinstance(node.directions, Compass):
        sort, label = "all", str(node.directions)
    elif isinstance(node.directions, Flatly):
        sort, label = "direction", str(node.directions)
    table, most = axes_table(geometry, sort, scope, label)
    found, length = out.name("line"), out.name("length")
    out.add(f"{found} = False")
    out.add(f"{length} = {integer(node.length, scope)}")
    region = node.through_any or k.Single(node.through or i.LastTo())
    with each(region, scope) as pivot:
        counts = _counted(node, pivot, scope)
        axes = (table, most, sort)
        if node.by_level and scope.model.stacking:
            _by_level(pivot, axes, counts, length, found, scope)
        else:
            _level(node, pivot, axes, counts, length, found, scope)
    return found


def _level(
    node: c.IsLine,
    pivot: str,
    axes: tuple[str, int, str],
    counts: "Counts",
    length: str,
    found: str,
    scope: Scope,
) -> None:
    """Add statements that look for lines through a site, whatever the levels."""
    out, (table, most, sort) = scope.out, axes
    # Of piles the site that a line is sought through need not meet its condition.
    begins = counts.stands(pivot, scope) if scope.model.stacking else counts(pivot, scope)
    with out.block(f"if not {found} and {begins}:"):
        n, first, run = out.name("n"), out.name("row"), out.name("run")
        out.add(f"{first} = whole(s.kind[{pivot}]) * {most}")
        with out.block(f"for {n} in range({first}, {first} + {most}):"):
            with out.block(f"if {table}[2 * {n}] == {NO_SLOT}:"):
                out.add("break")
            out.add(f"{run} = 1")
            for end in (0, 1):
                at, slot = out.name("at"), out.name("t")
                out.add(f"{at} = {pivot}")
                out.add(f"{slot} = whole({table}[2 * {n} + {end}])")
                walk = Walk(at, slot, scope, pivot, turns_of(Slots(sort, ()), scope), slot)
                with out.block("while True:"):
                    walk.advance()
                    with out.block(f"if {at} == NONE:"):
                        out.add("break")
                    met = counts(at, scope)
                    if node.contiguous:
                        with out.block(f"if not {met}:"):
                            out.add("break")
                        out.add(f"{run} += 1")
                    else:
                        out.add(f"{run} += int({met})")
            with out.block(f"if {run} {'==' if node.exact else '>='} {length}:"):
                out.add(f"{found} = True")


def axes_table(
    geometry: LayoutGeometry, sort: str, scope: Scope, label: str = ""
) -> tuple[str, int]:
    """Return the name of a table of the slots of walks and of opposite ones, and a row's length.

    They are those in a direction alone, if its `label` is given, or those that keep the layer.
    """
    pairs = _axes(geometry, sort)
    if label == str(Flatly.SAME_LAYER):
        pairs = [_flat(row, geometry.labels(site)) for site, row in enumerate(pairs)]
    elif label:
        pairs = [
            [
                pair if labels[pair[0]] == label else pair[::-1]
                for pair in row
                if label in [labels[slot] for slot in pair if slot != NO_SLOT]
            ]
            for labels, row in zip(map(geometry.labels, range(len(pairs))), pairs, strict=True)
        ]
    most = max(map(len, pairs))
    filled = [end for row in pairs for pair in (*row, *[(NO_SLOT, NO_SLOT)] * (most - len(row)))
              for end in pair]  # fmt: skip
    return scope.constant("AXES", filled), most


def _flat(pairs: list[tuple[int, int]], labels: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the pairs of walks that keep the layer, without those that lead up or down."""
    flat = [
        tuple(slot for slot in pair if slot != NO_SLOT and labels[slot][:1] not in ("U", "D"))
        for pair in pairs
    ]
    whole = [(one[0], one[1]) for one in flat if len(one) == 2]
    met = {slot for pair in whole for slot in pair}
    single = dict.fromkeys(one[0] for one in flat if len(one) == 1 and one[0] not in met)
    return [*whole, *((slot, NO_SLOT) for slot in single)]


def _axes(geometry: LayoutGeometry, sort: str) -> list[list[tuple[int, int]]]:
    """Return for each site the slots of each walk and of one opposite to it."""
    found = []
    for kind in geometry.types:
        sites = geometry.board.sites_of(kind)
        walks, start = sites.walks(sort), sites.steps.to.start
        for site in range(len(sites)):
            slots = (walks.taken(site) - start[site]).tolist()
            found.append(
                [
                    (slots[first], slot)
                    for first, others in walks.axes(site)
                    for slot in ([slots[other] for other in others] or [NO_SLOT])
                ]
            )
    return found


def _by_level(
    pivot: str, axes: tuple[str, int, str], counts: "Counts", length: str, found: str, scope: Scope
) -> None:
    """Add statements that look for lines through the uppermost piece of a pile, by levels."""
    out, (table, most, sort) = scope.out, axes
    top, run, level = out.name("top"), out.name("run"), out.name("level")
    out.add(f"{top} = height(s, {pivot}) - 1")
    out.add(f"{run} = 1")
    with out.block(f"for {level} in range({top} - 1, -1, -1):"):
        with out.block(f"if not {counts.on(pivot, level)}:"):
            out.add("break")
        out.add(f"{run} += 1")
    out.add(f"{found} = {found} or {run} >= {length}")
    n, first, rise = out.name("n"), out.name("row"), out.name("rise")
    out.add(f"{first} = whole(s.kind[{pivot}]) * {most}")
    with (
        out.block(f"if {top} >= 0 and {counts.on(pivot, top)}:"),
        out.block(f"for {n} in range({first}, {first} + {most}):"),
    ):
        with out.block(f"if {table}[2 * {n}] == {NO_SLOT}:"):
            out.add("break")
        with out.block(f"for {rise} in (0, -1, 1):"):
            out.add(f"{run} = 1")
            for end, sign in ((0, "+"), (1, "-")):
                at, slot = out.name("at"), out.name("t")
                out.add(f"{at} = {pivot}")
                out.add(f"{slot} = whole({table}[2 * {n} + {end}])")
                out.add(f"{level} = {top}")
                walk = Walk(at, slot, scope, pivot, turns_of(Slots(sort, ()), scope), slot)
                with out.block("while True:"):
                    walk.advance()
                    out.add(f"{level} = {level} {sign} {rise}")
                    with out.block(f"if {at} == NONE or not {counts.on(at, level)}:"):
                        out.add("break")
                    out.add(f"{run} += 1")
            out.add(f"{found} = {found} or {run} >= {length}")


def _counted(node: c.IsLine, pivot: str, scope: Scope) -> "Counts":
    """Return what tells whether a site counts as one of the line."""
    out, below = scope.out, scope.model.stacking and not node.top
    if node.whats is not None or node.what is not None:
        wanted = [integer(what, scope) for what in (node.whats or (node.what,)) if what]
    elif node.role is not None and node.role is not Role.ALL:
        return Counts(f"{{who}} == {scope.player(node.role, node)}", node.if_, below)
    else:
        piece = out.name("piece")
        out.add(f"{piece} = whole(s.what[{pivot}])")
        wanted = [piece]
    test = f"({' or '.join(f'{{what}} == {what}' for what in wanted)})"
    if scope.model.uses(Satisfy):
        test += f" and {settled('{at}', scope, node)}"
    return Counts(test, node.if_, below)


class Counts:
    """Whether a site counts, as source.

    Parameters
    ----------
    test : str
        The condition on a piece on ``{at}`` whose component is ``{what}`` and owner ``{who}``.
    allowed : Condition or None
        What else is asked of its site.
    below : bool
        Whether a piece counts that others lie on.
    """

    def __init__(self, test: str, allowed: k.Condition | None, below: bool) -> None:
        self._test, self._allowed, self._below = test, allowed, below

    def __call__(self, site: str, scope: Scope) -> str:
        """Return the condition on a site, after statements that find out."""
        test = self.stands(site, scope)
        if self._allowed is None:
            return test
        holds = condition(self._allowed, scope.binding(to=site))
        return f"({test} and {holds})"

    def stands(self, site: str, scope: Scope) -> str:
        """Return the condition on the pieces of a site, after statements that find out."""
        out = scope.out
        test = self._test.format(what=f"s.what[{site}]", who=f"s.who[{site}]", at=site)
        if self._below:
            met, level = out.name("met"), out.name("level")
            out.add(f"{met} = False")
            with out.block(f"for {level} in range(height(s, {site})):"):
                out.add(f"{met} = {met} or {self.on(site, level)}")
            test = met
        return f"({test})"

    def on(self, site: str, level: str) -> str:
        """Return the condition on the piece on a level of a site."""
        what, who = f"what_at(s, {site}, {level})", f"who_at(s, {site}, {level})"
        return f"({self._test.format(what=what, who=who, at=site)})"
