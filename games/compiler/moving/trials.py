"""Moves made for a trial: a function makes one, asks what holds then, and takes it back."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import CARRIED, Candidate
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


def holds_after(node: k.Condition, candidate: Candidate) -> str:
    """Return the source of whether a condition holds after a move, which is tried for that."""
    scope, made = candidate.scope, candidate.scope.made
    made.takes_back = True
    row = made.row_of(candidate)
    bound = tuple(
        name
        for name in _GIVEN
        if getattr(scope, name) is not None
        and (not CARRIED.get(name) or made.reads(CARRIED[name], scope))
    )
    # Of what is made in a move, each sort has its own: no function may come to call itself.
    own = row.rule if scope.after else None
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
    if row.rule not in trial.rules:
        trial.rules.append(row.rule)
    given_here = "".join(f", {getattr(scope, name)}" for name in trial.takes)
    return f"trial_{list(made.trials).index(key)}(s, {scope.mover}, {row.at}{given_here})"
