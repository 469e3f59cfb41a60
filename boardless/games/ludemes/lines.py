"""Lines and patterns of pieces, on tilings and on boards that are laid out."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from boardless.games.compiler.constant_evaluation import walked
from boardless.games.compiler.directions import WalkLoop, walk_in
from boardless.games.compiler.dispatch import condition, integer
from boardless.games.compiler.expressions import FALSE, NONE, Bool, Int, S, every, wide
from boardless.games.compiler.line_masks import (
    has_line,
    has_line_by_levels,
    has_row,
    rows_of_cells,
)
from boardless.games.compiler.regions import cleared_row, each, marked
from boardless.games.language.facts import EFFECT, GLOBAL, SYMMETRIC, TILED, reads
from boardless.games.language.ludeme import Ludeme, ludeme
from boardless.games.ludemes.directions import Absolute, DirectionGroup
from boardless.games.ludemes.kinds import (
    Condition,
    Directions,
    Integer,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.literals import Constant, Single
from boardless.games.ludemes.pieces import Walk, WalkOfSteps
from boardless.games.ludemes.puzzle_values import settled
from boardless.games.ludemes.pyramids import common_above, is_in_sight
from boardless.games.ludemes.sites import LastTo
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.walks import NO_SLOT
from boardless.topo.layouts.relative_directions import walks_along

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.expressions import Site
    from boardless.games.compiler.scope import Scope


_LAST = SYMMETRIC | TILED | reads("last", "lying")


@ludeme("is", "Line", example="(is Line 5 Orthogonal exact:True)", facts=_LAST, concepts="Line")
class IsLine(Condition):
    """A straight run of this length or more, or exactly it, through a site ((last To)) or region.

    It counts sites with the component there, or those listed; of a role; or that meet a
    condition on (to). A line that is not contiguous may have gaps. Of stacks any piece counts,
    or the top alone; by levels a line goes level, up, down, or down the pile. It may have to have
    several components, be in sight from above, or go one way alone.
    """

    type: SiteType | None
    length: Integer
    directions: Absolute = Directions.ADJACENT
    role: Role | None = None
    _: KW_ONLY
    through: Integer | None = None
    through_any: Region | None = None
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None
    exact: bool = False
    contiguous: bool = True
    if_: Condition | None = None
    by_level: bool = False
    top: bool = False
    through_how_much: Integer | None = None
    is_visible: Condition | None = None
    use_opposites: Condition | None = None

    def __post_init__(self) -> None:
        length = self.length.constant
        if length is not None and length < 1:
            self.reject("expected a length of at least 1")

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        if scope.model.layout is not None and not scope.model.plays_on(self.type):
            self.reject("lines of sites that are not played on cannot be compiled yet")
        if isinstance(scope.geometry, LayoutGeometry):
            return Bool.named(line_laid_out(self, scope.geometry, scope))
        levels = self.by_level and scope.model.stacking
        odd = self.through_how_much or self.is_visible or self.use_opposites or levels
        if odd or not self.contiguous:
            self.reject("such lines, and lines with gaps, need a board of fixed size")
        length = str(scope.variable("length", b.integer(self.length)))
        found = scope.variable("c", FALSE)
        if self.through is None and self.through_any is None:
            pivot = scope.out.assign("x", scope.last or "int64(s.n[LAST])")
            _line_through(self, pivot, length, str(found), scope)
        else:
            region = self.through_any or Single(self.through or LastTo())
            b.each(region, lambda at: _line_through(self, str(at), length, str(found), scope))
        return found

    def has_effects(self) -> bool:
        """Tell whether certain directions, or gaps, matter."""
        return not isinstance(self.directions, Directions) or not self.contiguous


def line_laid_out(node: IsLine, geometry: LayoutGeometry, scope: Scope) -> str:
    """Return the condition that there is a line."""
    out = scope.out
    table, most, sort = axes_along(node.directions, geometry, scope)
    found = out.assign("line", "False")
    length = out.assign("length", integer(node.length, scope))
    region = node.through_any or Single(node.through or LastTo())
    with each(region, scope) as pivot:
        counts = _counted(node, pivot, scope)
        axes = (table, most, sort)
        if node.through_how_much or node.is_visible or node.use_opposites:
            _in_sight(node, pivot, axes, counts, length, found, scope)
        elif node.by_level and scope.model.stacking:
            fixed = _length_of_masks(node, scope)
            looked = None if fixed is None else has_line_by_levels(pivot, axes, fixed, scope)
            if looked is None:
                _by_level(pivot, axes, counts, length, found, scope)
            else:
                out.when(looked, f"{found} = True")
        elif (masked := _by_masks(node, pivot, axes, scope)) is not None:
            out.when(masked, f"{found} = True")
        else:
            _level(node, pivot, axes, counts, length, found, scope)
    return found


def _by_masks(node: IsLine, pivot: str, axes: tuple[str, int, str], scope: Scope) -> str | None:
    """Return whether there is a line of one component through a site, None if masks cannot tell."""
    length = _length_of_masks(node, scope)
    return None if length is None else has_line(pivot, axes, length, node.exact, scope)


def _length_of_masks(node: IsLine, scope: Scope) -> int | None:
    """Return the length of lines of one component, None where they have conditions."""
    anyone = node.role in (None, Role.ALL)
    asks = not anyone or node.if_ or node.what or node.whats or not node.contiguous
    return None if asks or "puzzles" in scope.model.facts.engine else node.length.constant


def axes_along(
    directions: Absolute, geometry: LayoutGeometry, scope: Scope
) -> tuple[str, int, str]:
    """Return the table of pairs of opposite slots along directions, its width, and their sort."""
    sort, label = str(directions).lower(), ""
    if directions is Directions.OFF_DIAGONAL:
        sort = "off"
    elif isinstance(directions, DirectionGroup):
        sort, label = "direction", str(directions)
    elif not isinstance(directions, Directions):
        sort, label = "all", str(directions)
    return *axes_table(geometry, sort, scope, label), sort


def _level(
    node: IsLine,
    pivot: str,
    axes: tuple[str, int, str],
    counts: Counts,
    length: str,
    found: str,
    scope: Scope,
) -> None:
    """Add statements that look for lines through a site, whatever the levels."""
    out = scope.out

    def step(run: str, at: str) -> None:
        met = counts(at, scope)
        if node.contiguous:
            out.when(f"not {met}", "break")
            out.add(f"{run} += 1")
        else:
            out.add(f"{run} += int({met})")

    # Of piles the site that a line is sought through need not meet its condition.
    begins = counts.stands(pivot, scope) if scope.model.stacking else counts(pivot, scope)
    with (
        out.block(f"if not {found} and {begins}:"),
        _each_run(axes, pivot, step, scope) as run,
    ):
        out.when(f"{run} {'==' if node.exact else '>='} {length}", f"{found} = True")


@contextmanager
def each_axis(
    axes: tuple[str, int, str], pivot: str, scope: Scope
) -> Iterator[Callable[[int], WalkLoop]]:
    """Open a loop over the axes of a site; yield what begins a walk to an end of one, 0 or 1."""
    out, (table, most, sort) = scope.out, axes
    n = out.name("n")
    first = out.assign("row", f"int64(s.kind[{pivot}]) * {most}")
    with out.block(f"for {n} in range({first}, {first} + {most}):"):
        out.when(f"{table}[2 * {n}] == {NO_SLOT}", "break")
        yield lambda end: walk_in(table, f"2 * {n} + {end}", 2 * most, pivot, sort, scope)


@contextmanager
def _each_run(
    axes: tuple[str, int, str], pivot: str, step: Callable[[str, str], None], scope: Scope
) -> Iterator[str]:
    """Open a loop over the axes of a site; yield the length of the run through it.

    `step` adds the statements for a site that a walk along the axis comes to, by the name of the
    length and the site.
    """
    out = scope.out
    run = out.name("run")
    with each_axis(axes, pivot, scope) as walk_to:
        out.add(f"{run} = 1")
        for end in (0, 1):
            walk = walk_to(end)
            with out.block("while True:"):
                walk.step()
                step(run, walk.at)
        yield run


def _in_sight(
    node: IsLine,
    pivot: str,
    axes: tuple[str, int, str],
    counts: Counts,
    length: str,
    found: str,
    scope: Scope,
) -> None:
    """Add statements that look for lines of several components, in sight, or one way alone.

    As in Ludii: a line counts as soon as it is long enough if it has so many components by then,
    and below pieces it is out of sight one way alone; both ways where something lies straight
    above.
    """
    out = scope.out
    least = "1" if node.through_how_much is None else integer(node.through_how_much, scope)
    least = out.assign("least", least)
    seen_ = "False" if node.is_visible is None else condition(node.is_visible, scope)
    sees = out.assign("sees", seen_)
    both_ = "True" if node.use_opposites is None else condition(node.use_opposites, scope)
    both = out.assign("both", both_)
    occupied, all_ = common_above(scope)
    with (
        out.block(f"if not {found} and {counts(pivot, scope)}:"),
        out.block(f"if not {sees} or {is_in_sight(pivot, scope)}:"),
    ):
        run, before = out.name("run"), out.name("before")
        met, kinds = out.name("met"), out.name("kinds")
        with each_axis(axes, pivot, scope) as walk_to:
            out.add(f"{run}, {kinds} = 1, 1")
            out.add(f"{met} = 1 << min(62, int64(s.what[{pivot}]))")
            for end in (0, 1):
                with out.block(f"if {both}:") if end else nullcontext():
                    walk = walk_to(end)
                    out.add(f"{before} = {pivot}")
                    with out.block("while True:"):
                        walk.step()
                        out.when(f"{sees} and not {is_in_sight(walk.at, scope)}", "break")
                        counted = out.assign("counted", counts(walk.at, scope))
                        if not end:
                            with out.block(f"if {sees}:"):
                                above = out.assign("above", occupied(before, walk.at))
                                hidden = f"{above} != 0 and {above} == {all_(before, walk.at)}"
                                out.when(hidden, f"{counted} = False")
                        with out.block(f"if {counted}:"):
                            out.add(f"{before} = {walk.at}")
                            out.add(f"{run} += 1")
                            bit = out.assign("bit", f"1 << min(62, int64(s.what[{walk.at}]))")
                            with out.block(f"if {met} & {bit} == 0:"):
                                out.add(f"{met} |= {bit}")
                                out.add(f"{kinds} += 1")
                            if not node.exact:
                                done = f"{run} == {length} and {kinds} >= {least}"
                                out.when(done, f"{found} = True")
                        if node.contiguous:
                            with out.block("else:"):
                                out.add("break")
            out.when(f"{run} == {length} and {kinds} >= {least}", f"{found} = True")


def axes_table(
    geometry: LayoutGeometry, sort: str, scope: Scope, label: str = ""
) -> tuple[str, int]:
    """Return the name of a table of pairs of opposite slots, perhaps of a label, and its width."""
    pairs = _axes(geometry, sort)
    if label == str(DirectionGroup.SAME_LAYER):
        pairs = [_flat(row, geometry.labels(site)) for site, row in enumerate(pairs)]
    elif label in [str(group) for group in DirectionGroup]:
        pairs = [
            [pair if pair[0] in meant else pair[::-1] for pair in row if meant & {*pair}]
            for row, meant in zip(pairs, _slots_of_group(geometry, label), strict=True)
        ]
    elif label:
        pairs = [
            [
                pair if labels[pair[0]] == label else pair[::-1]
                for pair in row
                if label in [labels[slot] for slot in pair if slot != NO_SLOT]
            ]
            for labels, row in zip(map(geometry.labels, range(len(pairs))), pairs, strict=True)
        ]
    most = max(1, *map(len, pairs))
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


def _slots_of_group(geometry: LayoutGeometry, group: str) -> Iterator[set[int]]:
    """Yield for each site the slots of the steps that are of a group of directions."""
    for kind in geometry.types:
        sites = geometry.board.sites_of(kind)
        for site in range(len(sites)):
            labels = sites.next_sites(site)
            met = {int(walk[1]) for walk in walks_along(sites, site, group) if len(walk) > 1}
            names = {name for name, others in labels.items() if met & set(others)}
            yield {slot for slot, name in enumerate(geometry.labels(site)) if name in names}


def _axes(geometry: LayoutGeometry, sort: str) -> list[list[tuple[int, int]]]:
    """Return for each site the slots of each walk and of one opposite to it."""
    found = []
    for kind in geometry.types:
        sites = geometry.board.sites_of(kind)
        walks, start = sites.walks(sort), sites.steps.to.start
        for site in range(len(sites)):
            slots = (walks.first_steps(site) - start[site]).tolist()
            found.append(
                [
                    (slots[first], slot)
                    for first, others in walks.axes(site)
                    for slot in ([slots[other] for other in others] or [NO_SLOT])
                ]
            )
    return found


def _by_level(
    pivot: str, axes: tuple[str, int, str], counts: Counts, length: str, found: str, scope: Scope
) -> None:
    """Add statements that look for lines through the uppermost piece of a pile, by levels."""
    out = scope.out
    level = out.name("level")
    top = out.assign("top", f"height(s, {pivot}) - 1")
    run = out.assign("run", "1")
    with out.block(f"for {level} in range({top} - 1, -1, -1):"):
        out.when(f"not {counts.on(pivot, level)}", "break")
        out.add(f"{run} += 1")
    out.add(f"{found} = {found} or {run} >= {length}")
    rise = out.name("rise")
    with (
        out.block(f"if {top} >= 0 and {counts.on(pivot, top)}:"),
        each_axis(axes, pivot, scope) as walk_to,
        out.block(f"for {rise} in (0, -1, 1):"),
    ):
        out.add(f"{run} = 1")
        for end, sign in ((0, "+"), (1, "-")):
            walk = walk_to(end)
            out.add(f"{level} = {top}")
            with out.block("while True:"):
                walk.advance()
                out.add(f"{level} = {level} {sign} {rise}")
                out.when(f"{walk.at} == NONE or not {counts.on(walk.at, level)}", "break")
                out.add(f"{run} += 1")
        out.add(f"{found} = {found} or {run} >= {length}")


def _counted(node: IsLine, pivot: str, scope: Scope) -> Counts:
    """Return what tells whether a site counts as one of the line."""
    out, below = scope.out, scope.model.stacking and not node.top
    if node.whats is not None or node.what is not None:
        wanted = [integer(what, scope) for what in (node.whats or (node.what,)) if what]
    elif node.role is not None and node.role is not Role.ALL:
        owner = scope.role(node.role, node)
        # Nobody's pieces are those that are there.
        stands = "{what} != 0 and " * (owner.constant == 0)
        return Counts(f"{stands}{{who}} == {owner.text}", node.if_, below)
    else:
        piece = out.assign("piece", f"int64(s.what[{pivot}])")
        wanted = [piece]
    test = f"({' or '.join(f'{{what}} == {what}' for what in wanted) or 'False'})"
    if "puzzles" in scope.model.facts.engine:
        test += f" and {settled('{at}', scope, node)}"
    return Counts(test, node.if_, below)


class Counts:
    """The condition that a site counts, as source."""

    def __init__(self, test: str, allowed: Condition | None, below: bool) -> None:
        #: The condition on a piece on ``{at}`` whose component is ``{what}`` and owner ``{who}``.
        self._test = test
        #: The further condition on its site, and whether a piece counts that others lie on.
        self._allowed, self._below = allowed, below

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
            level = out.name("level")
            met = out.assign("met", "False")
            with out.block(f"for {level} in range(height(s, {site})):"):
                out.add(f"{met} = {met} or {self.on(site, level)}")
            test = met
        return f"({test})"

    def on(self, site: str, level: str) -> str:
        """Return the condition on the piece on a level of a site."""
        what, who = f"what_at(s, {site}, {level})", f"who_at(s, {site}, {level})"
        return f"({self._test.format(what=what, who=who, at=site)})"


def _line_through(node: IsLine, pivot: str, length: str, found: str, scope: Scope) -> None:
    """Add the statements that look for a line through one site of a tiling."""
    out, geometry = scope.out, scope.geometry
    assert isinstance(geometry, Geometry)
    axes = geometry.axes(str(node.directions))
    if axes is None:
        node.reject(
            f"some cells of the {geometry.tiling.name} tiling have no {node.directions} steps: "
            "choose another class of steps, such as Adjacent"
        )
    if not any(axes):
        return
    same = all(pairs == axes[0] for pairs in axes)
    ends = any(slot == opposite for pairs in axes for slot, opposite in pairs)
    straight = not ends and all(geometry.turns[0, slot] == slot for p in axes[0] for slot in p)
    masked = _length_of_masks(node, scope) if same and straight else None
    rows = None if masked is None else rows_of_cells(axes[0], masked, scope)
    if rows is not None:
        with out.block(f"if {pivot} != NONE and not {found}:"):
            out.add(f"{found} = {has_row(pivot, rows, node.exact, scope)}")
        return
    counts, run, at = _counted(node, pivot, scope), out.name("run"), out.name("x")
    with (
        out.block(f"if {pivot} != NONE and not {found}:"),
        out.block(f"if {counts(pivot, scope)}:"),
    ):
        loop, ways = _through(pivot, axes[:1] if same else axes, scope)
        with out.block(loop):
            out.add(f"{run} = 1")
            for n, way in enumerate(ways):
                # A line that does not go on behind the cell has one way, which stands there twice.
                one_way = out.block(f"if {way} != {ways[0]}:") if ends and n else nullcontext()
                with one_way:
                    if same and straight:
                        _follow(scope, pivot, way, at, run, counts)
                    else:
                        _follow_turning(scope, node, pivot, way, at, run, counts)
            sign = "==" if node.exact else ">="
            out.when(f"{run} {sign} {length}", f"{found} = True")


def _follow(scope: Scope, last: str, way: str, at: str, run: str, counts: Counts) -> None:
    """Count the pieces of a straight walk whose slot is the same from all cells."""
    out = scope.out
    slot = out.assign("t", way)
    out.add(f"{at} = int64(s.step[{last} * SLOTS + {slot}])")
    with out.block(f"while {at} != NONE:"):
        out.when(f"not {counts(at, scope)}", "break")
        out.add(f"{run} += 1")
        out.add(f"{at} = int64(s.step[{at} * SLOTS + {slot}])")


def _through(last: str, axes: list[list[tuple[int, int]]], scope: Scope) -> tuple[str, list[str]]:
    """Return the loop over the axes of a cell's prototile, and the slots of their two ways."""
    most = max(map(len, axes))
    # A prototile with fewer axes than another has some of them again.
    filled = [pairs[n % len(pairs)] for pairs in axes if pairs for n in range(most)]
    ways = scope.constant("AXES", [slot for pair in filled for slot in pair])
    axis = scope.out.name("axis")
    loop = f"for {axis} in range({most}):"
    if len(axes) > 1:
        first = scope.out.assign("first", f"int64(s.kind[{last}]) * {most}")
        loop = f"for {axis} in range({first}, {first} + {most}):"
    return loop, [f"int64({ways}[2 * {axis} + {way}])" for way in (0, 1)]


