"""A game of TAG as a text, beside its slow model: recorded games, and random ones.

Compared are who decides, the legal moves, what lies where and who knows it, scores and winners;
what chance decides comes from the model. Each text's names of moves and places stand below its
model.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from boardless.games import Game, load
from boardless.play import State
from boardless.play.chance import outcome_of
from boardless.play.observation import UNSEEN, numbers_seen
from boardless.state import OPTION, Move
from tools.models.cards import Action, Chance, Dice, Seen, Table, TagError
from tools.models.tag import Recorded, records, replay

T = TypeVar("T")
#: The most moves of a random game; the engine draws games that go on for too long.
MOST = 2_000
#: What lies where, by names of places.
Facts = Mapping[Hashable, Any]


def scores_of(cards: "Cards") -> list[int]:
    """Return the scores of the engine."""
    return list(cards.state.scores or ())


def number_of(model: Table | None, what: str, options: Sequence[Any], chosen: Any) -> list[Any]:
    """Return the place of what came among the options."""
    return [options.index(chosen)]


def best_of(model: Table) -> list[int]:
    """Return the seats that win or share the victory."""
    return [seat for seat, result in enumerate(model.results) if result in ("win", "draw")]


@dataclass(frozen=True)
class Text:
    """A game of TAG that is a text.

    Attributes
    ----------
    name : str
        The game's name.
    recorded : Recorded
        Its recordings, and the model.
    players : tuple of int
        The numbers of players.
    pile : callable
        The cards of the model that chance takes from, the next one first.
    action : callable
        The model's name of a legal move; the number counts moves with the same actions.
    lies, told : callable
        What lies where in the game and in the model.
    card : callable
        The name in the text of a card of the model.
    alike : callable
        The model's name of an action, the same one for those that the text does not tell apart.
    scores : callable
        The scores as the model counts them.
    parts : callable
        What the model makes of an action, one after another.
    chosen : callable
        The outcomes in the text of a decision of chance other than a shuffle, from the model before
        it, its name, the options and the one that came.
    first : callable
        The seats that are first in the model when it is over.
    meant : callable or None
        The model's name of an action, as `alike`, where it depends on the model's state.
    watched : callable or None
        Makes what keeps the decisions of chance, where cards come from several piles.
    rules : tuple of str
        The rules by which it is played.
    directed : callable, optional
        Chooses a move of the model by chance so that a game comes to what random games rarely do.
    amended : callable, optional
        Lets the text follow where the model corrects what a recording does not tell.
    options : tuple of str
        The options to choose, by the number of players and the rules.
    """

    name: str
    recorded: Recorded
    players: tuple[int, ...]
    pile: Callable[[Any], Sequence[str]]
    action: Callable[["Cards", Move, int], Action]
    lies: Callable[["Cards"], Facts]
    told: Callable[[Any], Facts]
    card: Callable[[Any], str] = str
    alike: Callable[[Action], Action] = tuple
    scores: Callable[["Cards"], list[int]] = scores_of
    parts: Callable[[Action], tuple[Action, ...]] = lambda action: (action,)
    chosen: Callable[[Any, str, Sequence[Any], Any], list[Any]] = number_of
    first: Callable[[Any], list[int]] = best_of
    meant: Callable[[Any, Action], Action] | None = None
    watched: "Callable[[Text, Chance, Any, Cards], Watched] | None" = None
    rules: tuple[str, ...] = ("tag", "printed")
    amended: Callable[["Cards", Any], None] | None = None
    options: tuple[str, ...] = ("Players/{players}", "Rules/{rules}")
    directed: Callable[[Random, Any, Sequence[Action]], Action] | None = None

    def game(self, players: int, rules: str, jit: bool = True) -> Game:
        """Return the game for so many players by printed rules or TAG's."""
        named = {"tag": "TAG", "printed": "Printed"}[rules]
        options = [option.format(players=players, rules=named) for option in self.options]
        return load(self.name, options=options, jit=jit)


def by_card(hand: Sequence[Seen]) -> list[tuple[Any, list[int]]]:
    """Return the cards of a hand, each with the seats that know it, in an order of their own."""
    return sorted((card, sorted(by)) for card, by in hand)


