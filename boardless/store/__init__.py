"""Boards, histories, trials and results in a graph database.

``Store.open("runs.lbug")`` opens a store, ``store.add(...)`` adds games, and
``store.query("MATCH ...")`` asks in Cypher. The log next to the graph is the truth.
"""

from boardless.store.store import Store

__all__ = ["Store"]
