"""Lines of pieces, on tilings and on laid-out boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

from boardless.games.kit import (
    ENGINE,
    FALSE,
    GLOBAL,
    NONE,
    SYMMETRIC,
    TILED,
    TRUE,
    Bool,
    Condition,
    Directions,
    Int,
    IntArray,
    Integer,
    Region,
    Role,
    S,
    Scope,
    Site,
    SiteType,
    cleared_row,
    has_line,
    has_line_by_levels,
    has_row,
    lesser,
    ludeme,
    reads,
    rows_of_cells,
    some,
    walk_in,
    wide,
)
from boardless.games.ludemes.directions import Absolute, DirectionGroup
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.puzzle_values import settled
from boardless.games.ludemes.pyramids import common_above, is_in_sight
from boardless.games.ludemes.sites import LastTo
from boardless.games.ludemes.stacks import height
from boardless.state.engine.geometry import Geometry, LayoutGeometry
from boardless.state.engine.groups import NO_SLOT
from boardless.topo.layouts.relative_directions import walks_along

_LAST = SYMMETRIC | TILED | reads("last", "lying")


@ludeme(
    "is",
    "Line",
    facts=_LAST,
    concepts="Line",
    phrase="there is a line of {length} pieces through the last one",
)
class IsLine(Condition):
    """A straight run of at least, or exactly, N sites through a site ((last To)) or a region.

    The run counts sites with the component there, or with listed components, or of a role, or that
    meet a condition on (to). A line that is not contiguous may have gaps. In stacks any piece
    counts, or only the top. By levels a line goes level, up, down, or down the pile. It may have to
    hold several components, be visible from above, or run in one direction only.

    Example: (is Line 5 Orthogonal exact:True)
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

    def sees_border(self) -> bool:
        """Return True if sites without a component count."""
        return not all(what.is_component() for what in self.whats or ())

    def meaning_in_play(self, b: Scope) -> Bool:
        if b.model.layout is not None and not b.model.plays_on(self.type):
            self.reject("lines of sites outside the play cannot be compiled yet")
        if isinstance(b.geometry, LayoutGeometry):
            return _line_laid_out(self, b.geometry, b)
        levels = self.by_level and b.model.stacking
        odd = self.through_how_much or self.is_visible or self.use_opposites or levels
        if odd or not self.contiguous:
            self.reject("such lines, and lines with gaps, need a board of fixed size")
        length = b.variable("length", b.integer(self.length))
        has_line = b.variable("c", FALSE)
        if self.through is None and self.through_any is None:
            pivot = b.variable("x", b.last_site)
            _line_through(self, pivot, length, has_line, b)
        else:
            for at in b.loop(self.through_any or Single(self.through or LastTo())):
                _line_through(self, at, length, has_line, b)
        return has_line

    def has_effects(self) -> bool:
        """Return True if named directions, or gaps, matter."""
        return not isinstance(self.directions, Directions) or not self.contiguous


def _line_laid_out(node: IsLine, geometry: LayoutGeometry, b: Scope) -> Bool:
    """Return the condition that there is a line."""
    axes = axes_along(node.directions, geometry, b)
    is_line, length = b.variable("line", FALSE), b.variable("length", b.integer(node.length))
    for pivot in b.loop(node.through_any or Single(node.through or LastTo())):
        counts, fixed = _counted(node, pivot, b), _length_of_masks(node, b)
        masked = None
        if node.through_how_much or node.is_visible or node.use_opposites:
            _in_sight(node, pivot, axes, counts, length, is_line, b)
        elif node.by_level and b.model.stacking:
            if fixed is not None:
                masked = has_line_by_levels(pivot, axes, fixed, b)
            if masked is None:
                _by_level(pivot, axes, counts, length, is_line, b)
        else:
            if fixed is not None:
                masked = has_line(pivot, axes, fixed, node.exact, b)
            if masked is None:
                _level(node, pivot, axes, counts, length, is_line, b)
        if masked is not None:
            b.set_if(masked, is_line, TRUE)
    return is_line


def _length_of_masks(node: IsLine, scope: Scope) -> int | None:
    """Return the length of lines of one component, or None for lines with conditions."""
    anyone = node.role in (None, Role.ALL)
    asks = not anyone or node.if_ or node.what or node.whats or not node.contiguous
    return None if asks or "puzzles" in scope.model.facts.engine else node.length.constant


