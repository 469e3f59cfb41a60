"""The rules that make moves; a move is a list of actions."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import (
    BESIDE,
    EFFECT,
    GLOBAL,
    HANDS_ON,
    LOOPS,
    NEAR,
    PUTS,
    SYMMETRIC,
    needs,
    numbers,
    stands,
)
from boardless.games.language.ludeme import Limits, Ludeme, Word, ludeme
from boardless.games.ludemes.directions import Absolute, Ways
from boardless.games.ludemes.integers import FromSite, ToSite
from boardless.games.ludemes.kinds import (
    Condition,
    Integer,
    Integers,
    Moves,
    Range,
    Region,
    Role,
    Single,
    SiteType,
)
from boardless.games.ludemes.pieces import Walks

Several = Annotated[tuple[Moves, ...], Limits(1)]


class Clause(Ludeme):
    """A part of a move: what it takes, where it goes, what it does beside."""

    kind: ClassVar[str] = "a part of a move"
    source: ClassVar[str] = "Ludii, game.util.moves"


class When(Word):
    """When something is done."""

    START_OF_TURN = "StartOfTurn"
    END_OF_TURN = "EndOfTurn"


@ludeme("then", example="(then (moveAgain))", facts=NEAR | EFFECT)
class Then(Clause):
    """What follows from a move, worked out when it has been made."""

    moves: Moves


@ludeme("apply", example="(apply (remove (to)))", facts=EFFECT)
class Apply(Clause):
    """What a move does beside, if the condition holds; worked out before anything is done."""

    moves: Moves | None = None
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("apply", example="(apply if:(is Mover P1) (moveAgain))", facts=EFFECT)
class MovesApplied(Moves):
    """The moves of a rule, if the condition holds."""

    moves: Moves
    _: KW_ONLY
    if_: Condition | None = None


@ludeme("piece", example='(piece "Disc" Mover)', facts=SYMMETRIC | NEAR)
class MovedPiece(Clause):
    """The component of a move: its number, or its name and whose it is; or several.

    What is put down may have a local state.
    """

    component: str | Integer | None = None
    role: Role | None = None
    several: tuple[str | Integer, ...] = ()
    _: KW_ONLY
    state: Integer | None = None

    def has_effects(self) -> bool:
        """Tell whether what is put down has a state."""
        return self.state is not None

    def site_numbers(self) -> frozenset[str]:
        """Return that it sets states, if it does."""
        return frozenset() if self.state is None else frozenset(("states",))


@ludeme("from", example="(from (sites Hand Mover))", facts=SYMMETRIC | NEAR | stands("type"))
class From(Clause):
    """The sites that moves start from, unless given (from); the condition sees each as (from).

    What moves is the uppermost piece there, or that of a level.
    """

    type: SiteType | None = None
    region: Region | None = None
    _: KW_ONLY
    level: Integer | None = None
    if_: Condition | None = None

    @property
    def start(self) -> Region:
        """The sites."""
        return Single(FromSite()) if self.region is None else self.region


@ludeme("rotations", example="(rotations {N E})", facts=NEAR | EFFECT | numbers("rotations"))
class Rotations(Clause):
    """The ways to turn a piece, clockwise: so that what was at its top looks in a direction."""

    directions: Annotated[tuple[Absolute, ...], Limits(1)]


@ludeme("to", example="(to (sites Empty) if:(is In (to) (sites Outer)))")
class To(Clause):
    """The sites that moves go to, turned in some ways, and what they do there.

    The condition sees each site as (to). Pieces come on top of what lies there, or to a level.
    """

    facts = SYMMETRIC | NEAR | stands("type")
    type: SiteType | None = None
    region: Region | None = None
    rotations: Rotations | None = None
    apply: Apply | None = None
    _: KW_ONLY
    level: Integer | None = None
    if_: Condition | None = None

    @property
    def target(self) -> Region:
        """The sites."""
        return Single(ToSite()) if self.region is None else self.region


@ludeme("between", example="(between if:(is Occupied (between)) (apply (remove (between))))")
class Between(Clause):
    """The sites that moves pass, and what they do there; the condition sees each as (between).

    A hop may pass so many of them in a row (1), after so many free sites (0), and land so many
    sites farther (0). A component may be left behind on every site passed.
    """

    facts = GLOBAL
    range: Range | None = None
    apply: Apply | None = None
    _: KW_ONLY
    before: Integer | None = None
    after: Integer | None = None
    if_: Condition | None = None
    trail: Integer | None = None


@ludeme("move", "Add", also="add", example="(move Add (to (sites Empty)))")
class Add(Moves):
    """Put a piece on each of the sites, or several: the mover's first component unless given.

    With `stack` pieces lie one upon another in the game.
    """

    facts = SYMMETRIC | NEAR | PUTS | BESIDE
    piece: MovedPiece | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    stack: bool = False

    def stacks(self) -> bool:
        """Tell whether pieces are put upon another, or on a level."""
        return self.stack or self.to.level is not None


@ludeme("move", "Claim", also="claim", example="(move Claim (to (sites Empty)))")
class Claim(Moves):
    """Put a piece on each of the sites: the component with the mover's number unless given."""

    facts = EFFECT | PUTS
    piece: MovedPiece | None
    to: To
    then: Then | None = None


