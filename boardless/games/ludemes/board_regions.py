"""Regions by their place on the board."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import each_of, member, unsupported
from boardless.games.initial.evaluation import evaluate_region
from boardless.games.language.facts import BORDER, EFFECT, GLOBAL, LOCAL, SYMMETRIC, TOUCHING, Facts
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Compass, Directions, Region, Role, SiteType
from boardless.topo.layouts import regions as of_board
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition


@dataclass(frozen=True)
class PlaceOfBoard(Region):
    """Sites of a type, of that which is played on unless another is given, by where they lie."""

    facts = EFFECT
    type: SiteType | None = None


@ludeme("sites", "Top", example="(sites Top)")
class SitesTop(PlaceOfBoard):
    """The uppermost sites."""


@ludeme("sites", "Bottom", example="(sites Bottom)")
class SitesBottom(PlaceOfBoard):
    """The lowest sites."""


@ludeme("sites", "Left", example="(sites Left)")
class SitesLeft(PlaceOfBoard):
    """The sites farthest to the left."""


@ludeme("sites", "Right", example="(sites Right)")
class SitesRight(PlaceOfBoard):
    """The sites farthest to the right."""


@ludeme("sites", "Inner", example="(sites Inner)")
class SitesInner(PlaceOfBoard):
    """The sites that are not on the outer edge of the board."""


@ludeme("sites", "Perimeter", example="(sites Perimeter)")
class SitesPerimeter(PlaceOfBoard):
    """The sites along the border of the board."""


@ludeme("sites", "Corners", example="(sites Corners)")
class SitesCorners(PlaceOfBoard):
    """The sites at the corners of the board."""


@ludeme("sites", "ConcaveCorners", example="(sites ConcaveCorners)")
class SitesConcaveCorners(PlaceOfBoard):
    """The sites at the corners that point inwards."""


@ludeme("sites", "ConvexCorners", example="(sites ConvexCorners)")
class SitesConvexCorners(PlaceOfBoard):
    """The sites at the corners that point outwards."""


@ludeme("sites", "Centre", example="(sites Centre)")
class SitesCentre(PlaceOfBoard):
    """The sites in the middle of the board."""


@ludeme("sites", "Major", example="(sites Major)")
class SitesMajor(PlaceOfBoard):
    """The cells of the most corners."""


@ludeme("sites", "Minor", example="(sites Minor)")
class SitesMinor(PlaceOfBoard):
    """The cells of fewer corners than others have."""


class EdgesByLean(Region):
    """Edges by how they lie."""

    facts = GLOBAL


@ludeme("sites", "Axial", example="(sites Axial)")
class EdgesAxial(EdgesByLean):
    """The edges that lie across or upright."""


@ludeme("sites", "Horizontal", example="(sites Horizontal)")
class EdgesHorizontal(EdgesByLean):
    """The edges that lie across."""


@ludeme("sites", "Vertical", example="(sites Vertical)")
class EdgesVertical(EdgesByLean):
    """The edges that stand upright."""


@ludeme("sites", "Angled", example="(sites Angled)")
class EdgesAngled(EdgesByLean):
    """The edges that lean."""


@ludeme("sites", "Slash", example="(sites Slash)")
class EdgesSlash(EdgesByLean):
    """The edges that lean to the right."""


@ludeme("sites", "Slosh", example="(sites Slosh)")
class EdgesSlosh(EdgesByLean):
    """The edges that lean to the left."""


@ludeme("sites", "Board", example="(sites Board)", facts=LOCAL | SYMMETRIC | BORDER)
class SitesBoard(PlaceOfBoard):
    """All sites of the board."""


@ludeme("sites", "Playable", example="(sites Playable)")
class SitesPlayable(Region):
    """The empty sites adjacent to a piece, or orthogonal to one."""

    facts = SYMMETRIC | TOUCHING | BORDER | Facts(reach=1)
    directions: Directions = Directions.ADJACENT

    def __post_init__(self) -> None:
        if self.directions not in (Directions.ADJACENT, Directions.ORTHOGONAL):
            self.reject("expected Adjacent or Orthogonal")


@ludeme("sites", "Outer", example="(sites Outer)", facts=SYMMETRIC | BORDER)
class SitesOuter(PlaceOfBoard):
    """The sites on the outer edge of the board."""


@ludeme("sites", "Side", example="(sites Side NE)", facts=SYMMETRIC | BORDER)
class SitesSide(Region):
    """The sites on one side of the board, or on the side that a role faces."""

    type: SiteType | None
    side: Compass | Role


@member.register(SitesBoard)
def _member_of_sites_board(node: SitesBoard, at: str, scope: Scope) -> str:
    return "True"


@member.register(SitesPlayable)
def _member_of_sites_playable(node: SitesPlayable, at: str, scope: Scope) -> str:
    if scope.model.layout is None:
        beside = f" and touches_piece(s, {at})" if node.directions is Directions.ORTHOGONAL else ""
        return f"(s.what[{at}] == 0 and s.neighbours[{at}] > 0{beside})"
    found = scope.out.assign("c", "False")
    neighbours = scope.neighbours(at, str(node.directions))
    with neighbours as other, scope.out.block(f"if s.what[{other}] != 0:"):
        scope.out.add(f"{found} = True")
    return f"(s.what[{at}] == 0 and {found})"


@each_of.register(SitesPlayable)
def _each_of_sites_playable(
    node: SitesPlayable, scope: Scope
) -> AbstractContextManager[str] | None:
    return _each_of_list(kept_list(node, scope), scope) if is_kept(node, scope) else None


def is_kept(region: Region, scope: Scope) -> bool:
    """Tell whether the sites of a region are kept from move to move."""
    playable = isinstance(region, SitesPlayable)
    return playable and scope.model.growing


def kept_list(region: Region, scope: Scope) -> int:
    """Return the number of the list of a region whose sites are kept."""
    number: int = scope.builder.keep(f"    return bool({member(region, 'site', scope)})\n")
    return number


@contextmanager
def _each_of_list(number: int, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a list that follows the pieces from move to move."""
    out, n, at = scope.out, scope.out.name("n"), scope.out.name("x")
    with out.block(f"for {n} in range(s.size[{number}]):"):
        out.add(f"{at} = int64(s.legal[{number}, {n}])")
        yield at


