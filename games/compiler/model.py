"""What a game is played with, worked out from its equipment and start rules before compiling."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from games.compiler.geometry import Geometry
from games.language.ludeme import Ludeme
from games.ludemes import equipment as items
from games.ludemes import graphs, integers, kinds, regions
from games.ludemes.game import Game
from games.ludemes.kinds import Role, SiteType
from games.ludemes.start import Place
from state import Component
from topo import HEXAGONAL, SQUARE, TRIANGULAR, Board, Key, Tiling, shape_keys
from topo.hull import hull_corners

#: The largest fixed board that is compiled.
MAX_CELLS = 100_000

TILINGS: dict[str, Tiling] = {"Hexagonal": HEXAGONAL, "Square": SQUARE, "Triangular": TRIANGULAR}


@dataclass(frozen=True)
class Model:
    """A game's equipment as numbers.

    Attributes
    ----------
    game : Game
        The description.
    tiling : Tiling
        What the cells are cells of.
    growing : bool
        Whether the board grows.
    on_vertices : bool
        Whether the cells stand for the vertices of a board of squares.
    cells : tuple of Key
        The cells of a fixed board, row by row; empty for a growing one.
    components : tuple of Component
        Component n has number n + 1.
    hands : tuple of (player, size)
        The hands in order; their sites are numbered from 0 through all of them.
    """

    game: Game
    tiling: Tiling
    growing: bool
    on_vertices: bool
    cells: tuple[Key, ...]
    components: tuple[Component, ...]
    hands: tuple[tuple[int, int], ...]
    regions: tuple[items.Regions, ...] = field(default=())

    @classmethod
    def of(cls, game: Game) -> "Model":
        """Work out a game's equipment.

        Raises
        ------
        LudemeError
            If there is not one board, or something is not supported.
        """
        boards = [
            i for i in game.equipment.items if isinstance(i, items.BoardItem | items.Boardless)
        ]
        if len(boards) != 1:
            game.equipment.reject(f"expected one board, here are {len(boards)}")
        players = game.players.count
        components: list[Component] = []
        hands: list[tuple[int, int]] = []
        for item in game.equipment.items:
            if isinstance(item, items.Piece | items.Tile):
                components += _components(item, players)
            elif isinstance(item, items.Hand):
                owners = range(1, players + 1) if item.role is Role.EACH else [player_of(item.role)]
                hands += [(owner, item.size) for owner in owners]
        board = boards[0]
        if isinstance(board, items.Boardless):
            tiling = TILINGS[str(board.tiling)]
            cells: tuple[Key, ...] = ()
        else:
            tiling, cells = _cells(board)
        on_vertices = isinstance(board, items.BoardItem) and board.use is SiteType.VERTEX
        if len(components) > 100:
            game.equipment.reject("expected at most 100 components")
        return cls(
            game, tiling, isinstance(board, items.Boardless), on_vertices, cells,
            tuple(components), tuple(hands),
            tuple(i for i in game.equipment.items if isinstance(i, items.Regions)),
        )  # fmt: skip

    @property
    def players(self) -> int:
        """Number of players."""
        return self.game.players.count

    @cached_property
    def board(self) -> Board:
        """The fixed board."""
        return Board(self.tiling, self.cells)

    def hand_sites(self, player: int) -> list[int]:
        """Return the numbers of the sites of a player's hands."""
        sites: list[int] = []
        first = 0
        for owner, size in self.hands:
            if owner == player:
                sites += range(first, first + size)
            first += size
        return sites

    @property
    def hand_size(self) -> int:
        """Number of sites of all hands."""
        return sum(size for _, size in self.hands)

    def component(self, name: str, ludeme: Ludeme, owner: int | None = None) -> int:
        """Return the number of a component by its name, with or without its owner's number."""
        for number, component in enumerate(self.components, 1):
            if component.name == name or (owner and component.name == f"{name}{owner}"):
                return number
        names = ", ".join(component.name for component in self.components)
        return ludeme.reject(f"no component is called {name!r}: choose one of {names}")

    def first_component(self, player: int, ludeme: Ludeme) -> int:
        """Return the first component of a player."""
        for number, component in enumerate(self.components, 1):
            if component.owner == player:
                return number
        return ludeme.reject(f"player {player} owns no component")

    # -- the start --------------------------------------------------------------------------

    @property
    def placements(self) -> list[Place]:
        """The start rules."""
        start = self.game.rules.start
        return [rule for rule in start.rules if isinstance(rule, Place)] if start else []

    def placed(
        self, board: Board, centre: int
    ) -> tuple[list[tuple[int, int]], dict[int, tuple[int, int]]]:
        """Return what stands on a start board and in the hands before the first move.

        Parameters
        ----------
        board : Board
            The start board; its sites are row by row.
        centre : int
            Its centre site.

        Returns
        -------
        list of (component, site), dict of hand site to (component, count)
        """
        pieces: list[tuple[int, int]] = []
        held: dict[int, tuple[int, int]] = {}
        for place in self.placements:
            component = self.component(place.component, place)
            where = place.where
            if isinstance(where, kinds.Single):
                where = where.site
            if isinstance(where, integers.HandSite):
                hand = self.hand_site(where)
                if hand in held:
                    place.reject("this site of the hand is taken already")
                held[hand] = (component, place.count)
                continue
            if place.count > 1:
                place.reject("expected one piece on a site of the board")
            sites = self._sites(where, board, centre)
            for site in sites:
                if site in [taken for _, taken in pieces]:
                    place.reject(f"site {site} is taken already")
                pieces.append((component, site))
        return pieces, held

    @cached_property
    def filled(self) -> frozenset[int]:
        """The sites of hands that hold something at the start."""
        places = (place.where for place in self.placements)
        sites = (where.site if isinstance(where, kinds.Single) else where for where in places)
        return frozenset(
            self.hand_site(site) for site in sites if isinstance(site, integers.HandSite)
        )

    def hand_site(self, where: integers.HandSite) -> int:
        """Return the number of a hand's site."""
        sites = self.hand_sites(player_of(where.role))
        number = 0
        if where.index is not None:
            if not isinstance(where.index, kinds.Constant):
                where.reject("expected the index as a number")
            number = where.index.value
        if not 0 <= number < len(sites):
            where.reject(f"the hand of {where.role} has {len(sites)} sites")
        return sites[number]

    def _sites(self, where: object, board: Board, centre: int) -> list[int]:
        """Return the sites that a start rule names."""
        if isinstance(where, kinds.Region):
            if isinstance(where, kinds.Single):
                return self._sites(where.site, board, centre)
            if isinstance(where, regions.SitesListed):
                return [site for s in where.sites for site in self._sites(s, board, centre)]
            if isinstance(where, regions.SitesBoard | regions.SitesEmpty):
                return list(board)
            if isinstance(where, regions.SitesOuter | regions.SitesSide) and not self.growing:
                return static_sites(self, where)
            return where.reject("not supported as a place for the start")
        return [self._site(where, board, centre)]

    def _site(self, where: object, board: Board, centre: int) -> int:
        if isinstance(where, kinds.Constant):
            if where.value not in board:
                where.reject(f"the board has sites 0 to {len(board) - 1}")
            return where.value
        if isinstance(where, integers.CentrePoint):
            return centre
        if isinstance(where, integers.Ahead):
            site = self._site(where.site, board, centre)
            steps = 1
            if where.steps is not None:
                if not isinstance(where.steps, kinds.Constant):
                    where.reject("expected the steps as a number at the start")
                steps = where.steps.value
            slot = slot_of(Geometry.of(self.tiling, diagonal=True), where)
            for _ in range(steps):
                site = int(board.step[site, slot])
                if site < 0:
                    where.reject("leads off the board")
            return site
        if isinstance(where, Ludeme):
            where.reject("not supported as a place for the start")
        raise TypeError(where)


