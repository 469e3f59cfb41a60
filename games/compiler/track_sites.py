"""Sites along tracks, as source."""

from collections.abc import Callable
from dataclasses import dataclass

from boardless.games.compiler.generic import condition, integer, member, site
from boardless.games.compiler.known import known_member
from boardless.games.compiler.roles import one_player
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.track_steps import follow_tracks, meets_twice
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import sowing as w
from boardless.games.ludemes.regions import SitesOfTrack
from boardless.topo.layouts.tracks import Track


@dataclass(frozen=True)
class TrackTables:
    """One track of a game as source, which may depend on a player.

    Attributes
    ----------
    numbers, after, before : str
        Tables of all tracks: the number of the site of each place, and the place, in the tables,
        after and before it, or -1.
    first, length, loops : str
        Where the places of the track begin in the tables, how many it has, and whether the first
        follows the last.
    """

    numbers: str
    after: str
    before: str
    first: str
    length: str
    loops: str

    def place(self, number: str) -> str:
        """Return the source of the first place that has a site; `length` if none has."""
        return f"place_on_track({self.numbers}, {self.first}, {self.length}, {number})"


def _of_piece(track: TrackTables, from_: k.Integer, player: str, scope: Scope) -> str:
    """Return the place of a track where the piece on a site is, or that has the site."""
    if not meets_twice(scope):
        return track.place(integer(from_, scope))
    follow_tracks(scope)
    at, place = scope.out.name("x"), scope.out.name("place")
    scope.out.add(f"{at} = {site(from_, scope)}")
    with scope.out.block(f"if {track.loops} != 0:"):
        scope.out.add(f"{place} = {track.place(f'number_of(s, {at})')}")
    with scope.out.block("else:"):
        where = f"{track.numbers}, {track.first}, {track.length}, {at}, {player}"
        scope.out.add(f"{place} = place_of_piece(s, {where})")
    return place


def tracks_of(scope: Scope, ludeme: Ludeme) -> tuple[Track, ...]:
    """Return the tracks of the board; without any the ludeme has no meaning."""
    scene = scope.model.scene
    if scene is None or not scene.tracks:
        ludeme.reject("the board has no tracks")
    return scene.tracks


def tables(
    choose: Callable[[int], Track | None], player: str, scope: Scope, ludeme: Ludeme
) -> TrackTables:
    """Return the tables of the track that a function chooses for a player.

    A player who has none gets one without places.
    """
    tracks = tracks_of(scope, ludeme)
    firsts: list[int] = []
    numbers: list[int] = []
    after: list[int] = []
    before: list[int] = []
    for track in tracks:
        first = len(numbers)
        firsts.append(first)
        numbers += track.sites
        after += [first + place if place >= 0 else -1 for place in track.next]
        before += [first + place if place >= 0 else -1 for place in track.prev]
    players = [int(player)] if player.isdigit() else range(scope.model.players + 1)
    chosen = [choose(number) for number in players]
    first_of = [0 if track is None else firsts[tracks.index(track)] for track in chosen]
    length_of = [0 if track is None else len(track.sites) for track in chosen]
    loops_of = [int(track is not None and track.loop) for track in chosen]
    return TrackTables(
        scope.constant("TRACK_SITES", numbers),
        scope.constant("TRACK_AFTER", after),
        scope.constant("TRACK_BEFORE", before),
        *(_of_player(values, player, scope) for values in (first_of, length_of, loops_of)),
    )


def _of_player(values: list[int], player: str, scope: Scope) -> str:
    if len(set(values)) == 1:
        return str(values[0])
    return f"whole({scope.constant('TRACK_OF', values)}[{player}])"


def _first(tracks: tuple[Track, ...], wanted: Callable[[Track], bool]) -> Track | None:
    return next((track for track in tracks if wanted(track)), None)


def _named(name: str | None, player: int, tracks: tuple[Track, ...]) -> Track:
    """Return the track whose first or last site is asked for: the first of all if none fits."""
    if name is None:
        found = _first(tracks, lambda track: track.owner in (player, 0))
    elif player == 0:
        found = _first(tracks, lambda track: name in track.name)
    else:
        found = _first(tracks, lambda track: name in track.name and track.owner == player)
    return found or tracks[0]


