"""Strands: together they lead from each site where its steps lead, in their order."""

import pytest

from boardless.games.building.scope import Scope
from boardless.games.compiler.rules import RuleFunctions
from boardless.games.language.kinds import Directions, Ways
from boardless.games.loops.bitboards import straight_strands, strands_of
from boardless.games.loops.directions import direction_slots_of
from boardless.games.loops.facings import path_along
from boardless.games.ludemes.directions import NamedWays
from tests.games.compiler.boards import game_of

HANDS = "(hand Each)"


def scope_of(board: str, more: str = "") -> Scope:
    # With consequences a board is laid out.
    play = "(play (move Add (to (sites Empty)) (then (moveAgain))))"
    model = game_of(board=board, more=more, play=play).module.model
    assert model.layout is not None
    return RuleFunctions(model, model.layout).scope()


@pytest.mark.parametrize("board", ["(square 4)", "(rectangle 2 5)", "(hex 3)", "(square 8)"])
@pytest.mark.parametrize("more", ["", HANDS])
@pytest.mark.parametrize("sites", [1, 2])
def test_strands_are_the_walks_of_all_sites(board: str, more: str, sites: int) -> None:
    scope = scope_of(board, more if "8" not in board else "")
    held, geometry = scope.model.hand_size, scope.model.layout
    ways: Ways = NamedWays((Directions.ORTHOGONAL,))
    strands = strands_of(ways, sites, {}, scope)
    assert geometry is not None
    if strands is None:
        assert "hex" in board  # Rows of other lengths have too many shifts.
        return
    (slots,) = direction_slots_of(ways, scope)
    turns = geometry.onward(geometry.types[0], slots.sort)
    for site in range(geometry.kinds):
        paths = [path_along(geometry, turns, site, slot, sites) for slot in slots.rows[site]]
        leads = [
            [site + shift for shift in strand.shifts[0]]
            for strand in strands
            if strand.origins[0] >> (held + site) & 1
        ]
        assert leads == [path for path in paths if len(path) == sites]


def test_walks_go_on_along_their_strand() -> None:
    found = straight_strands(NamedWays((Directions.ADJACENT,)), scope_of("(rectangle 3 5)"))
    assert found is not None
    strands, longest = found
    assert (len(strands), longest) == (8, 4)
    assert straight_strands(None, scope_of("(concentric {4 8})")) is None
