"""Constants of kernels as data: tables of a tiling, a game's equipment, and its rules.

Each group of `Tables` is a field of the state: kernels read ``s.plane.slots``. In the module of a
game that is the constant SLOTS, so that fields of all groups have different names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from boardless.jit.arrays import Ints, by_address
from boardless.topo import Key

_NONE = np.zeros(0, np.int64)

#: The numbers of a site in addition to component and owner, by their names in `SiteTables`.
FIELDS = ("counts", "states", "rotations", "values", "hidden", "removal_order")
#: Fields with the players a part of a site is hidden from; a site has the first few of them.
VEILS = tuple(f"hidden {part}" for part in ("what", "who", "state", "count", "rotation", "value"))


@by_address
class PlaneTables(NamedTuple):
    """The lattice of cells; P prototiles, S slots.

    Flat tables have an entry for each prototile and slot, at ``prototile * slots + slot``.
    """

    slots: int
    kinds: int  # prototiles
    delta: Ints  # int64 (P * S,): added to the code of a cell by a step; NOWHERE without neighbour
    back: Ints  # uint8 (P * S,): the slot in which the neighbour has this cell
    kind: Ints  # uint8 (P * S,): the neighbour's prototile
    adjacent: Ints  # uint8 (P * S,): whether the neighbour touches
    all_adjacent: bool
    sides: int  # the most edges of a prototile
    orthogonal: Ints  # uint8 (P * sides,): the slots across the edges of each prototile
    # int64 (2 + P,): the place of a centre, up and to the right: the share of each lattice vector,
    # then the offset of each prototile.
    height: Ints
    breadth: Ints
    planes: Ints  # int64 (n, 3): the half-planes of the regular shape
    gates: Ints  # uint8 (P * S * 2,): see `Geometry.gates`
    # uint32 (P * S,): on a laid-out board, the neighbour of each site in each slot, sites counted
    # from 1, 0 for none; empty where steps follow from the lattice.
    links: Ints = np.zeros(0, np.uint32)
    # int64 (types + 1,): on a board with pieces on sites of several types, how many sites there are
    # before each type; empty where pieces lie on one type alone.
    types: Ints = _NONE
    behind: int = 0  # there, the number of the first site of a hand
    boards: int = 1  # boards in the plane
    apart: int = 1  # cells from one board to the next


@by_address
class KitTables(NamedTuple):
    """The equipment: C components, H sites of hands."""

    players: int
    owner: Ints  # uint8 (C + 1,): of each component
    wide: bool  # whether there are more components than a byte can count
    held: int  # sites of all hands: sites 1 to `held`
    holder: Ints  # int64 (H + 1,): the container of each of them, counted from 1
    place: Ints  # int64 (H + 1,): which site of its container each of them is

    @classmethod
    def of(cls, players: int, owners: Sequence[int], hands: Sequence[int] = ()) -> Self:
        """Return the tables of owners of components and sizes of hands."""
        holders = [0] + [hand for hand, size in enumerate(hands, 1) for _ in range(size)]
        places = [0] + [place for size in hands for place in range(size)]
        return cls(
            players,
            np.array([0, *owners], np.uint8),
            len(owners) > 255,
            sum(hands),
            np.array(holders, np.int64),
            np.array(places, np.int64),
        )


@by_address
class SiteTables(NamedTuple):
    """Numbers of a site in addition to component and owner."""

    counted: bool  # whether cells of the board hold several pieces
    fields: int  # numbers of a site beside component and owner
    veils: int  # the first of the fields VEILS, -1 without
    veiled: int  # how many of them sites have
    levels: int  # the most pieces one upon another on a site; 0 without stacks
    leaves: bool  # whether a piece taken from a named level leaves its numbers there
    # Which of the fields is which, -1 for none; bit 0 of `hidden` stands for player 1, and
    # `removal_order` is that at the end of the turn.
    counts: int
    states: int
    rotations: int
    values: int
    hidden: int
    removal_order: int

    @classmethod
    def of(
        cls,
        fields: Sequence[str] = FIELDS,
        counted: bool = True,
        levels: int = 0,
        leaves: bool = False,
    ) -> Self:
        """Return the tables of fields by name; `counted` only matters where sites have counts."""
        veils = fields.index(VEILS[0]) if VEILS[0] in fields else -1
        return cls(
            counted and "counts" in fields,
            len(fields),
            veils,
            sum(name in VEILS for name in fields),
            levels,
            leaves,
            *(fields.index(name) if name in fields else -1 for name in FIELDS),
        )


@by_address
class KeptTables(NamedTuple):
    """Lists, bitboards and sets that follow a change of a site; defaults are without rules."""

    bitboard: Ints  # uint8 (C + 1,): that of each component, the last one for 0
    bitboards: int = 0  # number of bitboards, see `bits`; 0 without
    of_components: int = 0  # the first of those of components, of none; 0 without
    sets: int = 0  # the most sites of `groups`, 0 without
    regions: Ints = _NONE  # int64 ((players + 1) * sets,): a bit for each region at a site
    lists: int = 0  # lists of sites
    owned: int = -1  # the list of the sites of component 1, the others' follow; -1 without
    local: bool = True  # whether board, lists or neighbour counts follow a change of a site
    around: bool = True  # whether those beside it do, on boards that nobody gives

    @classmethod
    def of(
        cls, kit: KitTables, by_owner: bool = False, by_component: bool = False, **others: Any
    ) -> Self:
        """Return the tables of an equipment, with bitboards of owners, and of components."""
        players, components = kit.players, len(kit.owner) - 1
        boards = np.minimum(kit.owner, players + 1)
        boards[0] = players + 2
        return cls(
            boards,
            (players + 3) * by_owner + (1 + components) * by_component,
            (players + 3) * by_component,
            **others,
        )


@by_address
class RuleTables(NamedTuple):
    """Needs of rules; the defaults are for a state without rules."""

    effects: bool = False  # whether moves are made of actions that follow from rules
    bound: int = 0  # numbers of a move beside rule, from and to
    numbers: int = 0  # numbers of the state that belong to no place
    rows: int = 0  # rows of ``s.scratch``
    chances: bool = False  # whether chance decides something after the start
    repeats: bool = False  # whether no move may repeat a position
    uncompared: Ints = _NONE  # (n,): the numbers of the state that repetition does not compare
    keeps: bool = False  # whether tried moves are remembered, see `memory`
    ghosts: int = -1  # the first number of the state for ghosts, see `undo`; -1 without
    targets: int = -1  # the number for the last ply with an action at site 0; -1 without
    origins: int = -1  # the number that has the origin of the last action; -1 for none


@by_address
class TrackTables(NamedTuple):
    """The tracks of a game."""

    tracked: int = -1  # the number of the state for the first place of the tracks, -1 without
    track_sites: Ints = _NONE  # int64 (places,): the numbers of the sites of all tracks on end
    track_first: Ints = np.zeros(1, np.int64)  # int64 (tracks + 1,): where each track begins

    @classmethod
    def of(cls, tracked: int, tracks: Sequence[Sequence[int]]) -> Self:
        """Return the tables of the numbers of the sites of each track."""
        sites = [site for track in tracks for site in track]
        firsts = np.cumsum([0, *map(len, tracks)], dtype=np.int64)
        return cls(tracked, np.array(sites, np.int64), firsts)


@by_address
class TileTables(NamedTuple):
    """Tiles with coloured sides: C components, E sides, L layings; arrays are int64."""

    colours: int = 0  # one more than the largest colour; 0 stands for no tile
    turn_unit: int = 1  # added to a rotation by turning a tile by one side
    # ((C + 1) * E * E,): the colour of each side of each component turned by so many sides, and
    # the side to which a path leads from there, E for none.
    side_colours: Ints = _NONE
    side_joined: Ints = _NONE
    layings: Ints = _NONE  # (2 * L,): component, and by how many sides it is turned
    # (colours ** E,): a bit for each laying that fits between sides of given colours; that of side
    # 0 counts most.
    fitting: Ints = _NONE
    showing: Ints = _NONE  # (E * colours,): a bit for each laying that has a colour at a side


@by_address
class SegmentTables(NamedTuple):
    """Tiles with segments: C components, E sides, S segments a tile at most; see `segments`.

    A side has three parts, clockwise: its first half, its middle and its second half. Part n of
    side e is bit ``3 * e + n``. Arrays are int64.
    """

    segments: int = 0  # S, 0 where tiles have none
    # ((C + 1) * E * E * 3,): of each component, turned by so many sides, one more than the segment
    # at each part of each side; 0 for none.
    part_segments: Ints = _NONE
    # ((C + 1) * E * S,): the parts at which each segment ends, turned by so many sides.
    part_masks: Ints = _NONE
    # ((C + 1) * S,): of each segment its kind, 0 for none, at how many parts it ends, its marks,
    # and a bit for each segment of the tile that it touches.
    segment_kinds: Ints = _NONE
    segment_ends: Ints = _NONE
    segment_marks: Ints = _NONE
    segment_touches: Ints = _NONE
    # (C + 1,): a number for the colours of each component's sides, the same for the same ones.
    segment_looks: Ints = _NONE
    fitting_looks: int = 1  # how many such numbers there are
    # (fitting_looks * colours ** E,): a bit for each number of sides by which a look can be turned
    # to fit between sides of given colours.
    fitting_turns: Ints = _NONE


@by_address
class LargeTables(NamedTuple):
    """Tiles on several cells: C components, M parts at most, W directions; arrays are int64."""

    most_parts: int = 0  # M, 0 without such tiles
    part_counts: Ints = _NONE  # (C + 1,): parts of each component
    part_components: Ints = _NONE  # ((C + 1) * M,): the component of each part on the board
    part_values: Ints = _NONE  # ((C + 1) * M,)
    part_orientations: int = 0  # W
    # ((C + 1) * W * M,): of each part its code relative to the first, its prototile, and the
    # rotation of its component.
    part_codes: Ints = _NONE
    part_kinds: Ints = _NONE
    part_rotations: Ints = _NONE
    # (C + 1,): a bit for each direction in which a component is laid, the first of those alike.
    part_turns: Ints = _NONE


@by_address
class CardTables(NamedTuple):
    """Knowledge of cards and hands: H sites of hands; arrays are int64."""

    # Whether places of hands are hidden again when what lies there changes; and (2 * (H + 1),):
    # from whom the place is, and from whom what lies there.
    keeps_secrets: bool = False
    secrets: Ints = _NONE
    first_card: int = 0  # the component of the first card; 0 without cards
    # Whether something is known of cards that are not seen; (cards,), bits of what they are;
    # (H + 1,), bits of what lies on no place; whether states are bits of what is not there.
    marked: bool = False
    marks: Ints = _NONE
    barred: Ints = _NONE
    tells: bool = False
    # Groups of cards that are not mixed; (2 * cards,): the first group of each card, then whether
    # each player has one of his own; (H + 1,): whose each place is.
    groups: int = 1
    backs: Ints = _NONE
    keeper: Ints = _NONE


class Tables(NamedTuple):
    """Constants of a tiling, an equipment and rules."""

    plane: PlaneTables
    kit: KitTables
    sites: SiteTables
    kept: KeptTables
    rules: RuleTables = RuleTables()
    tracks: TrackTables = TrackTables()
    tiles: TileTables = TileTables()
    segments: SegmentTables = SegmentTables()
    large: LargeTables = LargeTables()
    cards: CardTables = CardTables()

    def named(self) -> dict[str, float | Ints]:
        """Return all tables by the names of the constants."""
        return {name.upper(): value for group in self for name, value in group._asdict().items()}


#: Added to a code by a step along the second lattice vector. Its low bits, from the golden ratio,
#: spread rows evenly over a table of any size. It leaves room for 2**31 cells in a row.
ROW = 9131057645

#: Added to a code by a step without neighbour: it leads to where no cell can be.
NOWHERE = 2**62


@dataclass(frozen=True)
class Codes:
    """The codes of the cells of a plane, or of the sites of a laid-out board."""

    #: Number of prototiles, or of sites of a laid-out board.
    kinds: int

    def code(self, key: Key) -> int:
        """Return the code of a cell.

        Examples
        --------
        >>> Codes(2).key(Codes(2).code((3, -1, 1)))
        (3, -1, 1)
        """
        return key[0] * self.kinds + key[2] + key[1] * ROW

    def key(self, code: int) -> Key:
        """Return the lattice key of a code."""
        j = (code + ROW // 2) // ROW
        i, k = divmod(code - j * ROW, self.kinds)
        return (i, j, k)

    def keys(self, codes: Ints, anchor: Key = (0, 0, 0)) -> Ints:
        """Return the lattice keys of an array of codes, (n,), as (n, 3), from an anchor."""
        j = (codes + ROW // 2) // ROW
        i, k = np.divmod(codes - j * ROW, self.kinds)
        return np.stack((i - anchor[0], j - anchor[1], k), axis=-1)
