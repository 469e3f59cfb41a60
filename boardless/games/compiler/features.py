"""Features of a game: needs of its rules that the engine has to meet."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.games.initial.position import start_contents
from boardless.games.language.ludeme import Ludeme, inside, ludemes_in
from boardless.games.ludemes.board_regions import SitesPlayable
from boardless.games.ludemes.counting import NoPieces
from boardless.games.ludemes.hands import HandSite, SitesHand
from boardless.games.ludemes.iteration import ForEachPiece, ForEachSite
from boardless.games.ludemes.kinds import (
    Around,
    Condition,
    Integer,
    Moves,
    Region,
    Role,
    SiteType,
)
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.lists import Results
from boardless.games.ludemes.literals import Constant, Single
from boardless.games.ludemes.logic import And, Equal, IsIn, Not, NotEqual, Or
from boardless.games.ludemes.move_selection import MaxMoves
from boardless.games.ludemes.moves import From, To
from boardless.games.ludemes.occupancy import IsEmpty, SitesEmpty
from boardless.games.ludemes.pieces import ComponentId, What
from boardless.games.ludemes.placement import Add, FromTo, Promote, Remove
from boardless.games.ludemes.players import IsEnemy, IsFriend
from boardless.games.ludemes.prior_moves import Do, finds_effects, needs_record
from boardless.games.ludemes.puzzle_values import AnyComponent
from boardless.games.ludemes.region_algebra import Difference, Intersection, SitesListed, Union
from boardless.games.ludemes.sites import FromSite, IteratedSite, ToSite, When
from boardless.games.ludemes.slides import Hop, Slide
from boardless.games.ludemes.sowing import Sow, is_sown_late
from boardless.games.ludemes.start import Place
from boardless.games.ludemes.steps import Leap, Step
from boardless.games.ludemes.turns import CountMoves, TurnLimit
from boardless.games.ludemes.walked_regions import SitesAround

if TYPE_CHECKING:
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.ludemes.game import GameTree

#: A rule that reads further than the adjacent sites is searched for again at every move.
NEAR = 1
_OF_NOBODY = (Role.NEUTRAL, Role.SHARED, Role.ALL)
_OCCUPIED = tuple(part for part in Around if part is not Around.EMPTY)


def sees_border(game: GameTree) -> bool:
    """Tell whether a rule of a game may depend on which empty cells are on the board."""
    rules = game.rules
    ends = [rules.end, *(part for phase in rules.phases for part in (phase.end, *phase.exits))]
    plays = [rules.play, *(phase.play for phase in rules.phases)]
    return any(map(_sees_from, plays)) or any(_sees(part) or uses_numbers(part) for part in ends)


def _sees_from(node: object) -> bool:
    """Tell whether a rule that makes moves depends on the border."""
    if isinstance(node, To):
        return _target_sees(node.region) or _sees(node.if_)
    if isinstance(node, From):
        return not isinstance(node.region, SitesHand) or _sees(node.if_)
    if isinstance(node, Ludeme):
        node = tuple(vars(node).values())
    return isinstance(node, tuple) and any(map(_sees_from, node))


def _target_sees(region: object) -> bool:
    """Tell whether the condition that ``(to)`` is in a region depends on the border."""
    match region:
        case SitesAround():
            # Some cell around is the one that is named, or in the region.
            return _sees(region.where)
        case Union() | Intersection():
            return any(map(_target_sees, region.regions))
        case Difference():
            return _target_sees(region.region) or _target_sees(region.without)
        case Single():
            return _sees(region.site)
        case Region() if region.facts.reach <= NEAR:
            return False  # what stands on (to), or beside it
    return _sees(region)


def _sees(node: object) -> bool:
    """Tell whether a condition, an integer or a loop over a region depends on the border."""
    match node:
        case IsEmpty():
            return not isinstance(node.site, ToSite)
        case IsIn(value=ToSite(), among=Region()):
            return _target_sees(node.among)
        case IsIn(among=Results() as results):
            # Empty cells around add the result 0, unless they are not there.
            there = isinstance(node.value, What) and isinstance(node.value.at, FromSite)
            beside = isinstance(results.to, SitesAround)
            return not (_is_component(node.value) or there) or not beside
        case IsLine():
            return not all(map(_is_component, node.whats or ()))
        case SitesAround():
            return node.which not in _OCCUPIED or _sees(node.where)
        case Ludeme() if node.facts.border:
            return True
        case Single():
            return not (node.site.facts.beside or isinstance(node.site, ToSite))
        case SitesListed():
            return any(_sees(Single(site)) for site in node.sites)
        case tuple():
            return any(map(_sees, node))
        case Ludeme():
            return any(map(_sees, vars(node).values()))
    return False


def _is_component(node: object) -> bool:
    """Tell whether an integer is the number of a component, which no empty cell has."""
    return isinstance(node, ComponentId) or (isinstance(node, Constant) and node.value > 0)


def is_stacking(game: GameTree) -> bool:
    """Tell whether pieces of a game lie one upon another on a site, on every board and hand."""
    return any(node.stacks() for node in ludemes_in(game))


def has_effects(game: GameTree) -> bool:
    """Tell whether a game has moves with consequences."""
    several = is_stacking(game) or places_several(game) or Role.PREVIOUS in inside(game)
    return several or any(node.has_effects() or _replaces(node) for node in ludemes_in(game))


def _replaces(node: Ludeme) -> bool:
    """Tell whether a move may put a piece where one stands."""
    match node:
        case Add(to=to) | FromTo(to=to):
            return not (_is_free(to.target) or _has_empty(to.if_))
    return False


def _has_empty(test: Condition | None) -> bool:
    """Tell whether a condition says that nothing stands on (to)."""
    if isinstance(test, And):
        return any(map(_has_empty, test.conditions))
    return isinstance(test, IsEmpty) and isinstance(test.site, ToSite)


def is_laid_out(game: GameTree) -> bool:
    """Tell whether a fixed board of a game has to be laid out for its rules and its pieces.

    On a part of a tiling nobody's and shared pieces have the same owner, and others' names differ.
    """
    items = game.equipment.items
    components = [item for item in items if isinstance(item, AnyComponent)]
    owned = all(getattr(item, "role", Role.SHARED) not in _OF_NOBODY for item in components)
    types = {part for part in inside(game) if isinstance(part, SiteType)}
    parts = ludemes_in((items, replace(game.rules, start=None)))
    tiled = all(node.facts.tiled for node in parts if node.in_play)
    alone = game.players.seats == 1 or len(types) > 1
    return has_effects(game) or alone or not (owned and tiled)


def leaves_ghosts(game: GameTree) -> bool:
    """Tell whether Ludii's lists of pieces may differ from the pieces, where rules feel it.

    These are moves of several pieces to others of their component; in piles promotions, and removal
    of piles at the end of a turn by moves that have been tried.
    """
    nodes = tuple(inside(game))
    pieces = any(isinstance(node, ForEachPiece) for node in nodes)
    if is_stacking(game):
        tried = any(isinstance(node, MaxMoves) for node in nodes)
        later = any(isinstance(node, Remove) and node.at is When.END_OF_TURN for node in nodes)
        promoted = any(isinstance(node, Promote) for node in nodes)
        return pieces and (promoted or (tried and later))
    some = any(isinstance(node, FromTo) and node.count is not None for node in nodes)
    return some and (pieces or any(isinstance(n, NoPieces) and n.is_of_all() for n in nodes))


def uncounts_moves(game: GameTree) -> bool:
    """Tell whether moves are counted where one has been tried that goes before another."""
    return any(
        isinstance(node, Do)
        and node.next is not None
        and any(isinstance(part, CountMoves) for part in inside(node))
        for node in inside(game)
    )


def goes_through_pieces(game: GameTree) -> bool:
    """Tell whether consequences, or moves that go before others, go through pieces one by one."""
    left: list[object] = [part for part in ludemes_in(game) if part.facts.follows]
    left += [part.prior for part in inside(game) if isinstance(part, Do) and part.next is not None]
    while left:
        node = left.pop()
        if isinstance(node, ForEachPiece):
            return True
        # Conditions make no difference to the pieces.
        if isinstance(node, Ludeme) and not isinstance(node, Condition):
            left += vars(node).values()
        elif isinstance(node, tuple):
            left += node
    return False


def places_several(game: GameTree) -> bool:
    """Tell whether a site of the board is given several pieces at the start that form no pile."""
    start = game.rules.start
    return not is_stacking(game) and any(
        isinstance(rule, Place) and _puts_several(rule) and not _puts_in_hand(rule)
        for rule in (start.rules if start else ())
    )


def joins_pieces(game: GameTree) -> bool:
    """Tell whether a piece may come to one of its component, or be added to any other."""
    return any(map(_joins, ludemes_in(game)))


def _joins(node: Ludeme) -> bool:
    match node:
        case (
            Slide(to=To(if_=Condition()) as to)
            | Add(to=to)
            | FromTo(to=to)
            | Step(to=to)
            | Leap(to=to)
            | Hop(to=to)
        ):
            pass
        case _:
            return False
    return not (_is_free(to.target) or _is_no_friend(to.if_))


def _is_free(region: Region) -> bool:
    """Tell whether pieces are in no site of a region, or it is of hands."""
    match region:
        case SitesEmpty() | SitesPlayable() | SitesAround(which=Around.EMPTY):
            return True
        case Intersection():
            return any(map(_is_free, region.regions))
        case Difference():
            return _is_free(region.region)
    return region.is_of_hands()


def _is_no_friend(test: Condition | None) -> bool:
    """Tell whether a condition says that what stands on (to) is none of the mover's."""
    match test:
        case IsEmpty() | IsEnemy() | Not(condition=IsFriend()):
            return True
        case And():
            return any(map(_is_no_friend, test.conditions))
        case Or():
            return all(map(_is_no_friend, test.conditions))
    return False


