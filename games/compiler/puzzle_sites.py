"""What a deduction puzzle is about: the values of its sites, and the sites that change."""

from collections.abc import Iterator
from dataclasses import dataclass

from boardless.games.compiler.model import Model
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import puzzles as z
from boardless.games.ludemes.equipment import BoardItem, Regions, RegionType
from boardless.games.ludemes.start_settings import Given, SetGivens
from boardless.games.ludemes.tracks import Values
from boardless.games.placing.equipment_regions import regions_of_type
from boardless.games.placing.evaluating import static_region
from boardless.games.placing.known_integers import span
from boardless.games.placing.scene import Scene

#: The largest value of a site: values are the bits of one number.
MAX_VALUE = 61


@dataclass(frozen=True)
class Puzzle:
    """What the values of the sites of a puzzle follow.

    Attributes
    ----------
    low, high : int
        The least and the largest value that a site may be given; 0 it may have besides.
    constraints : tuple of Condition
        What has to hold.
    sites : tuple of int
        The sites that change, by their numbers in the language.
    """

    low: int
    high: int
    constraints: tuple[k.Condition, ...]
    sites: tuple[int, ...]

    @property
    def every(self) -> int:
        """All values, as bits."""
        return (1 << (self.high + 1)) - 1


def puzzle_of(model: Model, node: Ludeme) -> Puzzle:
    """Return the puzzle that a game is.

    Raises
    ------
    LudemeError
        If it is none, or its values are too large.
    """
    rules = next((part for part in inside(model.game) if isinstance(part, z.Satisfy)), None)
    boards = [item for item in model.game.equipment.items if isinstance(item, BoardItem)]
    values = [part for board in boards for part in board.details if isinstance(part, Values)]
    if rules is None or model.scene is None or not values:
        node.reject("expected a puzzle: a board with (values ...), and moves (satisfy ...)")
    low, high = span(values[0].values, model.scene)
    if not 0 <= low <= high <= MAX_VALUE:
        values[0].reject(f"expected values from 0 to {MAX_VALUE}")
    given = _given(model)
    sites = tuple(s for s in _constrained(rules.constraints, model.scene) if s not in given)
    return Puzzle(low, high, rules.constraints, sites)


def _given(model: Model) -> set[int]:
    start = model.game.rules.start
    if start is None or not start.rules or not isinstance(start.rules[0], SetGivens):
        return set()
    return {one.numbers[0] for one in start.rules[0].givens if isinstance(one, Given)}


def _constrained(constraints: tuple[k.Condition, ...], scene: Scene) -> list[int]:
    """Return the sites that constraints are about, each once, in order."""
    found: dict[int, None] = {}
    for constraint in constraints:
        if isinstance(constraint, z.ForAll):
            return list(dict.fromkeys((*found, *scene.sites())))
        region = getattr(constraint, "region", None)
        if "regions" in constraint.facts.reads and region is None:
            for listed, _ in single_regions(scene):
                found |= dict.fromkeys(listed)
        elif "regions" in constraint.facts.reads and isinstance(region, k.Region):
            found |= dict.fromkeys(static_region(region, scene))
    return list(found)


def single_regions(scene: Scene) -> Iterator[tuple[tuple[int, ...], RegionType | None]]:
    """Yield the regions of the equipment, one by one, and the sort of each that is of one."""
    for item in scene.inventory.items:
        if isinstance(item, Regions):
            yield from ((static_region(region, scene), None) for region in item.regions)
            yield from _of_sorts(item, scene)


def _of_sorts(item: Regions, scene: Scene) -> Iterator[tuple[tuple[int, ...], RegionType]]:
    for sort in item.types:
        yield from ((listed, sort) for listed in regions_of_type(sort, scene))
