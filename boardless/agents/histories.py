"""Action histories, a player's views on them, and the repair of contradictions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import exp
from random import Random
from typing import Self

import numpy as np

from boardless.jit.arrays import Bools, Ints
from boardless.play.chance import ChanceQuestion, even_odds, outcome_of
from boardless.play.observation import UNSEEN, numbers_seen
from boardless.play.state import State
from boardless.state import Move

#: Moves, and the numbers that they have in the engine.
MovesByNumbers = dict[Move, tuple[int, ...]]
#: In place of a player: everything is seen.
EVERYBODY = 0


@dataclass(frozen=True, eq=False)
class PlayerView:
    """The view of a player: numbers of the sites (`play.observation`), and the turn."""

    numbers: Ints  #: int64 array of shape (6, sites)
    turn: tuple[int, int, bool]  #: mover, seat that chooses, and whether the game goes on
    waits: bool  #: whether a move has been chosen of which chance still has to decide something

    @classmethod
    def of(cls, state: State, player: int) -> Self:
        """Return the view of a state by a player."""
        position = state.position
        numbers = numbers_seen(position.arrays, position.kernels, player)
        turn = (state.mover, state.seat, state.outcome() is None)
        return cls(numbers, turn, position.is_waiting)

    def is_like(self, other: "PlayerView") -> bool:
        """Return True if both look alike."""
        return self.turn == other.turn and np.array_equal(self.numbers, other.numbers)


@dataclass(frozen=True, eq=False)
class PlayerRecord:
    """A game as a player observed it."""

    player: int
    moves: Sequence[Move]  #: the player knows his own moves, and how many there are
    #: engine numbers of the player's own moves; empty for others
    numbers: Sequence[tuple[int, ...]]
    views: Sequence[PlayerView]  #: at first and after each move
    state: State
    start: State  #: the state before the first move

    @classmethod
    def of(cls, state: State, player: int) -> Self:
        """Return the game so far as a player observed it."""
        start = state.copy()
        views = [PlayerView.of(start, player)]
        numbers: list[tuple[int, ...]] = []
        while start.ply:
            known = start.position.node.numbers
            move = start.pop()
            views.append(PlayerView.of(start, player))
            is_own = start.seat == player
            numbers.append((known or start.position.moves()[move]) if is_own else ())
        moves = tuple(state.move_stack)
        return cls(player, moves, tuple(numbers[::-1]), tuple(views[::-1]), state, start)

    @cached_property
    def next_views(self) -> list[Ints]:
        """The views, (6, sites), with the next view in place of unseen data."""
        later: list[Ints] = []
        for view in reversed(self.views):
            seen, then = view.numbers, later[-1] if later else view.numbers
            later.append(np.where(seen == UNSEEN, then, seen) if seen.shape == then.shape else seen)
        return later[::-1]

    def conflicts(self, state: State) -> int:
        """Return the number of conflicts: sites of a state that differ from their next view."""
        position, view = state.position, self.next_views[state.ply]
        numbers = numbers_seen(position.arrays, position.kernels, EVERYBODY)
        if numbers.shape != view.shape:
            return int(max(numbers.shape[1], view.shape[1]))
        return int(np.count_nonzero(conflicts(numbers, view)))


def conflicts(numbers: Ints, view: Ints) -> Bools:
    """Return for each site whether it contradicts a view of it."""
    differs: Bools = ((numbers != view) & (view != UNSEEN)).any(axis=0)
    return differs


@dataclass(frozen=True)
class HistoryChoice:
    """The choice at a ply of a history: a move, or an outcome of chance as a move."""

    move: Move
    odds: tuple[Fraction, ...]  #: of each outcome of chance; empty where a player chose
    is_open: bool  #: whether there was an alternative, and not for the observing player
    agrees: bool  #: whether the state agrees with the view afterwards

    @property
    def outcome(self) -> int:
        """The number of an outcome of chance."""
        return int(self.move.actions[0].value)


class ActionHistory:
    """An action history, ply by ply, with the state that it leads to."""

    def __init__(
        self, observed: PlayerRecord, state: State, choices: Sequence[HistoryChoice] = ()
    ) -> None:
        self.observed, self.state, self.choices = observed, state, list(choices)

    @property
    def distance(self) -> float:
        """The distance to the player's observations; 0 if it agrees with all of them."""
        left = len(self.observed.moves) - len(self.choices)
        if not left and self._agrees:
            return 0
        return 1 + self.observed.conflicts(self.state) + left / len(self.observed.moves)

    @property
    def agreed(self) -> int:
        """The number of first plies that agree with the player's observations."""
        return len(self.choices) - (not self._agrees)

    @property
    def _agrees(self) -> bool:
        return not self.choices or self.choices[-1].agrees

    @property
    def open_plies(self) -> list[int]:
        """The plies with an alternative."""
        return [ply for ply, choice in enumerate(self.choices) if choice.is_open]

    def until(self, ply: int) -> "ActionHistory":
        """Return a copy of the history up to a ply."""
        state = self.state.copy()
        while state.ply > ply:
            state.pop()
        return ActionHistory(self.observed, state, self.choices[:ply])

    def chosen_again(
        self, ply: int, wanted: Mapping[int, HistoryChoice], random: Random
    ) -> "ActionHistory | None":
        """Return a history with the choice at a ply made again, and others as before if possible.

        `wanted` has choices of chance by ply that replace earlier ones. Return None if one of them
        has another probability there, or the new choice is the same.
        """
        before = dict(enumerate(self.choices))
        del before[ply]
        changed = (at for at, choice in wanted.items() if choice.move != self.choices[at].move)
        other = self.until(min([ply, *changed]))
        while other.extend(random, wanted.get(at := len(other.choices), before.get(at))):
            if at in wanted and other.choices[at].odds != wanted[at].odds:
                return None
            if at == ply and not wanted and other.choices[at] == self.choices[at]:
                return None  # all that follows would be the same
        return other

    def extend(
        self, random: Random, wanted: HistoryChoice | None = None, *, picks: bool = False
    ) -> bool:
        """Choose at the next ply; False at the end, and after a conflict.

        Chance decides by its probabilities, the observing player repeats his own moves, and others
        make a random move that agrees with the next view, if there is one. It chooses `wanted` if
        that is possible and, for chance, as likely as before. With `picks` chance also prefers
        outcomes that agree with the view.
        """
        ply = len(self.choices)
        question = self.state.position.question
        is_over = ply == len(self.observed.moves) or self.state.outcome() is not None
        if is_over or not self._agrees:
            return False
        if question is not None:
            wants = wanted is not None and wanted.odds == question.odds
            order = [wanted.move] if wants and wanted else self._sampled(question, random, picks)
            outcomes: MovesByNumbers = {move: (int(move.actions[0].value),) for move in order}
            return self._take(outcomes, question.odds, len(question.odds) > 1)
        position = self.state.position
        if self.state.seat == self.observed.player and len(position.numbers()) > 1:
            return self._take_own(self.observed.moves[ply], self.observed.numbers[ply])
        legal = position.moves()
        moves = list(legal)
        random.shuffle(moves)
        if wanted is not None and wanted.move in legal:
            moves.insert(0, wanted.move)
        return self._take({move: legal[move] for move in moves}, (), len(moves) > 1)

    def _take_own(self, move: Move, numbers: tuple[int, ...]) -> bool:
        """Make the player's own move; tell whether it is legal."""
        position = self.state.position
        if not self.state.game.growing and numbers not in map(tuple, position.numbers().tolist()):
            return False
        if self.state.game.growing or position.move_of(*numbers) != move:
            # Sites may have other numbers, and a move may have another effect.
            legal = position.moves()
            if move not in legal:
                return False
            numbers = legal[move]
        return self._take({move: numbers}, (), False)

    def _sampled(self, question: ChanceQuestion, random: Random, all_: bool) -> list[Move]:
        """Return a sampled outcome of chance, and with `all_` the others in sampled order."""
        mover = self.state.mover
        if not all_:
            return [outcome_of(mover, question.sampled(random.getrandbits(64)))]
        # The order of exponential times is a sample without replacement by the odds.
        times = [
            (random.expovariate(float(odds)), n) for n, odds in enumerate(question.odds) if odds
        ]
        return [outcome_of(mover, n) for _, n in sorted(times)]

    def _take(self, moves: MovesByNumbers, odds: tuple[Fraction, ...], is_open: bool) -> bool:
        """Make the first move after which the state agrees with the view, else the first."""
        position, view = self.state.position, self.observed.views[len(self.choices) + 1]
        options = list(moves.items())
        # If none agrees, the first one is made at last.
        for n, (move, numbers) in enumerate([*options, options[0]]):
            position.push_numbers(numbers, move)
            # While a move waits for chance nothing on the board has changed.
            is_same = view.waits and position.is_waiting
            agrees = is_same or PlayerView.of(self.state, self.observed.player).is_like(view)
            if agrees or len(options) == 1 or n == len(options):
                self.choices.append(HistoryChoice(move, odds, is_open, agrees))
                return True
            self.state.pop()
        return False


