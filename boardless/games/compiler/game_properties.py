"""Properties of a whole game that follow from its rules, such as stacks and consequences."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.games.initial.position import start_contents
from boardless.games.language.kinds import Condition, Integer, Moves, Region, Role, SiteType
from boardless.games.language.ludeme import Ludeme, inside, ludemes_in, outermost
from boardless.games.ludemes.combined_moves import MaxMoves
from boardless.games.ludemes.counting import NoPieces
from boardless.games.ludemes.iteration import ForEachSite
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import From, To
from boardless.games.ludemes.placement import FromTo, Promote, Remove
from boardless.games.ludemes.prior_moves import Do, finds_effects, needs_record
from boardless.games.ludemes.puzzle_values import AnyComponent
from boardless.games.ludemes.sites import IteratedSite, When
from boardless.games.ludemes.sowing import Sow, is_sown_late
from boardless.games.ludemes.start import Place
from boardless.games.ludemes.turns import CountMoves, TurnLimit

if TYPE_CHECKING:
    from boardless.games.initial.scene import InitialPosition
    from boardless.games.ludemes.game import GameTree

#: A rule that reads further than the adjacent sites is searched for again at every move.
NEAR = 1
_OF_NOBODY = (Role.NEUTRAL, Role.SHARED, Role.ALL)


def sees_border(game: GameTree) -> bool:
    """Return True if a rule of a game may depend on the set of empty cells of the board."""
    rules = game.rules
    ends = [rules.end, *(part for phase in rules.phases for part in (phase.end, *phase.exits))]
    plays = [rules.play, *(phase.play for phase in rules.phases)]
    moves = any(part.moves_see_border() for part in outermost(tuple(plays)))
    last = outermost(tuple(ends))
    return moves or any(part.sees_border() or part.uses_numbers() for part in last)


def is_stacking(game: GameTree) -> bool:
    """Return True if pieces of a game form stacks, on every board and hand."""
    return any(node.stacks() for node in ludemes_in(game))


def has_effects(game: GameTree) -> bool:
    """Return True if a game has moves with consequences."""
    several = is_stacking(game) or places_several(game) or Role.PREVIOUS in inside(game)
    return several or any(node.has_effects() for node in ludemes_in(game))


def is_laid_out(game: GameTree) -> bool:
    """Return True if rules and pieces require a fixed board to be laid out site by site.

    On a part of a tiling, neutral and shared pieces have the same owner, and other pieces' names
    differ.
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
    """Return True if Ludii's lists of pieces may differ from the pieces, with visible effects.

    The causes are moves of several pieces to others of their component, promotions in stacks, and
    removal of stacks at the end of a turn by tried moves.
    """
    nodes = tuple(inside(game))
    pieces = any(isinstance(node, Ludeme) and node.facts.pieces for node in nodes)
    if is_stacking(game):
        tried = any(isinstance(node, MaxMoves) for node in nodes)
        later = any(isinstance(node, Remove) and node.at is When.END_OF_TURN for node in nodes)
        promoted = any(isinstance(node, Promote) for node in nodes)
        return pieces and (promoted or (tried and later))
    some = any(isinstance(node, FromTo) and node.count is not None for node in nodes)
    return some and (pieces or any(isinstance(n, NoPieces) and n.is_of_all() for n in nodes))


def uncounts_moves(game: GameTree) -> bool:
    """Return True if a prior of a tried move counts as a move."""
    return any(isinstance(part, CountMoves) for part in inside(_with_prior(game)))


def _with_prior(node: object) -> tuple[Do, ...]:
    """Return the rules in a node with priors before their moves."""
    return tuple(x for x in inside(node) if isinstance(x, Do) and x.next is not None)


def goes_through_pieces(game: GameTree) -> bool:
    """Return True if consequences or priors iterate over pieces one by one."""
    left = [part for part in ludemes_in(game) if part.facts.follows]
    left += [rule.prior for rule in _with_prior(game)]
    while left:
        node = left.pop()
        if node.facts.pieces:
            return True
        # Conditions make no difference to the pieces.
        if not isinstance(node, Condition):
            left += (part for _, part in node.children())
    return False


def places_several(game: GameTree) -> bool:
    """Return True if a site of the board gets several start pieces that do not form a stack."""
    start = game.rules.start
    return not is_stacking(game) and any(
        isinstance(rule, Place) and rule.heaps() for rule in (start.rules if start else ())
    )


