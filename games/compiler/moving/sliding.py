"""Moves along straight walks and over what stands on them, as source."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.piles import carry
from boardless.games.compiler.moving.track_slides import slide_along_tracks
from boardless.games.compiler.moving.walking import applied, passes, starts
from boardless.games.compiler.moving.ways import Walk, steps, walks
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.visits import hopped_over
from boardless.games.ludemes import intervals as v
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m

#: Stands for any number of sites.
ANY_NUMBER = "POSITIVE"


def bounds(range_: k.Range | None, scope: Scope, usual: tuple[str, str]) -> tuple[str, str]:
    """Return the sources of the least and the largest number of a range."""
    if isinstance(range_, v.FromTo):
        low = integer(range_.low, scope)
        return low, low if range_.high is None else integer(range_.high, scope)
    if isinstance(range_, v.Exactly):
        number = integer(range_.number, scope)
        return number, number
    if isinstance(range_, v.FromOn):
        return integer(range_.low, scope), ANY_NUMBER
    if isinstance(range_, v.UpTo):
        return "0", integer(range_.high, scope)
    return usual


def passed(walk: Walk, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move."""
    again = walk.again(scope, "origin")
    with scope.out.block("while True:"):
        again.advance_over(lambda: "True")
        with scope.out.block(f"if {again.at} == NONE or {again.at} == site:"):
            scope.out.add("break")
        write(scope.binding(between=again.at), again.at)


def passed_back(walk: Walk, scope: Scope, write: Callable[[Scope, str], None]) -> None:
    """Add statements that go through the sites between the two ends of a move, the last first."""
    out = scope.out
    length, left = out.name("length"), out.name("left")
    out.add(f"{length} = 0")

    def counted(inner: Scope, at: str) -> None:
        out.add(f"{length} += 1")

    passed(walk, scope, counted)
    with out.block(f"for {left} in range({length}, 0, -1):"):
        again = walk.again(scope, "origin")
        with out.block(f"for _ in range({left}):"):
            again.advance_over(lambda: "True")
        write(scope.binding(between=again.at), again.at)


@moves.register
def _(node: m.Slide, scope: Scope, found: Found) -> None:
    between = node.between or m.Between()
    apply = node.to.apply if node.to else None
    filter_ = apply.if_ if apply is not None else None
    beside = None if apply is None or apply.moves is None else m.Apply(apply.moves)
    reads = tuple(x for x in (beside, between.apply) if x is not None)
    carried = between.apply is not None or between.trail is not None
    moved = carry(node, scope)

    def is_free(at: str, scope: Scope) -> str:
        if between.if_ is None:
            return "True" if at == "NONE" else f"s.what[{at}] == 0"
        return condition(between.if_, scope.binding(to=at, between=at))

    if node.track is not None:
        reach = bounds(between.range, scope, ("0", ANY_NUMBER))
        slide_along_tracks(node, reach, beside, scope, found)
        return

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        low, high = bounds(between.range, scope, ("0", ANY_NUMBER))
        levels = moved.numbers(origin, scope)
        for walk in walks(node.directions, origin, scope):

            def act(inner: Scope, walk: Walk = walk) -> None:
                if between.apply is not None:
                    passed_back(walk, inner, lambda at, _: applied(between.apply, at))
                applied(beside, inner)
                trail = "" if between.trail is None else _trail(between.trail, inner)
                inner.out.add(moved.statement)
                if trail:
                    inner.out.add(f"add_to(s, origin, {trail}, 1)")
                    passed(walk, inner, lambda at, x: at.out.add(f"add_to(s, {x}, {trail}, 1)"))

            length, before = out.name("length"), out.name("before")
            out.add(f"{length} = 0")
            out.add(f"{before} = {scope.between or 'NONE'}")
            with out.block(f"while {length} < {high}:"):
                off = scope.binding(way=walk.first)
                gap = walk.advance_over(partial(is_free, "NONE", off))
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                out.add(f"{length} += 1" if gap == "0" else f"{length} += 1 + {gap}")
                if gap != "0":
                    with out.block(f"if {length} > {high}:"):
                        out.add("break")
                inner = scope.binding(to=walk.at, between=walk.at, way=walk.first)
                move = Candidate(
                    inner, origin, walk.at, act, reads, (), ("way",) if carried else (), levels
                ).followed(node.then)

                def reach(inner: Scope = inner, move: Candidate = move, far: str = length) -> None:
                    allowed = "True" if filter_ is None else condition(filter_, inner)
                    with out.block(f"if {far} >= {low} and {allowed}:"):
                        found(move)

                if node.to is not None and node.to.if_ is not None:
                    # Where a slide may stop, the site before is the last that is passed.
                    last = scope.binding(to=walk.at, between=before, way=walk.first)
                    with out.block(f"if {condition(node.to.if_, last)}:"):
                        reach(last, replace(move, scope=last))
                        with out.block(f"if {length} >= {low}:"):
                            out.add("break")
                    out.add(f"{before} = {walk.at}")
                with out.block(f"if not {is_free(walk.at, inner)}:"):
                    out.add("break")
                reach()

    starts(node.from_, scope, write)


def _trail(node: k.Integer, scope: Scope) -> str:
    """Return the name of the component that is left behind."""
    name = scope.out.name("trail")
    scope.out.add(f"{name} = {integer(node, scope)}")
    return name