@ludeme(
    "move", also="fromTo", example="(move (from (sites Hand Mover)) (to (sites Empty)) copy:True)"
)
class FromTo(Moves):
    """Move what stands on each start to each target, or some of it; copied, it also stays.

    With `stack` all that lies there moves.
    """

    facts = SYMMETRIC | NEAR | BESIDE | LOOPS
    from_: From
    to: To
    then: Then | None = None
    _: KW_ONLY
    count: Integer | None = None
    copy: bool = False
    stack: bool = False

    @property
    def takes_from(self) -> Region | None:
        """The sites that it starts from."""
        return self.from_.region

    def has_effects(self) -> bool:
        """Tell whether it starts at (from), or at one site of a hand."""
        start = self.from_.region
        return start is None or (isinstance(start, Single) and start.is_of_hands())

    def stacks(self) -> bool:
        """Tell whether all that lies there moves, or what lies on a level."""
        return self.stack or self.from_.level is not None

    def takes_off(self) -> bool:
        """Tell whether what moves is not left there, too."""
        return not self.copy or self.count is not None


@ludeme("move", "Remove", also="remove", example="(move Remove (last To))", facts=EFFECT)
class Remove(Moves):
    """Take away what stands on a site, or on each site of a region, at once or after the turn.

    With a `count` it is done so many times, at least once. Of pieces that lie one upon another it
    is the uppermost, or that of a level.
    """

    type: SiteType | None
    region: Region
    then: Then | None = None
    _: KW_ONLY
    at: When = When.START_OF_TURN
    level: Integer | None = None
    count: Integer | None = None

    @property
    def takes_from(self) -> Region:
        """The sites from which it takes something."""
        return self.region


@ludeme("move", "Select", also="select", example="(move Select (from (sites Occupied by:Mover)))")
class Select(Moves):
    """Name a site, or a site and another; what that means follows from it."""

    facts = EFFECT | PUTS
    from_: From
    to: To | None = None
    then: Then | None = None


@ludeme("move", "Pass", also="pass", example="(move Pass)", facts=NEAR | EFFECT | PUTS)
class Pass(Moves):
    """Do nothing."""

    then: Then | None = None


@ludeme("moveAgain", example="(moveAgain)", facts=EFFECT | PUTS | BESIDE)
class MoveAgain(Moves):
    """The mover moves again."""

    then: Then | None = None


@ludeme("or", example="(or (move Add (to (sites Outer))) (move Add (to (centrePoint))))")
class MovesOr(Moves):
    """The moves of every rule; one that two rules allow counts twice."""

    facts = SYMMETRIC | NEAR | PUTS | BESIDE | HANDS_ON
    rules: Several
    then: Then | None = None


@ludeme("and", example="(and (move Add (to (sites Outer))) (move Add (to (centrePoint))))")
class MovesAnd(Moves):
    """The moves of every rule, in this order."""

    facts = SYMMETRIC | PUTS | BESIDE | HANDS_ON
    rules: Several
    then: Then | None = None


@ludeme(
    "priority",
    example="(priority (move Add (to (sites Outer))) (move Add (to (sites Empty))))",
)
class Priority(Moves):
    """The moves of the first rule that has any."""

    facts = SYMMETRIC | PUTS
    rules: Several
    then: Then | None = None


@ludeme("if", example="(if (is Mover P1) (move Add (to (sites Outer))))")
class MovesIf(Moves):
    """The moves of one rule when the condition holds, else those of the other."""

    facts = SYMMETRIC | NEAR | PUTS | BESIDE | HANDS_ON
    condition: Condition
    moves: Moves
    otherwise: Moves | None = None
    then: Then | None = None


@ludeme("move", "Step", also="step", example="(move Step Orthogonal (to if:(is Empty (to))))")
class Step(Moves):
    """Move a piece one step, or with `stack` all that lies there."""

    facts = EFFECT | BESIDE | LOOPS
    from_: From | None
    directions: Ways | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False


