"""Tracks: their sites, moves along them, and the progress of pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import (
    EFFECT,
    FALSE,
    GLOBAL,
    STATIC,
    TRUE,
    Bool,
    Builder,
    Candidates,
    Condition,
    EngineFunction,
    InitialPosition,
    Int,
    IntArray,
    Integer,
    Limits,
    Ludeme,
    Moves,
    OneOrMore,
    Region,
    Role,
    Scope,
    Site,
    SiteSet,
    TrackName,
    Word,
    bare,
    constant_loop,
    greater,
    ludeme,
    moves_of,
    player_of,
    wide,
)
from boardless.games.ludemes.board_regions import sites_on_board
from boardless.games.ludemes.literals import OFF
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.sites import FromSite
from boardless.games.ludemes.sizes import AnySize

if TYPE_CHECKING:
    from boardless.topo.layouts.regions import BoardTrack


@ludeme("sites", "Track", facts=GLOBAL)
class SitesOfTrack(Region):
    """The sites of a track, by its owner or its name, optionally from one site to another.

    Example: (sites Track P1 "Home")
    """

    held_last = True
    role: Role | ThePlayer | None = None
    name: TrackName | None = None
    _: KW_ONLY
    from_: Integer | None = None
    to: Integer | None = None

    def meaning(self, b: Builder) -> SiteSet:
        return b.fixed(self, self._numbers, lambda at: self._test(at, b.playing(self)))

    def _numbers(self, start: InitialPosition) -> tuple[int, ...]:
        owner = 0
        if isinstance(self.role, Role):
            owner = start.number_of(self.role, self)
        elif self.role is not None:
            owner = start.evaluate(self.role.number)
        track = self._among(start.tracks, owner)
        if track is None:
            return ()
        sites = list(track.sites)
        if self.from_ is not None:
            begin = start.evaluate(self.from_)
            if begin not in sites:
                return ()
            first = sites.index(begin)
            sites = sites[first:] + sites[:first]
        if self.to is not None:
            end = start.evaluate(self.to)
            sites = sites[: sites.index(end) + 1] if end in sites else sites
        return sites_on_board(sites)

    def _test(self, at: Site, b: Scope) -> Bool:
        tracks = tracks_of(b, self)
        player = Int.of(0) if self.role is None else b.who(self.role, self)
        track = tables(lambda number: self._among(tracks, number), player, b, self)
        on_track = b.variable("c", FALSE)
        last = None if self.to is None else b.let(b.integer(self.to), "last")
        for number in _around(track, self.from_, b):
            b.set_if(b.site_of(number) == at, on_track, TRUE)
            if last is not None:
                b.leave(number == last)
        return on_track

    def _among(self, tracks: tuple[BoardTrack, ...], owner: int) -> BoardTrack | None:
        name = self.name or ""
        return _first(
            tracks,
            lambda track: track.name == name or (name in track.name and track.owner in (owner, 0)),
        )


@ludeme("trackSite", "Move", facts=GLOBAL)
def track_site_ahead(
    node: Integer,
    b: Scope,
    of: Role | ThePlayer | None = None,
    name: TrackName | None = None,
    *,
    from_: Integer | None = None,
    steps: Integer,
) -> Int:
    """The site N steps further on a track, from a site ((from)); -1 beyond its end.

    Example: (trackSite Move from:(last To) "Round" steps:2)
    """
    tracks = tracks_of(b, node)
    player = b.mover if of is None else b.who(of, node)
    track = tables(lambda number: _followed(name, number, tracks), player, b, node)
    place = _of_piece(track, from_ or FromSite(), player, b)
    ahead = place + greater(b.variable("steps", b.integer(steps)), 0)
    return EngineFunction("number_ahead", Int)(
        track.numbers, track.first, track.length, track.loops, ahead
    )


@ludeme("count", "StepsOnTrack", facts=EFFECT)
def steps_on_track(
    node: Integer,
    b: Scope,
    of: Role | ThePlayer | None,
    name: TrackName | None,
    from_site: Integer,
    to_site: Integer,
) -> Int:
    """The number of steps on a track from a site on to another, or -1 without such a way.

    On tracks that meet no site twice, or lead back to their start, the search covers the whole
    track.

    Example: (count StepsOnTrack Mover "Way" (last From) (last To))
    """
    tracks = tracks_of(b, node)
    player = b.mover if of is None else b.who(of, node)
    track = tables(lambda seat: _followed(name, seat, tracks, of_any=False), player, b, node)
    place = b.let(_of_piece(track, from_site, player, b), "place")
    wanted, steps = b.let(b.integer(to_site), "site"), b.variable("steps", Int.of(OFF))
    all_around = track.loops != 0 if meets_twice(b) else TRUE
    for n in b.numbers(all_around.choose(track.length, track.length - place)):
        # From beyond the track, steps count from its start.
        begun = (place < track.length).choose((place + n) % track.length, n)
        b.set_if((steps < 0) & (track.number_at(track.first + begun) == wanted), steps, n)
    return steps


@ludeme("trackSite", "FirstSite", facts=GLOBAL)
def first_track_site(
    node: Integer,
    b: Scope,
    of: Role | ThePlayer | None = None,
    name: TrackName | None = None,
    *,
    from_: Integer | None = None,
    if_: Condition | None = None,
) -> Int:
    """The first site of a track, from a site on, that meets a condition, or -1.

    Example: (trackSite FirstSite "Round" from:3 if:(is Empty (to)))
    """
    first = b.variable("found", Int.of(OFF))
    for number in _around(_end_track(of, name, node, b), from_, b):
        at = b.let(b.site_of(number))
        with b.where(b.binding(to=at).holds(if_)):
            b.set(first, number)
            b.leave()
    return first


@ludeme("trackSite", "EndSite", facts=GLOBAL)
def last_track_site(
    node: Integer, b: Scope, of: Role | ThePlayer | None = None, name: TrackName | None = None
) -> Int:
    """The last site of a track, or -2 if it is beyond the board.

    Example: (trackSite EndSite Mover)
    """
    track = _end_track(of, name, node, b)
    return track.number_at(track.first + track.length - 1)


@ludeme("firstMoveOnTrack", facts=EFFECT)
def first_move_on_track(
    node: Moves,
    b: Scope,
    track: TrackName | None,
    owner: Role | None,
    moves: Moves,
    then: Then | None = None,
) -> Candidates:
    """The moves of a rule for the first site of a track, seen as (site), that has moves.

    Example: (firstMoveOnTrack "Way" Mover (if (is Empty (site)) (move Add (to (site)))))
    """
    tracks, any_ = tracks_of(b, node), b.variable("any", FALSE)

    def is_followed(each: BoardTrack, player: int) -> bool:
        if track is None or owner is None:
            return track in (None, each.name)
        return each.owner == (player or player_of(owner)) and track in each.name

    sites: dict[int, tuple[int, ...]] = {}
    for player in range(1, b.model.players + 1) if owner is Role.MOVER else (0,):
        followed = next((each for each in tracks if is_followed(each, player)), None)
        on = () if followed is None else followed.sites
        sites[player] = b.model.numbered(site for site in on if site >= 0)
    for at in constant_loop(sites, b.mover, b):
        b.leave(any_)
        for move in moves_of(moves, b.binding(iterated=at)):
            b.set(any_, TRUE)
            yield move.followed(then)


@ludeme("max", "Distance", facts=EFFECT, concepts="MaxDistance CopyContext")
def max_distance(
    b: Scope, track: TrackName | None, owner: Role | None, moves: Moves, then: Then | None = None
) -> Candidates:
    """All moves of a rule: as in Ludii, the distance along a track has no effect.

    Example: (max Distance "Way" Mover (forEach Piece))
    """
    return moves_of(moves, b)


class OffBoard(Word):
    """The end of a track beyond the board."""

    END = "End"


@bare
class WayOfSites(Ludeme):
    """Sites in the order of a track, by their numbers; End is beyond the board."""

    kind = "a list {...} of sites"
    facts = STATIC
    sites: OneOrMore[AnySize | OffBoard]


@ludeme("track", facts=GLOBAL)
def iterated_track(node: Integer, b: Scope) -> Int:
    """The number of the track in question, bound only by ends for each Track; -1 elsewhere.

    Example: (track)
    """
    track: Int = b.names.get("track", Int.of(-1))
    return track


@ludeme("track", facts=STATIC, concepts="Track loop:TrackLoop owner:TrackOwned")
class Track(Ludeme):
    """A path over the sites of a board: their numbers, or a text of numbers and directions.

    ``"0,E,N1,W"`` goes from site 0 east to the border, a step north and back west. A track may have
    an owner, lead back to its start, and be directed.

    Example: (track "Round" "0,E,N,W" P1 directed:True)
    """

    source = "Ludii, game.equipment.container.board"

    name: str
    path: Annotated[str, Limits(1, 2000)] | WayOfSites
    owner: Role | AnySize | None = None
    _: KW_ONLY
    loop: bool = False
    directed: bool = False


@dataclass(frozen=True)
class TrackSource:
    """A track in the tables of all tracks; it may depend on a player."""

    #: The site's number at each place, and the places after and before or -1.
    numbers: IntArray
    after: IntArray
    before: IntArray
    #: The first place of the track in the tables, and its number of places.
    first: Int
    length: Int
    #: Whether (1) the first place follows the last.
    loops: Int
    #: The table of the places of sites, the first place of the track, and its number of places.
    places: tuple[IntArray, Int, int]

    def place(self, number: Int) -> Int:
        """Return the first place of a site, or `length` without one."""
        table, first, size = self.places
        return EngineFunction("place_on_track", Int)(table, first, size, number, self.length)

    def number_at(self, place: Int) -> Int:
        """Return the number of the site at a place of the tables."""
        return wide(self.numbers[place])


def _of_piece(track: TrackSource, from_: Integer, player: Int, b: Scope) -> Int:
    """Return the place on a track of the piece on a site, or of the site itself."""
    if not meets_twice(b):
        return track.place(b.integer(from_))
    follow_tracks(b)
    at = b.variable("x", b.site(from_))
    where = (track.numbers, track.first, track.length, at, player)
    return b.either(
        track.loops != 0,
        lambda: track.place(Int.call("number_of", at)),
        lambda: Int.call("place_of_piece", *where),
        "place",
    )


def tracks_of(scope: Scope, ludeme: Ludeme) -> tuple[BoardTrack, ...]:
    """Return the tracks of the board; reject the ludeme if there are no tracks."""
    scene = scope.model.scene
    if scene is None or not scene.tracks:
        ludeme.reject("the board has no tracks")
    return scene.tracks


def tables(
    choose: Callable[[int], BoardTrack | None], player: Int, b: Scope, ludeme: Ludeme
) -> TrackSource:
    """Return the tables of the track chosen for a player, with no places without a track."""
    tracks = tracks_of(b, ludeme)
    firsts, numbers, after, before = (list[int]() for _ in range(4))
    for track in tracks:
        first = len(numbers)
        firsts.append(first)
        numbers += track.sites
        after += [first + place if place >= 0 else -1 for place in track.next]
        before += [first + place if place >= 0 else -1 for place in track.prev]
    certain = player.constant
    players = range(b.model.players + 1) if certain is None else [certain]
    chosen = [choose(number) for number in players]
    first_of = [0 if track is None else firsts[tracks.index(track)] for track in chosen]
    length_of = [0 if track is None else len(track.sites) for track in chosen]
    loops_of = [int(track is not None and track.loop) for track in chosen]
    size = 1 + b.geometry.kinds + b.model.hand_size
    sites_of = [() if track is None else tuple(track.sites) for track in chosen]
    different = {sites: size * n for n, sites in enumerate(dict.fromkeys(sites_of))}
    places = [
        sites.index(number) if number in sites else len(sites)
        for sites in different
        for number in range(-1, size - 1)
    ]
    first_place = _of_player([different[sites] for sites in sites_of], player, b)
    return TrackSource(
        b.table("TRACK_SITES", numbers),
        b.table("TRACK_AFTER", after),
        b.table("TRACK_BEFORE", before),
        _of_player(first_of, player, b),
        _of_player(length_of, player, b),
        _of_player(loops_of, player, b),
        (b.table("PLACES", places), first_place, size),
    )


def _of_player(values: list[int], player: Int, b: Scope) -> Int:
    return Int.of(values[0]) if len(set(values)) == 1 else b.entry("TRACK_OF", values, player)


def _first(
    tracks: tuple[BoardTrack, ...], wanted: Callable[[BoardTrack], bool]
) -> BoardTrack | None:
    return next((track for track in tracks if wanted(track)), None)


def _followed(
    name: str | None, player: int, tracks: tuple[BoardTrack, ...], of_any: bool = True
) -> BoardTrack | None:
    """Return the track of a player's pieces; with `of_any`, by its name with any owner."""
    followed = None
    if name is not None:
        followed = _first(tracks, lambda track: name in track.name and track.owner == player)
        if of_any:
            followed = followed or _first(tracks, lambda track: name in track.name)
    followed = followed or _first(tracks, lambda track: track.owner == player)
    return followed or _first(tracks, lambda track: track.owner == 0)


