"""Rules that depend on a growing board apart from its pieces.

Numbers of sites depend on the history of the board, the centre of the first board on its place, and
empty cells that touch no piece on earlier pieces. The tests only read the text; in doubt they
answer True.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.language.kinds import Integer, Role
from boardless.games.language.ludeme import Ludeme, ludemes_in
from boardless.games.ludemes.combined_moves import MovesIf
from boardless.games.ludemes.hands import HandSite, SitesHand
from boardless.games.ludemes.literals import Constant, Listed
from boardless.games.ludemes.logic import Equal, IsIn
from boardless.games.ludemes.placement import FromTo
from boardless.games.ludemes.sites import CentrePoint, FromSite
from boardless.games.ludemes.turns import CountMoves

if TYPE_CHECKING:
    from boardless.games.ludemes.game import Phase, RuleSet

#: Arguments that are sites if they are integers.
_SITES = {"at", "site", "sites", "where", "to", "from_", "through", "origin"}


def names_sites(node: object, held: bool = False) -> bool:
    """Return True if rules depend on numbers of sites; ``(from)`` in a hand is fixed."""
    if isinstance(node, tuple):
        return any(names_sites(part, held) for part in node)
    if not isinstance(node, Ludeme):
        return False
    if isinstance(node, FromTo):
        held = isinstance(node.from_.region, SitesHand)
    told_apart = node.facts.compares and not node.facts.arithmetic
    if told_apart or (isinstance(node, IsIn) and isinstance(node.among, Listed)):
        # A place may be compared only with places.
        places = {_is_place(side) for side in _sides(node)}
        if len(places) > 1:
            return True
    elif node.facts.arithmetic and any(
        _is_place(side)
        and not (isinstance(side, HandSite) or (held and isinstance(side, FromSite)))
        for side in _sides(node)
    ):
        return True
    for name, value in vars(node).items():
        several = value if isinstance(value, tuple) else (value,)
        if name in _SITES and any(isinstance(one, Constant) for one in several):
            return True
        if not isinstance(node, Constant) and names_sites(value, held):
            return True
    return False


def _sides(node: Ludeme) -> tuple[object, ...]:
    """Return the integers that a ludeme compares or computes with."""
    sides: list[object] = []
    for value in vars(node).values():
        if isinstance(value, Listed):
            sides += value.values
        else:
            sides += value if isinstance(value, tuple) else (value,)
    return tuple(side for side in sides if isinstance(side, Integer | Role))


def _is_place(node: object) -> bool:
    return isinstance(node, Ludeme) and node.facts.place


def names_centre(rules: RuleSet) -> bool:
    """Return True if moves or ends may use the first board's centre after the first move.

    They do not in a condition that no move has been made, or in a phase that ends for everybody at
    once.
    """
    phases = [phase for n, phase in enumerate(rules.phases) if n or not _is_brief(phase)]
    parts = (rules.play, rules.end, *phases)
    return any(_centres(part) for part in parts)


def _is_brief(phase: Phase) -> bool:
    """Return True if a phase ends with its first move."""
    exits = phase.exits
    return bool(exits and exits[0].condition is None and exits[0].role is None)


def _centres(node: object) -> bool:
    if isinstance(node, CentrePoint):
        return True
    if isinstance(node, MovesIf) and _is_beginning(node.condition):
        return _centres(node.otherwise)
    if isinstance(node, Ludeme):
        return any(map(_centres, vars(node).values()))
    return isinstance(node, tuple) and any(map(_centres, node))


def _is_beginning(condition: object) -> bool:
    """Return True if a condition requires that no move has been made."""
    if not isinstance(condition, Equal):
        return False
    sides = (condition.left, condition.right)
    return CountMoves() in sides and Constant(0) in sides


def tells_far_cells(parts: object) -> bool:
    """Return True if rules may depend on empty cells that touch no piece."""
    return not all(node.is_touching() for node in ludemes_in(parts))
