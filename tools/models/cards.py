"""Concepts that the games of TAG share: piles, chance, seats and their views, turns and results.

A pile is a list, its top first. Seats are numbered from 0. What is left to chance is asked of an
object that is handed in, so that a game can be drawn at random or told what happened.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
#: A name and what it is about: ``("Guard", 1, "Baron")``.
Action = tuple[Any, ...]


#: French cards: ``"7 Hearts"``, ``"Queen Spades"``.
RANKS = (*map(str, range(2, 11)), "Jack", "Queen", "King", "Ace")
FRENCH = [f"{rank} {suit}" for suit in ("Diamonds", "Hearts", "Clubs", "Spades") for rank in RANKS]


def rank(card: str) -> str:
    """Return the rank of a French card."""
    return card.split()[0]


class TagError(Exception):
    """TAG has an exception here."""


class Chance(Protocol):
    """A source of decisions where the rules leave them to chance; `what` names the decision."""

    def shuffled(self, what: str, cards: Sequence[T]) -> list[T]:
        """Return cards in another order."""

    def choice(self, what: str, options: Sequence[T]) -> T:
        """Return one of several options, equally likely."""


class Dice:
    """Chance by a generator of random numbers."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def shuffled(self, what: str, cards: Sequence[T]) -> list[T]:
        """Return cards in another order."""
        return self.random.sample(cards, len(cards))

    def choice(self, what: str, options: Sequence[T]) -> T:
        """Return one of several options, equally likely."""
        return self.random.choice(options)


class Seen(NamedTuple):
    """A card, and the seats that know it where it lies."""

    card: Any
    by: frozenset[int]


def unseen(cards: Sequence[Any], *by: int) -> list[Seen]:
    """Return cards that these seats alone know."""
    return [Seen(card, frozenset(by)) for card in cards]


def names(pile: Sequence[Seen]) -> list[Any]:
    """Return the cards of a pile, whoever knows them."""
    return [card for card, _ in pile]


def take(pile: list[T], number: int = 1) -> list[T]:
    """Remove so many cards from the top of a pile, or as many as there are; return them."""
    taken, pile[:] = pile[:number], pile[number:]
    return taken


def put(cards: Sequence[T], pile: list[T]) -> None:
    """Lay cards one by one upon a pile, so that the last one is its top."""
    pile[:0] = cards[::-1]


def distinct(items: Sequence[T]) -> list[T]:
    """Return different items in the order in which they come first."""
    return [item for i, item in enumerate(items) if item not in items[:i]]


def counted(cards: dict[T, int]) -> list[T]:
    """Return every card as often as its number says."""
    return [card for card, number in cards.items() for _ in range(number)]


def places(scores: Sequence[Any]) -> list[int]:
    """Return the place of each seat, 1 for the highest score; equal scores share a place."""
    return [1 + sum(other > score for other in scores) for score in scores]


class Table(ABC):
    """A game in progress: seats, turns, rounds and results.

    Attributes
    ----------
    players : int
        How many seats there are.
    rules : str
        ``"printed"``, or ``"tag"`` for TAG's, faults included.
    owner, first : int
        The seat whose turn it is, and the one that began the round.
    turn, round : int
        The number of turns in this round, and of rounds.
    results : list of str
        For each seat ``"ongoing"``, ``"win"``, ``"draw"``, ``"lose"`` or ``"timeout"``.
    status : str
        ``"ongoing"`` or ``"end"``; TAG has others.
    """

    #: Attributes that are a pile, or a pile for each seat; and those that are not open to all.
    PILES: ClassVar[tuple[str, ...]] = ()
    SECRETS: ClassVar[tuple[str, ...]] = ()
    #: Piles by seat that the seat alone sees, and piles that nobody sees.
    HANDS: ClassVar[tuple[str, ...]] = ("hands",)
    COVERED: ClassVar[tuple[str, ...]] = ("deck",)

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        assert rules in {"printed", "tag"}
        self.players = players
        self.rules = rules
        self.owner = self.first = self.turn = self.round = 0
        self.results = ["ongoing"] * players
        self.status = "ongoing"

    @property
    def tag(self) -> bool:
        """Whether TAG's rules are played."""
        return self.rules == "tag"

    @property
    def mover(self) -> int:
        """The seat that decides next."""
        return self.owner

    @abstractmethod
    def legal(self) -> list[Action]:
        """Return what the mover may do."""

    @abstractmethod
    def apply(self, action: Action, chance: Chance) -> None:
        """Do it, and what follows of itself."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Return the scores of all seats, so far."""

    def tie_breaks(self) -> list[int] | None:
        """Return what decides among equal scores, the more the better; None if nothing does."""
        return None

    def follower(self, seat: int, step: int = 1) -> int:
        """Return the next seat that is still in the game."""
        seats = [(seat + step * n) % self.players for n in range(1, self.players + 1)]
        return next((s for s in seats if self.results[s] == "ongoing"), seat)

    def end_turn(self, follower: int | None = None) -> None:
        """Give the turn to the next seat, or to one that is named."""
        self.turn += 1
        self.owner = self.follower(self.owner) if follower is None else follower

    def end_round(self, first: int | None = None) -> None:
        """Begin the next round with the seat that began this one, or with one that is named."""
        self.round += 1
        self.turn = 0
        self.owner = self.first = self.first if first is None else first

    def finish(self) -> None:
        """End the game: the highest score wins, equal ones are a draw."""
        breaks = self.tie_breaks() or [0] * self.players
        order = places(list(zip(self.scores(), breaks, strict=True)))
        best = "win" if order.count(1) == 1 else "draw"
        self.results = [best if place == 1 else "lose" for place in order]
        self.status = "end"

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything to decide."""
        return self.status != "ongoing"

    # -- views -------------------------------------------------------------------------------------

    def piles(self) -> Iterator[tuple[str, int | None, list[Any]]]:
        """Yield the name, the seat if it is one's own, and the cards of every pile."""
        for name in self.PILES:
            value = getattr(self, name)
            if value and isinstance(value[0], list):
                for owner, pile in enumerate(value):
                    yield name, owner, pile
            else:
                yield name, None, value

    def sees(self, seat: int, name: str, owner: int | None, card: Any) -> bool:
        """Return whether a seat sees a card in a pile."""
        if isinstance(card, Seen):
            return seat in card.by
        if name in self.HANDS:
            return seat == owner
        return name not in self.COVERED

    def view(self, seat: int) -> dict[str, Any]:
        """Return the game as a seat sees it: None for a card that it does not."""
        hidden = {*self.PILES, *self.SECRETS}
        seen: dict[str, Any] = {k: deepcopy(v) for k, v in vars(self).items() if k not in hidden}
        for name, owner, pile in self.piles():
            cards = [card if self.sees(seat, name, owner, card) else None for card in pile]
            seen[name if owner is None else f"{name}.{owner}"] = [
                card.card if isinstance(card, Seen) else card for card in cards
            ]
        return seen

    def cards(self) -> list[Any]:
        """Return all cards, wherever they lie."""
        return [
            card.card if isinstance(card, Seen) else card
            for _, _, pile in self.piles()
            for card in pile
        ]


#: Makes a game for so many seats.
Start = Callable[[int, Chance, str], Table]


def play(game: Table, random: Random, actions: int = 10_000) -> Iterator[Table]:
    """Yield a game before each of its random actions, and at its end; TAG's faults end it, too."""
    for _ in range(actions):
        yield game
        if game.is_over:
            return
        try:
            game.apply(random.choice(game.legal()), Dice(random))
        except TagError:
            return