@dataclass(frozen=True)
class Shuffle:
    """The plies that sample without replacement from `size` things."""

    plies: tuple[int, ...]
    size: int

    @classmethod
    def at(cls, history: ActionHistory, ply: int) -> Self | None:
        """Return the shuffle that a ply belongs to, or None.

        Its outcomes are equally likely, one fewer from each ply to the next.
        """
        run: list[int] = []
        for n, choice in enumerate(history.choices):
            if not (choice.is_open and choice.odds):
                continue
            size = len(choice.odds)
            even = choice.odds == even_odds(size)
            if not (even and run and len(history.choices[run[-1]].odds) == size + 1):
                if ply in run:
                    break
                run = []
            run += [n] if even else []
        return cls(tuple(run), len(history.choices[run[0]].odds)) if ply in run else None

    def things(self, history: ActionHistory) -> tuple[int, ...]:
        """Return the things that a history samples, in order."""
        left = list(range(self.size))
        return tuple(left.pop(history.choices[ply].outcome) for ply in self.plies)

    def outcomes(self, things: tuple[int, ...]) -> tuple[int, ...]:
        """Return the outcomes of chance that sample these things."""
        left, outcomes = list(range(self.size)), []
        for thing in things:
            outcomes.append(left.index(thing))
            left.remove(thing)
        return tuple(outcomes)

    def choices(self, history: ActionHistory, things: tuple[int, ...]) -> dict[int, HistoryChoice]:
        """Return the choices that sample these things, by ply."""
        plies = zip(self.plies, self.outcomes(things), strict=True)
        old = history.choices
        return {
            ply: replace(old[ply], move=outcome_of(old[ply].move.mover, outcome))
            for ply, outcome in plies
        }

    def exchanged(self, history: ActionHistory, ply: int, new: int) -> dict[int, HistoryChoice]:
        """Return choices in which a ply samples a thing, and the old thing takes its place."""
        return self.choices(history, exchange(self.things(history), self.plies.index(ply), new))