def _follow_turning(
    scope: Scope, node: IsLine, last: str, way: str, at: str, run: str, counts: Counts
) -> None:
    """Count the pieces of a walk that goes on in another slot from each cell, or ends."""
    out, geometry = scope.out, scope.geometry
    assert isinstance(geometry, Geometry)
    chosen, on = geometry.of_class(str(node.directions)), geometry.onward(str(node.directions))
    ends = bool((on[chosen > 0] < 0).any())
    # Without ends, what leads nowhere is no way of an axis.
    table = on if ends else geometry.turns.clip(0)
    turns = scope.constant("TURN", table.ravel().tolist())
    slot = out.assign("t", way)
    kind = out.assign("kind", f"int64(s.kind[{last}])")
    out.add(f"{at} = int64(s.step[{last} * SLOTS + {slot}])")
    with out.block(f"while {at} != NONE:"):
        out.when(f"not {counts(at, scope)}", "break")
        out.add(f"{run} += 1")
        out.add(f"{slot} = int64({turns}[{kind} * SLOTS + {slot}])")
        if ends:
            out.when(f"{slot} < 0", "break")
        out.add(f"{kind} = int64(s.kind[{at}])")
        out.add(f"{at} = int64(s.step[{at} * SLOTS + {slot}])")


_LAST_TO = LastTo()


