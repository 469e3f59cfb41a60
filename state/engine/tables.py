"""What kernels have to know of a tiling and of a game's equipment, as data."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.piece_tables import PieceTables

if TYPE_CHECKING:
    from boardless.state.engine.geometry import Geometry
    from boardless.state.engine.layout_geometry import LayoutGeometry

#: The numbers that a site may have beside component and owner, by their names in `Tables`.
FIELDS = ("counts", "states", "rotations", "values", "hidden", "removal_order")
#: Those that say from whom parts of what is known of a site are hidden: component, owner, state,
#: count, rotation and value. A site has all of them, in this order, or none.
VEILS = tuple(f"hidden {part}" for part in ("what", "who", "state", "count", "rotation", "value"))


class Tables(NamedTuple):
    """Constants of a tiling and of an equipment; P prototiles, S slots, C components, H hand sites.

    Flat tables have an entry for each prototile and slot, at ``prototile * slots + slot``.

    Attributes
    ----------
    slots, kinds, players : int
        Numbers of slots, of prototiles and of players.
    delta : int64 array of shape (P * S,)
        What a step adds to the code of a cell; `nowhere` where there is no neighbour.
    back, kind : uint8 arrays of shape (P * S,)
        The slot in which the neighbour has this cell, and its prototile.
    adjacent : uint8 array of shape (P * S,)
        Whether the neighbour touches.
    all_adjacent : bool
        Whether all do.
    sides : int
        The most edges of a prototile.
    orthogonal : uint8 array of shape (P * sides,)
        The slots across its edges.
    height, breadth : int64 arrays of shape (2 + P,)
        What a step of either lattice vector adds to the place of a centre, up and to the right, and
        where the centre of each prototile lies.
    planes : int64 array of shape (n, 3)
        The half-planes of the regular shape.
    links : uint32 array of shape (P * S,)
        On a board that is laid out, the neighbour of each site in each slot, sites of the board
        counted from 1, 0 for none; empty where steps follow from the lattice.
    gates : uint8 array of shape (P * S * 2,)
        The slots of the two cells that touch both ends of a step; see `Geometry.gates`.
    owner : uint8 array of shape (C + 1,)
        Who owns each component.
    bitboards : int
        How many bitboards are kept, see `owner_bitboards`; 0 where none are.
    bitboard : uint8 array of shape (C + 1,)
        That of each component, which is the last for 0.
    sets : int
        How many sites there may be where it is kept which pieces hang together, else 0.
    regions : int64 array of shape ((players + 1) * sets,)
        A bit for each region of a player that a site is in.
    lists : int
        How many lists of sites are kept.
    owned : int
        The list of the sites of component 1, those of the others follow; -1 where none are kept.
    held : int
        How many sites the hands have in all: sites 1 to `held`.
    holder, place : int64 arrays of shape (H + 1,)
        The container of each of them, counted from 1, and which of its sites it is.
    counted : bool
        Whether cells of the board hold more than one piece.
    fields : int
        How many numbers there are of a site beside component and owner.
    counts, states, rotations, values, hidden, removal_order : int
        Which of them says how many pieces there are, their local state, rotation and value, the
        players who may not see them (bit 0 for player 1, and so on), and in which order they are
        removed after the turn; -1 for those that are not used.
    levels : int
        How many pieces a site may hold one upon another; 0 where they do not lie so.
    leaves : bool
        Whether pieces that are taken from named levels leave their numbers there.
    veils : int
        The first of the numbers in VEILS, -1 if they are not used.
    local : bool
        Whether something follows what stands nearby: the board, lists of sites, numbers of pieces.
    effects : bool
        Whether moves are made of actions that follow from rules, and have consequences.
    bound : int
        How many numbers a move has beside its rule, from and to.
    numbers : int
        How many numbers of the state belong to no place.
    rows : int
        How many rows of numbers of sites the rules need to find things.
    chances : bool
        Whether something is left to chance after the start.
    repeats : bool
        Whether no move may lead to a position that there has been.
    uncompared : int64 array of shape (numbers,)
        The numbers of the state in which a position may differ from one that it repeats.
    keeps : bool
        Whether moves that are made for a trial are kept, to be made again.
    tracked : int
        Which number of the state counts the pieces at the first place of the tracks, -1 if none.
    track_sites, track_first : int64 arrays of shape (places,) and (tracks + 1,)
        The numbers of the sites of all tracks, one track behind the other, and where each begins.
    colours, turn_unit, side_colours, side_joined, layings, fitting, showing : int and int64 arrays
        See `piece_tables.TileTables`.
    most_parts, part_counts, part_components, part_values, part_ways, part_codes, part_kinds, \
part_rotations, part_turns : as these
        See `piece_tables.LargeTables`.
    boards, apart : int
        How many boards there are in the plane, and how many cells from one to the next.
    segments, part_segments, part_masks, segment_kinds, segment_ends, segment_marks, \
