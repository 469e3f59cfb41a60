"""Techniques as compiled games know them: those of `strategies`, and those that users write."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from boardless.state import AnyTechnique
from boardless.state.engine.arrays import APPEND, FIXED, GIVEN, ZONE
from boardless.strategies.strategy import Strategy, found, in_engine
from boardless.strategies.technique import NEEDED, TECHNIQUES, appending
from boardless.topo import InputError

#: What a technique is asked by: a name or ``"module:name"``, or one itself; and a strategy, for
#: which cells keep their sites.
TechniqueChoice: TypeAlias = AnyTechnique | Strategy | str

#: Growth by the rules, which a game has another module for.
RULE = 4

#: The name of the technique that plays on a fixed board without building it anew for every game.
BASE_KEPT = "BASE-KEPT"

#: The name of the technique whose board holds the tiles and the cells where one may be put.
RULE_APPEND = "RULE-APPEND"

#: The names of the techniques that the thesis has, and kept boards: any game can be played in them.
NAMES = ("BASE", BASE_KEPT, *(n for n, t in TECHNIQUES.items() if t.first == "5.4" and t.in_engine))

#: The names of all techniques that the engine grows boards in.
ALL_NAMES = (*NAMES, RULE_APPEND)

#: What has a name: a technique, or what is none of the others.
_NAMED: dict[str, TechniqueChoice] = {
    name: TECHNIQUES.get(name, name) for name in (*NAMES, *TECHNIQUES, RULE_APPEND)
}


@dataclass(frozen=True)
class GameTechnique:
    """How a compiled game is played.

    Attributes
    ----------
    name : str
        The technique's name.
    growth, update : int
        How the engine grows the board, and how the state follows; GIVEN if `grown_by` does that.
    rebuild : bool
        Whether the board is built anew for every game.
    start : str
        Which board it starts from: "5.4", "minimal", or "strategy" where the technique says so
        itself.
    grown_by : AnyTechnique or None
        The technique that grows the board; none for growth by the rules, which ``Game.rule`` has
        for each game.
    choice : AnyTechnique, Strategy or str
        What `game_technique` makes this of, together with `start`.
    """

    name: str
    growth: int
    update: int
    rebuild: bool
    start: str
    grown_by: AnyTechnique | None
    choice: TechniqueChoice = field(repr=False)

    @property
    def is_given(self) -> bool:
        """Whether the technique grows the board in Python, between moves."""
        return self.growth == GIVEN

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say of what goes wrong inside that it is the technique's doing, in an InputError."""
        try:
            yield
        except Exception as error:
            said = str(error) if isinstance(error, InputError) else repr(error)
            raise InputError(f"technique {self.name!r}: {said}") from error

    @property
    def features(self) -> dict[str, bool]:
        """What a compiled game needs code for."""
        plain = self.growth in (FIXED, ZONE, GIVEN, RULE)
        return {
            "GROWTH_STEP": not plain or self.update != APPEND,
            "BY_RULE": self.growth == RULE,
            "FOLLOWS": self.is_given,
        }


def game_technique(technique: TechniqueChoice, start: str = "5.4") -> GameTechnique:
    """Return how to play by a technique.

    Parameters
    ----------
    technique : AnyTechnique, Strategy or str
        A name in any case: one of ALL_NAMES, ZONE-SHRINK; a technique of one's own, or a strategy,
        for which cells keep their sites; or ``"module:name"`` of one in a module that can be
        imported.
    start : {"5.4", "minimal"}
        Which board a growing technique that has a name starts from; by the rules both are the same.
        A technique of one's own says itself.

    Raises
    ------
    InputError
        If there is no such technique or start.
    """
    known = found(technique, "technique", _NAMED, _fits, NEEDED)
    if isinstance(known, Strategy) and not isinstance(known, AnyTechnique):
        known = appending(known)
    if isinstance(known, str) or TECHNIQUES.get(known.name) == known:
        return _named(known if isinstance(known, str) else known.name, start)
    growth, update = in_engine(known) or (GIVEN, APPEND)
    first = getattr(known, "first", "strategy")
    if start not in ("5.4", first):
        raise InputError(f"start {start!r}: technique {known.name!r} has a first board of its own")
    return GameTechnique(known.name, growth, update, False, first, known, technique)


def without_shrinking(technique: GameTechnique) -> GameTechnique:
    """Return how to play by a technique a game in which pieces stay where they have been put.

    A board that shrinks only where pieces are taken then grows as one that does not.
    """
    shrinking = TECHNIQUES["ZONE-SHRINK"]
    if technique.grown_by != replace(shrinking, first=technique.start):
        return technique
    return replace(technique, growth=ZONE, update=APPEND)


def _fits(thing: object) -> bool:
    return isinstance(thing, AnyTechnique | Strategy)


def _named(name: str, start: str) -> GameTechnique:
    """Return how to play by a technique that has a name."""
    if start not in ("5.4", "minimal"):
        raise InputError(f"start {start!r}: choose 5.4 or minimal")
    if name == RULE_APPEND:
        return GameTechnique(name, RULE, APPEND, False, start, None, name)
    technique = TECHNIQUES["BASE" if name == BASE_KEPT else name]
    growth, update = technique.in_engine or (GIVEN, APPEND)
    if technique.first == "5.4":
        technique = replace(technique, first=start)
    return GameTechnique(name, growth, update, name == "BASE", start, technique, name)
