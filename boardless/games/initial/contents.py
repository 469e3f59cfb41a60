"""Contents of the sites before the first move, and the actions that put them there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme


#: The place of a piece: type of sites, and number of the site through all containers.
Spot: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class ChanceChoice:
    """A uniform choice of chance."""

    #: "site", "piece" (components) or "value" (integers): the sort of `options`.
    what: str
    options: tuple[int, ...]


class UndecidedError(Exception):
    """An undecided choice of chance; raised by `InitialPosition.choose`."""


@dataclass(frozen=True)
class Put:
    """A component is put on a site, with its own numbers; `stacked` puts it on top."""

    spot: Spot
    component: int
    count: int = 1
    state: int | None = None
    rotation: int | None = None
    value: int | None = None
    stacked: bool = False


@dataclass(frozen=True)
class CountAction:
    """A site holds N pieces of a component; 0 empties it."""

    spot: Spot
    component: int
    count: int


@dataclass(frozen=True)
class GivenAction:
    """A site of a puzzle has a value."""

    spot: Spot
    value: int


@dataclass(frozen=True)
class CostAction:
    """A site has a cost."""

    spot: Spot
    cost: int


@dataclass(frozen=True)
class PhaseAction:
    """A site belongs to a phase of the board."""

    spot: Spot
    phase: int


@dataclass(frozen=True)
class ScoreAction:
    """A player has a score."""

    player: int
    score: int


@dataclass(frozen=True)
class AmountAction:
    """A player has an amount."""

    player: int
    amount: int


@dataclass(frozen=True)
class TeamAction:
    """A player is in a team."""

    team: int
    player: int


def teams_so_far(start: InitialPosition, node: Ludeme) -> dict[int, int]:
    """Return the team of each player before the first move, by default the player's own."""
    of = {player: player for player in range(1, start.inventory.players + 1)}
    joined = [action for action in start.lying(node).actions if isinstance(action, TeamAction)]
    return of | {action.player: action.team for action in joined}


@dataclass(frozen=True)
class RememberAction:
    """A value is remembered, under a name or without one."""

    name: str | None
    value: int


@dataclass(frozen=True)
class HideAction:
    """A level of a site, or one of its data, is hidden from a player, or no longer."""

    spot: Spot
    level: int
    player: int
    #: "What", "Who", "State", "Count", "Rotation" or "Value"; None for all.
    data: str | None
    hidden: bool


StartAction: TypeAlias = (
    Put | CountAction | GivenAction | CostAction | PhaseAction | ScoreAction | AmountAction
    | TeamAction | RememberAction
    | HideAction
)  # fmt: skip


@dataclass
class InitialContents:
    """Contents of the sites, action by action."""

    #: Whether two pieces on a site form a pile.
    stacking: bool = False
    actions: list[StartAction] = field(default_factory=list)
    choices: list[ChanceChoice] = field(default_factory=list)
    #: Lowest first; pieces in one count are one entry.
    pieces: dict[Spot, list[Put]] = field(default_factory=dict)
    costs: dict[Spot, int] = field(default_factory=dict)

    def add(self, action: StartAction) -> None:
        """Carry out an action, and record it."""
        self.actions.append(action)
        if isinstance(action, Put):
            self._put(action)
        elif isinstance(action, CountAction):
            if action.count > 0:
                self.pieces[action.spot] = [Put(action.spot, action.component, action.count)]
            else:
                self.pieces.pop(action.spot, None)
        elif isinstance(action, CostAction):
            self.costs[action.spot] = action.cost

    def _put(self, put: Put) -> None:
        below = self.pieces.setdefault(put.spot, [])
        if put.stacked or self.stacking or not below:
            below.append(put)
            return
        # Without stacks the first component stays, and takes the new numbers.
        old = below[-1]
        below[-1] = Put(
            put.spot, old.component, old.count + put.count,
            old.state if put.state is None else put.state,
            old.rotation if put.rotation is None else put.rotation,
            old.value if put.value is None else put.value,
            old.stacked,
        )  # fmt: skip

    def what(self, spot: Spot) -> int:
        """Return the uppermost component on a site, or 0."""
        pile = self.pieces.get(spot)
        return pile[-1].component if pile else 0


@dataclass(frozen=True)
class StartContents:
    """The contents before the first move; the `pieces` of a site come lowest first."""

    #: Each is a move of nobody in recorded games.
    actions: tuple[StartAction, ...]
    pieces: dict[Spot, tuple[Put, ...]]
    #: Empty for a start without chance.
    choices: tuple[ChanceChoice, ...]
    #: The choice that chance has to make next.
    open: ChanceChoice | None = None

    def of(self, sort: type) -> list[StartAction]:
        """Return the actions of one sort, such as `ScoreAction`."""
        return [action for action in self.actions if isinstance(action, sort)]
