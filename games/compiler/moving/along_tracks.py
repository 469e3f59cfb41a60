"""Moves that are chosen by where they are on a track, as source."""

from boardless.games.compiler.known import known_loop
from boardless.games.compiler.model import player_of
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.sharing import find
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.track_sites import tracks_of
from boardless.games.ludemes import track_moves as t
from boardless.games.ludemes.kinds import Role
from boardless.topo.layouts.tracks import Track


@moves.register
def _(node: t.FirstMoveOnTrack, scope: Scope, found: Found) -> None:
    out, any_ = scope.out, scope.out.name("any")
    tracks = tracks_of(scope, node)
    sites: dict[int, tuple[int, ...]] = {}
    players = range(1, scope.model.players + 1)
    for player in players if node.owner is Role.MOVER else (0,):
        track = _meant(node, player, tracks)
        if track is None:
            node.reject(f"no track is called {node.track!r}")
        sites[player] = scope.model.numbered(site for site in track.sites if site >= 0)

    def first(candidate: Candidate) -> None:
        candidate.scope.out.add(f"{any_} = True")
        found(candidate.followed(node.then))

    out.add(f"{any_} = False")
    with known_loop(sites, scope.mover, scope) as at:
        with out.block(f"if {any_}:"):
            out.add("break")
        find(node.moves, scope.binding(iterated=at), first)


def _meant(node: t.FirstMoveOnTrack, player: int, tracks: tuple[Track, ...]) -> Track | None:
    """Return the track that a player's moves follow."""
    if node.track is None:
        return tracks[0]
    if node.owner is None:
        return next((track for track in tracks if track.name == node.track), None)
    owner = player or player_of(node.owner)
    owned = (track for track in tracks if track.owner == owner)
    return next((track for track in owned if node.track in track.name), None)


@moves.register
def _(node: t.MaxDistance, scope: Scope, found: Found) -> None:
    find(node.moves, scope, found)
