"""Imports for a ludeme's file: kinds, facts, nodes, the builder and loops."""

from boardless.games.building.builder import (
    Builder,
    SiteSet,
    Span,
    SpanOfSites,
    Steps,
    unknown,
    unsupported,
)
from boardless.games.building.candidates import Candidate, Candidates, Requirement, do_first
from boardless.games.building.following import Queued
from boardless.games.building.model import Model
from boardless.games.building.move_functions import ModuleBuilder
from boardless.games.building.scope import (
    Mode,
    Scope,
    TestedSites,
    number_of,
    player_of,
    seat,
)
from boardless.games.building.shared_rules import may_sample, moves_of
from boardless.games.building.source import PENDING, SPARE, TARGETS, TEAMS, VARIABLE, StateNumbers
from boardless.games.building.trials import (
    CARRIED,
    RecordedMoves,
    holds_after,
    record_move,
    replay_moves,
    take_back,
)
from boardless.games.initial.contents import (
    AmountAction,
    CostAction,
    CountAction,
    GivenAction,
    HideAction,
    InitialContents,
    PhaseAction,
    Put,
    RememberAction,
    ScoreAction,
    StartAction,
    StartContents,
    TeamAction,
    teams_so_far,
)
from boardless.games.initial.inventory import ContainerSites, Inventory
from boardless.games.initial.scene import InitialPosition
from boardless.games.language.facts import (
    ACTS,
    ARITHMETIC,
    ASKS_MOVES,
    BESIDE,
    BORDER,
    CHANCE,
    COMPARES,
    DATA,
    EFFECT,
    FOLLOWS,
    GLOBAL,
    GOES_ON,
    GROWS,
    HANDS_ON,
    IDEMPOTENT,
    LOCAL,
    LOOPS,
    ON_BOARD,
    PIECES,
    PLACE,
    PURE,
    PUTS,
    STACKED,
    STATIC,
    SYMMETRIC,
    TILED,
    TILES,
    TOUCHING,
    TRIES,
    UNORDERED,
    Facts,
    around,
    changes,
    needs,
    numbers,
    reads,
    stands,
)
from boardless.games.language.kinds import (
    OURS,
    USUAL,
    Around,
    ChangingWays,
    Compass,
    ComponentName,
    Condition,
    Directions,
    Graph,
    Integer,
    Integers,
    Moves,
    NamedSite,
    OfThisProgram,
    OneOrMore,
    Outcome,
    Range,
    Region,
    RegionName,
    Role,
    SeenBy,
    SiteType,
    TilingName,
    TrackName,
    Ways,
)
from boardless.games.language.ludeme import (
    RESULTS,
    Limits,
    Ludeme,
    Word,
    absent,
    bare,
    inside,
    is_by_chance,
    ludeme,
    ludemes_in,
    read_in,
    words,
)
from boardless.games.loops.constant_evaluation import constant_loop, constant_member, constant_sites
from boardless.games.loops.directions import (
    DirectionSlots,
    View,
    WalkLoop,
    direction_slots_of,
    each_slot,
    has_one_loop,
    look_along,
    looking_as,
    row_of,
    steps,
    walk_in,
    walks,
)
from boardless.games.loops.flood_fill import Filling
from boardless.games.loops.ghosts import each_ghost
from boardless.games.loops.line_masks import has_line, has_line_by_levels, has_row, rows_of_cells
from boardless.games.loops.owner_bitboards import (
    OwnerBits,
    bitboard_of,
    each_in_bitboard,
    each_owned,
    empty_sites,
    keeps_bitboards,
    keeps_order,
)
from boardless.games.loops.regions import cleared_row, each, in_order, marked
from boardless.games.loops.walk_paths import path_along
from boardless.ir.expressions import (
    COUNT,
    COUNTERS,
    ENGINE,
    FALSE,
    FROM,
    MOVER,
    NONE,
    TO,
    TRUE,
    Argument,
    Array,
    Bool,
    Function,
    Int,
    S,
    Site,
    as_int,
    carried,
    entry,
    every,
    folded,
    greater,
    lesser,
    lifted,
    magnitude,
    some,
    truth,
    wide,
)
from boardless.ir.statements import Block, Definition, Return
from boardless.ir.writer import Statements
