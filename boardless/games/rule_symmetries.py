"""Symmetries of a tiling under which the rules of a game are invariant, and what rules depend on.

A symmetry is allowed if it maps the board to itself and every region of a player to a region of the
same player, and if the rules are the same with every direction turned with it. The order in
``and``, ``or`` and unions does not matter. Other things that rules name, such as a site by its
number, are not turned: then the symmetries are unknown.

Rules may depend on a growing board apart from its pieces. They do if they name a site's number,
which depends on the history of the board, the centre of the first board, or empty cells that touch
no piece, which earlier pieces may have left. These tests only read the text; in doubt they answer
True.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from boardless.games.building.scope import player_of
from boardless.games.compiler.game_properties import uses_numbers
from boardless.games.language.kinds import Compass, Integer, Role
from boardless.games.language.ludeme import Ludeme, inside, ludemes_in
from boardless.games.ludemes.board_regions import SitesSide
from boardless.games.ludemes.combined_moves import MovesIf
from boardless.games.ludemes.hands import HandSite, SitesHand
from boardless.games.ludemes.literals import Constant, Listed
from boardless.games.ludemes.logic import Equal, IsIn
from boardless.games.ludemes.placement import FromTo
from boardless.games.ludemes.region_algebra import SitesListed
from boardless.games.ludemes.sites import CentrePoint, FromSite
from boardless.games.ludemes.turns import CountMoves
from boardless.state.engine.geometry import Geometry
from boardless.topo.tilings.symmetry import symmetries
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.compiler.game_model import GameModel
    from boardless.games.game import Game
    from boardless.games.ludemes.game import Phase, RuleSet
    from boardless.jit.arrays import Ints
    from boardless.topo.tilings.symmetry import Symmetry


def unchanged(game: Game) -> list[int]:
    """Return the row index of the identity in `rule_symmetries_of`."""
    images = [number for k in range(game.codes.kinds) for number in (0, 0, k)]
    return [1, 0, 0, 1, 0, 0, *images]


def rule_symmetries_of(game: Game) -> Ints:
    """Return the symmetries of a game, shape (n, 6 + 3 * prototiles), the identity first.

    A row is a matrix (four numbers), a shift of the board (two), and the images of the prototiles.
    Unknown symmetries raise an InputError.
    """
    model, rules = game.module.model, game.description.tree.rules
    played = (rules.meta, rules.play, rules.phases, rules.end)
    for node in ludemes_in(played):
        if not node.is_symmetric():
            raise InputError(
                f"symmetry: {game.name} has {node.form()}; it is unknown whether it "
                "stays the same when the board is turned"
            )
    if (names_sites if game.growing and model.effects else uses_numbers)(played):
        raise InputError(
            f"symmetry: {game.name} names sites by numbers, which do not turn with the board"
        )
    geometry, tiling = game.module.geometry, model.tiling
    if tiling is None or not isinstance(geometry, Geometry):
        raise InputError(f"symmetry: the board of {game.name} is laid out, and not on a tiling")
    rows = []
    for symmetry in symmetries(tiling):
        shift = _shift(model, symmetry)
        if shift is not None and _allowed(model, geometry, played, symmetry, shift):
            images = [number for key in symmetry.images for number in key]
            rows.append([*symmetry.matrix[0], *symmetry.matrix[1], *shift, *images])
    return np.array(rows, np.int64)


def _shift(model: GameModel, symmetry: Symmetry) -> tuple[int, int] | None:
    """Return the translation of an image of a fixed board back onto it, or None."""
    if model.growing:
        return 0, 0
    here = model.board.keys.astype(np.int64)
    there = np.array([symmetry((i, j, k)) for i, j, k in here.tolist()])
    i, j = (here[:, :2].min(axis=0) - there[:, :2].min(axis=0)).tolist()
    there[:, :2] += i, j
    same = set(map(tuple, here.tolist())) == set(map(tuple, there.tolist()))
    return (i, j) if same else None


def _allowed(
    model: GameModel,
    geometry: Geometry,
    played: tuple[Any, ...],
    symmetry: Symmetry,
    shift: tuple[int, int],
) -> bool:
    turned = _turned_labels(geometry, symmetry)
    if _written(played, {}) != _written(played, turned):
        return False
    if model.growing:
        return True

    def image(site: int) -> int:
        i, j, k = symmetry(model.board.key(site))
        return model.board.site((i + shift[0], j + shift[1], k))

    sides = [node for node in inside(played) if isinstance(node, SitesSide)]
    areas_of_sides = [frozenset(node.of_cells(model)) for node in sides]
    if any(frozenset(map(image, side)) != side for side in areas_of_sides):
        return False
    for player in range(1, model.players + 1):
        areas = Counter(
            frozenset(_sites(model, region))
            for item in model.regions
            if player_of(item.role) == player
            for region in item.regions
        )
        if Counter(frozenset(map(image, area)) for area in areas.elements()) != areas:
            return False
    return True


def _sites(model: GameModel, region: Ludeme) -> list[int]:
    """Return the sites of a region of a player, which are known at compile time."""
    if isinstance(region, SitesListed):
        return [site.value for site in region.sites if isinstance(site, Constant)]
    assert isinstance(region, SitesSide)
    return region.of_cells(model)


def _turned_labels(geometry: Geometry, symmetry: Symmetry) -> dict[str, str]:
    """Return the images of the directions that are the same from all cells."""
    turned: dict[str, str] = {}
    link = geometry.tiling.slots.link
    for place, slot in enumerate(geometry.used):
        label = geometry.labels(0)[place]
        if not label:
            continue
        i, j, k, _ = link[0, slot].tolist()
        x, y, kind = symmetry((0, 0, 0))
        a, b, c = symmetry((i, j, k))
        step = (a - x, b - y, c)
        labels = geometry.labels(kind)
        leads = [
            labels[n]
            for n, other in enumerate(geometry.used)
            if tuple(link[kind, other, :3].tolist()) == step
        ]
        turned[label] = leads[0] if len(leads) == 1 else ""
    return turned


def _written(node: object, turned: dict[str, str]) -> Any:
    """Return a tree as nested tuples, with directions turned and sets in one order."""
    if isinstance(node, Compass):
        return "direction", turned.get(str(node), str(node))
    if isinstance(node, tuple):
        return tuple(_written(part, turned) for part in node)
    if not isinstance(node, Ludeme):
        return repr(node)
    if isinstance(node, SitesSide):
        return "side"
    # The place of a ludeme in the text does not matter.
    said = [getattr(node, each.name) for each in fields(node) if each.compare]
    values = tuple(_written(value, turned) for value in said)
    if node.facts.unordered:
        values = tuple(
            tuple(sorted(value, key=repr)) if isinstance(value, tuple) else value
            for value in values
        )
    return type(node).__name__, values


#: Arguments that are sites if they are integers.
_SITES = {"at", "site", "sites", "where", "to", "from_", "through", "origin"}


def names_sites(node: object, held: bool = False) -> bool:
    """Return True if rules depend on numbers of sites; ``(from)`` in a hand is fixed."""
    if isinstance(node, tuple):
        return any(names_sites(part, held) for part in node)
    if not isinstance(node, Ludeme):
        return False
    if isinstance(node, FromTo):
        held = isinstance(node.from_.region, SitesHand)
    told_apart = node.facts.compares and not node.facts.arithmetic
    if told_apart or (isinstance(node, IsIn) and isinstance(node.among, Listed)):
        # A place may be compared only with places.
        places = {_is_place(side) for side in _sides(node)}
        if len(places) > 1:
            return True
    elif node.facts.arithmetic and any(
        _is_place(side)
        and not (isinstance(side, HandSite) or (held and isinstance(side, FromSite)))
        for side in _sides(node)
    ):
        return True
    for name, value in vars(node).items():
        several = value if isinstance(value, tuple) else (value,)
        if name in _SITES and any(isinstance(one, Constant) for one in several):
            return True
        if not isinstance(node, Constant) and names_sites(value, held):
            return True
    return False


def _sides(node: Ludeme) -> tuple[object, ...]:
    """Return the integers that a ludeme compares or computes with."""
    sides: list[object] = []
    for value in vars(node).values():
        if isinstance(value, Listed):
            sides += value.values
        else:
            sides += value if isinstance(value, tuple) else (value,)
    return tuple(side for side in sides if isinstance(side, Integer | Role))


def _is_place(node: object) -> bool:
    return isinstance(node, Ludeme) and node.facts.place


def names_centre(rules: RuleSet) -> bool:
    """Return True if moves or ends may use the first board's centre after the first move.

    They do not in a condition that no move has been made, or in a phase that ends for everybody at
    once.
    """
    phases = [phase for n, phase in enumerate(rules.phases) if n or not _is_brief(phase)]
    parts = (rules.play, rules.end, *phases)
    return any(_centres(part) for part in parts)


def _is_brief(phase: Phase) -> bool:
    """Return True if a phase ends with its first move."""
    exits = phase.exits
    return bool(exits and exits[0].condition is None and exits[0].role is None)


def _centres(node: object) -> bool:
    if isinstance(node, CentrePoint):
        return True
    if isinstance(node, MovesIf) and _is_beginning(node.condition):
        return _centres(node.otherwise)
    if isinstance(node, Ludeme):
        return any(map(_centres, vars(node).values()))
    return isinstance(node, tuple) and any(map(_centres, node))


def _is_beginning(condition: object) -> bool:
    """Return True if a condition requires that no move has been made."""
    if not isinstance(condition, Equal):
        return False
    sides = (condition.left, condition.right)
    return CountMoves() in sides and Constant(0) in sides


def tells_far_cells(parts: object) -> bool:
    """Return True if rules may depend on empty cells that touch no piece."""
    return not all(node.is_touching() for node in ludemes_in(parts))