@moves.register
def _(node: m.Hop, scope: Scope, found: Found) -> None:
    between = node.between or m.Between()
    apply = node.to.apply
    stop = apply.if_ if apply is not None else None
    beside = None if apply is None or apply.moves is None else m.Apply(apply.moves)
    reads = tuple(x for x in (beside, between.apply, between) if x is not None)
    several = between.range is not None
    moved = carry(node, scope)

    def hurdle(at: str, scope: Scope) -> str:
        inner = scope.binding(between=at)
        return "True" if between.if_ is None else condition(between.if_, inner)

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        low, high = bounds(between.range, scope, ("1", "1"))
        before = "0" if between.before is None else integer(between.before, scope)
        if several:
            low, high = (_kept(bound, scope) for bound in (low, high))
            if not isinstance(between.range, v.UpTo):
                # As in Ludii, who may hop over a number at most hops over one at least.
                with out.block(f"if {low} == 0:"):
                    _step(node, origin, scope, found)
        for walk in walks(node.directions, origin, scope):

            def act(inner: Scope, walk: Walk = walk) -> None:
                if between.apply is not None and stop is None:
                    if several:

                        def pass_over(at: Scope, x: str) -> None:
                            with at.out.block(f"if {hurdle(x, at)}:"):
                                at.out.add("pass")
                                applied(between.apply, at)

                        passed_back(walk, inner, pass_over)
                    else:
                        applied(between.apply, inner)
                applied(beside, inner)
                inner.out.add(moved.statement)
                if not several and (kept := hopped_over(inner)):
                    inner.out.add(kept)

            far = out.name("far")
            out.add(f"{far} = 0")
            with out.block(f"while {high} > 0:" if several else "while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                out.add(f"{far} += 1")
                with out.block(f"if {hurdle(walk.at, scope)}:"):
                    length, least = out.name("length"), out.name("least")
                    out.add(f"{length} = 1")
                    out.add(f"{least} = 1")
                    if several:
                        _measure(walk, length, high, scope, hurdle)
                        # As in Ludii a step where a hurdle might be comes once more.
                        one = "max({}, 1)" if isinstance(between.range, v.UpTo) else "{}"
                        out.add(f"{least} = {one.format(low)}")
                    over = out.name("over")
                    with out.block(f"for {over} in range({least}, {length} + 1):"):
                        carries = ("way",) if several else ("between",)
                        hop = Candidate(scope, origin, "", act, reads, (), carries)
                        _land(node, walk, over, hop.followed(node.then), found)
                    out.add("break")
                free = passes(node.to, scope.binding(to=walk.at))
                with out.block(f"if {far} > {before} or not {free}:"):
                    out.add("break")

    from_ = node.from_
    if from_ is not None and scope.origin is not None and not isinstance(from_.region, k.Single):
        # As in Ludii a hop from a region starts where (from) is, if that is known.
        from_ = replace(from_, region=None)
    starts(from_, scope, write)


def _kept(value: str, scope: Scope) -> str:
    """Return the name of an integer that is worked out once."""
    name = scope.out.name("value")
    scope.out.add(f"{name} = {value}")
    return name


def _step(node: m.Hop, origin: str, scope: Scope, found: Found) -> None:
    """Add statements that find the steps of a piece that may hop over nothing."""
    moved, between = carry(node, scope), node.between or m.Between()

    def act(inner: Scope) -> None:
        applied(between.apply, inner)
        inner.out.add(moved.statement)

    reads = () if between.apply is None else (between.apply,)
    for to in steps(node.directions, origin, scope):
        inner = scope.binding(to=to)
        with scope.out.block(f"if {passes(node.to, inner)}:"):
            numbers = moved.numbers(origin, inner)
            step = Candidate(inner, origin, to, act, reads, numbers=numbers)
            found(step.followed(node.then))


def _measure(
    walk: Walk, length: str, high: str, scope: Scope, hurdle: Callable[[str, Scope], str]
) -> None:
    """Add statements that count how many sites in a row are passed over."""
    out = scope.out
    ahead = walk.fork()
    with out.block(f"while {length} < {high}:"):
        ahead.advance()
        with out.block(f"if {ahead.at} == NONE:"):
            out.add("break")
        with out.block(f"if not {hurdle(ahead.at, scope)}:"):
            out.add("break")
        out.add(f"{length} += 1")


def _land(node: m.Hop, walk: Walk, over: str, hop: Candidate, found: Found) -> None:
    """Add statements that find where a hop over so many sites may end."""
    scope, between = hop.scope, node.between or m.Between()
    stop = node.to.apply.if_ if node.to.apply is not None else None
    out = scope.out
    after = "0" if between.after is None else integer(between.after, scope)
    end, left, n = walk.fork(), out.name("left"), out.name("n")
    with out.block(f"for {n} in range({over} - 1):"):
        out.add("pass")
        end.advance()
    out.add(f"{left} = {after}")
    with out.block("while True:"):
        if between.range is None:
            end.advance()
        else:
            with out.block(f"if {over} > 0:"):
                end.advance()
            out.add(f"{over} = 1")
        with out.block(f"if {end.at} == NONE:"):
            out.add("break")
        inner = scope.binding(to=end.at, between=walk.at, way=walk.first)
        move = replace(hop, scope=inner, to=end.at)
        with out.block(f"if not {passes(node.to, inner)}:"):
            if stop is not None:
                with out.block(f"if {condition(stop, inner)}:"):
                    found(move)
            out.add("break")
        if stop is None:
            found(move)
        with out.block(f"if {left} < 1:"):
            out.add("break")
        out.add(f"{left} -= 1")