def slot_of(geometry: Geometry, ahead: integers.Ahead) -> int:
    """Return the slot in which a step ahead leads."""
    if ahead.direction is None:
        ahead.reject("expected a direction, such as E")
    label = str(ahead.direction)
    slot = geometry.slot(label)
    if slot is None:
        labels = [geometry.tiling.slots.labels[0][s] for s in geometry.used]
        ahead.reject(f"no step leads {label} on this board: choose one of {', '.join(labels)}")
    return slot


def player_of(role: Role) -> int:
    """Return the number of a role that is a certain player, 0 for what nobody or all own."""
    name = str(role)
    return int(name[1:]) if name[1:].isdigit() else 0


def _components(item: items.Piece | items.Tile, players: int) -> list[Component]:
    if item.role is Role.EACH:
        return [Component(f"{item.name}{player}", player) for player in range(1, players + 1)]
    owner = player_of(item.role)
    if owner > players:
        item.reject(f"there are {players} players")
    return [Component(f"{item.name}{owner}" if owner else item.name, owner)]


def _cells(board: items.BoardItem) -> tuple[Tiling, tuple[Key, ...]]:
    """Return the tiling and the cells of a fixed board."""
    graph = board.graph
    while isinstance(graph, graphs.RotatedGraph):
        graph = graph.graph
    if board.use is SiteType.EDGE:
        board.reject("play on edges is not supported")
    vertices = board.use is SiteType.VERTEX
    if _area(graph) > MAX_CELLS:
        graph.reject(f"expected a board of at most {MAX_CELLS:,} cells")
    if isinstance(graph, graphs.SquareGraph):
        return SQUARE, _rectangle(graph.side, graph.side)
    if isinstance(graph, graphs.RectangleGraph):
        return SQUARE, _rectangle(graph.rows, graph.columns)
    if vertices:
        board.reject("play on vertices is supported on squares and rectangles only")
    if isinstance(graph, graphs.HexGraph):
        return HEXAGONAL, _keys(shape_keys(HEXAGONAL, graph.side))
    if isinstance(graph, graphs.TriangleGraph):
        return TRIANGULAR, _keys(shape_keys(TRIANGULAR, graph.side))
    if isinstance(graph, graphs.DiamondGraph):
        side = range(graph.side)
        keys = np.array([(-b, a + b, 0) for a in side for b in side])
        order = np.lexsort((HEXAGONAL.face_grid(keys)[:, 0], HEXAGONAL.face_grid(keys)[:, 1]))
        return HEXAGONAL, _keys(keys[order])
    return board.reject("this shape of board is not supported")