@member.register(SitesOuter)
@member.register(SitesSide)
def _member_of_sites_outer(node: SitesOuter | SitesSide, at: str, scope: Scope) -> str:
    from boardless.games.compiler.constant_evaluation import constant_member

    if scope.model.growing:
        if isinstance(node, SitesOuter):
            return f"on_perimeter(s, {at})"
        node.reject("a growing board has no sides")
    if scope.model.scene is not None:
        return constant_member(node, at, scope) or unsupported(node)
    inside = set(scope.model.side(node))
    flags = [0] * (1 + scope.model.hand_size)
    flags += [int(number in inside) for number in range(len(scope.model.cells))]
    return f"({scope.constant('INSIDE', flags)}[{at}] != 0)"


def in_order(sites: Iterable[int]) -> tuple[int, ...]:
    """Return sites in ascending order, each once."""
    return tuple(sorted({int(site) for site in sites}))


def sites_on_board(sites: Iterable[int]) -> tuple[int, ...]:
    """Return sites in order, without those beyond the board or unknown, which are negative."""
    return in_order(site for site in sites if site >= 0)


@evaluate_region.register(PlaceOfBoard)
def _evaluate_place_of_board(node: PlaceOfBoard, scene: InitialPosition) -> tuple[int, ...]:
    assert node.variant is not None
    return in_order(of_board.place(scene.board, node.variant, scene.kind(node.type)))


@evaluate_region.register(EdgesByLean)
def _evaluate_edges_by_lean(node: EdgesByLean, scene: InitialPosition) -> tuple[int, ...]:
    assert node.variant is not None
    return in_order(of_board.place(scene.board, node.variant))


@evaluate_region.register(SitesSide)
def _evaluate_sites_side(node: SitesSide, scene: InitialPosition) -> tuple[int, ...]:
    direction: object = node.side
    if isinstance(node.side, Role):
        if node.side is Role.SHARED:
            return in_order(of_board.place(scene.board, "Outer", scene.kind(node.type)))
        player = scene.number_of(node.side, node)
        if not 1 <= player <= scene.inventory.players:
            node.reject(f"{node.side} is no single player of {scene.inventory.players}")
        direction = scene.inventory.facings[player - 1]
        if direction is None:
            node.reject(f"player {player} faces no side: give the players a direction")
    try:
        return in_order(of_board.side(scene.board, str(direction), scene.kind(node.type)))
    except InputError as error:
        node.reject(str(error))
