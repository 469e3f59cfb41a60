"""The techniques of `strategies`, as compiled games know them."""

from dataclasses import dataclass

from boardless.strategies import Fixed
from boardless.strategies.technique import TECHNIQUES, Technique
from boardless.topo import InputError, named

_GROWTH = {"fixed": 0, "zone": 1, "perimeter": 2}
#: Growth by the rules, which a game has another module for.
RULE = 4
_UPDATE = {"append": 0, "map": 1, "replay": 2}

#: The name of the technique that plays on a fixed board without building it anew for every game.
BASE_KEPT = "BASE-KEPT"

#: The name of the technique whose board holds the tiles and the cells where one may be put.
RULE_APPEND = "RULE-APPEND"

#: The names of the techniques that the thesis has, and kept boards: any game can be played in them.
NAMES = (
    "BASE",
    BASE_KEPT,
    *(n for n, t in TECHNIQUES.items() if t.strategy.name in ("perimeter", "zone")),
)

#: The names of all techniques.
ALL_NAMES = (*NAMES, RULE_APPEND)


@dataclass(frozen=True)
class GameTechnique:
    """How a compiled game is played.

    Attributes
    ----------
    name : str
        The technique's name.
    growth, update : int
        Numbers that the compiled game has for the growth strategy and the update.
    rebuild : bool
        Whether the board is built anew for every game.
    start : str
        Which board a growing technique starts from, "5.4" or "minimal".
    technique : Technique or None
        The technique itself; none for growth by the rules, which ``Game.rule`` has for each game.
    """

    name: str
    growth: int
    update: int
    rebuild: bool
    start: str
    technique: Technique | None

    @property
    def features(self) -> dict[str, bool]:
        """What a compiled game needs code for."""
        plain = self.growth in (_GROWTH["fixed"], _GROWTH["zone"], RULE)
        answers = not plain or self.update != _UPDATE["append"]
        return {"ANSWERS": answers, "BY_RULE": self.growth == RULE}


def game_technique(name: str, start: str = "5.4") -> GameTechnique:
    """Return how to play by the technique called `name`.

    Parameters
    ----------
    name : str
        One of ALL_NAMES, whatever the case.
    start : {"5.4", "minimal"}
        Which board a growing technique starts from; by the rules both are the same.

    Raises
    ------
    InputError
        If there is no such technique or start.
    """
    known = named(name, {each: each for each in ALL_NAMES}, "technique")
    if start not in ("5.4", "minimal"):
        raise InputError(f"start {start!r}: choose 5.4 or minimal")
    if known == RULE_APPEND:
        return GameTechnique(known, RULE, _UPDATE["append"], False, start, None)
    technique = TECHNIQUES["BASE" if known == BASE_KEPT else known]
    if not isinstance(technique.strategy, Fixed):
        technique = Technique(technique.name, technique.strategy, technique.update, start)
    growth = _GROWTH[technique.strategy.name]
    return GameTechnique(
        known, growth, _UPDATE[technique.update.name], known == "BASE", start, technique
    )