segment_touches, segment_looks, fitting_looks, fitting_turns : int and int64 arrays
        See `piece_tables.SegmentTables`.
    """

    slots: int
    kinds: int
    players: int
    delta: Ints
    back: Ints
    kind: Ints
    adjacent: Ints
    all_adjacent: bool
    sides: int
    orthogonal: Ints
    height: Ints
    breadth: Ints
    planes: Ints
    links: Ints
    gates: Ints
    owner: Ints
    bitboards: int
    bitboard: Ints
    sets: int
    regions: Ints
    lists: int
    owned: int
    held: int
    holder: Ints
    place: Ints
    counted: bool
    fields: int
    counts: int
    states: int
    rotations: int
    values: int
    hidden: int
    removal_order: int
    levels: int
    leaves: bool
    veils: int
    local: bool
    effects: bool
    bound: int
    numbers: int
    rows: int
    chances: bool
    repeats: bool
    uncompared: Ints
    keeps: bool
    tracked: int
    track_sites: Ints
    track_first: Ints
    colours: int
    turn_unit: int
    side_colours: Ints
    side_joined: Ints
    layings: Ints
    fitting: Ints
    showing: Ints
    segments: int
    part_segments: Ints
    part_masks: Ints
    segment_kinds: Ints
    segment_ends: Ints
    segment_marks: Ints
    segment_touches: Ints
    segment_looks: Ints
    fitting_looks: int
    fitting_turns: Ints
    most_parts: int
    part_counts: Ints
    part_components: Ints
    part_values: Ints
    part_ways: int
    part_codes: Ints
    part_kinds: Ints
    part_rotations: Ints
    part_turns: Ints
    boards: int
    apart: int


class Needs(NamedTuple):
    """What the rules of a game need of the engine; by default what a state without rules needs.

    Each is an entry of `Tables` by the same name; `counted` only counts where sites have counts,
    and `bitboards` is 1 where they are kept.
    """

    lists: int = 0
    owned: int = -1
    bitboards: int = 0
    sets: int = 0
    regions: Ints = np.zeros(0, np.int64)
    counted: bool = True
    levels: int = 0
    leaves: bool = False
    local: bool = True
    effects: bool = False
    bound: int = 0
    numbers: int = 0
    rows: int = 0
    chances: bool = False
    repeats: bool = False
    uncompared: Ints = np.zeros(0, np.int64)
    keeps: bool = False
    boards: int = 1
    apart: int = 1


class TrackTables(NamedTuple):
    """The tracks of a game.

    Attributes
    ----------
    tracked : int
        Which number of the state counts the pieces at the first place of the tracks, -1 if none.
    tracks : sequence of sequences of int
        The numbers of the sites of each track.
    """

    tracked: int = -1
    tracks: Sequence[Sequence[int]] = ()


#: What a step of the second lattice vector adds to a code. Its low bits, those of the golden ratio,
#: spread rows evenly over a table of any size; it leaves room for 2**31 cells in a row.
ROW = 9131057645

#: What a step adds to a code where there is no neighbour: it leads to where no cell can be.
NOWHERE = 2**62


def tables_of(
    geometry: "Geometry | LayoutGeometry",
    *,
    players: int,
    owners: Sequence[int],
    hands: Sequence[int] = (),
    fields: Sequence[str] = FIELDS,
    needs: Needs = Needs(),  # noqa: B008
    pieces: PieceTables = PieceTables(),  # noqa: B008
    tracks: TrackTables = TrackTables(),  # noqa: B008
) -> Tables:
    """Return the tables of a tiling and an equipment.

    Parameters
    ----------
    geometry : Geometry
        The slots that are used.
    players : int
        How many there are.
    owners : sequence of int
        Who owns each component, from component 1 on.
    hands : sequence of int
        How many sites each hand has.
    fields : sequence of str
        Which of FIELDS and VEILS a site has.
    needs, pieces, tracks : Needs, PieceTables, TrackTables
        What there is beside that.
    """
    holders = [0] + [hand for hand, size in enumerate(hands, 1) for _ in range(size)]
    places = [0] + [place for size in hands for place in range(size)]
    counted = needs.counted and "counts" in fields
    return Tables(
        **cast("dict[str, Any]", geometry.plane()),
        players=players,
        owner=np.array([0, *owners], np.uint8),
        bitboard=np.array([players + 2, *(min(each, players + 1) for each in owners)], np.uint8),
        held=sum(hands),
        holder=np.array(holders, np.int64),
        place=np.array(places, np.int64),
        fields=len(fields),
        **cast("dict[str, Any]", {n: fields.index(n) if n in fields else -1 for n in FIELDS}),
        veils=fields.index(VEILS[0]) if VEILS[0] in fields else -1,
        **needs._replace(counted=counted, bitboards=(players + 3) * needs.bitboards)._asdict(),
        **pieces.sides._asdict(),
        **pieces.segments._asdict(),
        **pieces.large._asdict(),
        tracked=tracks.tracked,
        track_sites=np.array([site for track in tracks.tracks for site in track], np.int64),
        track_first=np.cumsum([0, *map(len, tracks.tracks)], dtype=np.int64),
    )