@dataclass(frozen=True)
class Pattern(Ludeme):
    """Components (that of the site, (last To)) stand cyclically along a walk in some direction."""

    facts = EFFECT
    walk: Walk
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer = _LAST_TO
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None

    @contextmanager
    def each_path(self, b: Builder) -> Iterator[tuple[Site, list[Int], Bool]]:
        """Open a loop over walks; yield where each begins, its sites, and whether it is one."""
        scope = b.playing(self)
        geometry, out = scope.geometry, scope.out
        if not isinstance(geometry, LayoutGeometry):
            self.reject("patterns need a board that is laid out")
        assert isinstance(self.walk, WalkOfSteps)
        sites = geometry.board.sites_of(geometry.types[0])
        headings = sites.directions["orthogonal"]
        paths = [
            walked(sites, site, self.walk.steps, heading)
            for site in range(len(sites))
            for heading in headings
        ]
        length = max(map(len, paths), default=0)
        # A walk that leaves the board leads to no site, which is empty.
        filled = [
            0 if len(path) < length else site + 1 + scope.model.hand_size
            for path in paths
            for site in (*path, *[0] * (length - len(path)))
        ]
        table = scope.table("PATHS", filled or [0])
        base = scope.variable("x", b.board_site(self.from_))
        whats = self.whats or (() if self.what is None else (self.what,))
        wanted = [b.integer(what) for what in whats] or [S.what[base]]
        with out.block(f"if {((base != NONE) & (S.what[base] == wanted[0])).text}:"):
            # A walk without a step forward has one row of no sites for every heading.
            stride = max(length, 1)
            size = len(headings) * stride
            first, n = scope.variable("row", wide(S.kind[base]) * size), out.name("n")
            with out.block(f"for {n} in range({first}, {first} + {size}, {stride}):"):
                path = [table[Int.named(n) + step] for step in range(length)]
                met = (S.what[at] == wanted[n % len(wanted)] for n, at in enumerate(path, 1))
                yield base, path, every(*(path[0] != NONE for _ in path[:1]), *met)


