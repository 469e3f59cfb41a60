"""Regions by where they lie on the board."""

from dataclasses import dataclass

from boardless.games.language.facts import EFFECT, GLOBAL, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Region, SiteType


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


@dataclass(frozen=True)
class LineOfBoard(Region):
    """The sites of a row, a column, a layer or a phase."""

    facts = EFFECT

    type: SiteType | None
    index: Integer


@ludeme("sites", "Row", example="(sites Row 1)")
class SitesRow(LineOfBoard):
    """The sites of a row, counted from 0 at the bottom; none beyond the last."""


@ludeme("sites", "Column", example="(sites Column 1)")
class SitesColumn(LineOfBoard):
    """The sites of a column, counted from 0 on the left; none beyond the last."""


@ludeme("sites", "Layer", example="(sites Layer 1)", facts=EFFECT | reads("layer"))
class SitesLayer(LineOfBoard):
    """The sites of a layer, counted from 0 on the ground; none beyond the last."""


@ludeme("sites", "Phase", example="(sites Phase 1)")
class SitesPhase(LineOfBoard):
    """The sites of a phase, counted from 0: of one phase none are neighbours, if four do."""