def _end_track(
    of: Role | ThePlayer | None, name: str | None, node: Ludeme, b: Scope
) -> TrackSource:
    """Return the track for a first or last site; by default the first of all."""
    tracks = tracks_of(b, node)

    def is_named(track: BoardTrack, player: int) -> bool:
        if name is None:
            return track.owner in (player, 0)
        return name in track.name and player in (track.owner, 0)

    return tables(
        lambda player: next((each for each in tracks if is_named(each, player)), tracks[0]),
        Int.of(0) if of is None else b.who(of, node),
        b,
        node,
    )


def _around(track: TrackSource, from_: Integer | None, b: Scope) -> Iterator[Int]:
    """Iterate over the site numbers of a track, once around from a given one."""
    first = b.variable("place", Int.of(0) if from_ is None else track.place(b.integer(from_)))
    for n in b.numbers((first < track.length).choose(track.length, 0)):
        place = track.first + (first + n) % track.length
        yield b.let(track.number_at(place), "number")


#: The name of the places of tracks among the numbers of a state.
TRACKED = "tracked"


def meets_twice(scope: Scope) -> bool:
    """Return True if some track of the game meets a site more than once."""
    return any(track.internal_loop for track in scope.model.tracks)


def follow_tracks(scope: Scope) -> None:
    """Let numbers of the state count the pieces at the places of tracks, from the start on."""
    model, numbers = scope.model, scope.builder.numbers
    if TRACKED in numbers.places:
        return
    if model.starts_by_chance:
        model.game.rules.reject(
            "pieces on tracks that meet a site twice cannot be placed there by chance yet"
        )
    sites = [site for track in model.tracks for site in track.sites]
    place = numbers.place(TRACKED, (1 + len(model.components)) * len(sites))
    firsts = [0]
    for track in model.tracks:
        firsts.append(firsts[-1] + len(track.sites))
    for (_, number), puts in model.start.pieces.items():
        for put in puts:
            for track, first in zip(model.tracks, firsts, strict=False):
                if number in track.sites:
                    at = place + put.component * len(sites) + first + track.sites.index(number)
                    # Ludii counts pieces that start on piles twice.
                    more = put.count * (2 if model.stacking else 1)
                    numbers.begun[at] = numbers.begun.get(at, 0) + more