class Axes(NamedTuple):
    """A table of pairs of opposite slots, its width, and the sort of their walks."""

    table: IntArray
    most: int
    sort: str

    def each(self, pivot: Site, b: Scope) -> Iterator[Int]:
        """Iterate over the axes of a site."""
        first = b.variable("row", wide(S.kind[pivot]) * self.most)
        for n in b.numbers(first + self.most, first):
            b.leave(self.table[2 * n] == NO_SLOT)
            yield n

    def along(
        self, n: Int, pivot: Site, b: Scope, ends: tuple[int, ...] = (0, 1)
    ) -> Iterator[Site]:
        """Iterate over the sites of an axis of a site, one way and then the other."""
        for end in ends:
            walk = walk_in(self.table, 2 * n + end, 2 * self.most, pivot, self.sort, b)
            with b.as_long_as(TRUE):
                walk.step()
                yield walk.at


def axes_along(directions: Absolute, geometry: LayoutGeometry, scope: Scope) -> Axes:
    """Return the pairs of opposite slots along directions."""
    sort, label = "all", str(directions)
    if isinstance(directions, Directions):
        sort, label = directions.relation, ""
    elif isinstance(directions, DirectionGroup):
        sort = "direction"
    return Axes(*axes_table(geometry, sort, scope, label), sort)


def _level(
    node: IsLine, pivot: Site, axes: Axes, counts: Counts, length: Int, has_line: Bool, b: Scope
) -> None:
    """Search for lines through a site at any level."""
    # For stacks, the pivot of a line need not meet its condition.
    begins = counts.stands(pivot, b) if b.model.stacking else counts(pivot, b)
    with b.where(~has_line & begins):
        for n in axes.each(pivot, b):
            run = b.variable("run", 1)
            for at in axes.along(n, pivot, b):
                met = counts(at, b)
                if node.contiguous:
                    b.leave(~met)
                b.add(run, 1 if node.contiguous else Int("call", "int", met))
            b.set_if(run.compared("==" if node.exact else ">=", length), has_line, TRUE)


def _in_sight(
    node: IsLine, pivot: Site, axes: Axes, counts: Counts, length: Int, has_line: Bool, b: Scope
) -> None:
    """Search for lines of several components, visible lines, or lines in one direction only.

    As in Ludii, a line counts as soon as it is long enough and has enough components by then. Below
    pieces a line is out of sight in one direction only, or in both if a piece lies straight above.
    """
    least = b.integer_or(node.through_how_much, 1)
    least = b.variable("least", least)
    sees = b.variable("sees", b.holds(node.is_visible, FALSE))
    both = b.variable("both", b.holds(node.use_opposites))
    occupied, all_ = common_above(b)

    def seen(at: Site) -> Bool:
        return ~sees | is_in_sight(at, b)

    with b.where(~has_line & counts(pivot, b)), b.where(seen(pivot)):
        before = b.named(before=Site)[0]
        for n in axes.each(pivot, b):
            run, kinds, met = b.named(run=Int, kinds=Int, met=Int)
            b.set_all((run, kinds), 1, 1)
            b.set(met, _bit(S.what[pivot]))
            done = (run == length) & (kinds >= least)
            for end in (0, 1):
                for _ in b.when(both if end else TRUE):
                    walk = walk_in(axes.table, 2 * n + end, 2 * axes.most, pivot, axes.sort, b)
                    b.set(before, pivot)
                    with b.as_long_as(TRUE):
                        walk.step()
                        b.leave(~seen(walk.at))
                        counted = b.variable("counted", counts(walk.at, b))
                        if not end:
                            with b.where(sees):
                                above = b.variable("above", occupied(before, walk.at))
                                with b.where((above != 0) & (above == all_(before, walk.at))):
                                    b.set(counted, FALSE)
                        with b.where(counted):
                            b.set(before, walk.at)
                            b.add(run, 1)
                            bit = b.variable("bit", _bit(S.what[walk.at]))
                            with b.where((met & bit) == 0):
                                b.set(met, met | bit)
                                b.add(kinds, 1)
                            if not node.exact:
                                b.set_if(done, has_line, TRUE)
                        if node.contiguous:
                            with b.otherwise():
                                b.leave()
            b.set_if(done, has_line, TRUE)


def _bit(what: Int) -> Int:
    return Int.of(1) << lesser(62, wide(what))


def axes_table(
    geometry: LayoutGeometry, sort: str, scope: Scope, label: str = ""
) -> tuple[IntArray, int]:
    """Return a table of pairs of opposite slots, for all labels or one, and its width."""
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
    return scope.table("AXES", filled), most


