"""Views of games: their numbers, names and shapes for players and learners.

Rows of moves, planes, graphs and numbers are written by `state.engine.stepping` and
`state.engine.seeing`, always in the view of the mover.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from boardless.games import Game
from boardless.games.game import GameChoice, as_game, default_technique
from boardless.jit.arrays import Ints
from boardless.state.engine.geometry import LayoutGeometry
from boardless.state.engine.seeing import BOARD_PLANE
from boardless.state.engine.stepping import ViewTables
from boardless.topo import InputError, integer_between
from boardless.topo.tilings.incidence import ADJACENT, COMPASS, DIAGONAL, OFF, ORTHOGONAL

if TYPE_CHECKING:
    from boardless.state.engine.geometry import Geometry

#: How far a window reaches from the anchor of a board that grows, in lattice vectors.
REACH, MAX_REACH = 10, 200
#: If the sites of a laid-out board fill less than this share of a rectangle, it becomes one row.
FILLED = 0.2
#: Parts of `View.of_state` and of environments that may be asked for.
PARTS_SEEN = ("counts", "rows", "mask", "planes", "graph", "numbers")
#: The largest number of fixed actions of a game.
MAX_ACTIONS = 250_000
#: Legal moves between the same two sites are told apart up to this number.
WAYS = 8
#: Numbers that an owner of a piece may have.
OWNERS = 256


@dataclass(frozen=True)
class View:
    """The view of the mover on a game, as arrays.

    A component has a number in the view of each player: first the player's own components, then the
    next player's, then nobody's. So a policy that was learnt in one seat can play in another.

    Parameters
    ----------
    game : Game, str or path
        The game.
    reach : int, default 10
        How far planes reach from the anchor of a board that grows, in lattice vectors.

    Examples
    --------
    >>> from boardless.games import load
    >>> view = View(load("Tic-Tac-Toe", jit=False))
    >>> view.plane_names
    ('mine 1', 'theirs 1', 'board', 'last', 'target')
    >>> view.plane_shape, view.row_names, view.actions
    ((5, 3, 3), ('sort', 'from', 'to', 'piece'), 12)
    """

    game: Game
    reach: int = REACH

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", as_game(self.game))
        object.__setattr__(self, "reach", integer_between(self.reach, "reach", 1, MAX_REACH))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the game without cached facts about it."""
        return View.of, (self.game, self.reach)

    def __deepcopy__(self, memo: dict[int, object]) -> "View":
        return self

    @classmethod
    def of(cls, game: GameChoice, reach: int = REACH) -> "View":
        """Return the view of a game, the same object at every call."""
        game = as_game(game)
        view: View = game.once(("view", reach), lambda: cls(game, reach))
        return view

    # -- names and shapes -------------------------------------------------------------------

    @property
    def row_names(self) -> tuple[str, ...]:
        """The columns of a row of a move.

        ``sort`` distinguishes rules (-1 is a pass, -2 an exchange of sides), ``from`` and ``to``
        are sites of the arrays, counted from 1 with hands first (0 without a site), ``piece`` is
        the number in the mover's view of the component that is put or stands on ``from``, 0 without
        one; the rest distinguishes moves that agree in these.
        """
        numbers = (f"number {n}" for n in range(1, 1 + self.bound))
        return ("sort", "from", "to", "piece", *numbers)

    @property
    def bound(self) -> int:
        """The further numbers of a row, after its piece."""
        return int(self._constants["BOUND"])

    @property
    def _constants(self) -> "Mapping[str, int]":
        return self.game.constants

    @property
    def hides(self) -> bool:
        """Whether the game may hide something from a player."""
        return bool(self._constants["HIDDEN"] >= 0 or self._constants["AT_ONCE"] >= 0)

    @cached_property
    def plane_names(self) -> tuple[str, ...]:
        """The channels of planes.

        A channel for each piece by its number (1 where one stands), ``board``, ``last`` (the target
        of the last move), ``target`` (of a legal move), and as far as the game has them ``height``,
        ``count``, ``state``, ``rotation``, ``value`` and ``hidden``. Numbers above 255 are 255.
        If the tiling has several prototiles, each of them has a channel.
        """
        numbers = self._number_fields(self._constants["COUNTED"] > 0)
        names = [*self.piece_names, "board", "last", "target", *numbers]
        kinds = self._window[2]
        return tuple(n if kinds == 1 else f"{n} on {k}" for n in names for k in range(kinds))

    @cached_property
    def piece_names(self) -> tuple[str, ...]:
        """The pieces by their number in the mover's view, counted from 1."""
        own, nobodys = self._kinds
        theirs = (
            ("theirs", *(f"player +{n}'s" for n in range(2, self.game.players)))
            if self.game.players > 1
            else ()
        )
        whose = ("mine", *theirs)
        named = [f"{name} {n}" for name in whose for n in range(1, 1 + own)]
        return (*named, *(f"nobody's {n}" for n in range(1, 1 + nobodys)))

    @cached_property
    def _kinds(self) -> tuple[int, int]:
        """The most components of a player, and the components of nobody."""
        owners = [component.owner for component in self.game.components]
        players = range(1, 1 + self.game.players)
        return max((owners.count(p) for p in players), default=0), sum(
            owner not in players for owner in owners
        )

    @cached_property
    def plane_shape(self) -> tuple[int, int, int]:
        """Channels, rows and columns of planes."""
        _, (_, _, columns, rows), _ = self._window
        return len(self.plane_names), rows, columns

    @property
    def node_names(self) -> tuple[str, ...]:
        """The columns of nodes: sites of hands, then of the board, in the order they came.

        ``owner`` (1 the mover, 2 the next player and so on, players + 1 for shared pieces),
        ``piece`` (its number in the mover's view), whether a site is on the ``board``, the target
        of the ``last`` move, the ``target`` of a legal one, and the numbers that planes have as
        well.
        """
        return ("owner", "piece", "board", "last", "target", *self._number_fields(True))

    def _number_fields(self, counts: bool) -> list[str]:
        """Return the names of the numbers that pieces have."""
        k = self._constants
        wanted = {
            "height": k["LEVELS"] > 0,
            "count": counts and k["COUNTS"] >= 0,
            "state": k["STATES"] >= 0,
            "rotation": k["ROTATIONS"] >= 0,
            "value": k["VALUES"] >= 0,
            "hidden": k["HIDDEN"] >= 0,
        }
        return [name for name, is_wanted in wanted.items() if is_wanted]

    @cached_property
    def number_names(self) -> tuple[str, ...]:
        """The numbers that belong to no site: of the mover, the game, and of hands.

        Scores and hands of the mover come first, then of the next player.
        """
        players = range(self.game.players) if self.tables.scores >= 0 else ()
        hands = range(1, 1 + self.tables.hands.shape[1])
        return (
            "seat", "ply", "may swap", *(f"score {n}" for n in players),
            *(f"hand {n} {part}" for n in hands for part in ("piece", "count")),
        )  # fmt: skip

    # -- actions ----------------------------------------------------------------------------

    @property
    def ways(self) -> int:
        """The largest number of actions for moves between the same two sites."""
        return self._action_space[0]

    @property
    def actions(self) -> int | None:
        """The number of actions of a game on a bounded board; None without a fixed action space.

        An action is a pair of sites, and a number for one of the moves between them; the last two
        are a pass and an exchange of sides. Moves from nowhere, or from their target, come first.
        """
        return self._action_space[1]

    @cached_property
    def _action_space(self) -> tuple[int, int | None]:
        if self.game.growing:
            return 1, None
        start = self.game.start(default_technique(self.game))
        sites = 1 + int(self._constants["HELD"]) + len(start.codes)
        adds = bool(self.game.info.rules) and all(
            rule.component and rule.hand < 0 for rule in self.game.info.rules
        )
        ways = WAYS if self.game.info.effects else 1
        while ways > 1 and (sites + sites * sites) * ways + 2 > MAX_ACTIONS:
            ways //= 2
        count = (sites if adds else sites + sites * sites) * ways + 2
        return ways, count if count <= MAX_ACTIONS else None

    # -- tables -----------------------------------------------------------------------------

    @cached_property
    def _window(self) -> tuple[Ints, tuple[int, int, int, int], int]:
        """Places of sites of a laid-out board; least i and j, columns, rows; prototiles."""
        game = self.game
        if game.growing:
            side = 2 * self.reach + 1
            return np.zeros(0, np.int32), (-self.reach, -self.reach, side, side), game.codes.kinds
        geometry = game.module.geometry
        if isinstance(geometry, LayoutGeometry):
            places, columns, rows = _raster(geometry)
            return places, (0, 0, columns, rows), 1
        start = game.start(default_technique(game))
        keys = game.codes.keys(start.codes, start.anchor)[:, :2]
        least, most = keys.min(axis=0).tolist(), keys.max(axis=0).tolist()
        columns, rows = most[0] - least[0] + 1, most[1] - least[1] + 1
        i, j, k = game.codes.keys(start.codes, start.anchor).T
        places = ((k * rows + j - least[1]) * columns + i - least[0]).astype(np.int32)
        return places, (*least, columns, rows), game.codes.kinds

    @cached_property
    def tables(self) -> ViewTables:
        """The constants of the engine."""
        game = self.game
        places, window, kinds = self._window
        pieces, size = self._pieces(), kinds * window[2] * window[3]
        planes = np.where(pieces, pieces - 1, len(self.piece_names) + BOARD_PLANE) * size
        return ViewTables(
            sorts=self._sorts(),
            pieces=pieces,
            planes=planes.astype(np.int32),
            seats=self._seats(),
            hands=self._hands(),
            places=places,
            window=np.array((*window, len(self.piece_names), size)),
            steps=_steps(game),
            payoffs=self._payoffs(),
            scores=-1 if game.module.scores is None else game.module.scores,
        )

    def _pieces(self) -> Ints:
        """Return the number of each component in the view of each player."""
        players = self.game.players
        own, _ = self._kinds
        pieces = np.zeros((players + 1, len(self.game.components) + 1), np.int32)
        met: dict[int, int] = {}
        for number, component in enumerate(self.game.components, 1):
            owner = component.owner if 1 <= component.owner <= players else 0
            met[owner] = met.get(owner, 0) + 1
            for player in range(1, players + 1):
                whose = (owner - player) % players if owner else players
                pieces[player, number] = whose * own + met[owner]
        return pieces

    def _seats(self) -> Ints:
        """Return the owners of pieces in the view of each player, 1 for himself."""
        players = self.game.players
        seats = np.zeros((players + 1, OWNERS), np.int32)
        seats[:, 1:] = players + 1
        for player in range(1, players + 1):
            seats[player, 1 : players + 1] = 1 + (np.arange(1, players + 1) - player) % players
        return seats

    def _sorts(self) -> Ints:
        """Return the sort of each rule in the mover's view, and the component that it adds."""
        rows, sorts, pieces = [], dict[tuple[object, ...], int](), self._pieces()
        owners = [0, *(component.owner for component in self.game.components)]
        for rule in self.game.info.rules:
            owner = owners[rule.component]
            seen = int(pieces[owner if 1 <= owner < len(pieces) else 1, rule.component])
            sort = (seen, rule.hand >= 0, rule.copy)
            rows.append((sorts.setdefault(sort, len(sorts)), rule.component))
        return np.array(rows, np.int32).reshape(-1, 2)

    def _hands(self) -> Ints:
        """Return the sites of hands in the order of each player's view."""
        players = self.game.players
        owners = [hand.owner for hand in self.game.setup.hands for _ in hand.holds]
        hands = np.zeros((players + 1, len(owners)), np.int32)
        for player in range(1, players + 1):
            whose = [
                (owner - player) % players if 1 <= owner <= players else players for owner in owners
            ]
            hands[player] = 1 + np.argsort(whose, kind="stable")
        return hands

    def _payoffs(self) -> Ints:
        table = self.game.module.payoffs
        if table is None or table.bounds is None:
            return np.array([-1, 0, 1], np.int64)
        low, high = (int(bound * table.parts) for bound in table.bounds)
        return np.array([table.place, low, (high - low) or 1], np.int64)

    # -- symmetries -------------------------------------------------------------------------

    @cached_property
    def symmetries(self) -> Ints:
        """The symmetries of board and rules, (n, places): the image of each place of a plane.

        The identity is the first, and the only one where others are not known. Places are rows and
        columns (and prototiles before them) on end; -1 is outside of the window.
        """
        from boardless.games.rule_symmetries import rule_symmetries_of, unchanged

        _, (i0, j0, columns, rows), kinds = self._window
        size = kinds * rows * columns
        identity = np.arange(size)[None]
        if self.game.module.model.layout is not None:
            return identity
        try:
            turns = rule_symmetries_of(self.game)
        except InputError:
            return identity
        anchor = (0, 0)
        if not self.game.growing:
            anchor = self.game.start(default_technique(self.game)).anchor[:2]
        k, j, i = (index.ravel() for index in np.indices((kinds, rows, columns)))
        i, j = i + i0 + anchor[0], j + j0 + anchor[1]
        assert turns[0].tolist() == unchanged(self.game)
        symmetries = [identity[0]]
        for row in turns[1:]:
            a, b, c, d, x, y, *images = row.tolist()
            image = np.array(images).reshape(-1, 3)[k]
            to_i = a * i + b * j + image[:, 0] + x - anchor[0] - i0
            to_j = c * i + d * j + image[:, 1] + y - anchor[1] - j0
            inside = (to_i >= 0) & (to_i < columns) & (to_j >= 0) & (to_j < rows)
            symmetries.append(np.where(inside, (image[:, 2] * rows + to_j) * columns + to_i, -1))
        return np.array(symmetries)

    def turned(self, planes: Ints, symmetry: int) -> Ints:
        """Return planes, (..., channels, rows, columns), under a symmetry by its number."""
        to = self.symmetries[integer_between(symmetry, "symmetry", 0, len(self.symmetries) - 1)]
        kinds = self._window[2]
        flat = planes.reshape(*planes.shape[:-3], -1, len(to))
        assert flat.shape[-2] * kinds == planes.shape[-3]
        turned = np.zeros_like(flat)
        turned[..., to[to >= 0]] = flat[..., to >= 0]
        return turned.reshape(planes.shape)

    def turned_places(self, places: Ints, symmetry: int) -> Ints:
        """Return places of moves under a symmetry; -1 stays outside."""
        to = self.symmetries[integer_between(symmetry, "symmetry", 0, len(self.symmetries) - 1)]
        return np.where(places < 0, -1, to[places])


