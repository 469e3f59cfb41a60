"""The arrays of a position, the names of their entries, and the features of the engine.

Features are truths. A module that is compiled for a game leaves out the code of its False features.
The values here are for a board without a game.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints, by_address
from boardless.state.engine.tables import (
    CardTables,
    KeptTables,
    KitTables,
    LargeTables,
    PlaneTables,
    RuleTables,
    SegmentTables,
    SiteTables,
    Tables,
    TileTables,
    TrackTables,
)

#: The board may grow by its contour, and sites may be numbered row by row after every growth.
GROWTH_STEP = True
#: Moves can be taken back, and there is a transposition key.
UNDO = True
#: The board holds the cells where a piece may be put, and no others.
BY_RULE = False
#: The board is external: after the actions of a move and before its consequences, a technique in
#: Python adds and removes cells, so the lists wait for that.
EXTERNAL_BOARD = True
#: Moves are logged, action by action.
LOGS = False


NONE = 0
#: The next entry of a search in the table: odd and far away, so that no long rows queue up.
STRIDE = 457164679
POSITIVE = 0x7FFFFFFF
#: Winner while the game goes on.
OPEN = -1
#: Answers of kernels beside a winner, a number or a place. ILLEGAL and NEED_ROOM: nothing is done,
#: since the move is not legal, or the arrays are too small. VOID: room was missing in the middle of
#: something, and the arrays mean nothing.
ILLEGAL, NEED_ROOM, VOID = -2, -3, -4


class Growth(IntEnum):
    """Growth of the board; with BY_RULE it grows by the rules instead."""

    FIXED = 0
    ZONE = 1
    CONTOUR = 2
    EXTERNAL = 3  # by the owner of the board, between moves


class UpdateCode(IntEnum):
    """Growth of the state; see `strategies.technique`."""

    APPEND = 0
    MAP = 1
    REPLAY = 2


FIXED, ZONE, CONTOUR, EXTERNAL = Growth
APPEND, MAP, REPLAY = UpdateCode
#: Rules of moves that stand in no description.
PASS, SWAP = -1, -2

# Entries of `Arrays.n`. Sites go up to COUNT; by the rules GONE of them are not on the board,
# and keep their numbers in case they come back. While NOTING, what undoes a change is written down.
#
# NEXT is who moves next unless a rule says otherwise, PREVIOUS who moved before. TURNS counts the
# times that the turn went to another player, AGAIN the moves since then. QUEUED rows of the queue
# are in use. REPLAYED is set where a move says who moves next, LOST where there was no room for
# something that had to be written down.
#
# Of games with effects: COUNTER is one more than the counter that rules may set, PASSED tells
# whether the last move was a pass, STUCK has a bit for each player who was found to have no move.
# WINNERS and LOSERS count those who have a place, TOGETHER those who lost by the rules that are
# being looked at. ENDED is one more than the winner once the game is over, LIMITED set if that is
# for its length. TOUCHED is the last site that an action was about, DONE what that was when the
# move had acted or, once it is over, when all that follows from it had. LEVEL is the level that an
# action was about where pieces lie one upon another, LAST_LEVEL that of the last move. REACH is how
# far cells have lain from the anchor, along either lattice vector. TRIED is the last row of moves
# that were tried, TRIED_LIST the list that they are added to, 0 if to none. LOGGED is how much has
# been done, where that is written down or moves are tried.
(
    COUNT, GONE, PLIES, MOVER, LAST, FROM, PASSES, FILL, GROWTH, UPDATE, SWAPPED, NOTING, NOTED,
    STANDING, NEXT, PREVIOUS, TURNS, AGAIN, QUEUED, LOST, LOGGED, REPLAYED, COUNTER, PASSED, STUCK,
    WINNERS, LOSERS, TOGETHER, ENDED, LIMITED, TOUCHED, DONE, LEVEL, LAST_LEVEL, REACH, TRIED,
    TRIED_LIST, PHASE,
) = range(38)  # fmt: skip
#: Settings, which stay when a position is set up again.
SETTINGS = (GROWTH, UPDATE, NOTING, REACH)
#: Rows of notes for a ply, to begin with.
NOTES = 32
#: The first columns of a move's row: rule, from and to. The numbers bound to the move follow.
NAMED = 3
#: The first column of the kept part of a row of the queue.
TRIED_ROW = 4
#: Initial rows for consequences of a move, and for its log, for each site of the board.
QUEUE = 4
#: Rows of numbers that a segment of a tile has.
JOINED_ROWS = 5
#: Rows of numbers that a site has where it is kept which pieces hang together.
SET_ROWS = 3
#: Entries of `Arrays.chance`, and the most outcomes with odds of their own.
CHANCE_NUMBERS, ODDS = 7, 256
#: Words of bits for earlier positions: a power of two.
MET_WORDS = 2048
#: The count of numbers in a row of the log: the kind of action, and its arguments.
LOG = 8


@by_address
class Arrays(NamedTuple):
    """A board and its pieces. Sites of hands come first, then the cells of the board."""

    plane: PlaneTables
    kit: KitTables
    sites: SiteTables
    kept: KeptTables
    rules: RuleTables
    tracks: TrackTables
    tiles: TileTables
    segments: SegmentTables
    large: LargeTables
    cards: CardTables
    n: Ints  # uint32: see the names above; from PHASE on, the phase of each player
    key: Ints  # int64 (1,): the transposition key
    origin: Ints  # int64 (2,): i and j of the anchor
    table: Ints  # uint32, a power of two, at most half full: site by code, or NONE
    code: Ints  # int64 (room,)
    spot: Ints  # uint32 (room,): where `table` holds the site
    kind: Ints  # uint8, or more where sites have tables of their own (room,): prototile
    step: Ints  # uint32 (room * slots,): the neighbour in each slot, or NONE
    what: Ints  # uint8, or uint16 where `wide` (room,): component, or 0
    who: Ints  # uint8 (room,): its owner
    fields: Ints  # int32 (fields, room): see `Tables`
    under: Ints  # int32 (rows, room): pieces below others, see `pieces`; no rows without stacks
    joined: Ints  # int32 (rows, room): which segments of tiles are joined, see `segments`
    bitboards: Ints  # uint32 (rows, words): where the pieces of each owner stand, see `bits`
    sets: Ints  # int32 (rows, room): which pieces hang together, see `groups`
    neighbours: Ints  # uint8 (room,): pieces on adjacent sites
    legal: Ints  # uint32 (lists, room): sites that a rule may go to
    where: Ints  # uint32 (lists, room): place in `legal` from 1, 0 for a site that is not there
    size: Ints  # uint32 (lists,): length of each list
    seen: Ints  # uint32 (room,): last flood fill that met the site
    stack: Ints  # uint32 (room,)
    scratch: Ints  # uint32 (rows, room): what rules write down to find things, no part of the state
    rank: Ints  # uint8 (players + 1,): the place that each player has taken, 0 while he plays
    begun: Ints  # int32 (pieces, 3): component, site and count of what stands there at the start
    history: Ints  # int32 (plies, 3): rule, from and to of every move, in MAP and RE
    found: Ints  # int32 (room, NAMED + bound): moves found by searching
    merged: Ints  # int32 (room, NAMED + bound): half-sorted, while `found` is put in order
    numbers: Ints  # int64 (numbers,): what belongs to no place: scores, variables, ...
    queue: Ints  # int32 (rows, NAMED + bound): the move that is made, and what follows from it
    tried: Ints  # int32 (rows, TRIED_ROW + NAMED + bound): see `memory`, where moves are kept
    log: Ints  # int32 (rows, LOG): what was done since it was last emptied, where LOGS
    chance: Ints  # int64 (CHANCE_NUMBERS,): how much chance has decided and has to; see `chance`
    outcomes: Ints  # int32 (rows,): what it has decided since the last move
    odds: Ints  # int64 (2, ODDS): how likely outcomes are, of the last that had odds and of the
    # one that is asked for
    stream: Ints  # uint64 (1,): what the outcomes of playouts come from
    notes: Ints  # int32 (rows, 4): what undoes the changes so far, while NOTING
    marks: Ints  # int64 (plies, counters + 1): `n` and `key` before every move, while NOTING
    met: Ints  # int64 (MET_WORDS,): bits for hashes of these keys; see `undo`


def make(t: Tables, room: int, plies: int, pieces: int) -> Arrays:
    """Return arrays for `room` - 1 sites (a power of two), `plies` moves and start pieces."""
    counters = PHASE + t.kit.players + 1
    return Arrays(
        *t,
        n=np.zeros(counters, np.uint32),
        key=np.zeros(1, np.int64),
        origin=np.zeros(2, np.int64),
        table=np.zeros(2 * room, np.uint32),
        code=np.zeros(room, np.int64),
        spot=np.zeros(room, np.uint32),
        kind=np.zeros(room, t.plane.kind.dtype),
        step=np.zeros(room * t.plane.slots, np.uint32),
        what=np.zeros(room, np.uint16 if t.kit.wide else np.uint8),
        who=np.zeros(room, np.uint8),
        fields=np.zeros((t.sites.fields, room), np.int32),
        under=np.zeros(
            (1 + t.sites.levels * (1 + t.sites.fields) if t.sites.levels else 0, room), np.int32
        ),
        joined=np.zeros((JOINED_ROWS * t.segments.segments, room), np.int32),
        bitboards=np.zeros((t.kept.bitboards, (room >> 5) + 1), np.uint32),
        sets=np.zeros((SET_ROWS if t.kept.sets else 0, room), np.int32),
        neighbours=np.zeros(room, np.uint8),
        legal=np.zeros((t.kept.lists, room), np.uint32),
        where=np.zeros((t.kept.lists, room), np.uint32),
        size=np.zeros(t.kept.lists, np.uint32),
        seen=np.zeros(room, np.uint32),
        stack=np.zeros(room, np.uint32),
        scratch=np.zeros((t.rules.rows, room), np.uint32),
        rank=np.zeros(t.kit.players + 1, np.uint8),
        begun=np.zeros((pieces, 3), np.int32),
        history=np.zeros((plies, 3), np.int32),
        found=np.zeros((room, NAMED + t.rules.bound), np.int32),
        merged=np.zeros((room, NAMED + t.rules.bound), np.int32),
        numbers=np.zeros(t.rules.numbers, np.int64),
        queue=np.zeros((QUEUE * room if t.rules.effects else 1, NAMED + t.rules.bound), np.int32),
        tried=np.zeros(
            (QUEUE * room if t.rules.keeps else 1, TRIED_ROW + NAMED + t.rules.bound), np.int32
        ),
        log=np.zeros((QUEUE * room if LOGS else 1, LOG), np.int32),
        chance=np.zeros(CHANCE_NUMBERS, np.int64),
        outcomes=np.zeros(room if t.rules.chances else 1, np.int32),
        odds=np.zeros((2, ODDS if t.rules.chances or t.cards.first_card > 0 else 1), np.int64),
        stream=np.zeros(1, np.uint64),
        notes=np.zeros((NOTES * plies if UNDO else 1, 4), np.int32),
        marks=np.zeros((plies if UNDO else 1, counters + 1), np.int64),
        met=np.zeros(MET_WORDS if t.rules.repeats else 1, np.int64),
    )
