"""Who has what where: the places of every component, by owner."""

from dataclasses import dataclass

from boardless.state.contents import Contents
from boardless.state.move import Location
from boardless.topo import InputError


@dataclass(frozen=True, eq=False)
class Owned:
    """A live view of the places that components hold, on the board and in the hands.

    They are kept as container and local site, which growth of the board does not change in the
    hands. Global indices number the sites of all containers on end, the board's first, so those of
    the hands depend on the present number of cells.
    """

    _contents: Contents

    def components(self, owner: int) -> list[int]:
        """Return the components that belong to a player, or to the board (0).

        Raises
        ------
        InputError
            If there is no such player.
        """
        if owner not in range(self._contents.setup.players + 1):
            raise InputError(f"owner {owner!r}: choose 0 to {self._contents.setup.players}")
        listed = enumerate(self._contents.setup.components, start=1)
        return [number for number, component in listed if component.owner == owner]

    def places(self, component: int) -> list[Location]:
        """Return where a component lies, by container and site.

        Raises
        ------
        InputError
            If there is no such component.
        """
        return [Location(*place) for *place, _ in self._known(component)]

    def levels(self, component: int) -> list[tuple[Location, int]]:
        """Return where a component lies, and on which level there, from 0 at the bottom.

        Raises
        ------
        InputError
            If there is no such component.
        """
        return [(Location(*place), level) for *place, level in self._known(component)]

    def _known(self, component: int) -> list[tuple[int, int, int]]:
        """Return container, site and level of each place of a component."""
        count = len(self._contents.setup.components)
        if component not in range(1, count + 1):
            raise InputError(f"unknown component {component!r}: choose 1 to {count}")
        return self._contents.places(component)

    def indices(self, owner: int) -> list[set[int]]:
        """Return the global indices that each component of an owner holds (Table 4.4)."""
        return [
            {self.index(*place) for *place, _ in self._contents.places(component)}
            for component in self.components(owner)
        ]

    def index(self, container: int, site: int) -> int:
        """Return the global index of a site: the hands follow the board, in order.

        Raises
        ------
        InputError
            If there is no such site.
        """
        containers = 1 + len(self._contents.setup.hands)
        if container not in range(containers):
            raise InputError(f"container {container!r}: choose 0 to {containers - 1}")
        if site not in range(self._contents.size(container)):
            sites = self._contents.size(container)
            raise InputError(f"site {site!r} of container {container}: choose 0 to {sites - 1}")
        return site + sum(self._contents.size(before) for before in range(container))
