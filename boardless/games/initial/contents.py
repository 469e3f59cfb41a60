"""Contents of the sites before the first move, and the actions that put them there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.games.language.kinds import SeenBy

if TYPE_CHECKING:
    from typing import TypeAlias

    from boardless.games.initial.scene import InitialPosition
    from boardless.games.language.ludeme import Ludeme


@dataclass(frozen=True)
class PieceKind:
    """A component: a kind of pieces, tiles, dice or dominoes."""

    #: With its owner's number; `stem` lacks the number.
    name: str
    stem: str
    #: 0 for nobody, and the number of players plus one for all.
    owner: int
    facing: str | None = None
    faces: tuple[int, ...] = ()
    item: Ludeme | None = None
    is_card: bool = False


@dataclass(frozen=True)
class ContainerSites:
    """A container: "Board", "Hand1", ..., "Dice0", "Deck0"; 0 stands for shared ones."""

    name: str
    #: As for components; `dice` are components, too.
    owner: int
    first: int
    size: int
    dice: tuple[int, ...] = ()
    #: The name of a pile of cards, or ""; and the number of each card that begins there.
    pile: str = ""
    counts: tuple[int, ...] = ()
    seen: SeenBy = SeenBy.ALL
    #: The name of a card that never lies there, which all players know.
    without: str | None = None


@dataclass(frozen=True)
class Inventory:
    """The equipment of a game by number."""

    players: int
    #: For the pieces of each player.
    facings: tuple[str | None, ...]
    #: Component n has number n + 1.
    components: tuple[PieceKind, ...]
    #: Board, hands, dice; sites are numbered through all of them.
    containers: tuple[ContainerSites, ...]
    items: tuple[Ludeme, ...]

    @property
    def sites(self) -> int:
        """The number of sites of all containers."""
        last = self.containers[-1]
        return last.first + last.size

    def component(self, name: str) -> int | None:
        """Return the number of the component with a name, or None."""
        for number, component in enumerate(self.components, 1):
            if component.name == name:
                return number
        return None

    def container(self, name: str) -> ContainerSites | None:
        """Return the container with a name, or None."""
        return next((store for store in self.containers if store.name == name), None)

    def hand(self, player: int) -> ContainerSites | None:
        """Return the first hand of a player, or None; dice count as a hand of their owner."""
        held = [store for store in self.containers[1:] if not store.pile]
        return next((store for store in held if store.owner == player), None)

    def pile(self, name: str, owner: int) -> ContainerSites | None:
        """Return the pile of cards of an owner by its name, or None."""
        named = (store for store in self.containers if store.pile == name)
        return next((store for store in named if store.owner == owner), None)

    @property
    def cards(self) -> tuple[int, int]:
        """The component of the first card, and the number of cards."""
        numbers = [n for n, each in enumerate(self.components, 1) if each.is_card]
        return (numbers[0], len(numbers)) if numbers else (0, 0)


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
