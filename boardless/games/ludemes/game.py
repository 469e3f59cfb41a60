"""The whole game: its players, rules and phases."""

from __future__ import annotations

from dataclasses import KW_ONLY, replace
from typing import Annotated

from boardless.games.kit import (
    EFFECT,
    GLOBAL,
    GOES_ON,
    GROWS,
    STATIC,
    SYMMETRIC,
    TILED,
    TOUCHING,
    TRIES,
    Condition,
    Limits,
    Ludeme,
    Moves,
    Role,
    Word,
    absent,
    ludeme,
)
from boardless.games.ludemes.combined_moves import MovesOr
from boardless.games.ludemes.directions import Facing
from boardless.games.ludemes.ends import End
from boardless.games.ludemes.equipment import Equipment
from boardless.games.ludemes.players import ThePlayer
from boardless.games.ludemes.start import Start


class GamePart(Ludeme):
    """A part of a game with one fixed place."""

    kind = "a part of a game"
    source = "Ludii, game"


class APlayer(Ludeme):
    """A player."""

    kind = "a player"
    source = "Ludii, game.players"
    facts = STATIC


@ludeme("player", concepts="facing:PieceDirection facing:PlayersWithDirections")
class Player(APlayer):
    """A player, and the facing of all of the player's pieces.

    Example: (player N)
    """

    facing: Facing | None = None


@ludeme("players", facts=GLOBAL, phrase="")
class Players(GamePart):
    """The players, as a number or one by one; they take turns in their order.

    With 0 players a game is a simulation: everything that the rules allow happens, again and again.

    Example: (players {(player N) (player S)})
    """

    count: Annotated[int, Limits(0, 16)] = -1
    each: Annotated[tuple[APlayer, ...], Limits(1, 16)] = ()

    def __post_init__(self) -> None:
        if self.count < 0 and not self.each:
            self.reject("expected how many players there are")
        if self.each and self.count not in (-1, len(self.each)):
            self.reject(f"expected one player less or more: here are {len(self.each)}")
        if self.each:
            object.__setattr__(self, "count", len(self.each))

    @property
    def seats(self) -> int:
        """The number of seats; a simulation has one seat with one move, everything that happens."""
        return max(1, self.count)


class ModeType(Word):
    """The orders of the players' moves."""

    ALTERNATING = "Alternating"
    SIMULTANEOUS = "Simultaneous"
    SIMULATION = "Simulation"


@ludeme("mode", facts=SYMMETRIC | TOUCHING)
class Mode(GamePart):
    """The order of turns, one after another by default.

    Simultaneous: all players choose, and then the moves of player 1, 2 and so on are made.
    Simulation: all moves that the rules allow are made as one.

    Example: (mode Alternating)
    """

    type: ModeType

    def has_effects(self) -> bool:
        """Return True if moves are made later than they are chosen, or several as one."""
        return self.type != ModeType.ALTERNATING


class MetaRule(Ludeme):
    """A rule about the rules."""

    kind = "a rule about the rules"
    source = "Ludii, game.rules.meta"
    in_play = True


@ludeme(
    "swap",
    facts=SYMMETRIC | TILED,
    concepts="SwapPlayersDecision SwapOption",
    phrase="the second player may take over the first move",
)
class SwapRule(MetaRule):
    """Player 2 may answer the first move by taking it over.

    Example: (swap)
    """


@ludeme("automove", facts=TRIES | EFFECT | GROWS, concepts="AutoMove")
class Automove(MetaRule):
    """After a move, the game makes each move that is the only one to its site, until none is left.

    Example: (automove)
    """


@ludeme("passEnd", "NoEnd", facts=EFFECT | GOES_ON)
class PassNoEnd(MetaRule):
    """The game goes on after everyone has passed.

    Example: (passEnd NoEnd)
    """


@ludeme("passEnd", "Draw", facts=SYMMETRIC)
class PassDraw(MetaRule):
    """The game is drawn after everyone has passed, which is also the default.

    Example: (passEnd Draw)
    """


class GravityType(Word):
    """The ways to fall."""

    PYRAMIDAL_DROP = "PyramidalDrop"


