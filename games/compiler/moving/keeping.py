"""Moves that go before others, made as they were found, whatever has been done since."""

from boardless.games.compiler.left_to_chance import is_by_chance
from boardless.games.compiler.moving.made import Queued
from boardless.games.compiler.scope import Scope
from boardless.games.language.ludeme import inside
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import memory as y
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.game import Game


def keeps_moves(game: Game) -> bool:
    """Tell whether moves of a game that are made among others have some that go before them."""
    later: list[object] = [node for node in inside(game) if isinstance(node, m.Then | m.Apply)]
    later += [node.prior for node in inside(game) if isinstance(node, m.Do)]
    return any(
        isinstance(part, m.Do) and part.next is not None and is_kept(part.prior)
        for part in inside(tuple(later))
    )


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


def keep(prior: k.Moves, scope: Scope) -> Queued:
    """Add statements that make what goes before in a trial, and keep it.

    Returned are the name of the list, twice, and the sorts of the moves in it.
    """
    out, made = scope.out, scope.made
    kept, before = out.name("kept"), out.name("before")
    out.add(f"{kept} = begin_keeping(s)")
    out.add(f"{before} = 0")
    made.followed.append(set())
    queued = made.queue([prior], scope)
    made.run(queued, out, behind=f"{before} = place_kept(s, {kept}, {before})")
    return Queued(kept, kept, tuple(sorted(made.followed.pop())))


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
