"""What of a position the rules of a game read: all that tells one position from another."""

from collections.abc import Iterator
from dataclasses import dataclass

from boardless.games.compiler.border import sees_border
from boardless.games.compiler.reads import uses_numbers
from boardless.games.game import Game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import game as g
from boardless.games.ludemes import groups
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r
from boardless.topo import InputError

#: Where a rule that makes moves reads the place that the last move went to.
_LAST = (
    i.LastTo,
    r.SitesLastTo,
    c.IsLine,
    c.IsLoop,
    groups.IsConnected,
)
#: More moves than a game has.
ENDLESS = 2**31 - 1


@dataclass(frozen=True)
class Memory:
    """What the rules read beside pieces, hands, mover and passes.

    Attributes
    ----------
    plies : int
        Up to which number the moves made are counted; 0 if they are not.
    last_to, last_from : bool
        Whether legal moves depend on the places of the move before. Ends speak of the move that
        they follow, which is no longer needed then.
    empty : bool
        Whether it matters which empty cells are on a board that grows.
    """

    plies: int
    last_to: bool
    last_from: bool
    empty: bool

    @classmethod
    def of(cls, game: Game) -> "Memory":
        """Return it for a game.

        Raises
        ------
        InputError
            If its board grows and its rules use numbers of sites, which depend on how it grew.
        """
        tree = game.description.tree
        rules = tree.rules
        plays = tuple(play for play in (rules.play, *(p.play for p in rules.phases)) if play)
        ends = (rules.end, *(part for p in rules.phases for part in (p.end, *p.exits)))
        if game.growing and any(uses_numbers(part) for part in (*plays, *ends)):
            raise InputError(
                f"positions of {game.name}: its rules use numbers of sites, which depend on how "
                "the board grew"
            )
        read = {type(node) for play in plays for node in inside(play)}
        counted = any(isinstance(node, i.CountMoves) for node in inside((plays, ends)))
        swaps = any(isinstance(node, g.Swap) for node in inside(rules))
        return cls(
            plies=ENDLESS if counted else 2 if swaps else 0,
            last_to=not read.isdisjoint(_LAST),
            last_from=i.LastFrom in read,
            empty=game.growing and _reads_empty(game, plays),
        )


def _reads_empty(game: Game, plays: tuple[g.Play, ...]) -> bool:
    try:
        return not game.rule
    except InputError:
        # Growth by the rules asks for more than that they cannot tell empty cells from none.
        targets = [node.region for node in _targets(plays)]
        return sees_border(game.description.tree) or not all(map(_is_near, targets))


def _targets(plays: tuple[g.Play, ...]) -> Iterator[m.To]:
    return (node for node in inside(plays) if isinstance(node, m.To))


def _is_near(region: object) -> bool:
    """Tell whether all cells of a region lie beside pieces, so that every board has them."""
    match region:
        case r.SitesPlayable() | r.SitesOccupied():
            return True
        case r.Intersection():
            return any(map(_is_near, region.regions))
        case r.Union():
            return all(map(_is_near, region.regions))
        case r.Difference():
            return _is_near(region.region)
    return False
