"""The Python module of a game: the engine with the game's constants and rules in place."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from inspect import getsource
from typing import TYPE_CHECKING
from warnings import warn

import numpy as np

from boardless.games.building.model import GHOSTS, TARGETS
from boardless.games.building.move_functions import ModuleBuilder
from boardless.games.compiler.functions import DRAWS, NUMBER, look_ahead, moves, relist
from boardless.games.compiler.game_model import GameModel
from boardless.games.compiler.game_properties import records_moves, sees_border, taking_off
from boardless.games.compiler.phases import begin, outcome
from boardless.games.compiler.rules import ANY, RuleFunctions
from boardless.games.language.errors import LudemeError, LudemeWarning
from boardless.games.language.kinds import Directions
from boardless.games.language.ludeme import Ludeme, inside, ludemes_in
from boardless.games.language.signatures import parameters
from boardless.games.loops.bitboards import keeps_order
from boardless.games.ludemes.arithmetic import Quotient, Remainder, size
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.dice import PIPS
from boardless.games.ludemes.ends import PayoffTable
from boardless.games.ludemes.game import Phase, SwapRule
from boardless.games.ludemes.hiding import marks_of
from boardless.games.ludemes.large_tiles import large_tables
from boardless.games.ludemes.lists import is_label
from boardless.games.ludemes.matches import match_table, next_game
from boardless.games.ludemes.owned_regions import Regions, region_name
from boardless.games.ludemes.pyramids import under_meta_rules
from boardless.games.ludemes.repetition import compares_positions, uncompared
from boardless.games.ludemes.scoring import SCORES
from boardless.games.ludemes.sites import ORIGIN, Ahead
from boardless.games.ludemes.slides import ALL_TRACKS
from boardless.games.ludemes.tile_tables import segment_tables, tile_tables
from boardless.games.ludemes.tracks import TRACKED
from boardless.games.modules import PLAIN, Features, Program
from boardless.ir.expressions import (
    ENGINE,
    MOVER,
    TO,
    Bool,
    EngineFunction,
    Expression,
    Int,
    greater,
    wide,
)
from boardless.ir.module_nodes import ModuleNodes, Part
from boardless.ir.outlining import written_once
from boardless.ir.statements import Assign, Block, Definition, Return, Statement, lines_of, names_in
from boardless.state.engine.geometry import Geometry
from boardless.state.engine.tables import (
    NOWHERE,
    ROW,
    CardTables,
    KeptTables,
    KitTables,
    RuleTables,
    SiteTables,
    Tables,
    TrackTables,
)

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.game_info import MatchTable, RuleInfo
    from boardless.games.ludemes.game import GameTree
    from boardless.state.engine.geometry import LayoutGeometry


#: The most ludemes of a game: its source grows with their number, but numbers, and
#: tables and graphs of them, stay numbers.
MAX_LUDEMES = 50_000
#: The parts of the engine, in order; a part for some ludemes is only in games with these ludemes.
PARTS = (
    "arrays", "cells", "bits", "chance", "pieces", "groups", "stacks", "undo", "effects",
    "memory", "path_tiles", "large_pieces", "segments", "rules", "starting", "results", "moves",
)  # fmt: skip
#: Parts that only games with certain ludemes have, and the facts of these, see `Facts.engine`.
OPTIONAL = {
    "large_pieces": {"covers", "large_tiles", "dominoes"},
    "path_tiles": {"path_tiles"}, "segments": {"segments", "held_tiles"},
}  # fmt: skip
#: Parts that only games with consequences have.
_OF_EFFECTS = {"effects", "memory"}
#: The numbers that a piece leaves on its old level.
_LEFT = {"states", "rotations", "values"}
#: Functions of the engine that take moves back, or compare positions by the notes for undo.
_TAKE_BACK = {"begin_attempt", "is_repeated", "is_unmet", "store_state", "is_stored"}
#: Readers of bitboards, and moves of pieces from named levels.
_OF_BITS = {"s.bitboards", "whole_row", "next_standing"}
_LEVELS = {"move_top", "move_level", "remove_level"}


#: The docstring of a module, and all imports of the engine.
NOTE = """Compiled from a description of a game: start, legal moves, moves, outcome, playouts.

