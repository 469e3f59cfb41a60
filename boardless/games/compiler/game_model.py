"""The model of a game under compilation: its board, the needs of its rules, and its start."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from boardless.games.building.model import Model
from boardless.games.building.scope import player_of
from boardless.games.compiler.game_properties import (
    goes_through_pieces,
    has_effects,
    is_laid_out,
    joins_pieces,
    leaves_ghosts,
    places_several,
    played_on,
    types_of_sites,
    uncounts_moves,
)
from boardless.games.initial.contents import ChanceChoice, StartContents
from boardless.games.initial.position import (
    facings_of_players,
    held_at_start,
    scene_of_game,
    scene_of_hands,
    start_contents,
    unseen_by,
)
from boardless.games.initial.scene import InitialPosition, first_option
from boardless.games.language.kinds import Region, Role, SiteType
from boardless.games.language.ludeme import Ludeme, inside
from boardless.games.ludemes.board_regions import SitesBoard
from boardless.games.ludemes.decks import AnyPile, Deck
from boardless.games.ludemes.equipment import MAX_CELLS, AnyBoard, BoardItem, Boardless
from boardless.games.ludemes.game import GameTree, ModeType
from boardless.games.ludemes.graphs import (
    DiamondGraph,
    HexGraph,
    RectangleGraph,
    RotatedGraph,
    SquareGraph,
    TriangleGraph,
)
from boardless.games.ludemes.hands import Hand, HandSite, SitesHand
from boardless.games.ludemes.large_pieces import Dominoes
from boardless.games.ludemes.literals import Constant, Single
from boardless.games.ludemes.moves import From, To
from boardless.games.ludemes.occupancy import SitesEmpty
from boardless.games.ludemes.owned_regions import Regions
from boardless.games.ludemes.path_tiles import PlaceEach
from boardless.games.ludemes.pieces import Piece
from boardless.games.ludemes.puzzle_values import AnyComponent
from boardless.games.ludemes.region_algebra import SitesListed
from boardless.games.ludemes.sites import Ahead, CentrePoint, slot_of
from boardless.games.ludemes.sizes import real, side
from boardless.games.ludemes.start import ListedSpots, Place
from boardless.state.engine.geometry import Geometry, LayoutGeometry
from boardless.state.equipment import Component
from boardless.topo.boards.numbering import shape_keys
from boardless.topo.tilings.named import HEXAGONAL, SQUARE, TRIANGULAR

if TYPE_CHECKING:
    import numpy as np

    from boardless.games.language.kinds import Graph
    from boardless.topo.boards.board import Board
    from boardless.topo.tilings.incidence import Key
    from boardless.topo.tilings.tiling import Tiling


def plain(graph: Graph) -> tuple[Graph, float]:
    """Return a board's graph without its rotations, and their sum in degrees anticlockwise."""
    turn = 0.0
    while isinstance(graph, RotatedGraph):
        turn += real(graph.degrees)
        graph = graph.graph
    # A diamond of hexagons stands on an obtuse corner, its hexagons on edges, as in Ludii.
    return graph, turn + 30.0 * isinstance(graph, DiamondGraph)


def cells_of(board: BoardItem) -> tuple[Tiling, tuple[Key, ...]]:
    """Return the tiling and the cells of a fixed board; the order of Ludii survives rotations."""
    graph, _ = plain(board.graph)
    if board.use is SiteType.EDGE:
        board.reject("play on edges is not supported")
    vertices = board.use is SiteType.VERTEX
    if _area(graph) > MAX_CELLS:
        graph.reject(f"expected a board of at most {MAX_CELLS:,} cells")
    if getattr(graph, "diagonals", None) or getattr(graph, "pyramidal", False):
        board.reject("this shape of board is not supported")
    if isinstance(graph, SquareGraph | RectangleGraph):
        rows, columns = _sides(graph)
        return SQUARE, tuple((i, j, 0) for j in range(rows) for i in range(columns))
    if vertices:
        board.reject("play on vertices is supported on squares and rectangles only")
    if isinstance(graph, HexGraph) and graph.other is None:
        return HEXAGONAL, _keys(shape_keys(HEXAGONAL, side(graph.side)))
    if isinstance(graph, TriangleGraph):
        return TRIANGULAR, _keys(shape_keys(TRIANGULAR, side(graph.side)))
    if isinstance(graph, DiamondGraph):
        along = range(side(graph.side))
        steps = sorted(((a + b, a - b), (a - b, b, 0)) for a in along for b in along)
        return HEXAGONAL, tuple(key for _, key in steps)
    return board.reject("this shape of board is not supported")


