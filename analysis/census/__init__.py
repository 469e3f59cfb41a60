"""A census of descriptions: read, expanded, laid out, compiled, played."""

from boardless.analysis.census.entry import STAGES, Entry
from boardless.analysis.census.table import Census, take_census

__all__ = ["STAGES", "Census", "Entry", "take_census"]
