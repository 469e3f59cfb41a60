"""Regions of sites that meet others of another type, and of edges that cross."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Region, Role, SiteType
from boardless.games.ludemes.scoring import ThePlayer


@ludeme("sites", "Incident", example="(sites Incident Edge of:Cell at:(from))", facts=EFFECT)
class SitesIncident(Region):
    """The sites of a type that meet a site of another or of the same; perhaps only those of a role.

    Cells meet across edges, and edges at their ends.
    """

    type: SiteType
    role: Role | None = None
    _: KW_ONLY
    of: SiteType
    at: Integer
    owner: ThePlayer | None = None


@ludeme("sites", "Crossing", example="(sites Crossing at:(last To) All)", facts=EFFECT)
class SitesCrossing(Region):
    """The edges of a role that cross an edge between its ends and theirs."""

    role: Role
    _: KW_ONLY
    at: Integer