def _puts_several(rule: Place) -> bool:
    if rule.counts is None:
        return rule.count > 1
    count = rule.counts[0]
    return not (isinstance(count, Constant) and count.value == 1)


def _puts_in_hand(rule: Place) -> bool:
    where = rule.where
    if rule.container is not None or isinstance(where, HandSite):
        return True
    return isinstance(where, Region) and where.is_of_hands()


def only_puts(game: GameTree) -> bool:
    """Tell whether pieces on the board stay where they have been put."""
    return taking_off(game) is None


def may_be_long(game: GameTree, cells: int) -> bool:
    """Tell whether a game may reach the limit of turns on `cells` cells, 0 if its board grows.

    Other games fill the board before, since pieces only come, and to empty cells.
    """
    free = all(_is_free(node.target) for node in inside(game) if isinstance(node, To))
    return not (free and only_puts(game) and 0 < cells < TurnLimit().constant)


def taking_off(game: GameTree) -> Moves | None:
    """Return a rule that may take something off the board; None if there is none."""
    of_hands = {
        id(part)
        for node in inside(game)
        if isinstance(node, ForEachSite) and node.region.is_of_hands()
        for part in inside(node.moves)
    }
    taking = (node for node in ludemes_in(game) if isinstance(node, Moves) and node.takes_off())
    return next((node for node in taking if not _in_hand(node, id(node) in of_hands)), None)


