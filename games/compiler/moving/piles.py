"""Moves of pieces that lie one upon another, as source."""

from dataclasses import dataclass

from boardless.games.compiler.generic import integer, site
from boardless.games.compiler.levels import each_level
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import levels as v
from boardless.games.ludemes import moves as m


@dataclass(frozen=True)
class Carry:
    """How what lies on the origin of a move comes to its target.

    Attributes
    ----------
    statement : str
        What does it, in a function that makes the move.
    level, to_level : Integer or None
        The levels that a piece is taken from and goes to, ``number1`` and so on there.
    """

    statement: str = "move_to(s, origin, site)"
    level: k.Integer | None = None
    to_level: k.Integer | None = None

    @property
    def bound(self) -> int:
        """How many numbers a move has for its levels."""
        return (self.level is not None) + (self.to_level is not None)

    def numbers(self, origin: str, scope: Scope) -> tuple[str, ...]:
        """Add the statements that work the levels out where the move is found; return them."""
        found = []
        if self.level is not None:
            found.append(integer(self.level, scope))
        if self.to_level is not None:
            found.append(integer(self.to_level, scope))
        return tuple(found)


def carry(node: m.Step | m.Slide | m.Hop | m.FromTo, scope: Scope) -> Carry:
    """Return how a move of a piece moves it."""
    copied = isinstance(node, m.FromTo) and node.copy and node.count is None
    if not scope.model.stacking:
        return Carry("copy_to(s, origin, site)") if copied else Carry()
    if copied:
        copied_from = "0" if node.stack else "height(s, origin) - 1"
        return Carry(f"copy_level_to(s, origin, {copied_from}, site)")
    level = None if node.from_ is None else node.from_.level
    to_level = node.to.level if isinstance(node, m.FromTo) else None
    counted = isinstance(node, m.FromTo) and node.count is not None
    if node.stack and (to_level is not None or not (level or counted)):
        target = "-1" if to_level is None else "number1"
        return Carry(f"move_pile(s, origin, site, {target})", to_level=to_level)
    # A step keeps the numbers of its piece; other moves do so only where they name its level.
    if level is None and isinstance(node, m.Step):
        scope.made.leaves = True
        return Carry("move_top(s, origin, site)")
    leveled = level is not None and not isinstance(node, m.Hop)
    if not leveled and to_level is None:
        return Carry()
    taken = "number1" if leveled else "-1"
    scope.made.leaves |= leveled
    target = "-1" if to_level is None else f"number{1 + leveled}"
    statement = f"move_level(s, origin, {taken}, site, {target})"
    return Carry(statement, level if leveled else None, to_level)


def removed_level(level: k.Integer, at: str, scope: Scope) -> str:
    """Return the name of the level that is taken away; -1 for the uppermost."""
    name = scope.out.name("level")
    scope.out.add(f"{name} = max({integer(level, scope)}, 0)")
    with scope.out.block(f"if {name} == height(s, {at}) - 1:"):
        scope.out.add(f"{name} = -1")
    return name


def selected_level(level: k.Integer | None, at: str, scope: Scope) -> tuple[str]:
    """Return the level of a site that is named, the uppermost unless it is said."""
    asked = "-1" if level is None else integer(level, scope)
    return (f"level_of(s, {at}, {asked})",)


@moves.register
def _(node: v.ForEachLevel, scope: Scope, found: Found) -> None:
    at = scope.out.name("x")
    scope.out.add(f"{at} = {site(node.site, scope)}")

    def followed(candidate: Candidate) -> None:
        found(candidate.followed(node.then))

    order = node.order or v.Order.FROM_TOP
    with scope.out.block(f"if {at} != NONE:"), each_level(at, scope, order) as level:
        moves(node.moves, scope.binding(level=level), followed)
