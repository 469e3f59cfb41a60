"""The inventory of a game: numbered components, and containers with their sites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.language.kinds import SeenBy

if TYPE_CHECKING:
    from boardless.games.language.ludeme import Ludeme


@dataclass(frozen=True)
class PieceKind:
    """A component: a kind of pieces, tiles, dice or dominoes."""

    #: With its owner's number; `stem` lacks the number.
    name: str
    stem: str
    #: 0 for nobody, and the number of players plus one for all.
    owner: int
    facing: str | None = None
    faces: tuple[int, ...] = ()
    item: Ludeme | None = None
    is_card: bool = False


@dataclass(frozen=True)
class ContainerSites:
    """A container: "Board", "Hand1", ..., "Dice0", "Deck0"; 0 stands for shared ones."""

    name: str
    #: As for components; `dice` are components, too.
    owner: int
    first: int
    size: int
    dice: tuple[int, ...] = ()
    #: The name of a pile of cards, or ""; and the number of each card that begins there.
    pile: str = ""
    counts: tuple[int, ...] = ()
    seen: SeenBy = SeenBy.ALL
    #: The name of a card that never lies there, which all players know.
    without: str | None = None


@dataclass(frozen=True)
class Inventory:
    """The equipment of a game by number."""

    players: int
    #: For the pieces of each player.
    facings: tuple[str | None, ...]
    #: Component n has number n + 1.
    components: tuple[PieceKind, ...]
    #: Board, hands, dice; sites are numbered through all of them.
    containers: tuple[ContainerSites, ...]
    items: tuple[Ludeme, ...]

    @property
    def sites(self) -> int:
        """The number of sites of all containers."""
        last = self.containers[-1]
        return last.first + last.size

    def component(self, name: str) -> int | None:
        """Return the number of the component with a name, or None."""
        for number, component in enumerate(self.components, 1):
            if component.name == name:
                return number
        return None

    def container(self, name: str) -> ContainerSites | None:
        """Return the container with a name, or None."""
        return next((store for store in self.containers if store.name == name), None)

    def hand(self, player: int) -> ContainerSites | None:
        """Return the first hand of a player, or None; dice count as a hand of their owner."""
        held = [store for store in self.containers[1:] if not store.pile]
        return next((store for store in held if store.owner == player), None)

    def pile(self, name: str, owner: int) -> ContainerSites | None:
        """Return the pile of cards of an owner by its name, or None."""
        named = (store for store in self.containers if store.pile == name)
        return next((store for store in named if store.owner == owner), None)

    @property
    def cards(self) -> tuple[int, int]:
        """The component of the first card, and the number of cards."""
        numbers = [n for n, each in enumerate(self.components, 1) if each.is_card]
        return (numbers[0], len(numbers)) if numbers else (0, 0)