def _followed(name: str | None, player: int, tracks: tuple[Track, ...]) -> Track | None:
    """Return the track that pieces of a player follow."""
    found = None
    if name is not None:
        found = _first(tracks, lambda track: name in track.name and track.owner == player)
        found = found or _first(tracks, lambda track: name in track.name)
    found = found or _first(tracks, lambda track: track.owner == player)
    return found or _first(tracks, lambda track: track.owner == 0)


@integer.register
def _(node: w.TrackSiteAhead, scope: Scope) -> str:
    tracks, out = tracks_of(scope, node), scope.out

    def choose(player: int) -> Track | None:
        return _followed(node.name, player, tracks)

    player = scope.mover if node.of is None else one_player(node.of, node, scope)
    track = tables(choose, player, scope, node)
    place = _of_piece(track, node.from_ or i.FromSite(), player, scope)
    steps = out.name("steps")
    out.add(f"{steps} = {integer(node.steps, scope)}")
    return (
        f"number_ahead({track.numbers}, {track.first}, {track.length}, {track.loops}, "
        f"{place} + max({steps}, 0))"
    )


@integer.register
def _(node: w.FirstTrackSite, scope: Scope) -> str:
    out = scope.out
    track = _end_track(node, scope)
    first, found, n, number, at = (
        out.name(stem) for stem in ("place", "found", "n", "number", "x")
    )
    start = "0" if node.from_ is None else track.place(integer(node.from_, scope))
    out.add(f"{first} = {start}")
    out.add(f"{found} = -1")
    places = f"{track.length} if {first} < {track.length} else 0"
    with out.block(f"for {n} in range({places}):"):
        out.add(
            f"{number} = whole({track.numbers}[{track.first} + ({first} + {n}) % {track.length}])"
        )
        out.add(f"{at} = site_of(s, {number})")
        met = "True" if node.if_ is None else condition(node.if_, scope.binding(to=at))
        with out.block(f"if {met}:"):
            out.add(f"{found} = {number}")
            out.add("break")
    return found


@integer.register
def _(node: w.LastTrackSite, scope: Scope) -> str:
    track = _end_track(node, scope)
    return f"whole({track.numbers}[{track.first} + {track.length} - 1])"


def _end_track(node: w.FirstTrackSite | w.LastTrackSite, scope: Scope) -> TrackTables:
    tracks = tracks_of(scope, node)
    player = "0" if node.of is None else one_player(node.of, node, scope)
    return tables(lambda number: _named(node.name, number, tracks), player, scope, node)


@member.register
def _(region: SitesOfTrack, at: str, scope: Scope) -> str:
    known = known_member(region, at, scope)
    if known is not None:
        return known
    tracks, out, name = tracks_of(scope, region), scope.out, region.name or ""

    def choose(player: int) -> Track | None:
        return _first(
            tracks,
            lambda track: track.name == name or (name in track.name and track.owner in (player, 0)),
        )

    player = "0" if region.role is None else scope.player(region.role, region)
    track = tables(choose, player, scope, region)
    found, first, last, n, number = (
        out.name(stem) for stem in ("c", "place", "last", "n", "number")
    )
    start = "0" if region.from_ is None else track.place(integer(region.from_, scope))
    out.add(f"{found} = False")
    out.add(f"{first} = {start}")
    out.add(f"{last} = {'-3' if region.to is None else integer(region.to, scope)}")
    places = f"{track.length} if {first} < {track.length} else 0"
    with out.block(f"for {n} in range({places}):"):
        out.add(
            f"{number} = whole({track.numbers}[{track.first} + ({first} + {n}) % {track.length}])"
        )
        with out.block(f"if site_of(s, {number}) == {at}:"):
            out.add(f"{found} = True")
        with out.block(f"if {number} == {last}:"):
            out.add("break")
    return found