def is_of_cells(board: object) -> bool:
    """Return True if a board is one of the tilings' boards; others are laid out."""
    if not isinstance(board, BoardItem):
        return False
    graph, _ = plain(board.graph)
    if getattr(graph, "diagonals", None) or getattr(graph, "pyramidal", False):
        return False
    if isinstance(graph, SquareGraph | RectangleGraph):
        return board.use is not SiteType.EDGE
    hexagonal = isinstance(graph, HexGraph) and graph.other is None
    shaped = isinstance(graph, TriangleGraph | DiamondGraph)
    return board.use is SiteType.CELL and (hexagonal or shaped)


def _area(graph: Graph) -> int:
    """Return an upper bound of the number of cells of a board."""
    rows, columns = _sides(graph)
    return 3 * rows * columns if isinstance(graph, HexGraph) else rows * columns


def _sides(graph: Graph) -> tuple[int, int]:
    """Return the rows and columns of a board, or twice the number along its sides."""
    if isinstance(graph, RectangleGraph):
        rows = side(graph.rows)
        return rows, rows if graph.columns is None else side(graph.columns)
    along = side(getattr(graph, "side", 0))
    return along, along


def _keys(keys: np.ndarray) -> tuple[Key, ...]:
    return tuple((i, j, k) for i, j, k in keys.tolist())