def _flat(pairs: list[tuple[int, int]], labels: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the pairs of walks within a layer, without walks up or down."""
    flat = [
        tuple(slot for slot in pair if slot != NO_SLOT and labels[slot][:1] not in ("U", "D"))
        for pair in pairs
    ]
    whole = [(one[0], one[1]) for one in flat if len(one) == 2]
    met = {slot for pair in whole for slot in pair}
    single = dict.fromkeys(one[0] for one in flat if len(one) == 1 and one[0] not in met)
    return [*whole, *((slot, NO_SLOT) for slot in single)]


def _slots_of_group(geometry: LayoutGeometry, group: str) -> Iterator[set[int]]:
    """Yield for each site the slots of the steps in a group of directions."""
    for kind in geometry.types:
        sites = geometry.board.sites_of(kind)
        for site in range(len(sites)):
            labels = sites.next_sites(site)
            met = {int(walk[1]) for walk in walks_along(sites, site, group) if len(walk) > 1}
            names = {name for name, others in labels.items() if met & set(others)}
            yield {slot for slot, name in enumerate(geometry.labels(site)) if name in names}


def _axes(geometry: LayoutGeometry, sort: str) -> list[list[tuple[int, int]]]:
    """Return for each site pairs of the slots of opposite walks."""
    pairs = []
    for kind in geometry.types:
        sites = geometry.board.sites_of(kind)
        walks, start = sites.walks(sort), sites.steps.to.start
        for site in range(len(sites)):
            slots = (walks.first_steps(site) - start[site]).tolist()
            pairs.append(
                [
                    (slots[first], slot)
                    for first, others in walks.axes(site)
                    for slot in ([slots[other] for other in others] or [NO_SLOT])
                ]
            )
    return pairs


def _by_level(
    pivot: Site, axes: Axes, counts: Counts, length: Int, has_line: Bool, b: Scope
) -> None:
    """Search for lines by levels through the uppermost piece of a pile."""
    top, run = b.variable("top", height(pivot) - 1), b.variable("run", 1)
    for level in b.numbers(-1, top - 1, -1, stem="level"):
        b.leave(~counts.on(pivot, level))
        b.add(run, 1)
    b.set(has_line, has_line | (run >= length))
    with b.where((top >= 0) & counts.on(pivot, top)):
        for n in axes.each(pivot, b):
            for rise in b.among((0, -1, 1), "rise"):
                b.set(run, 1)
                for end in (0, 1):
                    walk = walk_in(axes.table, 2 * n + end, 2 * axes.most, pivot, axes.sort, b)
                    b.set(level, top)
                    with b.as_long_as(TRUE):
                        walk.advance()
                        b.set(level, level - rise if end else level + rise)
                        b.leave((walk.at == NONE) | ~counts.on(walk.at, level))
                        b.add(run, 1)
                b.set(has_line, has_line | (run >= length))


def _counted(node: IsLine, pivot: Site, b: Scope) -> Counts:
    """Return the condition that a site counts for the line."""
    below = b.model.stacking and not node.top
    if node.whats is not None or node.what is not None:
        wanted = [b.integer(what) for what in (node.whats or (node.what,)) if what]
    elif node.role is not None and node.role is not Role.ALL:
        owner = b.role(node.role, node)
        # Nobody's pieces are the pieces that exist.
        stands = owner.constant == 0

        def owned(at: Site, what: Int, who: Int) -> Bool:
            return (what != 0) & (who == owner) if stands else who == owner

        return Counts(owned, node.if_, below)
    else:
        wanted = [b.variable("piece", wide(S.what[pivot]))]
    puzzle = "puzzles" in b.model.facts.engine

    def test(at: Site, what: Int, who: Int) -> Bool:
        is_wanted = some(*(what == each for each in wanted))
        return is_wanted & settled(at, b, node) if puzzle else is_wanted

    return Counts(test, node.if_, below)


@dataclass(frozen=True)
class Counts:
    """The condition that a site counts."""

    #: The condition on a piece: its site, component and owner.
    test: Callable[[Site, Int, Int], Bool]
    #: The additional condition on its site, and whether covered pieces count.
    allowed: Condition | None
    below: bool

    def __call__(self, at: Site, b: Scope) -> Bool:
        """Return the condition on a site, after the statements that compute it."""
        test = self.stands(at, b)
        return test if self.allowed is None else test & b.binding(to=at).condition(self.allowed)

    def stands(self, at: Site, b: Scope) -> Bool:
        """Return the condition on the pieces of a site, after the statements that compute it."""
        if not self.below:
            return self.test(at, S.what[at], S.who[at])
        met = b.variable("met", FALSE)
        for level in b.numbers(height(at), stem="level"):
            b.set(met, met | self.on(at, level))
        return met

    def on(self, at: Site, level: Int) -> Bool:
        """Return the condition on the piece on a level of a site."""
        return self.test(at, Int.call("what_at", at, level), Int.call("who_at", at, level))


def _line_through(node: IsLine, pivot: Site, length: Int, has_line: Bool, b: Scope) -> None:
    """Search for a line through one site of a tiling."""
    geometry = b.geometry
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
    masked = _length_of_masks(node, b) if same and straight else None
    rows = None if masked is None else rows_of_cells(axes[0], masked, b)
    if rows is not None:
        with b.where((pivot != NONE) & ~has_line):
            b.set(has_line, has_row(pivot, rows, node.exact, b))
        return
    counts = _counted(node, pivot, b)
    run, at = b.named(run=Int, x=Site)
    with b.where((pivot != NONE) & ~has_line), b.where(counts(pivot, b)):
        for ways in _through(pivot, axes[:1] if same else axes, b):
            b.set(run, 1)
            for n, way in enumerate(ways):
                # A line that ends at the cell has one way, which stands there twice.
                for _ in b.when(way != ways[0] if ends and n else TRUE):
                    for step in _followed(node, pivot, way, at, same and straight, b):
                        b.leave(~counts(step, b))
                        b.add(run, 1)
            b.set_if(run.compared("==" if node.exact else ">=", length), has_line, TRUE)


def _through(last: Site, axes: list[list[tuple[int, int]]], b: Scope) -> Iterator[tuple[Int, Int]]:
    """Iterate over the axes of a cell's prototile as pairs of slots."""
    most = max(map(len, axes))
    # A prototile with fewer axes repeats some of them.
    filled = [pairs[n % len(pairs)] for pairs in axes if pairs for n in range(most)]
    ways = b.table("AXES", [slot for pair in filled for slot in pair])
    first = b.variable("first", wide(S.kind[last]) * most) if len(axes) > 1 else Int.of(0)
    for axis in b.numbers(first + most, first, stem="axis"):
        yield wide(ways[2 * axis]), wide(ways[2 * axis + 1])


def _followed(
    node: IsLine, last: Site, way: Int, at: Site, straight: bool, b: Scope
) -> Iterator[Site]:
    """Iterate over the cells of a walk, which may turn into another slot at each cell, or end."""
    geometry = b.geometry
    assert isinstance(geometry, Geometry)
    chosen, on = geometry.of_class(str(node.directions)), geometry.onward(str(node.directions))
    ends = bool((on[chosen > 0] < 0).any())
    # Without ends, a slot that leads nowhere is not part of an axis.
    turns = on if ends else geometry.turns.clip(0)
    table = None if straight else b.table("TURN", turns.ravel().tolist())
    slot = b.variable("t", way)
    kind = Int.of(0) if straight else b.variable("kind", wide(S.kind[last]))
    b.set(at, wide(S.step[last * ENGINE.SLOTS + slot]))
    with b.as_long_as(at != NONE):
        yield at
        if table is not None:
            b.set(slot, wide(table[kind * ENGINE.SLOTS + slot]))
            if ends:
                b.leave(slot < 0)
            b.set(kind, wide(S.kind[at]))
        b.set(at, wide(S.step[at * ENGINE.SLOTS + slot]))


@ludeme("count", "SizeBiggestLine", facts=GLOBAL)
def count_longest_line(
    node: Integer,
    b: Scope,
    type: SiteType | None = None,
    directions: Absolute = Directions.ADJACENT,
    *,
    if_: Condition | None = None,
) -> Int:
    """The length of the longest line of pieces, or of sites that meet a condition on (to).

    Example: (count SizeBiggestLine if:(= (who at:(to)) (mover)))
    """
    if not isinstance(b.geometry, LayoutGeometry):
        node.reject("the longest line needs a board that is laid out")
    axes = axes_along(directions, b.geometry, b)
    marks, longest = cleared_row(b), b.variable("longest", 0)
    for at in b.passing(lambda at: TRUE):
        allowed = S.what[at] != 0
        if if_ is not None:
            allowed = b.binding(to=at).condition(if_)
        b.set_if(allowed, marks[at], 1)
    for pivot in b.passing(lambda at: marks[at] != 0):
        for n in axes.each(pivot, b):
            run = b.variable("run", 1)
            for at in axes.along(n, pivot, b):
                b.leave(marks[at] == 0)
                b.add(run, 1)
            b.set_if(run > longest, longest, run)
    return longest
