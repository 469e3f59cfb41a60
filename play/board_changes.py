"""What the moves of a game do to its board, in a technique that keeps sites."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, pairwise

from boardless.games.game_technique import GameTechnique
from boardless.play.game_position import GamePosition
from boardless.state.batching import Change
from boardless.state.engine.arrays import APPEND
from boardless.strategies.technique import keeping_sites
from boardless.topo import Key


def keeping_sites_of(way: GameTechnique) -> GameTechnique:
    """Return the technique that adds the same cells and keeps sites as they are."""
    if way.technique is not None and way.is_given:
        return replace(way, technique=keeping_sites(way.technique))
    return replace(way, update=APPEND, rebuild=False)


def board_changes(positions: Iterable[GamePosition]) -> tuple[list[Key], list[Change]]:
    """Return the cells of the first board by site, and what each move did to it.

    Parameters
    ----------
    positions : iterable of GamePosition
        The position at the start and after every move, one by one.
    """
    boards = map(_sites, positions)
    first = next(boards)
    return list(first), [_change(*both) for both in pairwise(chain((first,), boards))]


def _sites(position: GamePosition) -> dict[Key, int]:
    """Return the site of every cell of the board, in order."""
    sites = position.sites() - (1 + position.game.setup.held)
    return dict(zip(map(tuple, position.keys().tolist()), sites.tolist(), strict=True))


def _change(before: dict[Key, int], after: dict[Key, int]) -> Change:
    """Return the cells, with sites, that came with a move, and those that went."""
    came: list[tuple[int, ...]] = [
        (*cell, site) for cell, site in after.items() if before.get(cell) != site
    ]
    return came, [cell for cell, site in before.items() if after.get(cell) != site]
