"""Games ready to play, compiled from their descriptions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from os import PathLike
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from boardless.games.description import SUBGAME, Description, read
from boardless.games.disk_cache import cached, read_cached, write_cached
from boardless.games.game_info import GameInfo
from boardless.games.game_start import GameStart, setup_of
from boardless.games.game_technique import (
    ALL_NAMES,
    RULE,
    GameTechnique,
    TechniqueChoice,
    game_technique,
    without_shrinking,
)
from boardless.games.language.options import options_told, tiling_choice
from boardless.games.library import Library, description_text, in_module, made_in_python, refusal
from boardless.games.modules import PLAIN, AllowedSites, Features, Program, loaded
from boardless.jit.compilations import getting_ready
from boardless.state import Component, Equipment, anchor_site
from boardless.state.engine.arrays import APPEND, FIXED, REPLAY, ZONE, Arrays
from boardless.state.engine.entries import Kernels
from boardless.state.engine.tables import Codes
from boardless.strategies import Rule
from boardless.topo import Board, InputError, Key, Tiling
from boardless.util import upward
from boardless.util.garbage import seldom_collected
from boardless.util.inputs import items_of, text_of
from boardless.util.lazy_imports import renamed_attribute

# The compiler is imported only to compile a game; see `games.disk_cache`.
if TYPE_CHECKING:
    from boardless.games.compiler.module import Module
    from boardless.games.language.syntax import Group

T = TypeVar("T")

#: The initial length of arrays; it doubles when they are full.
FIRST_ROOM = 1024
FIRST_PLIES = 256
#: The largest board for arrays, in cells: some 400 MB.
MAX_CELLS = 2**21
#: The longest playout for arrays, in moves.
MAX_PLIES = MAX_CELLS * FIRST_PLIES // FIRST_ROOM


@dataclass(frozen=True)
class Game:
    """A game compiled from its description.

    Attributes
    ----------
    text : str
        The description as written.
    info : GameInfo
        Facts that need neither its rules nor the compiler, chosen options included.
    jit : bool
        Whether it runs compiled, or as plain Python.
    large : bool
        Whether the limits for texts from strangers are raised.
    """

    text: str = field(repr=False)
    info: GameInfo
    jit: bool = True
    large: bool = False
    _cache: dict[tuple[object, ...], Any] = field(default_factory=dict, repr=False, compare=False)

    brief = renamed_attribute("brief", "info")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the description and the options; unpickling compiles the game again."""
        return _compiled, (self.text, self.options, self.jit, self.large)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __hash__(self) -> int:
        """Return the hash of the text, which Python caches; hashing all fields would take 8 us."""
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<Game {self.name}{options_told(self.options)}>"

    def _repr_svg_(self) -> str | None:
        """Return the picture of the first position, for a notebook."""
        return upward.State(self)._repr_svg_()

    @classmethod
    def of(cls, description: Description, jit: bool = True) -> Self:
        """Return the game that a description describes; see `compile`."""
        module = _module_of(description)
        info = _info_of(description, module)
        game = cls(description.text, info, jit, description.large)
        # They exist already.
        vars(game).update(description=description, module=module)
        return game

    @cached_property
    def description(self) -> Description:
        """The tree of ludemes and the chosen options."""
        return read(self.text, self.options, large=self.large)

    @cached_property
    def module(self) -> "Module":
        """The module of nodes that the game was compiled to."""
        return self._cached(("module",), lambda: _module_of(self.description))

    @property
    def constants(self) -> Mapping[str, int]:
        """The named numbers and truth values of its module; see `Module.constants`."""
        return self._cached(("constants",), lambda: self.module.constants)

    @property
    def metadata(self) -> tuple["Group", ...]:
        """The forms ``(metadata ...)`` as written; they are not part of the rules."""
        return self._cached(("metadata",), lambda: self.description.metadata)

    @property
    def name(self) -> str:
        """The game's name."""
        return self.info.name

    @property
    def options(self) -> tuple[str, ...]:
        """The chosen item of each option, ``"Heading/Label"``."""
        return self.info.options

    @property
    def tiling(self) -> Tiling:
        """The tiling of its board; see `Equipment.tiling`."""
        return self.setup.tiling

    @property
    def plane(self) -> str:
        """The name of its tiling, or "laid out"."""
        return self.info.plane

    @property
    def growing(self) -> bool:
        """Return True if the board of the game grows."""
        return self.info.growing

    @property
    def players(self) -> int:
        """The number of players."""
        return self.info.players

    @cached_property
    def codes(self) -> Codes:
        """The coding of cells in the arrays of the game."""
        return Codes(self.info.kinds)

    @cached_property
    def concepts(self) -> frozenset[str]:
        """The names of the concepts of the game, derived from its text; see `games.CONCEPTS`."""
        from boardless.games.concepts import concepts_of

        return concepts_of(self.description)

    @cached_property
    def position_parts(self) -> tuple[int, ...] | None:
        """The parts of a position that the rules read; see `games.identity.parts_of`."""

        def made() -> tuple[int, ...] | None:
            from boardless.games.identity import parts_of

            return parts_of(self)

        return self._cached(("parts",), made)

    @cached_property
    def digest(self) -> bytes:
        """A hash of its text and of the choices."""
        return sha256(repr((self.text, self.info)).encode()).digest()

    def subgame(self, number: int) -> "Game":
        """Return the game of a match with a number; it belongs to the same match.

        The match itself is its first game, number 0.
        """
        if ("subgame", number) not in self._cache:
            others = tuple(name for name in self.options if not name.startswith(SUBGAME))
            options = (*others, f"{SUBGAME}{number}") if number else others
            same = options == self.options
            other = self if same else compile(self.text, options, jit=self.jit, large=self.large)
            self._cache["subgame", number] = other
        game: Game = self._cache["subgame", number]
        return game

    @property
    def components(self) -> tuple[Component, ...]:
        """The components; the component with index n has number n + 1."""
        return self.module.model.components

    @property
    def source(self) -> str:
        """The Python module that the game was compiled to."""
        return self._program(PLAIN).source

    @property
    def report(self) -> str:
        """The game's search for legal moves, and warnings: one line each."""
        return "\n".join(self.module.report)

    def refuse_match(self) -> None:
        """Raise InputError for a match of several games."""
        if self.info.match is not None:
            raise InputError(f"{self.name}: a match of several games, take one of them")

    @cached_property
    def kernels(self) -> Kernels:
        """The module itself, loaded on first use."""
        return cast("Kernels", loaded(self._program(PLAIN), self.jit))

    def undoing(self, *parts: str) -> Features:
        """Return the features of a module for states, with some more parts of the engine.

        It can undo moves, and logs moves with effects.
        """
        return Features(undo=True, logs=self.info.effects, parts=parts)

    def kernels_of(self, technique: GameTechnique, features: Features = PLAIN) -> Kernels:
        """Return the module that plays in a technique."""
        return cast("Kernels", loaded(self.program_of(technique, features), self.jit))

    def program_of(self, technique: GameTechnique, features: Features = PLAIN) -> Program:
        """Return the module that plays in a technique, before loading; see `kernels_of`."""
        if self.info.starts_by_chance:
            features = replace(features, parts=("sampling", *features.parts))
        return self._program(technique.needed(features))

    def _program(self, features: Features) -> Program:
        """Return the module with code for some features; see `Module`."""
        if features.policy is not None:
            return self.module.with_features(features)
        return self._cached(("program", features), lambda: self.module.with_features(features))

    def once(self, what: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the value of `make` for a key, computed once for this game."""
        return self._cached(what, make, on_disk=False)

    def _cached(self, what: tuple[object, ...], make: Callable[[], T], on_disk: bool = True) -> T:
        """Return the cached value of `make` for a key, kept between runs of a compiled game."""
        if what not in self._cache:
            with seldom_collected(), getting_ready():
                if self.jit and on_disk:
                    result = cached((*what, self.text, self.options, self.large), make)
                else:
                    result = make()
            self._cache[what] = result
        value: T = self._cache[what]
        return value

    @cached_property
    def setup(self) -> Equipment:
        """The position before the first move, by lattice key relative to the anchor."""
        return self._cached(("setup",), lambda: setup_of(self.module.model))

    def suited(self, technique: GameTechnique) -> GameTechnique:
        """Return a technique adapted to the game.

        A game with consequences never shrinks its board if pieces stay. If the effect of a move
        depends on cells added during the move, the engine must grow the board.

        Raises
        ------
        InputError
            If the technique cannot play the game.
        """
        if not self.info.effects or not self.growing:
            return technique
        if self.info.only_puts:
            technique = without_shrinking(technique)
        if self.info.covers and (
            technique.growth not in (FIXED, ZONE, RULE) or technique.update != APPEND
        ):
            raise InputError(
                f"technique {technique.name!r}: tiles of {self.name} cover several cells, for "
                "which the engine has to grow the board by zones, or the board has to be fixed"
            )
        if technique.update == REPLAY or (technique.is_external and self.info.grown_in_moves):
            raise InputError(
                f"technique {technique.name!r}: moves of {self.name} have effects, which only "
                "techniques of the engine that append or map can make"
            )
        return technique

    @cached_property
    def rule(self) -> Rule:
        """The growth of its board by its rules: the tiles, and the cells that accept one.

        Raises
        ------
        InputError
            If the board cannot grow by its rules; the message gives the reason.
        """
        holds = [hold for hand in self.setup.hands for hold in hand.holds]
        return Rule(AllowedSites.by(self.module, holds))

    def start(self, technique: GameTechnique) -> GameStart:
        """Return the first board in a technique.

        Raises
        ------
        InputError
            If the game has a fixed board and the technique grows, or the board cannot grow by its
            rules.
        """
        if not isinstance(technique.choice, str):
            return self._start(technique)
        # A user's technique may differ under the same name in the next run.
        return self._cached(
            ("start", technique.choice, technique.start),
            lambda: self._start(technique),
            technique.choice in ALL_NAMES,
        )

    def first_board(self, technique: GameTechnique) -> tuple[Board, Key]:
        """Return the first board in a technique, and the cell of its anchor.

        Raises
        ------
        InputError
            See `start`.
        """
        if not self.growing:
            if technique.growth != FIXED:
                raise InputError(
                    f"technique {technique.name!r}: {self.name} has a fixed board, "
                    "choose BASE or BASE-KEPT"
                )
            board = self.module.model.board
            return board, board.key(anchor_site(board))
        if technique.grown_by is None:
            return self.rule.first(self.setup), (0, 0, 0)
        with technique.explained():
            board, anchor = technique.grown_by.start(self.setup)
            if board.tiling != self.tiling:
                raise InputError(f"its first board is {board.tiling.name}, not {self.tiling.name}")
            return board, board.key(anchor)

    def _start(self, technique: GameTechnique) -> GameStart:
        if self.module.model.layout is not None and technique.growth == FIXED:
            return GameStart.laid_out(self.module.model)
        return GameStart.on(*self.first_board(technique), self.setup, self.module)

    def arrays(
        self,
        technique: GameTechnique,
        features: Features = PLAIN,
        room: int = FIRST_ROOM,
        plies: int = FIRST_PLIES,
    ) -> "Arrays":
        """Return the arrays of a game at its start, with room for at least `room` cells.

        There is room for at least `plies` moves; games on large boards may reserve more. `features`
        are the features of the module that uses the arrays; see `kernels_of`.
        """
        start = self.start(technique)
        kernels = self.kernels_of(technique, features)
        while room < 2 * (len(start.codes) + len(start.begun)) + 64:
            room *= 2
        # Trials of moves with effects are nested; see `state.engine.moves.has_room`.
        plies = max(plies, room * FIRST_PLIES // FIRST_ROOM) + 4 * self.info.effects
        state = kernels.make(room, plies, len(start.begun))
        state.n[kernels.GROWTH], state.n[kernels.UPDATE] = technique.growth, technique.update
        state.origin[:] = start.anchor[:2]
        noting = (features.undo or self.info.takes_back) and technique.update != kernels.REPLAY
        kernels.build(state, start.codes, start.kinds, start.begun, noting)
        return state


def load(
    game: str | PathLike[str],
    options: Sequence[str] = (),
    *,
    tiling: str | Tiling | None = None,
    jit: bool = True,
    library: Library | str | PathLike[str] | None = None,
) -> Game:
    """Return a game of a library, or of a file, ready to play.

    Parameters
    ----------
    game : str or path
        Its name, the path of a description, or ``"module:name"`` of one made in Python: a `Game`,
        the text of a description, or a function that returns one of them.
    options : sequence of str
        ``"Heading/Label"`` of the options to choose.
    tiling : str or Tiling, optional
        An item of the game's option for tilings. If the board grows, also any tiling, its name, or
        the path of a table (.json).
    library : Library, str or path, optional
        A library of games, or its folder, in addition to the games that come with the package; by
        default the value of the environment variable BOARDLESS_LIBRARY.
    jit : bool, default True
        Compile it; False runs the same source as plain Python.

    Returns
    -------
    Game
        The game; ``State(game)`` begins to play it.

    Raises
    ------
    InputError
        If the game, option or tiling is unknown, or the game cannot be compiled.
    """
    thing = made_in_python(game) if in_module(game) else None
    if isinstance(thing, Game):
        if not options and tiling is None and jit == thing.jit:
            return thing
        return compile(
            thing.text, options or thing.options, tiling=tiling, jit=jit, large=thing.large
        )
    text = thing if isinstance(thing, str) else description_text(game, library=library)
    return compile(text, options, tiling=tiling, jit=jit)


#: A game, its name, the path of a description, or ``"module:name"`` of one made in Python.
GameChoice = Game | str | PathLike[str]


def as_game(game: GameChoice) -> Game:
    """Return a game, or the game for a name, a path or ``"module:name"``; see `load`.

    All functions that accept a game in L-GDL use this conversion.

    Raises
    ------
    InputError
        If the game is unknown, or is not in L-GDL.

    Examples
    --------
    >>> as_game("tic-tac-toe").name
    'Tic-Tac-Toe'
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str | PathLike):
        # Looked up at the call, like every `load`.
        from boardless import games

        return games.load(game)
    raise refusal(game)