class Watched:
    """Chance that keeps what it decided: cards in the order in which they are taken."""

    def __init__(self, text: Text, inner: Chance, game: Table | None) -> None:
        self._text, self._inner, self._game = text, inner, game
        self._left: list[Any] = [] if game is None else list(map(text.card, text.pile(game)))
        #: The cards that were taken where there was a choice, and the numbers of other choices.
        self.taken: list[Any] = []

    def shuffled(self, what: str, cards: Sequence[T]) -> list[T]:
        """Return cards in another order."""
        # Before the game begins, what is shuffled again is what is left of the deck, and others.
        left = (Counter(self._left) & Counter(map(self._text.card, cards))).total()
        self._take(left if self._game is None else len(self._text.pile(self._game)))
        order = self._inner.shuffled(what, cards)
        self._left = list(map(self._text.card, order))
        return order

    def choice(self, what: str, options: Sequence[T]) -> T:
        """Return one of several options."""
        chosen = self._inner.choice(what, options)
        self.taken += self._text.chosen(self._game, what, options, chosen)
        return chosen

    def end(self, game: Table) -> list[Any]:
        """Return what chance decided until now."""
        self._take(len(self._text.pile(game)))
        return self.taken

    def _take(self, left: int) -> None:
        """Note the cards that are gone from the top; the last kind of cards is no choice."""
        while len(self._left) > left:
            if len(set(self._left)) > 1:
                self.taken.append(self._left[0])
            del self._left[0]


class Cards:
    """A game with cards that is being played, by the names of cards and containers."""

    def __init__(self, game: Game) -> None:
        self.state: State = State(game)
        self.names = [component.name for component in self.state.components]
        self.cards: list[str] = []
        if scene := game.module.model.scene:
            self._inventory = scene.inventory
            self._board = scene.inventory.containers[0].size
            first, count = scene.inventory.cards
            self.cards = self.names[first - 1 : first - 1 + count]
        self._ply, self._rows = -1, [[0]]

    def at(self, container: int, site: int) -> str:
        """Return the name of what lies on a site of a container."""
        return self.names[self.state.containers[container].what[site] - 1]

    def container(self, number: int) -> str:
        """Return the name of a container, with its owner's number."""
        return self._inventory.containers[number].name

    def hand_of(self, owner: int) -> Any:
        """Return what lies in the hand of a player, counted from 1; of all, one more."""
        hand = self._inventory.hand(owner)
        assert hand is not None
        return self.state.containers[self._inventory.containers.index(hand)]

    def hand_cards(self, seat: int) -> list[str]:
        """Return what lies on each place of a hand, "" for nothing."""
        return [self.names[card - 1] if card else "" for card in self.hand_of(seat + 1).what]

    def pile_states(self, name: str) -> dict[str, int]:
        """Return the state of each card in a pile that all share."""
        pile = self._inventory.pile(name, self.state.players + 1)
        assert pile is not None
        number = self._inventory.containers.index(pile)
        held = self.state.containers[number]
        found = zip(self.cards, held.what, held.state, strict=True)
        return {card: int(state) for card, what, state in found if what}

    def pile(self, name: str, owner: int | None = None) -> list[str]:
        """Return the cards of a pile, in the order of the deck; all of them share it, or one."""
        owner = self.state.players + 1 if owner is None else owner
        pile = self._inventory.pile(name, owner)
        assert pile is not None
        arrays, kernels = self.state.position.arrays, self.state.position.kernels
        first = pile.first - self._board + 1
        counts = arrays.fields[int(kernels.COUNTS)][first : first + pile.size].tolist()
        there = arrays.what[first : first + pile.size].tolist()
        return [
            card
            for card, count, what in zip(self.cards, counts, there, strict=True)
            for _ in range(count * (what != 0))
        ]

    def hand(self, seat: int) -> list[Seen]:
        """Return the cards of a hand, and the seats that know each, counted from 0."""
        hand = self._inventory.hand(seat + 1)
        assert hand is not None
        everything, *seen = (row[hand.first : hand.first + hand.size] for row in self._seen())
        return [
            Seen(
                self.names[card - 1],
                frozenset(seat for seat, row in enumerate(seen) if row[n] != UNSEEN),
            )
            for n, card in enumerate(everything)
            if card
        ]

    def states(self, seat: int) -> list[int]:
        """Return the local states of the cards of a hand."""
        hand = self._inventory.hand(seat + 1)
        assert hand is not None
        held = self.state.containers[self._inventory.containers.index(hand)]
        return [held.state[site] for site in held.what.nonzero()]

    def exchange(
        self,
        hands: Sequence[Sequence[str]],
        piles: Mapping[str, Sequence[str]],
        board: Mapping[int, str],
    ) -> None:
        """Let other cards lie in hands, from their first places on, in piles, and on the board."""
        kernels = self.state.position.kernels
        held = {
            int(kernels.HELD) + 1 + at: (1 + self.names.index(it), 1) for at, it in board.items()
        }
        for seat, names in enumerate(hands):
            hand = self._inventory.hand(seat + 1)
            assert hand is not None
            for place, name in enumerate(names, hand.first - self._board + 1):
                held[place] = (1 + self.names.index(name), 1)
        for label, names in piles.items():
            pile, counts = self._inventory.pile(label, self.state.players + 1), Counter(names)
            assert pile is not None
            for place, name in enumerate(self.cards, pile.first - self._board + 1):
                card = int(kernels.FIRST_CARD) + self.cards.index(name)
                held[place] = (card * (counts[name] > 0), counts[name])
        self.state = State.of(self.state.position.observe(held, 0))
        self._ply = -1

    def _seen(self) -> list[list[int]]:
        """Return the component on each site; then again, as each player sees it."""
        if self._ply != self.state.ply:
            position, players = self.state.position, self.state.players
            views = (
                numbers_seen(position.arrays, position.kernels, player)
                for player in range(players + 1)
            )
            self._ply, self._rows = self.state.ply, [view[0].tolist() for view in views]
        return self._rows

    def decide(self, outcomes: list[Any]) -> None:
        """Let chance decide as the model has it."""
        while self.state.seat == 0 and self.state.outcome() is None:
            possible = [move for move, odds in self.state.chances() if odds]
            if len(possible) == 1:
                # Cards that are left are alike, which is no choice in the model.
                self.state.push(possible[0])
                continue
            assert outcomes, "chance decides something that the model does not leave to it"
            came = outcomes.pop(0)
            number = came if isinstance(came, int) else self.cards.index(came)
            self.state.push(outcome_of(self.state.mover, number))
        assert not outcomes, f"chance has not decided {outcomes}"