@ludeme("move", "Slide", also="slide", example="(move Slide Orthogonal)", facts=EFFECT | LOOPS)
class Slide(Moves):
    """Move a piece along a straight walk over empty sites, or those that (between) allows.

    With `stack` all that lies there moves. With the name of a track it follows that, or with
    "AllTracks" any, where it has come round a bend.
    """

    from_: From | None = None
    track: str | None = None
    directions: Ways | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False


@ludeme(
    "move",
    "Hop",
    also="hop",
    example="(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))",
)
class Hop(Moves):
    """Move a piece over others on a straight walk, or with `stack` a pile.

    What it passes over is said by `between`; without that it is any site, empty or not.
    """

    facts = EFFECT | LOOPS
    from_: From | None
    directions: Ways | None
    between: Between | None
    to: To
    then: Then | None = None
    _: KW_ONLY
    stack: bool = False


@ludeme("move", "Leap", also="leap", example="(move Leap {{F F R F}} (to if:(is Empty (to))))")
class Leap(Moves):
    """Move a piece to the ends of walks, whatever is in between; forward, as it looks."""

    facts = EFFECT | LOOPS
    from_: From | None
    walk: Walks
    to: To
    then: Then | None = None
    _: KW_ONLY
    forward: Condition | None = None
    rotations: Condition | None = None


@ludeme("move", "Shoot", also="shoot", example='(move Shoot (piece "Dot0"))', facts=EFFECT | LOOPS)
class Shoot(Moves):
    """Put a piece on a site of a straight walk from a site, that of the last move unless given."""

    piece: MovedPiece
    from_: From | None = None
    directions: Ways | None = None
    between: Between | None = None
    to: To | None = None
    then: Then | None = None


@ludeme("move", "Promote", also="promote", example='(move Promote (last To) (piece {"Queen"}))')
class Promote(Moves):
    """Make the piece on a site another; each of several is a move."""

    facts = EFFECT | PUTS
    at: Integer | None
    piece: MovedPiece
    role: Role | None = None
    then: Then | None = None


@ludeme("forEach", "Site", example="(forEach Site (sites Occupied) (remove (site)))")
class ForEachSite(Moves):
    """The moves of a rule for every site of a region, seen as (site) and as (to)."""

    facts = SYMMETRIC | NEAR | EFFECT | PUTS
    region: Region
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    no_move_yet: Moves | None = None


@ludeme("forEach", "Value", example="(forEach Value min:1 max:3 (remove (value)))", facts=EFFECT)
class ForEachValue(Moves):
    """The moves of a rule for each of several integers, or from one to another, seen as (value)."""

    values: Integers | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    min: Integer | None = None
    max: Integer | None = None

    def __post_init__(self) -> None:
        if self.values is None and (self.min is None or self.max is None):
            self.reject("expected integers, or min: and max:")


@ludeme(
    "forEach",
    "Direction",
    example="(forEach Direction (from) Orthogonal (to (apply (remove (to)))))",
)
class ForEachDirection(Moves):
    """The moves of a rule for every site a step away, or so many; or its effects there."""

    facts = EFFECT | LOOPS
    from_: From | None
    directions: Ways | None
    between: Between | None
    to: To | None = None
    moves: Moves | None = None
    then: Then | None = None


@ludeme("forEach", "Player", example="(forEach Player (remove (sites Occupied by:Player)))")
class ForEachPlayer(Moves):
    """The moves of a rule for every player, seen as (player) and as the role Player."""

    facts = EFFECT
    moves: Moves
    then: Then | None = None


@ludeme("do", example="(do (forEach Piece) ifAfterwards:(not (is Threatened)))")
class Do(Moves):
    """The moves of a rule after another has been followed, if a condition holds afterwards."""

    facts = NEAR | EFFECT | PUTS | BESIDE | HANDS_ON | needs("kept_moves")
    prior: Moves
    then: Then | None = None
    _: KW_ONLY
    next: Moves | None = None
    if_afterwards: Condition | None = None


@ludeme("forEach", "Piece", example="(forEach Piece)", facts=EFFECT | BESIDE | LOOPS)
class ForEachPiece(Moves):
    """The moves of every piece of a role: those given, or those of its component.

    The pieces are those on the board, or in a container (the board is 0, then come the hands). Of
    pieces that lie one upon another each is seen with its (level), or the uppermost alone.
    """

    names: tuple[str, ...] | None = None
    moves: Moves | None = None
    role: Role | None = None
    then: Then | None = None
    _: KW_ONLY
    container: Integer | None = None
    top: bool | None = None

    def stacks(self) -> bool:
        """Tell whether it is said which pieces of a pile are meant."""
        return self.top is not None
