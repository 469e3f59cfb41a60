"""States as NetworkX graphs: the board, with the pieces on every site."""

from typing import TYPE_CHECKING, Any

from boardless.state.move import BOARD
from boardless.topo import Board, FixedBoard, InputError
from boardless.topo.layouts.incidence import CELL, EDGE, VERTEX

if TYPE_CHECKING:
    import networkx as nx

    from boardless.play import State
    from boardless.state.free_state import FreeState

KINDS = ("cells", "dual", "graph")
#: The attributes of a site that are a chunk of its container, by the name of that.
_CHUNKS = {
    "component": "what",
    "owner": "who",
    "count": "count",
    "state": "state",
    "rotation": "rotation",
    "value": "value",
    "hidden": "hidden",
    "height": "height",
}


def state_graph(state: "State | FreeState", kind: str = "cells") -> "nx.Graph[int]":
    """Return the board of a state as a graph of its own, with what stands where.

    It has the nodes, arcs and attributes of the board's graph of that kind (`topo.boards.graphs`,
    `topo.layouts.board_graphs`), the attributes ``ply`` and ``mover``, and for every site that is
    played on:

    ============= ==============================================================================
    ``component`` the number of the uppermost piece's component, 0 where nothing stands
    ``piece``     the component's name, "" where nothing stands
    ``owner``     the player whose it is, 0 for nobody; what all share has one more than there are
    ``count``     how many pieces there are, where sites count theirs
    ``state``     the local state of the piece, its ``rotation`` and its ``value``
    ``hidden``    the players who may not see it: bit 0 for player 1, and so on
    ``height``    how many pieces lie one upon another
    ``pile``      their components with spaces between them, the lowest first
    ============= ==============================================================================

    All of them are numbers and texts, which any file format of NetworkX takes.

    Parameters
    ----------
    state : State or FreeState
        What to show; the graph does not follow it.
    kind : {"cells", "dual", "graph"}
        The sites that are played on with an arc for every relation; cells that share an edge;
        vertices and edges. The last two have pieces where nodes, or edges, are what is played on.

    Raises
    ------
    InputError
        If there is no such kind.
    """
    if kind not in KINDS:
        raise InputError(f"graph {kind!r}: choose one of {', '.join(KINDS)}")
    on: Board | FixedBoard = state.board
    laid_out = isinstance(on, FixedBoard)
    use = on.use if isinstance(on, FixedBoard) else CELL
    name = "relations" if laid_out and kind == "cells" else kind
    found: nx.Graph[int] = getattr(on, name).copy()
    found.graph |= {"ply": state.ply, "mover": state.mover}
    if kind == "cells" or (kind, use) in (("dual", CELL), ("graph", VERTEX)):
        for site, attributes in _sites(state, on):
            found.nodes[site].update(attributes)
    elif (kind, use) == ("graph", EDGE):
        by_site = dict(_sites(state, on))
        for _, _, data in found.edges(data=True):
            data.update(by_site[data["edge"]])
    return found


def _sites(
    state: "State | FreeState", board: Board | FixedBoard
) -> "list[tuple[int, dict[str, Any]]]":
    """Return every site that is played on, with its attributes."""
    container = state.containers[BOARD]
    columns = {name: list(container.chunk(chunk)) for name, chunk in _CHUNKS.items()}
    levels = [list(container.chunk("what", n)) for n in range(max(columns["height"], default=0))]
    names = ["", *(component.name for component in state.setup.components)]
    found = []
    for site in board:
        attributes: dict[str, Any] = {name: column[site] for name, column in columns.items()}
        pile = [level[site] for level in levels[: attributes["height"]]]
        attributes |= {"piece": names[attributes["component"]], "pile": " ".join(map(str, pile))}
        found.append((site, attributes))
    return found