class Beside:
    """A game of the engine that follows a model."""

    def __init__(self, text: Text, game: Game) -> None:
        self._text = text
        self.cards = Cards(game)
        self._legal: dict[tuple[Action, ...], Move] = {}
        self._names: dict[Action, Action] = {}
        #: What has been made of a move, and what has been chosen in a round.
        self._part: tuple[Action, ...] = ()
        self._chosen: list[Move] = []
        self._chance: Watched | None = None
        self._told: Facts | None = None

    def watch(self, chance: Chance, game: Table | None) -> Chance:
        """Return chance for the model whose decisions the engine's game takes over."""
        self._chance = (
            Watched(self._text, chance, game)
            if self._text.watched is None
            else self._text.watched(self._text, chance, game, self.cards)
        )
        return self._chance

    def begun(self, model: Table) -> None:
        """Deal as the model has dealt, if there are cards."""
        if self.cards.cards:
            state = self.cards.state
            for _ in range(state.players - 1 if state.position.is_at_once else 0):
                state.push(next(iter(state.legal_moves)))
            self._decide([next(iter(state.legal_moves))], model)

    def due(self, model: Table) -> None:
        """Compare the legal moves, or what begins like the part of a move that has been made."""
        if self._text.amended is not None and self._told != self._text.told(model):
            self._text.amended(self.cards, model)
        state, seat = self.cards.state, model.mover + 1
        assert state.outcome() is None, "the game is over"
        if state.position.is_at_once:  # the order in which seats choose makes no difference
            state = state.copy()
            while state.seat != seat:
                state.push(next(iter(state.legal_moves)))
        assert state.seat == seat, f"seat {state.seat}, in the model {seat}"
        self._legal, alike = {}, Counter[tuple[Any, ...]]()
        done, found = len(self._part), Counter[Action]()
        for move in state.legal_moves:
            plain = tuple(action for action in move.actions if action.kind != OPTION)
            action = self._text.action(self.cards, move, alike[plain])
            alike[plain] += 1
            parts = self._text.parts(action)
            self._legal[parts] = move
            if parts[:done] == self._part:
                part, is_whole = parts[done], len(parts) == done + 1
                found[part] = found[part] + 1 if is_whole else 1
        legal = model.legal()
        self._names = {action: self._name(model, action) for action in legal}
        expected = Counter(self._names[action] for action in legal)
        assert found == expected, f"{found - expected}, and not {expected - found}"

    def made(self, model: Table, action: Action) -> None:
        """Make the move that the model has made, where all have chosen if they do so at once."""
        self._part = (*self._part, self._names[action])
        if self._part not in self._legal:
            return
        state = self.cards.state
        self._chosen.append(self._legal[self._part])
        self._part = ()
        if not state.position.is_at_once or len(self._chosen) == state.players:
            self._decide(sorted(self._chosen, key=lambda move: move.mover), model)
            self._chosen = []

    def _name(self, model: Table, action: Action) -> Action:
        meant = self._text.meant
        return self._text.alike(action) if meant is None else meant(model, action)

    def _decide(self, moves: Sequence[Move], model: Table) -> None:
        assert self._chance is not None
        for move in moves:
            self.cards.state.push(move)
        self.cards.decide(self._chance.end(model))
        state = self.cards.state
        if model.is_over:
            self._pass()
        found, told = self._text.lies(self.cards), self._text.told(model)
        for place in told:
            assert found[place] == told[place], f"{place}: {found[place]}, not {told[place]}"
        self._told = deepcopy(told) if self._text.amended is not None else None
        scores = self._text.scores(self.cards)
        assert scores == model.scores(), f"scores: {scores}, not {model.scores()}"
        outcome = state.outcome()
        assert (outcome is not None) == model.is_over, f"outcome: {outcome}"
        if outcome is not None:
            first = [seat for seat, place in enumerate(state.position.ranks) if place == 1]
            best = self._text.first(model)
            assert first == best, f"first {first}, not {best}"

    def _pass(self) -> None:
        """Pass to the end of a game in which nobody can do anything else."""
        state = self.cards.state
        while state.outcome() is None and [*map(str, state.legal_moves)] == ["pass"]:
            state.push(next(iter(state.legal_moves)))