def _area(graph: graphs.Graph) -> int:
    """Return how many cells a board has at most."""
    if isinstance(graph, graphs.RectangleGraph):
        return graph.rows * graph.columns
    side = getattr(graph, "side", 0)
    return int(3 * side * side if isinstance(graph, graphs.HexGraph) else side * side)


def _rectangle(rows: int, columns: int) -> tuple[Key, ...]:
    return tuple((i, j, 0) for j in range(rows) for i in range(columns))


def _keys(keys: np.ndarray) -> tuple[Key, ...]:
    return tuple((i, j, k) for i, j, k in keys.tolist())


def static_sites(model: Model, region: regions.SitesOuter | regions.SitesSide) -> list[int]:
    """Return the sites of a region of a fixed board that never changes."""
    board = model.board
    if isinstance(region, regions.SitesOuter):
        found: list[int] = board.perimeter.tolist()
        return found
    return side_sites(board, str(region.side))


def side_sites(board: Board, label: str) -> list[int]:
    """Return the cells on the side of a board that faces a compass direction best."""
    from topo.compass import COMPASS

    wanted = COMPASS.index(label) * np.pi / 8
    way = np.array([np.sin(wanted), np.cos(wanted)])
    grid = board.tiling.face_grid(board.keys)
    corners = hull_corners(board.tiling.face_points(board.keys), board.tiling.root)
    positions = board.positions
    middle = positions[corners].mean(axis=0)
    around = corners[np.argsort(np.arctan2(*(positions[corners] - middle).T[::-1]))]
    best: tuple[float, list[int]] = (-2.0, [])
    for a, b in zip(around, np.roll(around, -1), strict=True):
        (ax, ay), (bx, by) = grid[a].tolist(), grid[b].tolist()
        along = positions[b] - positions[a]
        length = float(np.hypot(*along)) or 1.0
        facing = float(np.array([along[1], -along[0]]) @ way) / length
        on_line = (bx - ax) * (grid[:, 1] - ay) == (by - ay) * (grid[:, 0] - ax)
        if facing > best[0] + 1e-9:
            best = (facing, np.flatnonzero(on_line).tolist())
    return best[1]
