"""Comparison with Ludii: a census of its library, its recorded games, and its grammar."""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.conformance.census import Census, take_census
    from boardless.conformance.grammar import grammar_table

__all__ = ["Census", "grammar_table", "take_census"]

__getattr__, __dir__ = on_demand(__name__)
