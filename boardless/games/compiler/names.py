"""Warnings of names in the rules of a game that no component, region or track bears."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from warnings import warn

from boardless.games.compiler.game_model import GameModel
from boardless.games.language.errors import LudemeWarning
from boardless.games.language.ludeme import Ludeme, ludemes_in
from boardless.games.ludemes.counting import OfComponent, OfPieces
from boardless.games.ludemes.iteration import ForEachPiece
from boardless.games.ludemes.maps import is_label
from boardless.games.ludemes.occupancy import SitesOccupied
from boardless.games.ludemes.owned_regions import Regions, SitesOwned, SitesOwnedBy, region_name
from boardless.games.ludemes.pieces import ComponentId
from boardless.games.ludemes.slides import ALL_TRACKS, Slide
from boardless.games.ludemes.sowing import Sow
from boardless.games.ludemes.tracks import (
    FirstMoveOnTrack,
    FirstTrackSite,
    LastTrackSite,
    MaxDistance,
    SitesOfTrack,
    StepsOnTrack,
    TrackSiteAhead,
)

_Fields = tuple[tuple[type[Ludeme], str], ...]

#: The fields of ludemes that name components, regions and tracks.
_COMPONENTS: _Fields = (
    (OfPieces, "name"),
    (OfComponent, "name"),
    (ComponentId, "component"),
    (ForEachPiece, "names"),
    (SitesOccupied, "component"),
    (SitesOccupied, "components"),
)
_REGIONS: _Fields = ((SitesOwned, "name"), (SitesOwnedBy, "name"))
_TRACKS: _Fields = (
    (SitesOfTrack, "name"),
    (TrackSiteAhead, "name"),
    (StepsOnTrack, "name"),
    (FirstTrackSite, "name"),
    (LastTrackSite, "name"),
    (FirstMoveOnTrack, "track"),
    (MaxDistance, "track"),
    (Slide, "track"),
    (Sow, "track"),
)


@dataclass(frozen=True)
class _Kind:
    """A kind of things that bear names, and the fields of ludemes that ask for them."""

    what: str
    borne: tuple[str, ...]
    fields: _Fields

    def names(self, node: Ludeme) -> Iterator[str]:
        """Yield the names of this kind that a ludeme asks for."""
        for class_, field in self.fields:
            value: Any = getattr(node, field) if isinstance(node, class_) else None
            if isinstance(value, str):
                yield value
            elif isinstance(value, tuple):
                yield from value

    def bears(self, name: str) -> bool:
        """Whether something has this in its name."""
        return any(name in each for each in self.borne)


def warn_of_names(model: GameModel) -> None:
    """Warn of each name that is nobody's: what asks for it finds nothing."""
    kinds = _kinds(model)
    for node in ludemes_in(model.game.rules):
        for kind in kinds:
            for name in kind.names(node):
                if not kind.bears(name):
                    said = f"no {kind.what} has this in its name, so nothing is found"
                    warn(LudemeWarning(node.place, name, said), stacklevel=2)


def _kinds(model: GameModel) -> list[_Kind]:
    """Return what may bear names; regions and tracks only where there is a board of fixed size."""
    scene = model.scene
    # A "Bag" holds the dominoes that nobody has yet.
    components = [*(component.name for component in model.components), "Bag"]
    if scene is None:
        return [_Kind("component", tuple(components), _COMPONENTS)]
    regions = [region_name(item) for item in scene.inventory.items if isinstance(item, Regions)]
    containers = [container.name for container in scene.inventory.containers]
    return [
        _Kind("component", (*components, *containers), _COMPONENTS),
        _Region("region", tuple(regions), _REGIONS),
        _Kind("track", (*(track.name for track in model.tracks), ALL_TRACKS), _TRACKS),
    ]


class _Region(_Kind):
    """Regions, whose names stand where labels of sites stand, too."""

    def bears(self, name: str) -> bool:
        return is_label(name) or super().bears(name)
