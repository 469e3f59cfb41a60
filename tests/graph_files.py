"""Graphs written to every file format of NetworkX that has attributes, and read back."""

import json
from io import BytesIO
from typing import Any

import networkx as nx

PLAIN = {bool, float, int, str}


def assert_written_and_read(graph: "nx.Graph[Any]") -> None:
    """Check that a graph with whole numbers as nodes goes into files and comes back the same."""
    first = nx.Graph if not graph.is_directed() else nx.DiGraph
    copied = graph.copy()
    assert type(copied) is first
    assert not nx.is_frozen(copied)
    for one in (graph, copied):
        nodes, edges = _nodes(one), list(one.edges(data=True))
        for back in (_graphml(one), _gexf(one), _json(one)):
            assert type(back) is first
            assert dict(back.nodes(data=True)) == nodes
            assert {(a, b): data for a, b, data in back.edges(data=True)} == {
                (a, b) if (a, b) in back.edges else (b, a): data for a, b, data in edges
            }
    # Nothing in a copy follows the board, or is of a type of ours.
    attributes = [copied.graph, *dict(copied.nodes(data=True)).values()]
    attributes += [data for _, _, data in copied.edges(data=True)]
    for each in attributes:
        assert type(each) is dict
        assert {type(value) for value in each.values()} <= PLAIN


def _nodes(graph: "nx.Graph[Any]") -> dict[Any, dict[str, Any]]:
    return {node: dict(data) for node, data in graph.nodes(data=True)}


def _graphml(graph: "nx.Graph[Any]") -> "nx.Graph[Any]":
    file = BytesIO()
    nx.write_graphml(graph, file)
    file.seek(0)
    read: nx.Graph[Any] = nx.read_graphml(file, node_type=int)
    for name in ("node_default", "edge_default"):
        read.graph.pop(name)
    assert read.graph == graph.graph
    return read


def _gexf(graph: "nx.Graph[Any]") -> "nx.Graph[Any]":
    file = BytesIO()
    nx.write_gexf(graph, file)
    file.seek(0)
    read: nx.Graph[Any] = nx.read_gexf(file, node_type=int)
    # The format gives edges an id, and nodes a label where they have none.
    for _, _, data in read.edges(data=True):
        del data["id"]
    for node, data in read.nodes(data=True):
        if "label" not in graph.nodes[node]:
            del data["label"]
    return read


def _json(graph: "nx.Graph[Any]") -> "nx.Graph[Any]":
    text = json.dumps(nx.node_link_data(graph, edges="edges"))
    read: nx.Graph[Any] = nx.node_link_graph(json.loads(text), edges="edges")
    assert read.graph == graph.graph
    return read
