"""Tiles that cover several cells, and boards of which each player has one."""

from dataclasses import KW_ONLY
from typing import ClassVar

from boardless.games.language.facts import EFFECT, GLOBAL, PUTS, TILES, TRIES, needs, numbers
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import OURS, Compass, Integer, Moves
from boardless.games.ludemes.moves import From, Then, To


@ludeme(
    "move",
    "Cover",
    example="(move Cover (from (sites Hand Mover)) (to (sites Playable Orthogonal)))",
)
class Cover(Moves):
    """Cover cells with a tile with parts from a site of a hand, in every way that looks different.

    All cells that it comes to cover are free, and at least one of them is a site of the region; the
    condition holds for each, seen as (to). There, and in the region, (part) is what the tile would
    put on that cell. Cells that are not on the board yet come with it.
    """

    facts = EFFECT | PUTS | TRIES | TILES | needs("large_tiles") | numbers("rotations")
    source: ClassVar[str] = OURS
    from_: From
    to: To
    then: Then | None = None


@ludeme("part", example="(part)", facts=GLOBAL)
class PartInQuestion(Integer):
    """The component that a tile would put on the cell in question."""

    source: ClassVar[str] = OURS


@ludeme("board", example="(board of:(to))", facts=TILES)
class BoardOf(Integer):
    """The number of the board on which a site lies, where there are several; else 1."""

    source: ClassVar[str] = OURS
    _: KW_ONLY
    of: Integer


@ludeme("beyond", example="(beyond N (last To))", facts=TILES)
class Beyond(Integer):
    """How many rows farther up than a site pieces lie on its board; columns to the right for E.

    The same downwards and to the left; 0 where none lies farther.
    """

    source: ClassVar[str] = OURS
    direction: Compass
    site: Integer

    def __post_init__(self) -> None:
        if self.direction not in (Compass.N, Compass.E, Compass.S, Compass.W):
            self.reject("expected N, E, S or W")