@ludeme(
    "is", "Pattern", example="(is Pattern {F R F R F} from:(to) whats:{1 2})", concepts="Pattern"
)
class IsPattern(Pattern, Condition):
    """Components (that of the site, (last To)) stand cyclically along a walk in some direction."""

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        found = scope.variable("c", FALSE)
        with self.each_path(b) as (base, _, met):
            scope.out.when(met, f"{found} = True")
        given = self.whats or self.what
        return found if given else found & (S.what[base] != 0)


@ludeme(
    "sites",
    "Pattern",
    example="(sites Pattern {F R F R F} from:(to) whats:{1 2})",
    concepts="Pattern",
)
class SitesPattern(Pattern, Region):
    """The sites of all walks along which components stand cyclically, see (is Pattern)."""

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: S.scratch[self._marks(b.playing(self)), at] != 0)

    def own_loop(self, scope: Scope) -> AbstractContextManager[str]:
        return marked(self._marks(scope), scope)

    def _marks(self, scope: Scope) -> int:
        """Return the row of ``s.scratch`` with marks, after statements that find the sites."""
        row = cleared_row(scope)
        with self.each_path(scope) as (base, path, met), scope.out.block(f"if {met}:"):
            for at in (base, *path):
                scope.out.add(f"s.scratch[{row}, {at}] = 1")
        return row