def _raster(geometry: LayoutGeometry) -> tuple[Ints, int, int]:
    """Return the place of each site in a rectangle, its columns and rows, the lowest row first."""
    points = np.concatenate([geometry.board.sites_of(kind).points for kind in geometry.types])
    x, y = (np.unique(np.round(points[:, n], 4), return_inverse=True) for n in range(2))
    columns, rows = len(x[0]), len(y[0])
    places = (y[1].reshape(-1) * columns + x[1].reshape(-1)).astype(np.int32)
    is_full = len(places) >= FILLED * columns * rows
    if not is_full or len(np.unique(places)) < len(places):
        return np.arange(len(points), dtype=np.int32), len(points), 1
    return places, columns, rows


def _steps(game: Game) -> Ints:
    """Return direction and relation of each slot of each prototile, or site of a laid-out board.

    Directions are compass points clockwise from north, 16 of them, -1 for others.
    """
    geometry: Geometry | LayoutGeometry = game.module.geometry
    labels = [geometry.labels(kind) for kind in range(geometry.kinds)]
    points = {label: n for n, label in enumerate(COMPASS)}
    directions = np.array([[points.get(label, -1) for label in row] for row in labels], np.int32)
    relation = sum(bit * geometry.slots(bit) for bit in (ORTHOGONAL, DIAGONAL, OFF, ADJACENT))
    return np.stack((directions, np.asarray(relation, np.int32)), axis=-1).reshape(-1, 2)
