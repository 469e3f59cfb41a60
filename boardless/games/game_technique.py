"""Techniques of compiled games: from `strategies`, and from users."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from boardless.games.modules import Features
from boardless.state import AnyTechnique
from boardless.state.engine.arrays import APPEND, EXTERNAL, FIXED, ZONE
from boardless.strategies.strategy import Strategy, import_object, in_engine, lookup, strategy_of
from boardless.strategies.technique import NEEDED, TECHNIQUES, appending
from boardless.topo import InputError

#: A technique, its name or ``"module:name"``, or a strategy for a technique with fixed sites
#: of cells.
TechniqueChoice: TypeAlias = AnyTechnique | Strategy | str

#: Growth by the rules, which needs another module of a game.
RULE = 4

#: The name of the technique that plays on a fixed board, built once for all games.
BASE_KEPT = "BASE-KEPT"

#: The name of the technique with a board of the tiles and the cells that accept one.
RULE_APPEND = "RULE-APPEND"

#: The names of the thesis's techniques, and of kept boards: any game can be played in them.
NAMES = ("BASE", BASE_KEPT, *(n for n, t in TECHNIQUES.items() if t.first == "5.4" and t.in_engine))

#: The names of all techniques with growth in the engine.
ALL_NAMES = (*NAMES, RULE_APPEND)

#: Techniques with a name, and names without a technique.
_NAMED: dict[str, AnyTechnique | str] = {
    name: TECHNIQUES.get(name, name) for name in (*NAMES, *TECHNIQUES, RULE_APPEND)
}


@dataclass(frozen=True)
class GameTechnique:
    """The technique that plays a compiled game."""

    name: str
    #: Numbers of the engine; EXTERNAL if `grown_by` grows the board in Python.
    growth: int
    update: int
    #: The board is built again for every game.
    rebuild: bool
    #: "5.4", "minimal", or "strategy" if the technique decides.
    start: str
    #: None for growth by the rules; see ``Game.rule``.
    grown_by: AnyTechnique | None
    #: The argument of `game_technique`.
    choice: TechniqueChoice = field(repr=False)

    @property
    def is_external(self) -> bool:
        """Return True if the technique grows the board in Python, between moves."""
        return self.growth == EXTERNAL

    @contextmanager
    def explained(self) -> Iterator[None]:
        """In a ``with`` block, turn errors into InputErrors of the technique."""
        try:
            yield
        except Exception as error:
            said = str(error) if isinstance(error, InputError) else repr(error)
            raise InputError(f"technique {self.name!r}: {said}") from error

    @property
    def grows_in_steps(self) -> bool:
        """Return True if the engine grows the board in a step after each move."""
        return self.growth not in (FIXED, ZONE, EXTERNAL, RULE) or self.update != APPEND

    def needed(self, features: Features) -> Features:
        """Return features together with the features that the technique needs."""
        return replace(
            features,
            parts=(*(("external_board",) if self.is_external else ()), *features.parts),
            growth_step=self.grows_in_steps,
            by_rule=self.growth == RULE,
            external_board=self.is_external,
        )


def game_technique(technique: TechniqueChoice, start: str = "5.4") -> GameTechnique:
    """Return a technique from itself, a strategy, a name in any case, or ``"module:name"``.

    `start` is the board of a named growing technique, "5.4" or "minimal"; by the rules both are the
    same. A user's technique has its own start. Other values raise an InputError.
    """
    chosen: TechniqueChoice = technique
    if isinstance(chosen, str) and ":" in chosen:
        chosen = import_object(chosen, "technique")
    if callable(chosen) and not hasattr(chosen, "push"):
        chosen = appending(strategy_of(chosen))
    chosen = lookup(
        chosen, "technique", _NAMED, lambda thing: isinstance(thing, AnyTechnique), NEEDED
    )
    if isinstance(chosen, str) or TECHNIQUES.get(chosen.name) == chosen:
        return _named(chosen if isinstance(chosen, str) else chosen.name, start)
    growth, update = in_engine(chosen) or (EXTERNAL, APPEND)
    first = getattr(chosen, "first", "strategy")
    if start not in ("5.4", first):
        raise InputError(f"start {start!r}: technique {chosen.name!r} has a first board of its own")
    return GameTechnique(chosen.name, growth, update, False, first, chosen, technique)


def without_shrinking(technique: GameTechnique) -> GameTechnique:
    """Return a technique for a game with permanent pieces, which never shrinks the board."""
    shrinking = TECHNIQUES["ZONE-SHRINK"]
    if technique.grown_by != replace(shrinking, first=technique.start):
        return technique
    return replace(technique, growth=ZONE, update=APPEND)


def _named(name: str, start: str) -> GameTechnique:
    """Return a technique by its name."""
    if start not in ("5.4", "minimal"):
        raise InputError(f"start {start!r}: choose 5.4 or minimal")
    if name == RULE_APPEND:
        return GameTechnique(name, RULE, APPEND, False, start, None, name)
    technique = TECHNIQUES["BASE" if name == BASE_KEPT else name]
    growth, update = technique.in_engine or (EXTERNAL, APPEND)
    if technique.first == "5.4":
        technique = replace(technique, first=start)
    return GameTechnique(name, growth, update, name == "BASE", start, technique, name)