@ludeme(
    "count", "SizeBiggestLine", example="(count SizeBiggestLine if:(= (who at:(to)) (mover)))",
    facts=GLOBAL,
)  # fmt: skip
class CountLongestLine(Integer):
    """The length of the longest line of pieces, or of sites as a condition on (to) says."""

    type: SiteType | None = None
    directions: Absolute = Directions.ADJACENT
    _: KW_ONLY
    if_: Condition | None = None

    def meaning(self, b: Builder) -> Int:
        scope = b.playing(self)
        out = scope.out
        if not isinstance(scope.geometry, LayoutGeometry):
            self.reject("the longest line needs a board that is laid out")
        axes = axes_along(self.directions, scope.geometry, scope)
        marks, longest = cleared_row(scope), scope.variable("longest", Int.of(0))
        with scope.passing(lambda at: "True") as at:
            allowed = f"s.what[{at}] != 0"
            if self.if_ is not None:
                allowed = condition(self.if_, scope.binding(to=at))
            out.when(allowed, f"s.scratch[{marks}, {at}] = 1")

        def step(run: str, at: str) -> None:
            out.when(f"s.scratch[{marks}, {at}] == 0", "break")
            out.add(f"{run} += 1")

        with (
            scope.passing(lambda at: f"s.scratch[{marks}, {at}] != 0") as at,
            _each_run(axes, at, step, scope) as run,
        ):
            out.when(f"{run} > {longest}", f"{longest} = {run}")
        return longest


@ludeme("is", "Target", example="(is Target {1 0 2} {0 1 2})", facts=EFFECT)
class IsTarget(Condition):
    """The components given, 0 for none, stand on the sites given, or on all of the board."""

    container: str | None
    components: tuple[Integer, ...]
    sites: tuple[Integer, ...] | None = None

    def meaning(self, b: Builder) -> Bool:
        start, sites = b.start(self), self.sites
        if self.container not in (None, start.inventory.containers[0].name):
            self.reject("components are expected on the board: no container has sites like it")
        if sites is None:
            if len(self.components) != len(start.board.sites_of("Cell")):
                return FALSE
            sites = tuple(map(Constant, range(len(start.sites()))))
        if len(sites) != len(self.components):
            return FALSE
        pairs = zip(sites, self.components, strict=True)
        return every(*(wide(S.what[b.site(at)]) == b.integer(what) for at, what in pairs))