def compile(
    text: str,
    options: Sequence[str] = (),
    *,
    tiling: str | Tiling | None = None,
    jit: bool = True,
    large: bool = False,
) -> Game:
    """Return the game for a description in L-GDL; see `load`.

    A `large` description may be twenty times as long as the usual limit.
    """
    name = None if tiling is None else tiling_choice(tiling)
    chosen = options
    if not isinstance(options, str):
        chosen = tuple(text_of(name, "option") for name in items_of(options, "options"))
    what = ("info", text, chosen, name, large)
    info = read_cached(what) if jit else None
    if info is not None:
        return Game(text, info, jit, large)
    # This import also loads ludemes and the compiler.
    with seldom_collected():
        game = Game.of(read(text, options, tiling=name, large=large), jit)
    if jit:
        write_cached(what, game.info)
        write_cached(("module", game.text, game.options, large), game.module)
    return game


def _module_of(description: Description) -> "Module":
    from boardless.games.compiler.module import module_of

    with seldom_collected():
        return module_of(description.tree)


def _compiled(text: str, options: tuple[str, ...], jit: bool, large: bool) -> Game:
    return compile(text, options, jit=jit, large=large)


def default_technique(game: Game) -> GameTechnique:
    """Return the default technique of a game."""
    return game_technique("ZONE-APPEND" if game.growing else "BASE-KEPT")


def technique_for(
    game: Game, technique: TechniqueChoice | None = None, start: str = "5.4"
) -> GameTechnique:
    """Return the way to play a game by a technique (default: its own); see `game_technique`."""
    return game_technique(default_technique(game).name if technique is None else technique, start)


def _info_of(description: Description, module: "Module") -> GameInfo:
    """Return the facts about a compiled game."""
    from boardless.games.compiler.game_properties import only_puts

    model = module.model
    return GameInfo(
        description.name,
        description.options,
        model.players,
        "laid out" if model.tiling is None else model.tiling.name,
        model.growing,
        module.geometry.kinds,
        module.rules,
        module.effects,
        module.takes_back,
        module.chances,
        only_puts(description.tree),
        "large_tiles" in model.facts.engine,
        model.facts.grows,
        model.starts_by_chance,
        module.match,
    )
