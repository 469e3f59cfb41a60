"""What a board is played along and filled with: tracks, and the values of puzzles."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import STATIC
from boardless.games.language.ludeme import Limits, Ludeme, Word, bare, ludeme
from boardless.games.ludemes.kinds import Range, Role, SiteType
from boardless.games.ludemes.sizes import AnySize


class OffBoard(Word):
    """Where a track ends beyond the board."""

    END = "End"


class Way(Ludeme):
    """Sites in the order in which a track leads over them."""

    kind: ClassVar[str] = "a list {...} of sites"
    facts = STATIC


@bare
class WayOfSites(Way):
    """Sites by their numbers; End is beyond the board."""

    sites: Annotated[tuple[AnySize | OffBoard, ...], Limits(1)]


@ludeme("track", example='(track "Round" "0,E,N,W" P1 directed:True)', facts=STATIC)
class Track(Ludeme):
    """A way over the sites of a board: their numbers, or a text of numbers and directions.

    ``"0,E,N1,W"`` begins on site 0 and goes east to the border, one step north, and back west. A
    track may belong to a player, lead back to its first site, and be followed in one direction
    only.
    """

    source: ClassVar[str] = "Ludii, game.equipment.container.board"

    name: str
    path: Annotated[str, Limits(1, 2000)] | Way
    owner: Role | AnySize | None = None
    _: KW_ONLY
    loop: bool = False
    directed: bool = False


@ludeme("values", example="(values Cell (range 1 9))", facts=STATIC)
class Values(Ludeme):
    """The values that the sites of a puzzle may take."""

    source: ClassVar[str] = "Ludii, game.equipment.container.board"

    type: SiteType
    values: Range
