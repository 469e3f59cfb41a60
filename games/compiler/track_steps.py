"""How far along its tracks each piece is, as source: where a track meets a site more than once."""

from boardless.games.compiler.scope import Scope

#: What the places of tracks are called among the numbers of a state.
TRACKED = "tracked"


def meets_twice(scope: Scope) -> bool:
    """Tell whether some track of the game meets a site more than once."""
    return any(track.internal_loop for track in scope.model.tracks)


def follow_tracks(scope: Scope) -> None:
    """Let numbers of the state count the pieces at the places of tracks, from the start on."""
    model, numbers = scope.model, scope.made.numbers
    if TRACKED in numbers.places:
        return
    if model.starts_by_chance:
        model.game.rules.reject(
            "pieces on tracks that meet a site twice cannot be put there by chance yet"
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
                    # Ludii counts twice what is put on piles.
                    more = put.count * (2 if model.stacking else 1)
                    numbers.begun[at] = numbers.begun.get(at, 0) + more
