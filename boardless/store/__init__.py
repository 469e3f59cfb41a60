"""Boards, histories, trials and results in a graph database.

``Store.open("runs.lbug")`` opens a store, ``store.add(...)`` adds games, and
``store.query("MATCH ...")`` asks in Cypher. The truth is a log beside the graph.
"""

from boardless.store.store import Store

__all__ = ["Store"]
