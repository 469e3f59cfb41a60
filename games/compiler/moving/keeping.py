"""Moves that go before others, made as they were found, whatever has been done since."""

from dataclasses import dataclass

from boardless.games.compiler.left_to_chance import is_by_chance
from boardless.games.compiler.moving.candidates import Candidate
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import inside, read_in
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import memory as y
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import sowing as w
from boardless.games.ludemes.game import Game


@dataclass(frozen=True)
class Kept:
    """Moves that are kept: the name of the number of their list, and what they may be."""

    number: str
    rules: tuple[int, ...]


def keeps_moves(game: Game) -> bool:
    """Tell whether moves that are made among others are kept from when they were found."""
    if any(isinstance(node, w.Sow) and is_sown_late(node, game) for node in inside(game)):
        return True
    later: list[object] = [node for node in inside(game) if isinstance(node, m.Then | m.Apply)]
    later += [node.prior for node in inside(game) if isinstance(node, m.Do)]
    return any(
        isinstance(part, m.Do) and part.next is not None and is_kept(part.prior)
        for part in inside(tuple(later))
    )


def is_sown_late(node: w.Sow, game: Game) -> bool:
    """Tell whether what is done where sowing ends is found before other things are done.

    These are rules beside it that change what it asks for, and the same sowing, where it goes
    before several moves of which each makes it again.
    """
    if node.apply is None:
        return False
    nodes = tuple(inside(game))
    if any(isinstance(x, m.Do) and x.next and node in inside(x.prior) for x in nodes):
        return True
    if "memory" not in read_in((node.apply, node.if_)):
        return False
    beside = (x.rules for x in nodes if isinstance(x, m.MovesAnd) and node in x.rules)
    return any("memory" in rule.facts.changes for rules in beside for rule in rules)


def is_kept(prior: k.Moves) -> bool:
    """Tell whether what goes before has to be kept: chance, and variables alone, need not."""
    return not is_by_chance(prior) and not variables_of(prior)


def variables_of(prior: k.Moves) -> tuple[y.SetVariable, ...]:
    """Return the variables that a prior sets, as they are set: the first, then from the last on.

    Nothing is returned for a prior that does anything else.
    """
    parts = prior.rules if isinstance(prior, m.MovesAnd) and prior.then is None else (prior,)
    found = [part for part in parts if isinstance(part, y.SetVariable) and part.then is None]
    if len(found) < len(parts) or is_by_chance(prior):
        return ()
    return (*found[:1], *reversed(found[1:]))


def keep(prior: k.Moves, scope: Scope) -> Kept:
    """Add statements that make what goes before in a trial, and keep it."""
    out, made = scope.out, scope.made
    kept, before = out.name("kept"), out.name("before")
    out.add(f"{kept} = begin_keeping(s)")
    out.add(f"{before} = 0")
    made.followed.append(set())
    queued = made.queue([prior], scope)
    made.run(queued, out, behind=f"{before} = place_kept(s, {kept}, {before})")
    return Kept(kept, tuple(sorted(made.followed.pop())))


def keep_beside(candidate: Candidate) -> Kept:
    """Add statements that try a move and keep all that it makes, to be made in its place."""
    out, made = candidate.scope.out, candidate.scope.made
    made.takes_back = True
    queued, kept = out.name("queued"), out.name("kept")
    out.add(f"{queued} = whole(s.n[QUEUED])")
    made.followed.append(set())
    row = made.row_of(candidate)
    out.add("begin_attempt(s)")
    out.add(f"{kept} = begin_keeping(s)")
    out.add(f"act_{row.rule}(s, {row.at})")
    out.add(f"place_kept(s, {kept}, 0)")
    take_back(queued, candidate.scope, keeps=True)
    return Kept(kept, tuple(sorted(made.followed.pop())))


def take_back(queued: str, scope: Scope, keeps: bool) -> None:
    """Add statements that take a trial back; the queue ends at `queued` then.

    With `keeps` what was kept in the trial stays: moves that have been found refer to it.
    """
    out = scope.out
    last = out.name("last") if keeps else ""
    if keeps:
        out.add(f"{last} = whole(s.n[KEPT])")
    out.add("undo(s)")
    out.add(f"s.n[QUEUED] = {queued}")
    if keeps:
        out.add(f"s.n[KEPT] = {last}")


def make_kept(number: str, rules: tuple[int, ...], scope: Scope) -> None:
    """Add statements that make the moves of a list again, without looking for what follows."""
    out = scope.out
    kept, at = out.name("kept"), out.name("at")
    out.add(f"{kept} = next_kept(s, {number})")
    with out.block(f"while {kept} != 0:"):
        out.add(f"{at} = queue_kept(s, {kept})")
        for rule in rules:
            with out.block(f"if s.queue[{at}, 0] == {rule}:"):
                out.add(f"act_{rule}(s, {at})")
        out.add(f"{kept} = next_kept(s, {kept})")
