"""Hands: their sites, and what is empty in a container."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING, Annotated

from boardless.games.compiler.dispatch import each_of, integer, member, site
from boardless.games.compiler.regions import is_gone_through
from boardless.games.initial.evaluation import evaluate_integer, evaluate_region
from boardless.games.language.facts import GLOBAL, PLACE, SYMMETRIC, TOUCHING, reads
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.kinds import Integer, Region, Role
from boardless.games.ludemes.literals import OFF
from boardless.games.ludemes.occupancy import SitesEmptyIn
from boardless.games.ludemes.sites import compile_site_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from boardless.games.compiler.scope import Scope
    from boardless.games.initial.scene import InitialPosition


@ludeme("hand", example="(hand Each size:3)")
class Hand(Item):
    """The sites of a player beside the board, to hold what is not in play."""

    role: Role
    _: KW_ONLY
    size: Annotated[int, Limits(1, 10_000)] = 1


@ludeme(
    "handSite",
    example="(handSite Mover 1)",
    facts=SYMMETRIC | TOUCHING | PLACE | reads("hand"),
)
class HandSite(Integer):
    """A site of a role's hand: the first, or the one of this index."""

    role: Role
    index: Integer | None = None


@ludeme("handSite", example="(handSite 1 2)", facts=GLOBAL)
class HandSiteOfPlayer(Integer):
    """A site of the hand of the player of a number: the first, or the one of this index."""

    player: Integer
    index: Integer | None = None


@ludeme("sites", "Hand", example="(sites Hand Mover)", facts=SYMMETRIC | TOUCHING | reads("hand"))
class SitesHand(Region):
    """The sites of a role's hand; none where it is not said whose."""

    role: Role | None = None

    def is_of_hands(self) -> bool:
        """Tell that they are."""
        return True

    def is_few(self) -> bool:
        """Tell that they are."""
        return True


def shared(scope: Scope) -> str:
    """Return the owner of what all share: on a fixed board one player more, else nobody."""
    return str(scope.model.players + 1 if scope.model.scene is not None else 0)


@site.register(HandSite)
def _site_of_hand_site(node: HandSite, scope: Scope) -> str:
    if not scope.model.effects:
        return str(1 + scope.model.hand_site(node))
    model = scope.model
    first = [1 + min(model.hand_sites(owner), default=-1) for owner in range(model.players + 2)]
    if node.role is Role.PLAYER and scope.player_ is None:
        return "NONE"
    owner = shared(scope) if node.role is Role.SHARED else scope.player(node.role, node)
    at = str(first[int(owner)]) if owner.isdigit() else f"({', '.join(map(str, first))})[{owner}]"
    return at if node.index is None else f"({at} + {integer(node.index, scope)})"


@site.register(HandSiteOfPlayer)
def _site_of_hand_site_of_player(node: HandSiteOfPlayer, scope: Scope) -> str:
    model, out = scope.model, scope.out
    hands = [model.hand_sites(player) for player in range(model.players + 2)]
    first = scope.constant("HANDS", [1 + sites[0] if sites else 0 for sites in hands])
    player = out.assign("player", integer(node.player, scope))
    index = "0" if node.index is None else integer(node.index, scope)
    at = out.assign("x", "NONE")
    out.when(
        f"0 <= {player} < {len(hands)} and {first}[{player}] != 0",
        f"{at} = int64({first}[{player}]) + {index}",
    )
    return at


integer.register(HandSite)(compile_site_number)
integer.register(HandSiteOfPlayer)(compile_site_number)


@each_of.register(SitesHand)
def _each_of_sites_hand(node: SitesHand, scope: Scope) -> AbstractContextManager[str]:
    if node.role is None:
        return _no_hand(scope)
    if node.role is Role.SHARED:
        return _hand_of(node, shared(scope), scope)
    if node.role is Role.EACH:
        return _hands_of(range(1, 1 + scope.model.players), node, scope)
    player = scope.player(node.role, node)
    if player.isdigit():
        return _known_hand(node, int(player), scope)
    return _hand_of(node, player, scope)


@contextmanager
def _no_hand(scope: Scope) -> Iterator[str]:
    """Open a loop over no sites."""
    at = scope.out.name("h")
    with scope.out.block(f"for {at} in range(0):"):
        yield at


@contextmanager
def _known_hand(node: SitesHand, player: int, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the hand of a player who is known when compiling."""
    numbers = [str(1 + site) for site in scope.model.hand_sites(player)]
    if not numbers:
        node.reject(f"player {player} has no hand")
    at = scope.out.name("h")
    with scope.out.block(f"for {at} in ({', '.join(numbers)},):"):
        yield at


@contextmanager
def _hands_of(players: Iterable[int], node: SitesHand, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the hands of some players, one's after another's."""
    sites = [1 + site for player in players for site in scope.model.hand_sites(player)]
    if not sites:
        node.reject("there is no such hand")
    table, at, n = scope.constant("HANDS", sites), scope.out.name("h"), scope.out.name("n")
    with scope.out.block(f"for {n} in range({len(sites)}):"):
        scope.out.add(f"{at} = int64({table}[{n}])")
        yield at


@contextmanager
def _hand_of(node: SitesHand, player: str, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of the hand of a player whose number is worked out."""
    model, out = scope.model, scope.out
    bounds = []
    for each in range(model.players + 2):
        sites = [1 + site for site in model.hand_sites(each)] or [1, 0]
        if sites != list(range(sites[0], sites[-1] + 1)) and sites != [1, 0]:
            node.reject(f"expected that player {each} has one hand")
        bounds += [sites[0], sites[-1] + 1]
    table, at = scope.constant("HANDS", bounds), out.name("h")
    row = out.assign("row", f"2 * ({player})")
    with out.block(f"for {at} in range(int64({table}[{row}]), int64({table}[{row} + 1])):"):
        yield at


member.register(SitesEmptyIn)(is_gone_through)


@evaluate_integer.register(HandSite)
def _evaluate_hand_site(node: HandSite, scene: InitialPosition) -> int:
    return _in_hand(scene.number_of(node.role, node), node.index, scene)


@evaluate_integer.register(HandSiteOfPlayer)
def _evaluate_hand_site_of_player(node: HandSiteOfPlayer, scene: InitialPosition) -> int:
    return _in_hand(evaluate_integer(node.player, scene), node.index, scene)


def _in_hand(player: int, index: Integer | None, scene: InitialPosition) -> int:
    hand = scene.inventory.hand(player)
    place = 0 if index is None else evaluate_integer(index, scene)
    return OFF if hand is None else hand.first + place


@evaluate_region.register(SitesHand)
def _evaluate_sites_hand(node: SitesHand, scene: InitialPosition) -> tuple[int, ...]:
    if node.role is None:
        return ()
    hand = scene.inventory.hand(scene.number_of(node.role, node))
    return () if hand is None else tuple(range(hand.first, hand.first + hand.size))
