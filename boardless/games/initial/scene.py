"""The scene before the first move, against which descriptions are evaluated."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.ludemes.kinds import Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.initial.contents import ChanceChoice, InitialContents, Spot
    from boardless.games.initial.inventory import Inventory
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.kinds import SiteType
    from boardless.topo.layouts.fixed_board import FixedBoard
    from boardless.topo.layouts.sites import Sites
    from boardless.topo.layouts.tracks import Track


def first_option(choice: ChanceChoice) -> int:
    """Return the first option of a choice."""
    return 0


@dataclass(frozen=True, eq=False)
class InitialPosition:
    """A board with tracks, inventory and contents so far; the scope of constant evaluation."""

    board: FixedBoard
    inventory: Inventory
    tracks: tuple[Track, ...] = ()
    #: None where rules may not ask for them.
    contents: InitialContents | None = None
    #: Returns the place of an option of a choice, or raises an `UndecidedError`.
    choose: Callable[[ChanceChoice], int] = first_option
    #: ``(site)``, ``(value)`` and ``(player)``.
    site: int | None = None
    value: int | None = None
    player: int | None = None
    #: Regions of the equipment under evaluation.
    open_regions: frozenset[int] = field(default=frozenset())

    def binding(self, **names: object) -> InitialPosition:
        """Return the scene with other names bound."""
        return replace(self, **names)  # type: ignore[arg-type]

    def bound(self, name: str, node: Ludeme) -> int:
        """Return the value of a bound name, or complain that it has no meaning here."""
        number: int | None = getattr(self, name)
        if number is None:
            node.reject("has no meaning here")
        return number

    def kind(self, of_type: SiteType | None) -> str:
        """Return the name of a type of sites, by default of the type that is played on."""
        return self.board.use if of_type is None else str(of_type)

    def sites(self, of_type: SiteType | None = None) -> Sites:
        """Return the sites of a type, by default of the type that is played on."""
        return self.board.sites_of(self.kind(of_type))

    def spot(self, site: int, of_type: SiteType | None = None) -> Spot:
        """Return the spot of a site: sites beyond those of the board are cells of hands."""
        kind = self.kind(of_type)
        return (kind if site < len(self.board.sites_of(kind)) else "Cell", site)

    def number_of(self, role: Role, node: Ludeme) -> int:
        """Return the player whom a role means: 0 for nobody, one more than there are for all."""
        name = str(role)
        if name[1:].isdigit():
            return int(name[1:])
        if role is Role.NEUTRAL:
            return 0
        if role in (Role.SHARED, Role.ALL, Role.EACH):
            return self.inventory.players + 1
        # Player 1 moves first.
        if self.contents is None:
            node.reject(f"{role} is not known before the first move")
        return {Role.MOVER: 1, Role.NEXT: 2 if self.inventory.players > 1 else 1}[role]

    def lying(self, node: Ludeme) -> InitialContents:
        """Return the contents so far, or complain that they are not known."""
        if self.contents is None:
            node.reject("is not known before the first move")
        return self.contents

    def chosen(self, choice: ChanceChoice) -> int:
        """Return the option that chance takes."""
        place = self.choose(choice)
        return choice.options[place]
