"""Which games have moves with effects: those that say more of a move than what goes where."""

from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes import board_integers as n
from boardless.games.ludemes import board_regions as b
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import crawling as w
from boardless.games.ludemes import edge_graphs as t
from boardless.games.ludemes import edge_paths as q
from boardless.games.ludemes import end as d
from boardless.games.ludemes import equipment as e
from boardless.games.ludemes import groups as g
from boardless.games.ludemes import held_tiles as h
from boardless.games.ludemes import incidence, paths, patterns
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import levels as v
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r
from boardless.games.ludemes import segments as s
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.counting import SetState
from boardless.games.ludemes.dominoes import TakeDomino
from boardless.games.ludemes.game import Automove, Game, PassEnd, Phase
from boardless.games.ludemes.hiding import Hide, IsHidden, SitesHidden
from boardless.games.ludemes.kinds import (
    Compass,
    Condition,
    Constant,
    Directions,
    Flatly,
    Moves,
    Region,
    Role,
    Single,
)
from boardless.games.ludemes.large_tiles import Cover
from boardless.games.ludemes.memory import SetVariable
from boardless.games.ludemes.payoffs import Payoffs
from boardless.games.ludemes.pots import AmountOf, Pot
from boardless.games.ludemes.repetition import IsRepeat, IsRepeated, NoRepeat
from boardless.games.ludemes.scoring import AddScore, GiveScore, SetNextPlayer, SetValue
from boardless.games.ludemes.start import Place, PlaceRandom, PlaceStack
from boardless.games.ludemes.votes import IsCycle

#: Rules that are compiled by what they put where, unless they have effects.
_PLAIN = (m.Add, m.FromTo, m.MovesOr, m.MovesAnd, m.Priority, m.MovesIf)

#: What is known of boards that are laid out alone, and what of it is known of cells, too.
_LAID_OUT = (
    b.LineOfBoard, b.PlaceOfBoard, n.RowOf, n.ColumnOf, n.PhaseOf, n.SiteAt, n.CostOf,
    n.CountOrthogonal, i.CountSitesOf,
    patterns.IsPattern, patterns.IsTarget, t.IsRegularGraph, t.IsTree, t.IsSpanningTree,
    q.IsPath,
)  # fmt: skip
_OF_CELLS = (r.SitesEmpty, r.SitesBoard, r.SitesOuter)

#: Rules for the start that any position has room for.
_PLACING = (Place, h.PlaceEach)
#: Ends that are told apart from plain results.
_ENDS = (d.ByScore, d.ForEachEnd, PassEnd, Payoffs)
#: What only positions of games with effects have room for.
_MORE = (
    m.Then, m.Apply, e.MancalaBoard, e.SurakartaBoard, IsHidden, SitesHidden, n.RandomValue,
    r.SitesRandom, w.SitesReachable, w.IsCut, IsRepeat, IsRepeated, IsCycle, NoRepeat,
    r.SitesAtDistance, r.SitesBetween, r.SitesOfWalks, r.SitesOfWalksFrom, c.IsFlat,
    incidence.SitesIncident, incidence.SitesCrossing, Pot, AmountOf,
)  # fmt: skip
#: Roles of phases that are of one player.
_SINGLE = tuple(role for role in Role if str(role)[1:].isdigit())


