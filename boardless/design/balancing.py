"""Balancing: the variant of a game with equal chances for both seats, by sequential tests.

Each variant is played by one agent against itself. A sequential probability ratio test (A. Wald,
Sequential tests of statistical hypotheses, 1945) decides whether its first player's score is one
half or far enough from it to matter. The error rate is divided by the number of variants
(C. Bonferroni, Teoria statistica delle classi e calcolo delle probabilita, 1936).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from boardless.agents import entrant, wilson
from boardless.agents.playing import play_entrants, playable
from boardless.agents.ratings import SPRT
from boardless.design.trees import Slot, part_at, slots, with_part
from boardless.games.description import offered_options, read
from boardless.games.game import Game
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Graph
from boardless.games.ludemes.equipment import BoardItem
from boardless.games.ludemes.game import GameTree, Meta, SwapRule
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.sites import CentrePoint
from boardless.games.ludemes.start import Place, Start
from boardless.play.playout_worker import remember
from boardless.topo import InputError, integer_between
from boardless.util.inputs import reporter

#: The distance from one half of an unfair score, and the error rates of all tests together.
UNFAIR, ERRORS = 0.1, 0.05
#: The most games of a variant, and the most plies of a game.
GAMES, PLIES = 400, 500
MAX_GAMES = 10**6


@dataclass(frozen=True)
class Variant:
    """A game with one change: the name of the change, and the text with the options chosen."""

    name: str
    text: str = field(repr=False)
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judged:
    """A variant after its games have been played.

    Attributes
    ----------
    variant : str
        The change.
    games, wins, draws, losses : int
        Of the first player.
    verdict : str
        "fair", "first" or "second" for the stronger seat, "open" if the games did not decide.
    """

    variant: str
    games: int
    wins: int
    draws: int
    losses: int
    verdict: str
    error: str = ""

    @property
    def score(self) -> float:
        """The mean score of the first player."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def data(self) -> dict[str, Any]:
        """Return the variant in the form that the command line prints."""
        low, high = wilson(self.score, self.games)
        return {**vars(self), "score": round(self.score, 4), "interval": [low, high]}


def variants_of(game: Game) -> Iterator[Variant]:
    """Yield a game unchanged and with one change each.

    The changes are: each item of its options, the swap rule, sizes of its board one or two smaller
    and larger, and a piece of the second player in the centre as a handicap.
    """
    yield Variant("as it is", game.text, game.options)
    for option in offered_options(game.text):
        names = [name for name, _ in option.names()]
        taken = [name for name in names if name in game.options]
        for name in names:
            if name not in game.options:
                others = tuple(other for other in game.options if other not in taken)
                yield Variant(f"option {name}", game.text, (*others, name))
    tree = game.description.tree
    rules = tree.rules
    meta = rules.meta.rules if rules.meta else ()
    if not any(isinstance(rule, SwapRule) for rule in meta):
        yield _with("swap", replace(tree, rules=replace(rules, meta=Meta((*meta, SwapRule())))))
    for slot in slots(tree):
        if _is_side(tree, slot):
            for change in (-2, -1, 1, 2):
                try:
                    other = with_part(tree, slot.path, slot.value + change)
                except LudemeError:
                    continue
                yield _with(f"side {slot.value + change}", other)
    second = next((component.name for component in game.components if component.owner == 2), None)
    if second and tree.players.count == 2:
        before = rules.start.rules if rules.start else ()
        start = Start((*before, Place(component=second, where=CentrePoint())))
        yield _with(
            f"handicap {second} in the centre", replace(tree, rules=replace(rules, start=start))
        )


def _is_side(tree: GameTree, slot: Slot) -> bool:
    """Return True if a place is a number of the board's graph."""
    if type(slot.value) is not int:
        return False
    nodes = [part_at(tree, slot.path[:n]) for n in range(len(slot.path))]
    is_of_graph = isinstance(nodes[-1], Graph | Constant)
    return is_of_graph and any(isinstance(node, BoardItem) for node in nodes)


def _with(name: str, tree: GameTree) -> Variant:
    return Variant(name, str(tree))


def balance(
    game: Game,
    agents: str = "mcts:200",
    *,
    variants: Sequence[Variant] | None = None,
    games: int = GAMES,
    unfair: float = UNFAIR,
    seed: int = 0,
    progress: Callable[[str, int], object] | None = None,
) -> list[Judged]:
    """Return the variants of a game, the fairest first.

    Parameters
    ----------
    game : Game
        A game of two players.
    agents : str
        The agent on both seats; see `agents.entrant`.
    variants : sequence of Variant, optional
        The variants to test; by default `variants_of`.
    games : int
        The most games of a variant; its test may end sooner.
    unfair : float
        The smallest difference from one half of the first player's score that matters.
    seed : int
        The seed of the random numbers.

    Raises
    ------
    InputError
        If the game is not for two players, or an argument is not allowed.
    """
    if game.players != 2:
        raise InputError(f"tune-game: {game.name} has {game.players} players, not two")
    integer_between(games, "games", 2, MAX_GAMES)
    if not 0 < unfair < 0.5:
        raise InputError(f"unfair {unfair!r}: choose more than 0, less than 0.5")
    tried = list(variants if variants is not None else variants_of(game))
    rate = ERRORS / len(tried)
    test = SPRT(0.5, 0.5 + unfair, rate, rate)
    variants_judged, report = [], reporter(progress)
    for variant in tried:
        judged = _judged(variant, game, agents, games, test, seed)
        variants_judged.append(judged)
        report(variant.name, judged.games)
    order = {"fair": 0, "open": 1, "first": 2, "second": 2, "fails": 3}
    return sorted(
        variants_judged, key=lambda judged: (order[judged.verdict], abs(judged.score - 0.5))
    )


def _judged(variant: Variant, game: Game, agents: str, games: int, test: SPRT, seed: int) -> Judged:
    """Play a variant until its test is decided."""
    wins = draws = losses = 0
    try:
        own = Game.of(read(variant.text, variant.options), game.jit)
        remember(own)
        protocol, who = playable(own), entrant(agents)
        for number in range(games):
            reward = play_entrants(protocol, [who, who], seed + number, PLIES).rewards[0]
            wins, losses = wins + (reward > 0.5), losses + (reward < 0.5)
            draws += reward == 0.5
            if (verdict := test.verdict(wins, draws, losses)) is not None:
                return Judged(variant.name, number + 1, wins, draws, losses, verdict)
    except InputError as error:
        return Judged(variant.name, wins + draws + losses, wins, draws, losses, "fails", str(error))
    return Judged(variant.name, games, wins, draws, losses, "open")
