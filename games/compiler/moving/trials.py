"""Moves made for a trial: a function makes one, asks what holds then, and takes it back."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import CARRIED, Asked, Candidate
from boardless.games.compiler.source import Source
from boardless.games.ludemes import kinds as k

#: What a function may be given beside the mover and the row of the move: fields of a scope.
_GIVEN = ("to", "origin", *(name for name in CARRIED if name != "way"), "part", "hint", "looks")


@dataclass
class Trial:
    """A function that tells whether a condition holds after a move of the queue.

    Attributes
    ----------
    head, asked : str
        The parameters, and the statements that set `holds` when the move has been made.
    takes : tuple of str
        The fields of a scope that it has parameters for.
    rules : list of int
        The sorts of moves that it is asked of.
    """

    head: str
    asked: str
    takes: tuple[str, ...]
    rules: list[int] = field(default_factory=list)

    def body(self, follows: Callable[[int], bool]) -> str:
        """Return the statements of the function; `follows` tells what sorts have consequences."""
        out = Source(depth=1)
        out.add("begin_attempt(s)")
        out.add("rule = whole(s.queue[row, 0])")
        for rule in self.rules:
            with out.block(f"if rule == {rule}:"):
                out.add(f"act_{rule}(s, row)")
        out.add("s.n[LAST] = s.queue[row, 2]")
        out.add("s.n[FROM] = s.queue[row, 1]")
        for rule in filter(follows, self.rules):
            with out.block(f"if rule == {rule}:"):
                out.add(f"then_{rule}(s, row)")
        out.add("s.n[DONE] = s.n[TOUCHED]")
        out.add("end_attempt(s)")
        out.lines += self.asked.rstrip("\n").split("\n")
        out.add("undo(s)")
        # The row has been written before.
        out.add("s.n[QUEUED] = row")
        out.add("return holds")
        return out.text()


@dataclass(frozen=True)
class LateTrial:
    """What is asked of a legal move after it has been listed.

    Attributes
    ----------
    rule : int
        The sort of the move that is made for the trial.
    call : str
        The source of whether the move may be made that stands in ``row`` of the queue.
    """

    rule: int
    call: str


def late_trial(asked: Asked, rule: int, carries_same: bool) -> LateTrial | None:
    """Return how a move is tried after it was listed; None if its row does not say all of it.

    Parameters
    ----------
    asked : Asked
        The question.
    rule : int
        The sort of the move that is made for the trial.
    carries_same : bool
        Whether the move that is listed carries the same names.
    """
    move, scope = asked.tried, asked.tried.scope
    name, takes = trial_of(asked.condition, move, rule)
    columns = {"origin": 1, "to": 2}
    said = {"origin": scope.origin == move.origin, "to": scope.to == move.to}
    if not carries_same or scope.mover != "mover" or not all(said.get(x, False) for x in takes):
        return None
    given = "".join(f", whole(s.queue[row, {columns[x]}])" for x in takes)
    return LateTrial(rule, f"{name}(s, mover, row{given})")


def holds_after(asked: Asked) -> str:
    """Return the source of whether a condition holds after a move, which is tried for that."""
    scope = asked.tried.scope
    row = scope.made.row_of(asked.tried)
    name, takes = trial_of(asked.condition, asked.tried, row.rule)
    given = "".join(f", {getattr(scope, field)}" for field in takes)
    return f"{name}(s, {asked.mover}, {row.at}{given})"


def trial_of(node: k.Condition, candidate: Candidate, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return the function that tells whether a condition holds after a move of a sort.

    It takes the mover, the row of the queue that says the move, and some fields of the scope, whose
    names are returned, too.
    """
    scope, made = candidate.scope, candidate.scope.made
    made.takes_back = True
    bound = tuple(
        name
        for name in _GIVEN
        if getattr(scope, name) is not None
        and (not CARRIED.get(name) or name in scope.model.facts.reads)
    )
    # Of what is made in a move, each sort has its own: no function may come to call itself.
    own = rule if scope.after else None
    asked = (scope.hand, scope.threatening, scope.looking, scope.measuring, scope.shares)
    key = (node, bound, asked, own)
    if key not in made.trials:
        given = {name: f"given_{name.rstrip('_')}" for name in bound}
        out = Source(depth=1)
        inner = scope.binding(out=out, mover="mover", last=None, group=None, **given)
        out.add(f"holds = {condition(node, inner)}")
        takes = tuple(name for name in bound if re.search(rf"\b{given[name]}\b", out.text()))
        head = "s: Arrays, mover: int, row: int" + "".join(f", {given[n]}: int" for n in takes)
        made.trials[key] = Trial(head, out.text(), takes)
    trial: Trial = made.trials[key]
    if rule not in trial.rules:
        trial.rules.append(rule)
    return f"trial_{list(made.trials).index(key)}", trial.takes