class GameModel(Model):
    """A game's equipment and start rules as numbers."""

    @cached_property
    def effects(self) -> bool:
        """Return True if moves have consequences, as always on laid-out boards."""
        return self.layout is not None or has_effects(self.game)

    @cached_property
    def leaves_ghosts(self) -> bool:
        """Return True if Ludii's lists of pieces may differ visibly from the pieces."""
        if self.growing or not self.effects or not leaves_ghosts(self.game):
            return False
        # Games without piles that name sites of several types have another kind of lists. A piece
        # that leaves a site is removed as often as the site is listed (`FullOwned.remove`).
        types = {str(node) for node in inside(self.game) if isinstance(node, SiteType)}
        return self.stacking or types <= {self.layout_use}

    @cached_property
    def uncounts_moves(self) -> bool:
        """Return True if a prior of a tried move counts as a move."""
        return uncounts_moves(self.game)

    @cached_property
    def counts_pieces(self) -> bool:
        """Return True if sites of the board may hold several pieces that do not form a stack.

        Ludii counts in every game with a hand, and dice count as hands (`Game.requiresCount`).
        """
        if "counts" in self.site_numbers or places_several(self.game):
            return True
        counts = self.scene is not None and not self.stacking and bool(self.hands)
        return counts and joins_pieces(self.game)

    @cached_property
    def goes_through_pieces(self) -> bool:
        """Return True if consequences iterate over pieces one by one."""
        return goes_through_pieces(self.game)

    @classmethod
    def of(cls, game: GameTree) -> GameModel:
        """Return the model of a game; reject unsupported ludemes."""
        boards = [i for i in game.equipment.items if isinstance(i, AnyBoard)]
        if len(boards) != 1:
            game.equipment.reject(f"expected one board, here are {len(boards)}")
        for mode in (game.mode, *(phase.mode for phase in game.rules.phases)):
            if mode is not None and mode is not game.mode and mode.type != ModeType.ALTERNATING:
                mode.reject("expected the order of turns of the whole game")
        players = game.players.seats
        components: list[Component] = []
        hands: list[tuple[int, int]] = []
        for item in game.equipment.items:
            if isinstance(item, AnyComponent):
                components += _components(item, players)
            elif isinstance(item, Hand):
                owners = range(1, players + 1) if item.role is Role.EACH else [player_of(item.role)]
                hands += [(owner, item.size) for owner in owners]
        board = boards[0]
        turn, on_vertices = 0.0, False
        tiling: Tiling | None = None
        cells: tuple[Key, ...] = ()
        if isinstance(board, Boardless):
            types = {part for part in inside(game) if isinstance(part, SiteType)}
            if types - {SiteType.CELL}:
                board.reject(f"a growing board has cells alone: {', '.join(map(str, types))}")
            if any(isinstance(item, AnyPile) for item in game.equipment.items):
                board.reject("expected a board of fixed size, where there are cards")
            tiling = board.plane
            if board.boards > 1 and tiling.name != "square":
                board.reject("several boards need the tiling Square")
        elif is_laid_out(game) or not is_of_cells(board):
            return cls.laid_out(game)
        else:
            assert isinstance(board, BoardItem)
            tiling, cells = cells_of(board)
            _, turn = plain(board.graph)
            on_vertices = board.use is SiteType.VERTEX
        if len(components) > 100:
            game.equipment.reject("expected at most 100 components")
        return cls(
            game, tiling, None, isinstance(board, Boardless), on_vertices, cells,
            tuple(components), tuple(hands),
            tuple(i for i in game.equipment.items if isinstance(i, Regions)), turn,
        )  # fmt: skip

    @classmethod
    def laid_out(cls, game: GameTree) -> GameModel:
        """Return the model of a game on a fixed board laid out site by site."""
        scene = played_on(scene_of_game(game), game)
        board, held = scene.board, scene.inventory.containers[1:]
        layout = LayoutGeometry(board, types_of_sites(game, scene))
        if not 0 < layout.kinds <= MAX_CELLS:
            game.equipment.reject(f"expected a board of 1 to {MAX_CELLS:,} sites to play on")
        _check_places(game, scene)
        return cls(
            game, None, layout, False, False,
            tuple((0, 0, site) for site in range(layout.kinds)),
            tuple(Component(each.name, each.owner) for each in scene.inventory.components),
            tuple((store.owner, store.size) for store in held),
            tuple(i for i in game.equipment.items if isinstance(i, Regions)), 0.0, scene,
        )  # fmt: skip

    @cached_property
    def items(self) -> list[object]:
        """The item of the equipment for each component."""
        if self.scene is not None:
            return [each.item for each in self.scene.inventory.components]
        return [
            item
            for item in self.game.equipment.items
            if isinstance(item, AnyComponent)
            for _ in _components(item, self.players)
        ]

    @cached_property
    def facings(self) -> tuple[str, ...]:
        """The facing of each component: its own, else its owner's, else north."""
        if self.scene is None:
            players = (None, *facings_of_players(self.game.players), None)
            return tuple(
                players[each.owner] or str(getattr(item, "facing", None) or "N")
                for each, item in zip(self.components, self.items, strict=True)
            )
        return tuple(each.facing or "N" for each in self.scene.inventory.components)

    @cached_property
    def boards(self) -> tuple[Key, ...]:
        """The first cells of the plane's boards after the first, relative to the anchor."""
        plane = next(i for i in self.game.equipment.items if isinstance(i, AnyBoard))
        apart = getattr(plane, "apart", None) or 0
        return tuple(
            (number % 2 * apart, -(number // 2) * apart, 0)
            for number in range(1, getattr(plane, "boards", 1))
        )

    @cached_property
    def secrets(self) -> tuple[int, ...]:
        """The bit masks of players who do not see each hand site, then its contents; or ()."""
        stores = () if self.scene is None else self.scene.inventory.containers[1:]
        masks = [sum(1 << seat - 1 for seat in unseen_by(store, self.players)) for store in stores]
        if not any(masks):
            return ()
        rows = [
            [
                mask * (bool(store.pile) == whole)
                for mask, store in zip(masks, stores, strict=True)
                for _ in range(store.size)
            ]
            for whole in (True, False)
        ]
        return (0, *rows[0], 0, *rows[1])

    @cached_property
    def backs(self) -> tuple[tuple[int, bool], ...]:
        """The first group of each card, and whether the deck gives each player a group."""
        decks = () if self.scene is None else self.scene.inventory.items
        backs: list[tuple[int, bool]] = []
        first = 0
        for deck in (item for item in decks if isinstance(item, Deck)):
            is_each = deck.role is Role.EACH
            backs += [(first, is_each)] * len(deck.cards)
            first += self.players + 2 if is_each else 1
        return tuple(backs)

    @cached_property
    def placing(self) -> InitialPosition:
        """The scene of the start rules: the board's, or only the hands' if the board grows."""
        scene_of = scene_of_hands if self.growing else scene_of_game
        return self.scene or scene_of(self.game)

    @cached_property
    def start(self) -> StartContents:
        """Contents before the first move, with the first option of each chance."""
        return self.start_chosen(first_option)

    def start_chosen(self, choose: Callable[[ChanceChoice], int]) -> StartContents:
        """Return the contents before the first move by the choices of `choose`."""
        start = self.game.rules.start
        if self.scene is None and start is None:
            return StartContents((), {}, ())
        scene = self.placing.binding(choose=choose)
        if self.growing:
            return held_at_start(self.game, scene, self.stacking)
        return start_contents(scene, start, self.stacking)

    @property
    def placements(self) -> list[Place]:
        """The start rules, one for each component that they place."""
        start, places = self.game.rules.start, list[Place]()
        for rule in start.rules if start else ():
            if isinstance(rule, PlaceEach):
                for n, number in enumerate(self.named(rule.component, rule)):
                    site = HandSite(rule.role, Constant(n))
                    places.append(Place(self.components[number - 1].name, where=site))
            elif isinstance(rule, Place) and rule.container is None:
                places.append(rule)
        return places

    def placed(
        self, board: Board, centre: int
    ) -> tuple[list[tuple[int, int]], dict[int, tuple[int, int]]]:
        """Return (component, site) on a growing start board, and (component, count) by hand site.

        Sites of the board are row by row; `centre` is one of them.
        """
        pieces: list[tuple[int, int]] = []
        held: dict[int, tuple[int, int]] = {}
        for place in self.placements:
            component = self.component(place.component, place)
            where = place.where
            numbers = (place.counts, place.state, place.value, place.rotation)
            if where is None or any(number is not None for number in (*numbers, place.coord)):
                place.reject("expected a site where the board grows, without coord: and numbers")
            if isinstance(where, Single):
                where = where.site
            if isinstance(where, HandSite):
                hand = where.number_in(self)
                if hand in held:
                    place.reject("this site of the hand is taken already")
                held[hand] = (component, place.count)
                continue
            if place.count > 1:
                place.reject("expected one piece on a site of the board")
            sites = self._sites(where, board, centre)
            for site in sites:
                if not self.stacking and site in [taken for _, taken in pieces]:
                    place.reject(f"site {site} is taken already")
                pieces.append((component, site))
        return pieces, held

    @cached_property
    def last_held(self) -> int:
        """The hand site of the last start piece, or -1 if it is on the board."""
        where = self.placements[-1].where if self.placements else None
        site = where.site if isinstance(where, Single) else where
        return site.number_in(self) if isinstance(site, HandSite) else -1

    @cached_property
    def filled(self) -> set[int]:
        """The sites of hands that are not empty at the start."""
        places = (place.where for place in self.placements)
        sites = (where.site if isinstance(where, Single) else where for where in places)
        held = {site.number_in(self) for site in sites if isinstance(site, HandSite)}
        return held | {site - 1 for site in self.start_pieces if site <= self.hand_size}

    def _sites(self, where: object, board: Board, centre: int) -> list[int]:
        """Return the sites that a start rule names."""
        if isinstance(where, Region):
            if isinstance(where, Single):
                return self._sites(where.site, board, centre)
            if isinstance(where, SitesListed):
                return [site for s in where.sites for site in self._sites(s, board, centre)]
            if isinstance(where, SitesBoard | SitesEmpty):
                return list(board)
            return where.reject("not supported as a place for the start")
        if isinstance(where, ListedSpots):
            return [site for spot in where.spots for site in self._sites(spot, board, centre)]
        return [self._site(where, board, centre)]

    def _site(self, where: object, board: Board, centre: int) -> int:
        if isinstance(where, Constant):
            if where.value not in board:
                where.reject(f"the board has sites 0 to {len(board) - 1}")
            return where.value
        if isinstance(where, CentrePoint):
            return centre
        if isinstance(where, Ahead):
            site = self._site(where.site, board, centre)
            steps = 1
            if where.steps is not None:
                if not isinstance(where.steps, Constant):
                    where.reject("expected the steps as a number at the start")
                steps = where.steps.value
            assert self.tiling is not None
            geometry = Geometry.of(self.tiling, diagonal=True, turn=self.turn)
            slot = slot_of(geometry, where, board.key(site)[2])
            for _ in range(steps):
                kind = board.key(site)[2]
                site = int(board.step[site, slot]) if slot >= 0 else -1
                if site < 0:
                    where.reject("leads off the board")
                slot = int(geometry.turns[kind, slot])
            return site
        if isinstance(where, Ludeme):
            where.reject("not supported as a place for the start")
        raise TypeError(where)


def _check_places(game: GameTree, scene: InitialPosition) -> None:
    """Raise for numbers of missing sites in regions, and for moves from or to missing hands."""
    nodes = tuple(inside(game))
    types = {str(node) for node in nodes if isinstance(node, SiteType)}
    count = max([scene.inventory.sites, *(len(scene.board.sites_of(kind)) for kind in types)])
    for node in nodes:
        listed: tuple[object, ...] = ()
        match node:
            case (
                From(region=SitesHand(role=role) as hand) | To(region=SitesHand(role=role) as hand)
            ):
                if isinstance(role, Role) and len(scene.inventory.containers) == 1:
                    hand.reject(f"{role} has no hand: add (hand Each) to the equipment")
            case Single(site=site):
                listed = (site,)
            case SitesListed(sites=sites):
                listed = sites
        for named in listed:
            if isinstance(named, Constant) and not 0 <= named.value < count:
                named.reject(f"the board has sites 0 to {count - 1}")


def _components(item: AnyComponent, players: int) -> list[Component]:
    if isinstance(item, Dominoes):
        return [Component(f"Domino{a}{b}", 0) for a, b in item.pairs]
    if isinstance(item, Piece) and item.role in (Role.SHARED, Role.ALL):
        return [Component(item.name, players + 1)]
    if item.role is Role.EACH:
        return [Component(f"{item.name}{player}", player) for player in range(1, players + 1)]
    owner = player_of(item.role)
    if owner > players:
        item.reject(f"there are {players} players")
    return [Component(f"{item.name}{owner}" if owner else item.name, owner)]