Sites are numbers counted from 1, those of the hands before the cells of the board, which come in
the order in which they were added; site 0 is none and always empty. The code of cell (i, j, k) is
``i * KINDS + k + j * ROW``: one number, to which a step adds a constant, and whose low bits spread
a compact board evenly over a table. All arrays that hold sites are unsigned, so that no index is
checked for counting from the end.
"""
IMPORTS = """\
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Ints, by_address
from boardless.jit.game_runtime import (
    below,
    bits_set,
    entry,
    int64,
    kernel,
    lowest_bit,
    making,
    making_entry,
    mix,
    plain_entry,
    rotated,
    routine,
)"""


@dataclass(frozen=True, eq=False)
class Module:
    """A game as a module."""

    #: The module with code for every feature.
    nodes: ModuleNodes
    #: The search for legal moves, and surprises, a line each.
    report: tuple[str, ...]
    model: GameModel
    geometry: Geometry | LayoutGeometry
    #: By number; empty if moves have consequences (`effects`).
    rules: tuple[RuleInfo, ...]
    #: Why the board cannot grow by the rules; empty if it can.
    no_rule_growth: str
    effects: bool = False
    #: Moves are tried and taken back to find the legal ones.
    takes_back: bool = False
    #: Names of variables and remembered values by their numbers in the log of actions.
    names: tuple[str, ...] = ()
    #: Places of payoffs in the state.
    payoffs: PayoffTable | None = None
    #: Something is left to chance after the start.
    chances: bool = False
    #: Places of the score of nobody and of the first die, others behind; None without them.
    scores: int | None = None
    pips: int | None = None
    #: None in a game by itself.
    match: MatchTable | None = None

    @property
    def constants(self) -> Mapping[str, int]:
        """The numbers and truth values that the module names, without additional features."""
        return {name: int(value) for name, value in self.nodes.constants.items()}

    def with_features(self, features: Features) -> Program:
        """Return the module with some features, before loading."""
        return _with_features(self, features)

    def nodes_with(self, features: Features) -> ModuleNodes:
        """Return the nodes of the module with some features, and dead code."""
        needed = replace(features, undo=features.undo or self.takes_back)
        return self.nodes.more(*map(Part, features.parts), numbers=needed.flags)


@lru_cache(16)
def _with_features(module: Module, features: Features) -> Program:
    nodes = module.nodes_with(features)
    policy: Any = features.policy
    if policy is None:
        return program_of(nodes.pruned())
    function = policy.py_func
    path = f"{function.__module__}:{function.__qualname__}"
    given = Int.named("count"), Int.named("number")
    number = EngineFunction("below", Int)(given[1], Int.of(2**31))
    chosen = wide(Int.call("_policy", given[0], number)) % greater(given[0], 1)
    note = f"Return what the policy {path} chooses, brought into range."
    choose = Definition("choose", given, "int", (Return((chosen,)),), note)
    nodes = nodes.more(
        Part("policy", own=(choose,)),
        imports=(f"from {function.__module__} import {function.__name__} as _policy",),
        # It chooses among the legal moves, however they are found.
        numbers={"ASKS_LATE": False, "SAMPLES_SITES": False},
    )
    return program_of(nodes.pruned(), getsource(sys.modules[function.__module__]))


def program_of(nodes: ModuleNodes, beside: str = "") -> Program:
    """Return a module before loading; its hash covers the functions it calls, and `beside`."""
    source = nodes.source
    hashed = hashlib.sha256("\0".join((source, _callees(), beside)).encode())
    for table in nodes.tables.values():
        hashed.update(table.tobytes())
    return Program(source, hashed.hexdigest(), nodes.tables)


def module_of(game: GameTree) -> Module:
    """Compile a game to a module of nodes; reject unsupported ludemes."""
    if sum(not node.facts.data for node in ludemes_in(game)) > MAX_LUDEMES:
        game.reject(f"at most {MAX_LUDEMES:,} ludemes are compiled, definitions in their places")
    model = GameModel.of(game)
    try:
        return _module_of(game, model)
    except LudemeError:
        if model.growing or model.layout is not None:
            raise
    # A ludeme without meaning on a part of a tiling may have one on the laid-out board.
    return _module_of(game, GameModel.laid_out(game))


def _module_of(game: GameTree, model: GameModel) -> Module:
    warn_of_names(model)
    size(game.rules)
    geometry = model.layout or _geometry(game, model)
    rules = RuleFunctions(model, geometry, ModuleBuilder(records_moves(game)))
    phases = game.rules.phases or (Phase(name="", role=None, mode=None, play=game.rules.play),)  # type: ignore[arg-type]
    plays = [under_meta_rules(phase.play.moves, game) for phase in phases]
    try:
        for number, play in enumerate(plays):
            rules.add_play(number, play)
        if model.effects:
            for number, play in enumerate(plays):
                look_ahead(rules, number, play)
        if rules.tries and rules.builder.mentions("next_is_stuck"):
            game.rules.reject("(no Moves Next) depends on itself where moves are made for a trial")
        # Tables that the rules read become constants while they are compiled.
        body = _rules(rules, phases)
        if model.effects:
            functions = tuple(node for node in body if isinstance(node, Definition))
            others = tuple(node for node in body if not isinstance(node, Definition))
            body = (*written_once(functions), *others)
        compile("\n".join(lines_of(body)), game.name, "exec")  # Python's own limits
    except (SyntaxError, RecursionError, MemoryError):
        # Python's parser has limits of its own.
        why = "conditions nest too deeply to be compiled, or moves of a piece ask for themselves"
        game.rules.reject(why)
    absent = {part for part, facts in OPTIONAL.items() if facts.isdisjoint(model.facts.engine)}
    absent |= set() if model.effects else _OF_EFFECTS
    absent |= set() if model.stacking else {"stacks"}
    parts = [part for part in PARTS if part not in absent]
    numbers, tables = _constants(rules, body)
    own = [Part(part, own=body if part == "rules" else None) for part in parts]
    report = [f"searches for moves: {why}" for why in rules.reasons]
    report = report or [f"keeps {len(rules.lists)} list(s) of legal moves from move to move"]
    return Module(
        ModuleNodes(NOTE, (IMPORTS,), tuple(own), numbers, tables),
        (*report, *_divisions(game)),
        model,
        geometry,
        tuple(rules.rules),
        _no_rule_growth(rules),
        model.effects,
        bool(_TAKE_BACK & names_in(body)),
        tuple(rules.builder.numbers.names),
        PayoffTable.of(game, rules.builder.numbers.places),
        has_chance(game),
        rules.builder.numbers.places.get(SCORES),
        rules.builder.numbers.places.get(PIPS),
        match_table(game, rules.builder.numbers.places),
    )


def _divisions(game: GameTree) -> list[str]:
    """Return a line for the report if a divisor may be 0, which does not stop a game."""
    divided = (n for n in inside(game) if isinstance(n, Quotient | Remainder))
    if all(node.right.constant for node in divided):
        return []
    return ["divides by integers that may be 0: then / gives 0 and % its first integer"]


def _no_rule_growth(rules: RuleFunctions) -> str:
    if rules.reasons:
        return f"its moves are searched for, because {rules.reasons[0]}"
    if sees_border(rules.model.game):
        return "its rules tell empty cells from those that are not on the board"
    return ""


@cache
def _callees() -> str:
    """Return the source of the kernels that a module calls."""
    return (files("boardless.jit") / "game_runtime.py").read_text(encoding="utf-8")


def _looks_around(rules: RuleFunctions, body: Block) -> bool:
    """Return True if lists or functions of a game read stored neighbours of a site."""
    model = rules.model
    # `Contents.playable` finds the neighbours of cells itself, but not the neighbours of vertices.
    if model.layout is not None or model.on_vertices:
        return True
    if rules.looks_around or "s.neighbours" in names_in(body):
        return True
    return bool(segment_tables(model, rules.geometry)[1].segments)


def _constants(
    rules: RuleFunctions, body: Block
) -> tuple[dict[str, float], dict[str, np.ndarray[Any, Any]]]:
    """Return the numbers and tables of the engine and the game; its functions are `body`."""
    model, names = rules.model, names_in(body)
    large = large_tables(model, rules.geometry)
    tiles, on_tiles = segment_tables(model, rules.geometry)
    if on_tiles.segments and (taking := taking_off(model.game)) is not None:
        taking.reject("may not stand in a game of tiles with segments, which stay where they lie")
    if not on_tiles.segments:
        tiles = tile_tables(model, rules.geometry)
    in_order = keeps_order(model)
    builder, lists = rules.builder, len(rules.lists)
    places = builder.numbers.places
    owners = [component.owner for component in model.components]
    kit = KitTables.of(model.players, owners, [size for _, size in model.hands])
    tables = Tables(
        rules.geometry.plane()._replace(
            boards=1 + len(model.boards), apart=max((i for i, _, _ in model.boards), default=1)
        ),
        kit,
        SiteTables.of(
            rules.fields,
            model.counts_pieces,
            model.levels,
            bool(_LEVELS & names and _LEFT & {*rules.fields}),
        ),
        KeptTables.of(
            kit,
            bool(_OF_BITS & names),
            "OF_COMPONENTS" in names,
            sets=len(builder.met) // (model.players + 1),
            regions=np.array(builder.met, np.int64),
            lists=max(1, lists + (len(model.components) if in_order else 0)),
            owned=lists if in_order else -1,
            local=model.layout is None,
            around=model.growing or _looks_around(rules, body),
        ),
        RuleTables(
            model.effects,
            builder.bound,
            builder.numbers.size,
            builder.rows,
            has_chance(model.game),
            compares_positions(model.game),
            np.array(uncompared(model.game, builder.numbers), np.int64),
            builder.keeps,
            ghosts=places.get(GHOSTS, -1),
            targets=places.get(TARGETS, -1),
            origins=places.get(ORIGIN, -1),
        ),
        TrackTables.of(places.get(TRACKED, -1), [track.sites for track in model.tracks]),
        tiles,
        on_tiles,
        large,
        _card_tables(model),
    )
    named = tables.named()
    arrays = {name: value for name, value in named.items() if isinstance(value, np.ndarray)}
    own = {name: np.array(values, dtype=_width(values)) for name, values in rules.tables.items()}
    numbers = {name: value for name, value in named.items() if not isinstance(value, np.ndarray)}
    return {**numbers, "ROW": ROW, "NOWHERE": NOWHERE, **PLAIN.flags}, arrays | own


def _card_tables(model: GameModel) -> CardTables:
    """Return known and unmixed cards, and the owners of places of hands."""
    firsts, each = [first for first, _ in model.backs], [is_each for _, is_each in model.backs]
    last = [n + (model.players + 1) * is_each for n, is_each in model.backs]
    keepers = [owner for owner, size in model.hands for _ in range(size)]
    marks, barred, tells = marks_of(model)
    return CardTables(
        bool(model.secrets),
        np.array(model.secrets, np.int64),
        model.scene.inventory.cards[0] if model.scene is not None else 0,
        any(marks),
        np.array(marks, np.int64),
        np.array(barred, np.int64),
        tells,
        1 + max(last, default=0),
        np.array([*firsts, *each], np.int64),
        np.array([0, *keepers], np.int64),
    )


def _width(values: list[int]) -> str:
    """Return the narrowest of three types that holds some numbers."""
    if min(values, default=0) >= 0 and max(values, default=0) < 256:
        return "uint8"
    return "int32" if max(map(abs, values)) < 2**31 else "int64"


def _rules(rules: RuleFunctions, phases: tuple[Phase, ...]) -> Block:
    """Return the functions that implement the rules, and constants."""
    functions: list[Statement] = []
    for number, (key, search) in enumerate(rules.searches.items()):
        given: tuple[Expression, ...] = (MOVER,) if key[1] == ANY else ()
        given += (NUMBER, DRAWS) if key in rules.sampling else ()
        note = f"Phase {key[0]}" + (f", player {key[1]}." if key[1] != ANY else ".")
        mark = "routine" if key[1] == ANY else "kernel"
        functions.append(Definition(f"search_{number}", given, "int", search, note, mark))
    # Ends may need functions of moves, too, and lists of sites.
    out: list[Statement] = [
        outcome(rules, phases),
        *next_game(rules.scope()),
        *moves(rules, len(phases)),
        begin(rules, phases),
    ]
    swaps = rules.model.uses(SwapRule)
    if swaps and rules.model.players != 2:
        rules.model.game.reject("expected two players where one may swap")
    at_once = rules.builder.round_place if rules.model.at_once else -1
    out += (
        Assign((Bool.named("MAY_SWAP"),), Bool.of(swaps)),
        Assign((ENGINE.AT_ONCE,), Int.of(at_once)),
    )
    functions.append(relist(rules))
    kept = [Definition(f"may_{n}", (TO,), "bool", test) for n, test in enumerate(rules.lists)]
    return (*kept, *functions, *out)


def _geometry(game: GameTree, model: GameModel) -> Geometry:
    """Return the slots of the tiling that a game's rules read."""
    assert model.tiling is not None
    geometry = Geometry.of(model.tiling, diagonal=False, turn=model.turn)
    touching = {label for kind in range(geometry.kinds) for label in geometry.labels(kind)}
    near = (Directions.ADJACENT, Directions.ORTHOGONAL)
    far = any(
        (isinstance(node, Ahead) and str(node.direction) not in touching)
        or (isinstance(node, Directions) and node not in near)
        for node in inside(game.rules)
    )
    return Geometry.of(model.tiling, far, model.on_vertices, model.turn)


