"""Pieces put one by one along a track, and the sites that tracks lead to."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, needs
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Role, SiteType
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.scoring import ThePlayer


@ludeme("sow", example='(sow count:4 "Round" if:(is Even (count at:(to))) apply:(remove (to)))')
class Sow(Moves):
    """Put the pieces of a site one by one on the places after it on a track.

    As many are sown as lie there, or `count`, `numPerHole` at a time. The start takes part when the
    way comes back to it, unless `includeSelf` is false, and as the first with `origin`; places that
    meet `skipIf` are left out. If the last place meets `if`, `apply` is done there, and then from
    place to place back or on, as long as `backtracking` or `forward` and `if` hold.
    """

    facts = EFFECT | needs("kept_moves", "sowing", "track_places")
    type: SiteType | None = None
    start: Integer | None = None
    track: str | None = None
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    num_per_hole: Integer | None = None
    owner: Integer | None = None
    if_: Condition | None = None
    sow_effect: Moves | None = None
    apply: Moves | None = None
    include_self: bool = True
    origin: Condition | None = None
    skip_if: Condition | None = None
    backtracking: Condition | None = None
    forward: Condition | None = None


@ludeme("trackSite", "Move", example='(trackSite Move from:(last To) "Round" steps:2)')
class TrackSiteAhead(Integer):
    """The site some steps further on a track, from a site ((from)); -1 beyond its end."""

    facts = needs("track_places")
    of: Role | ThePlayer | None = None
    name: str | None = None
    _: KW_ONLY
    from_: Integer | None = None
    steps: Integer


@ludeme("trackSite", "FirstSite", example='(trackSite FirstSite "Round" from:3 if:(is Empty (to)))')
class FirstTrackSite(Integer):
    """The first site of a track, from a site on, that meets a condition; -1 if none does."""

    facts = needs("track_places")
    of: Role | ThePlayer | None = None
    name: str | None = None
    _: KW_ONLY
    from_: Integer | None = None
    if_: Condition | None = None


@ludeme("trackSite", "EndSite", example="(trackSite EndSite Mover)", facts=needs("track_places"))
class LastTrackSite(Integer):
    """The last site of a track; -2 where that is beyond the board."""

    of: Role | ThePlayer | None = None
    name: str | None = None
