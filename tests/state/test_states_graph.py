"""States as graphs: what stands on every site, in games of different kinds."""

import networkx as nx
import pytest

from boardless.games import Game, compile, load
from boardless.play import State
from boardless.state import Component, Equipment, FreeState, Move
from boardless.strategies import ZONE_APPEND, ZONE_SHRINK
from boardless.topo import SQUARE, FixedBoard, InputError
from tests.graph_files import assert_written_and_read
from tests.play.test_state_edges_and_two_boards import PAIR, STICKS

#: Two places of each player, in which seeds are counted.
SEEDS = """(game "Seeds" (players 2)
    (equipment
        { (mancalaBoard 2 2 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared) })
    (rules (start (set Count 3 to:(sites Track)))
        (play (forEach Site (sites Track) (if (> (count at:(site)) 0) (move Select (from (site))
            (then (sow if:True))))))
        (end (if (= 1 (counter)) (result Mover Win)))))"""
#: Stones that are put one upon another on the corners of two squares.
TOWERS = """(game "Towers" (players 2)
    (equipment { (board (rectangle 2 3) use:Vertex) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Board)) stack:True))
        (end (if (>= (count Moves) 12) (result Mover Win)))))"""

NAMED = ["Andantino", "Hive", "Yinsh", "Kingdomino", "Trax", "Minesweeper"]
MADE = {"sticks": STICKS, "two boards": PAIR, "seeds": SEEDS, "towers": TOWERS}


@pytest.fixture(scope="module", params=[*NAMED, *MADE])
def game(request: pytest.FixtureRequest) -> Game:
    name = request.param
    return compile(MADE[name]) if name in MADE else load(name)


def played(game: Game, technique: str | None = None) -> State:
    """Return a game after twelve moves, or a few fewer: those that come by a fixed rule."""
    state = State(game, technique)
    for ply in range(12):
        moves = list(state.legal_moves)
        if not moves:
            break
        state.push(moves[(7 * ply + 3) % len(moves)])
    return state


def check(state: State | FreeState) -> None:
    board, container = state.board, state.containers[0]
    graphs = {kind: state.to_networkx(kind) for kind in ("cells", "dual", "graph")}
    for graph in graphs.values():
        assert_written_and_read(graph)
        assert (graph.graph["ply"], graph.graph["mover"]) == (state.ply, state.mover)
    laid_out = isinstance(board, FixedBoard)
    of_board = board.relations if laid_out else board.cells
    assert nx.utils.edges_equal(graphs["cells"].edges, of_board.edges, directed=True)
    use = board.use if laid_out else "Cell"
    told = [{site: graphs["cells"].nodes[site] for site in board}]
    if use == "Cell":
        told.append(dict(graphs["dual"].nodes(data=True)))
    elif use == "Vertex":
        told.append(dict(graphs["graph"].nodes(data=True)))
    else:
        told.append({data["edge"]: data for _, _, data in graphs["graph"].edges(data=True)})
    names = [component.name for component in state.setup.components]
    for nodes in told:
        assert list(nodes) == list(board) or sorted(nodes) == list(board)
        for site, node in nodes.items():
            levels = range(container.height[site])
            pile = [container.chunk("what", n)[site] for n in levels]
            assert node["pile"] == " ".join(map(str, pile))
            assert node["component"] == container.what[site] == (pile[-1] if pile else 0)
            assert node["piece"] == (names[pile[-1] - 1] if pile else "")
            assert (node["owner"], node["count"]) == (container.who[site], container.count[site])
            for name in ("state", "rotation", "value", "hidden", "height"):
                assert node[name] == container.chunk(name)[site]
            if isinstance(state, State):
                assert state.piles.get(state.cell(site), ()) == tuple(pile)


def test_a_graph_says_what_stands_on_every_site(game: Game) -> None:
    state = played(game)
    assert state.pieces
    check(state)
    check(state.at(state.ply // 2))


def test_stacks_counts_turns_and_secrets_are_in_the_graphs(game: Game) -> None:
    shown = {
        name
        for state in (State(game), played(game))
        for _, node in state.to_networkx().nodes(data=True)
        for name in ("rotation", "hidden", "height", "count")
        if node[name] > (name in ("height", "count"))
    }
    expected = {
        "Trax": {"rotation"},
        "Minesweeper": {"hidden"},
        "Towers": {"height"},
        "Seeds": {"count"},
    }
    assert expected.get(game.name, set()) <= shown
    assert game.name in ("Seeds", "Towers") or not shown & {"height", "count"}


def test_boards_that_grow_by_the_rules_shrink_and_have_no_rules() -> None:
    game = load("Andantino")
    for technique in ("RULE-APPEND", "ZONE-SHRINK", "PERI-MAP"):
        check(played(game, technique))
    for technique in (ZONE_APPEND, ZONE_SHRINK):
        state = FreeState(Equipment(SQUARE, (Component("tile"), Component("disc", 1))), technique)
        for n in range(3):
            state.push(Move.add(1 + n % 2, component=1 + n % 2, site=(n, 0, 0)))
        check(state)
        check(state.at(1))
        assert sorted(node["piece"] for _, node in state.to_networkx().nodes(data=True))[-3:] == [
            "disc", "tile", "tile",
        ]  # fmt: skip
        with pytest.raises(InputError, match="graph 'tree': choose one of cells, dual, graph"):
            state.to_networkx("tree")
