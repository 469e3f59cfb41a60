"""Values of the sites of a deduction puzzle, and hints about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from boardless.games.kit import (
    GLOBAL,
    STATIC,
    Bool,
    Condition,
    GivenAction,
    InitialPosition,
    Int,
    IntArray,
    Ludeme,
    Model,
    OneOrMore,
    Region,
    Scope,
    ScratchRow,
    Site,
    SiteType,
    bare,
    inside,
    lifted,
    ludeme,
    wide,
)
from boardless.games.ludemes.equipment import BoardItem, Item, Values
from boardless.games.ludemes.large_pieces import Dominoes
from boardless.games.ludemes.literals import span
from boardless.games.ludemes.pieces import Piece, Tile
from boardless.games.ludemes.sizes import Whole
from boardless.games.ludemes.start_settings import SetGivens

if TYPE_CHECKING:
    from boardless.games.ludemes.owned_regions import RegionType

#: The items that become components.
AnyComponent = Piece | Tile | Dominoes


@bare
class HintedSites(Ludeme):
    """The site or the sites of a hint, by their numbers."""

    kind = "a site, or a list {...} of sites"
    facts = STATIC
    sites: OneOrMore[Whole]


@ludeme("hint", facts=STATIC)
class Hint(Ludeme):
    """A number that says something about a site or some sites.

    Example: (hint {0 1} 3)
    """

    kind = "a hint"
    source = "Ludii, game.util.equipment"
    about: HintedSites
    number: Whole = 0


@ludeme("hints", concepts="Hints")
class Hints(Item):
    """The hints of a puzzle, about its cells unless another type of sites is given.

    Example: (hints {(hint 1 0) (hint 3 3)})
    """

    name: str | None
    hints: OneOrMore[Hint]
    type: SiteType = SiteType.CELL


@ludeme("sites", "Hint", facts=GLOBAL)
def sites_of_hint(node: Region, b: Scope) -> Iterator[Site]:
    """The sites of the hint in question, in the order of the hint.

    Example: (sites Hint)
    """
    from boardless.games.ludemes.owned_regions import hints_of

    scene, place = b.model.scene, b.names.get("hinted")
    if scene is None or place is None:
        node.reject("has no meaning here")
    listed = [b.model.numbered(sites) for sites, _ in hints_of(scene, scene.board.use)]
    table = b.table("HINTED", [at for sites in listed for at in sites])
    bounds = b.table("BOUNDS", [*accumulate(map(len, listed), initial=0)])
    yield from sites_in(table, wide(bounds[place]), wide(bounds[place + 1]), b)


#: The largest value of a site: values are the bits of one number.
MAX_VALUE = 61


@dataclass(frozen=True)
class Puzzle:
    """A constraint satisfaction problem over the values of sites."""

    #: The smallest and the largest value of a site; every site may also have 0.
    low: int
    high: int
    constraints: tuple[Condition, ...]
    #: The sites that change, by their numbers in the language.
    sites: tuple[int, ...]

    @property
    def every(self) -> int:
        """All values, as bits."""
        return (1 << (self.high + 1)) - 1


def puzzle_of(model: Model, node: Ludeme) -> Puzzle:
    """Return the constraint satisfaction problem of a game."""
    from boardless.games.ludemes.puzzles import Satisfy

    rules = next((part for part in inside(model.game) if isinstance(part, Satisfy)), None)
    boards = [item for item in model.game.equipment.items if isinstance(item, BoardItem)]
    values = [part for board in boards for part in board.details if isinstance(part, Values)]
    if rules is None or model.scene is None or not values:
        node.reject("expected a puzzle: a board with (values ...), and moves (satisfy ...)")
    low, high = span(values[0].values, model.scene)
    if not 0 <= low <= high <= MAX_VALUE:
        values[0].reject(f"expected values from 0 to {MAX_VALUE}")
    given = _sites_of_givens(model)
    sites = tuple(s for s in _constrained(rules.constraints, model.scene) if s not in given)
    return Puzzle(low, high, rules.constraints, sites)


def _sites_of_givens(model: Model) -> set[int]:
    start = model.game.rules.start
    if start is None or not start.rules or not isinstance(start.rules[0], SetGivens):
        return set()
    return {given.numbers[0] for given in start.rules[0].givens}


def _constrained(constraints: tuple[Condition, ...], scene: InitialPosition) -> list[int]:
    """Return the sites of the constraints, each once, in order."""
    from boardless.games.ludemes.puzzles import ForAll

    sites: dict[int, None] = {}
    for constraint in constraints:
        if isinstance(constraint, ForAll):
            return list(dict.fromkeys((*sites, *scene.sites())))
        region = getattr(constraint, "region", None)
        if "regions" in constraint.facts.reads and region is None:
            for listed, _ in single_regions(scene):
                sites |= dict.fromkeys(listed)
        elif "regions" in constraint.facts.reads and isinstance(region, Region):
            sites |= dict.fromkeys(scene.sites_of(region))
    return list(sites)


def single_regions(scene: InitialPosition) -> Iterator[tuple[tuple[int, ...], RegionType | None]]:
    """Yield the regions of the equipment, one by one, with the sort of each, if it has one."""
    from boardless.games.ludemes.owned_regions import Regions, regions_of_type

    for item in scene.inventory.items:
        if isinstance(item, Regions):
            yield from ((scene.sites_of(region), None) for region in item.parts)
            for sort in item.types:
                yield from ((listed, sort) for listed in regions_of_type(sort, scene))


#: Their place among the numbers of a state.
POSSIBLE = "possible"


def values_at_start(b: Scope) -> None:
    """Set the values of the sites from the start."""
    model = b.model
    given = [action for action in model.start.actions if isinstance(action, GivenAction)]
    if not given:
        return
    sites = table_of(tuple(action.spot[1] for action in given), b)
    values = b.table("VALUES_OF", [action.value for action in given])
    for n in b.numbers(len(given)):
        left = 1 << wide(values[n])
        b.do("leave_at", *possible(b, model.game.rules), wide(sites[n]), left)


def settled(at: Int, b: Scope, node: Ludeme) -> Bool:
    """Return the test that a site has one value."""
    return Bool.call("is_decided", *possible(b, node), row(b), at)


def possible(b: Scope, node: Ludeme) -> tuple[int, int]:
    """Return the place of the bit sets of excluded values, and the bit set of all values."""
    size = 1 + b.model.hand_size + len(b.model.cells)
    first = b.builder.numbers.place(POSSIBLE, size)
    return first, puzzle_of(b.model, node).every


def row(b: Scope) -> ScratchRow:
    """Return the row of ``s.scratch`` that marks the sites that count as 0."""
    memo = b.builder.memo
    if row not in memo:
        memo[row] = b.builder.row()
    marks: ScratchRow = memo[row]
    return marks


def table_of(sites: tuple[int, ...], b: Scope) -> IntArray:
    """Return a table of sites."""
    return b.table("SITES", list(b.model.numbered(sites)))


def sites_in(table: IntArray, first: Int, end: Int, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of a table from one place up to another."""
    for n in b.numbers(end, first):
        yield b.variable("x", lifted(wide(table[n]), Site))
