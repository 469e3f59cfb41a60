"""Slides along tracks, as source."""

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Candidate, Found
from boardless.games.compiler.moving.piles import carry
from boardless.games.compiler.moving.walking import applied, starts
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.track_sites import tracks_of
from boardless.games.ludemes import moves as m

#: The name that stands for all tracks: they are slid along for what lies behind a bend.
ALL_TRACKS = "AllTracks"


def slide_along_tracks(
    node: m.Slide, reach: tuple[str, str], beside: m.Apply | None, scope: Scope, found: Found
) -> None:
    """Add statements that go through the slides of a piece along the tracks of a name.

    Parameters
    ----------
    reach : (str, str)
        The least and the most places that it goes on.
    beside : Apply or None
        What a slide does beside that ends on a site which the rule asks for.
    """
    out, (low, high) = scope.out, reach
    sites, after, bumps, lengths = _tables(node, scope)
    between, moved = node.between or m.Between(), carry(node, scope)
    filter_ = node.to.apply.if_ if node.to is not None and node.to.apply is not None else None

    def write(scope: Scope, origin: str) -> None:
        start, at, to, count, bent = (out.name(stem) for stem in ("p", "p", "to", "count", "bent"))
        inner = scope.binding(to=to, between=to)

        def slide(beside: m.Apply | None) -> None:
            def act(scope: Scope) -> None:
                applied(beside, scope)
                scope.out.add(moved.statement)

            reads = () if beside is None else (beside,)
            move = Candidate(inner, origin, to, act, reads, numbers=moved.numbers(origin, scope))
            found(move.followed(node.then))

        with (
            out.block(f"for {start} in range({sites}.size):"),
            out.block(f"if {sites}[{start}] == {origin}:"),
        ):
            out.add(f"{at} = {start}")
            out.add(f"{bent} = {node.track != ALL_TRACKS} or {bumps}[{at}] > 0")
            out.add(f"{count} = 1")
            going = f"{after}[{at}] >= 0 and {count} < {lengths}[{start}] and {count} <= {high}"
            with out.block(f"while {going}:"):
                out.add(f"{at} = whole({after}[{at}])")
                out.add(f"{to} = whole({sites}[{at}])")
                with out.block(f"if {to} == NONE:"):
                    out.add("break")
                stop = "False"
                if node.to is not None and node.to.if_ is not None:
                    stop = condition(node.to.if_, inner)
                with out.block(f"if {bent} and {count} >= {low}:"):
                    with out.block(f"if {stop}:"):
                        slide(beside)
                        out.add("break")
                    allowed = "True" if filter_ is None else condition(filter_, inner)
                    with out.block(f"if {allowed}:"):
                        slide(None)
                out.add(f"{count} += 1")
                free = f"s.what[{to}] == 0"
                if between.if_ is not None:
                    free = condition(between.if_, inner)
                with out.block(f"if not {free}:"):
                    out.add("break")
                out.add(f"{bent} = {bent} or {bumps}[{at}] > 0")

    starts(node.from_, scope, write)


def _tables(node: m.Slide, scope: Scope) -> tuple[str, str, str, str]:
    """Return tables of the places of the tracks: site, next place, bends, and how many there are.

    The next place is -1 where a track ends.
    """
    sites: list[int] = []
    after: list[int] = []
    bumps: list[int] = []
    lengths: list[int] = []
    for track in tracks_of(scope, node):
        if node.track not in (ALL_TRACKS, track.name):
            continue
        first = len(sites)
        for site in track.sites:
            sites += scope.model.numbered([site]) if site >= 0 else (0,)
        after += [first + place if place >= 0 else -1 for place in track.next]
        bumps += track.bump
        lengths += [len(track.sites)] * len(track.sites)
    if not sites:
        node.reject(f"no track is called {node.track!r}")
    named = (("TRACK_SITES", sites), ("TRACK_AFTER", after), ("BENDS", bumps), ("LONG", lengths))
    return tuple(scope.constant(stem, values) for stem, values in named)  # type: ignore[return-value]
