"""What lies where before the first move, and the actions that put it there."""

from dataclasses import dataclass, field
from typing import TypeAlias

#: Where a piece is: the type of sites, and the number of the site through all containers.
Spot: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class Choice:
    """Something that is left to chance.

    Attributes
    ----------
    what : {"site", "piece", "value"}
        What the options are: sites, components, or whole numbers.
    options : tuple of int
        Those that may come up, all of them equally often.
    """

    what: str
    options: tuple[int, ...]


class UndecidedError(Exception):
    """Chance has not decided yet which option it takes; raised by what draws, see `Scene`."""


@dataclass(frozen=True)
class Put:
    """A component is put on a site.

    Attributes
    ----------
    spot : Spot
        Where.
    component, count : int
        What, and how many.
    state, rotation, value : int or None
        What the piece is given besides.
    stacked : bool
        Whether it goes on top of what lies there.
    """

    spot: Spot
    component: int
    count: int = 1
    state: int | None = None
    rotation: int | None = None
    value: int | None = None
    stacked: bool = False


@dataclass(frozen=True)
class SetCount:
    """A site holds so many pieces of a component; none of 0."""

    spot: Spot
    component: int
    count: int


@dataclass(frozen=True)
class SetGiven:
    """A site of a puzzle has a value."""

    spot: Spot
    value: int


@dataclass(frozen=True)
class SetCost:
    """A site has a cost."""

    spot: Spot
    cost: int


@dataclass(frozen=True)
class SetPhase:
    """A site belongs to a phase of the board."""

    spot: Spot
    phase: int


@dataclass(frozen=True)
class SetScore:
    """A player has a score."""

    player: int
    score: int


@dataclass(frozen=True)
class SetAmount:
    """A player has an amount."""

    player: int
    amount: int


@dataclass(frozen=True)
class JoinTeam:
    """A player is in a team."""

    team: int
    player: int


@dataclass(frozen=True)
class Remember:
    """A value is remembered, under a name or without one."""

    name: str | None
    value: int


@dataclass(frozen=True)
class Hide:
    """A player may not see a site's level, or not one of its data; or may again.

    Attributes
    ----------
    spot : Spot
        The site.
    level : int
        The level.
    player : int
        Who.
    data : str or None
        "What", "Who", "State", "Count", "Rotation" or "Value"; None for all.
    hidden : bool
        Whether it is hidden.
    """

    spot: Spot
    level: int
    player: int
    data: str | None
    hidden: bool


StartAction: TypeAlias = (
    Put | SetCount | SetGiven | SetCost | SetPhase | SetScore | SetAmount | JoinTeam | Remember
    | Hide
)  # fmt: skip


@dataclass
class Contents:
    """What lies where, put there action by action.

    Attributes
    ----------
    actions : list of StartAction
        All so far, in order.
    choices : list of Choice
        What was left to chance so far.
    stacking : bool
        Whether pieces lie on each other wherever two are put on a site.
    pieces : dict of Spot to list of Put
        The pieces on each site, the lowest first; those of one count are one entry.
    costs : dict of Spot to int
        The cost of each site that has been given one.
    """

    stacking: bool = False
    actions: list[StartAction] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    pieces: dict[Spot, list[Put]] = field(default_factory=dict)
    costs: dict[Spot, int] = field(default_factory=dict)

    def add(self, action: StartAction) -> None:
        """Note an action, and what it changes."""
        self.actions.append(action)
        if isinstance(action, Put):
            self._put(action)
        elif isinstance(action, SetCount):
            if action.count > 0:
                self.pieces[action.spot] = [Put(action.spot, action.component, action.count)]
            else:
                self.pieces.pop(action.spot, None)
        elif isinstance(action, SetCost):
            self.costs[action.spot] = action.cost

    def _put(self, put: Put) -> None:
        below = self.pieces.setdefault(put.spot, [])
        if put.stacked or self.stacking or not below:
            below.append(put)
            return
        # Without stacks the component that came first stays, and takes the new numbers.
        old = below[-1]
        below[-1] = Put(
            put.spot, old.component, old.count + put.count,
            old.state if put.state is None else put.state,
            old.rotation if put.rotation is None else put.rotation,
            old.value if put.value is None else put.value,
            old.stacked,
        )  # fmt: skip

    def what(self, spot: Spot) -> int:
        """Return the uppermost component on a site; 0 where there is none."""
        lying = self.pieces.get(spot)
        return lying[-1].component if lying else 0


@dataclass(frozen=True)
class StartContents:
    """What is there before the first move.

    Attributes
    ----------
    actions : tuple of StartAction
        How it came there, in order; each is a move of nobody in recorded games.
    pieces : dict of Spot to tuple of Put
        The pieces on each site that has any, the lowest first.
    choices : tuple of Choice
        What was left to chance, in order; empty if every game starts alike.
    open : Choice or None
        What chance has to decide before there is more; None if all is there.
    """

    actions: tuple[StartAction, ...]
    pieces: dict[Spot, tuple[Put, ...]]
    choices: tuple[Choice, ...]
    open: Choice | None = None

    def of(self, sort: type) -> list[StartAction]:
        """Return the actions of one sort, such as `SetScore`."""
        return [action for action in self.actions if isinstance(action, sort)]