@ludeme("gravity", facts=EFFECT, concepts="CopyContext")
class Gravity(MetaRule):
    """After a move, pieces fall to free sites below until all of them rest on others.

    Example: (gravity)
    """

    type: GravityType = GravityType.PYRAMIDAL_DROP


class PinType(Word):
    """The pieces that moves may not take away."""

    SUPPORT_MULTIPLE = "SupportMultiple"


@ludeme("pin", facts=EFFECT)
class Pin(MetaRule):
    """No move takes away or moves a piece that supports two or more pieces.

    Example: (pin SupportMultiple)
    """

    type: PinType


class NoStackOnType(Word):
    """The pieces that must stay uncovered."""

    FALLEN = "Fallen"


@ludeme("noStackOn", facts=EFFECT)
class NoStackOn(MetaRule):
    """No piece moves straight up or down, onto pieces that would fall into its place.

    Example: (noStackOn Fallen)
    """

    type: NoStackOnType


@ludeme("meta", facts=SYMMETRIC, phrase="")
class Meta(GamePart):
    """Rules about the rules.

    Example: (meta (swap))
    """

    rules: tuple[MetaRule, ...]


@ludeme("play", facts=SYMMETRIC | TOUCHING, phrase="")
class Play(GamePart):
    """The legal moves of a turn; a player without a legal move passes.

    Example: (play (move Add (to (sites Empty))))
    """

    moves: Moves


@ludeme("nextPhase", facts=SYMMETRIC | TOUCHING, phrase="")
class NextPhase(GamePart):
    """If the condition holds after a move, a role goes on to the next or the named phase.

    Example: (nextPhase (= (count Moves) 2) "Main")
    """

    role: Role | ThePlayer | None
    condition: Condition | None
    phase: str | None = None


@ludeme("phase", phrase="")
class Phase(GamePart):
    """A stretch of a game with its own moves, ends and next phase.

    Example: (phase "Opening" (play (move Add (to (sites Outer)))) (nextPhase "Main"))
    """

    facts = SYMMETRIC | TOUCHING
    name: str
    role: Role | None
    mode: Mode | None
    play: Play
    end: End | None = None
    exits: tuple[NextPhase, ...] = ()

    def has_effects(self) -> bool:
        """Return True if the phase belongs to one player."""
        return self.role is not None and str(self.role)[1:].isdigit()


@ludeme("rules", phrase="")
class RuleSet(GamePart):
    """The start, play and end of a game; a game with several phases has them in place of play.

    Example: (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
    """

    facts = GLOBAL
    meta: Meta | None
    start: Start | None
    play: Play | None
    end: End | None
    _: KW_ONLY
    phases: tuple[Phase, ...] = ()

    def __post_init__(self) -> None:
        if not self.play and not self.phases:
            self.reject("expected (play ...) or phases:{(phase ...) ...}")
        if self.play and self.phases:
            # Rules of the whole game also hold in every phase.
            phases = []
            for phase in self.phases:
                moves = MovesOr((phase.play.moves, self.play.moves))
                phases.append(replace(phase, play=replace(phase.play, moves=moves)))
            object.__setattr__(self, "phases", tuple(phases))
            object.__setattr__(self, "play", None)
        if not self.end and not any(phase.end for phase in self.phases):
            self.reject("expected (end ...): the game has no rules to end it")


@ludeme("game", phrase="")
class GameTree(GamePart):
    """A game: its name, players (2 unless given), equipment and rules.

    Example: (game "Three" (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move
    Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
    """

    facts = GLOBAL
    name: str
    players: Players = absent(Players(2))
    mode: Mode | None = absent(None)
    equipment: Equipment
    rules: RuleSet

    @property
    def is_simulation(self) -> bool:
        """Return True if all moves that the rules allow are made as one."""
        said = None if self.mode is None else self.mode.type
        return said == ModeType.SIMULATION or not self.players.count

    @property
    def is_at_once(self) -> bool:
        """Return True if all players choose their moves before any is made."""
        return self.mode is not None and self.mode.type == ModeType.SIMULTANEOUS

    def has_effects(self) -> bool:
        """Return True if several moves are made as one."""
        return self.is_simulation