def random_game(
    text: Text, game: Game, players: int, rules: str, seed: int, most: int = MOST,
    directed: bool = False,
) -> int:  # fmt: skip
    """Play a random game, or its first moves, in the model and the engine; return their number."""
    choose = text.directed if directed else None
    random, beside = Random(seed), Beside(text, game)
    model = text.recorded.start(players, beside.watch(Dice(random), None), rules)
    beside.begun(model)
    moves = 0
    while not model.is_over and moves < most:
        beside.due(model)
        legal = model.legal()
        action = random.choice(legal) if choose is None else choose(random, model, legal)
        try:
            model.apply(action, beside.watch(Dice(random), model))
        except TagError:  # TAG's fault ends the game
            return moves
        beside.made(model, action)
        moves += 1
    return moves


def compared(
    text: Text, folder: Path | None, games: int, jit: bool = True, directed: bool = False
) -> Iterator[str]:
    """Yield rows of a table: text, rules, players, games, moves, and the first difference."""
    for rules in text.rules:
        for players in text.players:
            game, number, moves = text.game(players, rules, jit), 0, 0
            listed = records(folder / f"{text.recorded.file}.jsonl.gz") if folder else ()
            fault = ""
            try:
                for record in listed if rules == "tag" else ():
                    if record["players"] == players:
                        number += 1
                        moves += replay(text.recorded, record, Beside(text, game))
                for seed in range(games):
                    number += 1
                    moves += random_game(text, game, players, rules, seed, MOST, directed)
            except AssertionError as error:
                fault = str(error)
            yield f"| {text.name} | {rules} | {players} | {number:,} | {moves:,} | {fault} |"