def _in_hand(node: Moves, site: bool) -> bool:
    """Tell whether a move takes pieces from hands alone; `site`: (site) is in one."""
    region = node.takes_from
    of_site = isinstance(region, Single) and isinstance(region.site, IteratedSite)
    return region is not None and ((site and of_site) or region.is_of_hands())


def types_of_sites(game: GameTree, scene: InitialPosition) -> tuple[str, ...]:
    """Return the types of sites that moves and pieces may be on, that which is played on first.

    Where there are several, those are among them, too, that the rules name for their places alone.
    """
    board = scene.board
    named = {kind for node in ludemes_in(game) if (kind := _named_type(node))}
    if any(getattr(rule, "type", None) for rule in ludemes_in(game.rules.start)):
        pieces = start_contents(scene, game.rules.start, is_stacking(game)).pieces
        named |= {kind for kind, number in pieces if number < len(board.sites_of(kind))}
    if named - {board.use}:
        # Sites of several types share one numbering: that of the third is none of its own.
        named |= {str(node) for node in inside(game) if isinstance(node, SiteType)}
    return (board.use, *sorted(named - {board.use}))


def _named_type(node: Ludeme) -> str | None:
    """Return the type of sites of the board that a ludeme about what lies there names."""
    name = "type" if "lying" in node.facts.reads else node.facts.stands
    kind = getattr(node, name or "", None)
    region = getattr(node, "region", None)
    site = getattr(node, "site", None) or getattr(node, "at", None)
    if kind is None or (region is not None and _is_of_hands(region)):
        return None
    if isinstance(site, Integer) and "hand" in site.facts.reads:
        return None
    # What comes from a single site has come there by another move.
    if isinstance(node, From) and (region is None or isinstance(region, Single)):
        return None
    return str(kind)