#: Ludemes that are of pieces that lie one upon another wherever they stand.
_PILED: tuple[type[Ludeme], ...] = (
    v.Level, n.TopLevel, v.SizeOfStack, v.CountLevels, v.WhereLevel, v.Levels, PlaceStack,
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


def _starts_at_a_site(region: Region | None) -> bool:
    """Tell whether a move starts at (from), or at one site of a hand."""
    return region is None or (isinstance(region, Single) and isinstance(region.site, i.HandSite))


def _is_of_some(node: r.SitesAround) -> bool:
    """Tell whether not all sites around are meant, or others."""
    classed = isinstance(node.directions, Directions)
    return not classed or bool(node.distance or node.if_ or node.include_self)


def has_effects(game: Game) -> bool:
    """Tell whether a game has moves with effects."""
    start = game.rules.start
    if is_stacking(game) or (start and not all(isinstance(r, _PLACING) for r in start.rules)):
        return True
    if places_several(game):
        return True
    for node in inside(game):
        if isinstance(node, _MORE):
            return True
        if isinstance(node, _ENDS) or (isinstance(node, Phase) and node.role in _SINGLE):
            return True
        if isinstance(node, Moves) and not isinstance(node, _PLAIN):
            return True
        if isinstance(node, m.Rotations | Automove | Dominoes) or _is_large(node):
            return True
        if isinstance(node, m.MovedPiece) and node.state is not None:
            return True
        if isinstance(node, _LAID_OUT) and not isinstance(node, _OF_CELLS):
            return True
        if isinstance(node, c.IsLine) and (
            isinstance(node.directions, Compass | Flatly) or not node.contiguous
        ):
            return True
        if isinstance(node, r.SitesAround) and _is_of_some(node):
            return True
        if isinstance(node, g.IsConnected) and node.sort is not None:
            return True
        if isinstance(node, d.EndIf) and node.cases:
            return True
        if isinstance(node, m.FromTo) and _starts_at_a_site(node.from_.region):
            return True
    return False


def goes_through_pieces(game: Game) -> bool:
    """Tell whether something is done with piece after piece when a move has been made."""
    left = [part for part in inside(game) if isinstance(part, m.Then | m.Apply)]
    while left:
        node = left.pop()
        if isinstance(node, m.ForEachPiece):
            return True
        # What could be done makes no difference to the pieces.
        if isinstance(node, Ludeme) and not isinstance(node, Condition):
            left += vars(node).values()
        elif isinstance(node, tuple):
            left += node
    return False


def places_several(game: Game) -> bool:
    """Tell whether a site of the board is given several pieces at the start that form no pile."""
    start = game.rules.start
    return not is_stacking(game) and any(
        isinstance(rule, Place) and _puts_several(rule) and not _puts_in_hand(rule)
        for rule in (start.rules if start else ())
    )


def _puts_several(rule: Place) -> bool:
    if rule.counts is None:
        return rule.count > 1
    count = rule.counts[0]
    return not (isinstance(count, Constant) and count.value == 1)


def _puts_in_hand(rule: Place) -> bool:
    where = rule.where
    if rule.container is not None or isinstance(where, i.HandSite):
        return True
    return isinstance(where, Region) and _of_hands(where)


def _is_large(node: object) -> bool:
    """Tell whether a node is a piece that covers several sites as it lies."""
    return isinstance(node, e.Tile) and node.walk is not None and not node.parts


#: Rules that take no piece off the board, whatever follows from them.
_PUTTING = (
    m.Add, m.Claim, paths.Lay, Cover, TakeDomino, m.MovesOr, m.MovesAnd, m.Priority, m.MovesIf,
    m.Do, m.Pass, m.MoveAgain, m.Select, m.Promote, m.ForEachSite, SetState, SetValue,
    SetVariable, SetNextPlayer, AddScore, GiveScore, Hide, s.LayDrawn, s.ForEachFeature,
    s.ForEachSettled, s.Award, s.Recall, s.RecallSettled,
)  # fmt: skip


def only_puts(game: Game) -> bool:
    """Tell whether what has been put on the board stays where it is."""
    return taking_off(game) is None


def taking_off(game: Game) -> Moves | None:
    """Return a rule that may take something off the board; None if there is none."""
    of_hands = {
        id(part)
        for node in inside(game)
        if isinstance(node, m.ForEachSite) and _of_hands(node.region)
        for part in inside(node.moves)
    }
    for node in inside(game):
        copied = isinstance(node, m.FromTo) and node.copy and node.count is None
        held = isinstance(node, Moves) and _in_hand(node, id(node) in of_hands)
        if isinstance(node, Moves) and not (isinstance(node, _PUTTING) or copied or held):
            return node
    return None


def _in_hand(node: Moves, site: bool) -> bool:
    """Tell whether what a move takes, it takes from hands; `site` is whether (site) is in one."""
    if not isinstance(node, m.FromTo | m.Remove | h.LayHeld | h.Draw):
        return False
    region = node.region if isinstance(node, m.Remove) else node.from_.region
    of_site = isinstance(region, Single) and isinstance(region.site, i.IteratedSite)
    return region is not None and ((site and of_site) or _of_hands(region))


def _of_hands(region: Region) -> bool:
    """Tell whether all sites of a region are sites of hands."""
    if isinstance(region, r.SitesThat | r.SitesRandom):
        return region.region is not None and _of_hands(region.region)
    single = isinstance(region, Single) and isinstance(region.site, i.HandSite)
    return single or isinstance(region, r.SitesHand)
