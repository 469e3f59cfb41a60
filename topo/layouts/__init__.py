"""Finite boards: graphs laid out once, and everything that follows from their points and lines."""

from boardless.topo.layouts.layout import Layout

__all__ = ["Layout"]