def warn_of_names(model: GameModel) -> None:
    """Warn of each unknown name, since rules that use it never act."""
    borne = _names_borne(model)
    for node in ludemes_in(model.game.rules):
        for kind, name in _names_asked(node):
            # Labels of sites may take the place of names of regions.
            known = any(name in each for each in borne.get(kind, (name,)))
            if not known and not (kind == "region" and is_label(name)):
                said = f"no {kind} has this in its name, so nothing is found"
                warn(LudemeWarning(node.place, name, said), stacklevel=2)


def _names_asked(node: Ludeme) -> Iterator[tuple[str, str]]:
    """Yield the kinds and the names of things that a ludeme refers to."""
    for parameter in parameters(type(node)):
        value = getattr(node, parameter.field)
        for choice in parameter.choices:
            for name in value if isinstance(value, tuple) else (value,):
                if choice.limits and choice.limits.of and isinstance(name, str):
                    yield choice.limits.of, name


def _names_borne(model: GameModel) -> dict[str, list[str]]:
    """Return the names of things by kind; regions and tracks only on boards of fixed size."""
    scene = model.scene
    # A "Bag" holds the dominoes in the stock.
    components = [*(component.name for component in model.components), "Bag"]
    if scene is None:
        return {"component": components}
    items, containers = scene.inventory.items, scene.inventory.containers
    return {
        "component": [*components, *(container.name for container in containers)],
        "region": [region_name(item) for item in items if isinstance(item, Regions)],
        "track": [*(track.name for track in model.tracks), ALL_TRACKS],
    }