def _is_of_hands(region: Region) -> bool:
    parts = region.from_regions()
    return region.is_of_hands() or (bool(parts) and all(map(_is_of_hands, parts)))


def played_on(scene: InitialPosition, game: GameTree) -> InitialPosition:
    """Return a scene whose board is played on the one type of sites that the rules name, if any."""
    named = {
        getattr(node, node.facts.stands) for node in ludemes_in(game.rules) if node.facts.stands
    }
    hands = len(scene.inventory.containers) > 1
    if len(named) != 1 or None in named or hands or game.rules.start is not None:
        return scene
    board = copy(scene.board)
    board.use = str(named.pop())
    return replace(scene, board=board)


def uses_numbers(node: object, as_site: bool = False) -> bool:
    """Tell whether a ludeme depends on the numbers of sites, which may change as a board grows.

    `as_site`: an integer stands for a site, so that a number names another site then, ``(to)`` does
    not.
    """
    if isinstance(node, Constant):
        return as_site
    if isinstance(node, tuple):
        return any(uses_numbers(part, as_site) for part in node)
    if not isinstance(node, Ludeme):
        return False
    if node.facts.place and not as_site:
        return True
    sites = {"at", "of", "site", "sites", "where"}
    if isinstance(node, (Equal, NotEqual)):
        sides = (node.left, node.right)
        # Whether two places are the same does not depend on their numbers.
        if all(isinstance(side, Ludeme) and side.facts.place for side in sides):
            sites |= {"left", "right"}
    if isinstance(node, IsIn) and isinstance(node.among, Region):
        sites.add("value")
    return any(uses_numbers(value, name in sites) for name, value in vars(node).items())


def records_moves(game: GameTree) -> bool:
    """Tell whether tried moves are recorded, to be made again as they were found."""
    if any(isinstance(node, Sow) and is_sown_late(node, game) for node in inside(game)):
        return True
    later: list[object] = [node for node in ludemes_in(game) if node.facts.follows]
    priors = [node.prior for node in inside(game) if isinstance(node, Do) and node.next is not None]
    if any(finds_effects(prior) for prior in priors):
        return True
    later += [node.prior for node in inside(game) if isinstance(node, Do)]
    return any(
        isinstance(part, Do) and part.next is not None and needs_record(part.prior)
        for part in inside(tuple(later))
    )
