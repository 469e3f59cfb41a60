"""Games made by search: changed descriptions, played and selected by their behaviour."""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.design.archive import CRITERIA, FEATURES, Archive, Playable, Record
    from boardless.design.balancing import Variant, balance, variants_of
    from boardless.design.results import Known, write_archive, write_best, write_descent
    from boardless.design.search import DesignSettings, Search, compare, founders_of
    from boardless.games.sentences import in_english

__all__ = [
    "CRITERIA",
    "FEATURES",
    "Archive",
    "DesignSettings",
    "Known",
    "Playable",
    "Record",
    "Search",
    "Variant",
    "balance",
    "compare",
    "founders_of",
    "in_english",
    "variants_of",
    "write_archive",
    "write_best",
    "write_descent",
]

__getattr__, __dir__ = on_demand(__name__)