def joins_pieces(game: GameTree) -> bool:
    """Return True if a piece may join a pile of its own component, or be added to any piece."""
    return any(isinstance(node, Moves) and node.joins() for node in ludemes_in(game))


def only_puts(game: GameTree) -> bool:
    """Return True if pieces never move on the board."""
    return taking_off(game) is None


def may_be_long(game: GameTree, cells: int) -> bool:
    """Return True if a game may reach the turn limit on `cells` cells, 0 if its board grows.

    Other games fill the board first, since pieces only come, and to empty cells.
    """
    free = all(node.target.is_free() for node in inside(game) if isinstance(node, To))
    return not (free and only_puts(game) and 0 < cells < TurnLimit().constant)


def taking_off(game: GameTree) -> Moves | None:
    """Return a rule that may take a piece off the board, or None."""
    of_hands = {
        id(part)
        for node in inside(game)
        if isinstance(node, ForEachSite) and node.region.is_of_hands()
        for part in inside(node.moves)
    }
    taking = (node for node in ludemes_in(game) if isinstance(node, Moves) and node.takes_off())
    return next((node for node in taking if not _in_hand(node, id(node) in of_hands)), None)


def _in_hand(node: Moves, site: bool) -> bool:
    """Return True if a move takes pieces only from hands; `site`: (site) is in one."""
    region = node.takes_from
    of_site = isinstance(region, Single) and isinstance(region.site, IteratedSite)
    return region is not None and ((site and of_site) or region.is_of_hands())


def types_of_sites(game: GameTree, scene: InitialPosition) -> tuple[str, ...]:
    """Return the types of sites of moves and pieces, with the type of the play first.

    If there are several, the result also has the types that the rules name only for their places.
    """
    board = scene.board
    named = {kind for node in ludemes_in(game) if (kind := _named_type(node))}
    if any(getattr(rule, "type", None) for rule in ludemes_in(game.rules.start)):
        pieces = start_contents(scene, game.rules.start, is_stacking(game)).pieces
        named |= {kind for kind, number in pieces if number < len(board.sites_of(kind))}
    if named - {board.use}:
        # Sites of several types share one numbering, so the third has no separate one.
        named |= {str(node) for node in inside(game) if isinstance(node, SiteType)}
    return (board.use, *sorted(named - {board.use}))


def _named_type(node: Ludeme) -> str | None:
    """Return the type of board sites that a ludeme about pieces names."""
    name = "type" if "lying" in node.facts.reads else node.facts.stands
    kind = getattr(node, name or "", None)
    region = getattr(node, "region", None)
    site = getattr(node, "site", None) or getattr(node, "at", None)
    if kind is None or (region is not None and _is_of_hands(region)):
        return None
    if isinstance(site, Integer) and "hand" in site.facts.reads:
        return None
    # A piece from a single site has come there by another move.
    if isinstance(node, From) and (region is None or isinstance(region, Single)):
        return None
    return str(kind)


def _is_of_hands(region: Region) -> bool:
    parts = region.from_regions()
    return region.is_of_hands() or (bool(parts) and all(map(_is_of_hands, parts)))


def played_on(scene: InitialPosition, game: GameTree) -> InitialPosition:
    """Return a scene played on the one type of sites that the rules name, if they name just one."""
    named = {
        getattr(node, node.facts.stands) for node in ludemes_in(game.rules) if node.facts.stands
    }
    hands = len(scene.inventory.containers) > 1
    if len(named) != 1 or None in named or hands or game.rules.start is not None:
        return scene
    board = copy(scene.board)
    board.use = str(named.pop())
    return replace(scene, board=board)


def uses_numbers(node: object) -> bool:
    """Return True if ludemes depend on site numbers, which may change as a board grows."""
    return any(part.uses_numbers() for part in outermost(node))


def records_moves(game: GameTree) -> bool:
    """Return True if tried moves are recorded, to be made again unchanged."""
    if any(isinstance(node, Sow) and is_sown_late(node, game) for node in inside(game)):
        return True
    if any(finds_effects(rule.prior) for rule in _with_prior(game)):
        return True
    later = [node for node in ludemes_in(game) if node.facts.follows]
    later += [node.prior for node in inside(game) if isinstance(node, Do)]
    return any(needs_record(rule.prior) for rule in _with_prior(tuple(later)))
