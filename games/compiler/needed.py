"""Which games have moves with effects: those that say more of a move than what goes where."""

from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import crawling as w
from boardless.games.ludemes import end as d
from boardless.games.ludemes import equipment as e
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import levels as v
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.board_integers import RandomValue, TopLevel
from boardless.games.ludemes.game import Game, PassEnd, Phase
from boardless.games.ludemes.hiding import IsHidden, SitesHidden
from boardless.games.ludemes.kinds import Moves, Role
from boardless.games.ludemes.payoffs import Payoffs
from boardless.games.ludemes.regions import SitesRandom
from boardless.games.ludemes.repetition import IsRepeated
from boardless.games.ludemes.start import PlaceRandom, PlaceStack

#: Rules that are compiled by what they put where, unless they have effects.
_PLAIN = (m.Add, m.FromTo, m.MovesOr, m.MovesAnd, m.Priority, m.MovesIf)

#: Ends that are told apart from plain results.
_ENDS = (d.ByScore, d.ForEachEnd, PassEnd, Payoffs)
#: What only positions of games with effects have room for.
_MORE = (
    m.Then, m.Apply, e.MancalaBoard, e.SurakartaBoard, IsHidden, SitesHidden, RandomValue,
    SitesRandom, w.SitesReachable, w.IsCut, IsRepeated,
)  # fmt: skip
#: Roles of phases that are of one player.
_SINGLE = tuple(role for role in Role if str(role)[1:].isdigit())


#: Ludemes that are of pieces that lie one upon another wherever they stand.
_PILED: tuple[type[Ludeme], ...] = (
    v.Level, TopLevel, v.SizeOfStack, v.CountLevels, v.WhereLevel, PlaceStack,
)  # fmt: skip


def is_stacking(game: Game) -> bool:
    """Tell whether pieces of a game lie one upon another on a site, on every board and hand."""
    nodes = (node for node in inside(game) if isinstance(node, Ludeme))
    return any(isinstance(node, _PILED) or _piles(node) for node in nodes)


def _piles(node: Ludeme) -> bool:
    """Tell whether a ludeme says by an argument that pieces lie one upon another."""
    if isinstance(node, m.ForEachPiece):
        return node.top is not None
    if isinstance(node, PlaceRandom):
        return node.where is not None
    if isinstance(node, m.FromTo):
        return node.stack or node.from_.level is not None
    if isinstance(node, m.Add):
        return node.stack or node.to.level is not None
    if isinstance(node, e.BoardItem | e.MancalaBoard | e.SurakartaBoard):
        return node.large_stack
    return bool(getattr(node, "stack", False))


def has_effects(game: Game) -> bool:
    """Tell whether a game has moves with effects."""
    if is_stacking(game):
        return True
    for node in inside(game):
        if isinstance(node, _MORE):
            return True
        if isinstance(node, _ENDS) or (isinstance(node, Phase) and node.role in _SINGLE):
            return True
        if isinstance(node, Moves) and not isinstance(node, _PLAIN):
            return True
        if isinstance(node, g.IsConnected) and node.sort is not None:
            return True
        if isinstance(node, d.EndIf) and node.cases:
            return True
        if isinstance(node, m.FromTo) and node.from_.region is None:
            return True
    return False
