"""Random starts that are simple enough for the engine to draw them itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.game_start import decided_by
from boardless.games.initial.contents import Put
from boardless.games.initial.position import start_contents
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.chance import RandomValue
from boardless.games.ludemes.literals import ends
from boardless.games.ludemes.occupancy import SitesEmpty
from boardless.games.ludemes.start import PlaceRandom, number_of
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.games.compiler.game_model import GameModel
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.kinds import Integer
    from boardless.jit.arrays import Ints


@dataclass(frozen=True, eq=False)
class StartPlan:
    """Fixed pieces, then steps of chance: N pieces of a component on empty sites."""

    #: int32, shape (pieces, 3): component, site of the arrays and count of the pieces before.
    certain: Ints
    #: int64, shape (steps, 5): component, fewest, most, and the span of its sites in `places`.
    steps: Ints
    #: int64: sites of the arrays.
    places: Ints
    #: The most pieces.
    most: int


def start_plan(model: GameModel) -> StartPlan | None:
    """Return the plan of the start of a game, or None if the rules need more than a plan.

    A plan contains pieces without numbers of their own on a laid-out board. First come the fixed
    pieces, then the pieces of ``(place Random)``, in regions that do not depend on pieces. Their
    counts are constants or a ``(value Random)`` between two constants.
    """
    if model.layout is None or model.scene is None or model.stacking:
        return None
    start = model.game.rules.start
    rules = start.rules if start is not None else ()
    random = [rule for rule in rules if isinstance(rule, PlaceRandom)]
    if start is None or not random or rules[-len(random) :] != tuple(random):
        return None
    before = replace(start, rules=rules[: -len(random)])
    contents = start_contents(model.placing.binding(choose=decided_by(())), before)
    puts = [put for pile in contents.pieces.values() for put in pile]
    if contents.choices or not all(isinstance(action, Put) for action in contents.actions):
        return None
    if any((put.state, put.rotation, put.value) != (None, None, None) for put in puts):
        return None
    certain = [
        (put.component, site, put.count)
        for site, pile in model.on_sites(contents).items()
        for put in pile
    ]
    steps: list[tuple[int, ...]] = []
    places: list[int] = []
    for rule in random:
        sites = _sites_of(rule, model)
        span = _span(rule.count[0] if rule.count else None, model.placing)
        if sites is None or span is None or rule.in_any_order or rule.state or rule.value:
            return None
        for component in rule.components(model.placing):
            steps.append((component, *span, len(places), len(places) + len(sites)))
        places += sites
    # Unused rows stay empty, which is only certain for boards without hands.
    most = sum(min(high, end - first) for _, _, high, first, end in steps)
    if model.hand_size and (any(low < high for _, low, high, *_ in steps) or most > len(places)):
        return None
    return StartPlan(
        np.array(certain, np.int32).reshape(-1, 3), np.array(steps, np.int64),
        np.array(places, np.int64), len(certain) + most,
    )  # fmt: skip


def _sites_of(rule: PlaceRandom, model: GameModel) -> list[int] | None:
    """Return the array sites of a rule that puts pieces, or None if they depend on others."""
    scene = model.placing
    region = rule.region
    if rule.where is not None:
        return None
    if region is None or isinstance(region, SitesEmpty):
        region = SitesBoard(rule.type)
    try:
        sites = scene.sites_of(region)
    except InputError:
        return None
    spots = [scene.spot(site, rule.type) for site in sites]
    return [site for kind, number in spots for site in model.numbered([number], kind)]


def _span(count: Integer | int | None, scene: InitialPosition) -> tuple[int, int] | None:
    """Return the smallest and the largest value of a number, or None if it is not constant."""
    try:
        if isinstance(count, RandomValue):
            bounds = ends(count.range, scene.evaluate, 0, -1)
            return bounds if bounds is not None and bounds[0] <= bounds[1] else None
        return (number_of(count, scene),) * 2
    except InputError:
        return None