def exchange(things: tuple[int, ...], at: int, new: int) -> tuple[int, ...]:
    """Put a new thing at a place; if it is already among the things, the two change places.

    >>> exchange((4, 0, 7), 0, 5), exchange((4, 0, 7), 0, 7)
    ((5, 0, 7), (7, 0, 4))
    """
    changed = list(things)
    if new in changed:
        changed[changed.index(new)] = things[at]
    changed[at] = new
    return tuple(changed)


#: The most exchanges.
MAX_TRIED = 50_000
#: Exchanges compared in a step.
TRIES = 8
#: How much the logarithm of a step's probability falls for each conflict that it adds.
STRICT = 2.0
#: The number of exchanges that test where a thing matters.
PROBES = 2


class ShuffleRepair:
    """A shuffle that decides a move, or the initial position, and the history up to it."""

    def __init__(self, history: ActionHistory, shuffle: Shuffle) -> None:
        self._state, self.shuffle = history.state, shuffle
        self._next_view = history.observed.next_views[shuffle.plies[-1] + 1]
        self._relevant: list[list[int]] = []

    @classmethod
    def of(cls, history: ActionHistory) -> Self | None:
        """Return the first shuffle that decides one move or the initial position, or None."""
        for ply in history.open_plies:
            shuffle = Shuffle.at(history, ply)
            if shuffle is None:
                continue
            before = history.until(shuffle.plies[0])
            together = shuffle.plies[-1] - shuffle.plies[0] + 1 == len(shuffle.plies)
            position = before.state.position
            # A move may let a board grow in another way; before the first one it is the same.
            waits = position.is_waiting and not history.state.game.growing
            if together and (waits or position.is_starting):
                return cls(before, shuffle)
        return None

    def numbers(self, things: tuple[int, ...]) -> Ints:
        """Return the site numbers after the move, if these things are sampled."""
        position = self._state.position

        def read() -> Ints:
            return numbers_seen(position.arrays, position.kernels, EVERYBODY)

        return position.tried(self.shuffle.outcomes(things), read)

    def conflicts(self, things: tuple[int, ...]) -> Bools:
        """Return for each site whether it is in conflict if these things are sampled."""
        return conflicts(self.numbers(things), self._next_view)

    def relevant(self, place: int, random: Random) -> list[int]:
        """Return the things that decide the content of a site."""
        if not self._relevant:
            self._relevant = [[] for _ in range(self._next_view.shape[1])]
            for thing in range(self.shuffle.size):
                for site in np.flatnonzero(self._changes(thing, random)).tolist():
                    self._relevant[site].append(thing)
        return self._relevant[place]

    def _changes(self, thing: int, random: Random) -> Bools:
        """Return for each site whether it changes whenever a thing is exchanged."""
        places = np.ones(self._next_view.shape[1], bool)
        for _ in range(PROBES):
            things = tuple(random.sample(range(self.shuffle.size), len(self.shuffle.plies)))
            things = things if thing in things else exchange(things, 0, thing)
            others = exchange(things, things.index(thing), random.randrange(self.shuffle.size))
            places &= (self.numbers(things) != self.numbers(others)).any(axis=0)
        return places

    def repair(self, things: tuple[int, ...], random: Random) -> tuple[int, ...]:
        """Return things without conflicts, or the best things that the search found."""
        wrong = self.conflicts(things)
        for _ in range(MAX_TRIED // TRIES):
            if not wrong.any():
                break
            places = np.flatnonzero(wrong).tolist()
            tried = [self._exchange_at(things, places, random) for _ in range(TRIES)]
            candidates = [(self.conflicts(each), each) for each in tried]
            best, others = min(candidates, key=lambda each: int(each[0].sum()))
            if random.random() < exp(min(0, int(wrong.sum()) - int(best.sum()))):
                wrong, things = best, others
        return things

    def walk(self, things: tuple[int, ...], random: Random, steps: int) -> tuple[int, ...]:
        """Walk by the Metropolis rule; return the last things without conflicts.

        A step samples one thing again, as `agents.determinization.metropolis_step` does, but makes
        only the move of the shuffle, not the whole history.
        """
        best, wrong = things, int(self.conflicts(things).sum())
        for _ in range(steps):
            at, new = random.randrange(len(things)), random.randrange(self.shuffle.size)
            other = exchange(things, at, new)
            worse = int(self.conflicts(other).sum()) - wrong
            if random.random() < exp(-STRICT * max(worse, 0)):
                things, wrong = other, wrong + worse
                best = best if wrong else things
        return best

    def _exchange_at(
        self, things: tuple[int, ...], places: list[int], random: Random
    ) -> tuple[int, ...]:
        """Return things after an exchange of one that matters at a site in conflict.

        Half of the time its counterpart matters at such a site, too.
        """
        every = list(range(self.shuffle.size))
        thing = random.choice(self.relevant(random.choice(places), random) or every)
        others = self.relevant(random.choice(places), random) if random.random() < 0.5 else every
        if thing in things:
            return exchange(things, things.index(thing), random.choice(others or every))
        leaving = random.choice([each for each in others if each in things] or things)
        return exchange(things, things.index(leaving), thing)


def repair(history: ActionHistory, random: Random) -> ActionHistory:
    """Return a history with its first shuffle repaired; later choices stay where they can.

    For a shuffle over several moves, such as dominoes that players draw in turn, it exchanges
    things, first the things before the first conflict, as long as this moves the conflict to a
    later ply.
    """
    search = ShuffleRepair.of(history)
    if search is None:
        return _put_off(history, random)
    things = search.repair(search.shuffle.things(history), random)
    wanted = search.shuffle.choices(history, things)
    return history.chosen_again(search.shuffle.plies[0], wanted, random) or history


def _put_off(history: ActionHistory, random: Random) -> ActionHistory:
    """Exchange samples until no conflict is left, or no exchange delays the first conflict."""
    while history.distance and history.open_plies:
        *earlier, last = history.open_plies
        plies = [last, *random.sample(earlier, len(earlier))]
        tried = (_exchanged_at(history, ply, random) for ply in plies)
        longer = next(filter(None, tried), None)
        if longer is None:
            break
        history = longer
    return history


def _exchanged_at(history: ActionHistory, ply: int, random: Random) -> ActionHistory | None:
    """Let a ply sample another thing; return a history that agrees for longer, or None."""
    shuffle = Shuffle.at(history, ply)
    if shuffle is None:
        return None
    for thing in random.sample(range(shuffle.size), shuffle.size):
        other = history.chosen_again(ply, shuffle.exchanged(history, ply, thing), random)
        if other is not None and other.agreed > history.agreed:
            return other
    return None
