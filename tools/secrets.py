"""Secrets of games: ``python -m tools.secrets --games 100``.

In every game of the package that hides something, what a seat does not see is turned over at every
ply of random games: the seat has to be handed the same as before. Turned over are hidden cards and
choices (`agents.observation`), and games that went on from there as long as the seat saw the same.
Exit status 1 if a secret was told.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pickle import dumps
from random import Random
from typing import Any

from scipy.stats import chi2

from boardless.agents.determinization import first_history, has_cards, hides, observation
from boardless.agents.histories import ObservedGame
from boardless.games import Game, description_text, load
from boardless.games.library import PACKAGED
from boardless.games.ludemes.decks import Card
from boardless.play import State
from boardless.play.looking import looked
from boardless.play.observation import numbers_seen
from boardless.play.playing import by_chance, move_of_chance
from boardless.play.views import PARTS_SEEN, View
from boardless.state import Move
from boardless.state.engine.arrays import COUNT, MOVER, NEXT
from boardless.topo import InputError
from boardless.view.exports import EXPORTS, exported
from boardless.view.scene import WATCHER, scene_of
from boardless.view.session import Session
from boardless.view.thinking import node_of, panel_of
from tools.descriptions import single_options

#: Plies of a game after which no more are looked at, unless more are asked for.
PLIES = 10_000

#: What a seat is handed, by name, as something that can be compared.
Handed = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """A secret that a seat is told: where, and in what."""

    title: str
    game: int
    ply: int
    seat: int
    parts: tuple[str, ...]

    def __str__(self) -> str:
        place = f"game {self.game}, ply {self.ply}"
        return f"{self.title}: {place}: player {self.seat} is told in {', '.join(self.parts)}"


def secretive(names: Iterable[str] = PACKAGED.names) -> dict[str, list[tuple[str, ...]]]:
    """Return the games that hide something: as they are, and with each other option."""
    return {
        name: single_options(description_text(name))
        for name in names
        if hides(State(load(name, jit=False)))
    }


def handed(state: State, seat: int) -> Handed:
    """Return all that an agent in a seat is handed in a state.

    Who moves is given arrays, those of `BatchEnv`, and legal moves too.
    """
    position = state.position
    found: Handed = {
        "observation": dumps(state.observation(seat)),
        "scores": (state.scores, state.outcome()),
    }
    if seat == state.seat:
        view = View.of(state.game)
        parts = frozenset(PARTS_SEEN) - ({"mask"} if view.actions is None else set())
        seen = looked(position.copy(), parts)
        rows, nodes, edges = int(seen.counts[0]), int(seen.node[0, 1]), int(seen.edge[0, 1])
        found |= {
            "rows": (seen.rows[:rows].tolist(), seen.places[:rows].tolist()),
            "actions": (seen.actions[:rows].tolist(), seen.mask.tobytes()),
            "planes": seen.planes.tobytes(),
            "numbers": seen.numbers.tolist(),
            "graph": (seen.nodes[:nodes].tobytes(), seen.edges[:, :edges].tobytes()),
            "legal moves": [str(move) for move in state.legal_moves],
            "legal rows": position.numbers().tolist(),
        }
    return found


def fetched(session: Session, seat: int, first: int) -> Handed:
    """Return what a seat, or who watches, can fetch of a session from a ply on.

    Pages, private views and recorded pages are made of scenes and of what `Session.told` tells of
    moves, the notation of the latter alone, a picture of a scene without its choices.
    """
    nodes = session.tree.path()[first:]
    return {
        "scene": scene_of(session.state, seat).data(),
        "moves in words": [node_of(session, seat, number) for number in nodes],
        "seed": session.told_seed,
    }


def files_of(session: Session, seat: int) -> Handed:
    """Return the panel of a page and the files of a seat in full, or why one is refused.

    A recorded page is left out: before a redraw there are no positions.
    """
    found: Handed = {"panel": panel_of(session, seat, session.tree.here, session.state)}
    for name in sorted(EXPORTS.keys() - {"html"}):
        try:
            found[name] = exported(session, seat, name)
        except InputError as error:
            found[name] = str(error)
    return found


def branched(session: Session, state: State, seat: int) -> Session:
    """Return a session that goes on from a state which a seat cannot tell from the session's own.

    It has the same past, and the state's choices of the round that goes on.
    """
    twin, held = copy(session), state.position.held_choices
    choices = [state.pop() for _ in range(held)][::-1]
    tree = twin.tree = copy(session.tree)
    tree.here -= held  # a node is a ply, as nothing is taken back
    last = replace(tree.nodes[tree.here], onward=-1, children={})
    tree.nodes = [*tree.nodes[: tree.here], last]
    twin.state, twin.readers = state, (WATCHER, seat)
    for move in choices:
        twin.push(move)
    return twin


def drawn_again(state: State, seat: int, random: Random) -> State:
    """Return a state that a seat cannot tell from one; of histories not each as likely."""
    if has_cards(state) or int(state.position.kernels.HIDDEN) < 0:
        drawn = observation(state, seat, random)
        assert isinstance(drawn, State)
        return drawn
    return first_history(ObservedGame.of(state, seat), random).state


def given(twin: State) -> Handed:
    """Return what an agent of a seat is given: a redraw, the same whatever is hidden."""
    arrays = twin.position.arrays
    sites = int(arrays.n[COUNT]) + 1
    return {
        "cards of the agent's state": (arrays.what[:sites].tolist(), arrays.who[:sites].tolist()),
        "numbers of the agent's state": (
            arrays.fields[:, :sites].tolist(), arrays.numbers.tolist(), arrays.rank.tolist(),
        ),
        "turns of the agent's state": arrays.n[[MOVER, NEXT]].tolist(),
        "moves of the agent's state": [str(move) for move in twin.move_stack],
        "key of the agent's state": int(arrays.key[0]),
    }  # fmt: skip


class Look:
    """A random game in which what seats do not see is turned over at every ply."""

    def __init__(self, game: Game, title: str, number: int, pages: int) -> None:
        self.random, self.luck, self.pages = Random(f"{number}"), Random(f"{number} luck"), pages
        self.session = Session(State(game), begin=False)
        self.title, self.number = title, number
        self.cards = has_cards(self.session.state)
        #: Counts of what was turned over, and of what differed then; and what was told.
        self.turned = self.different = 0
        self.told: list[Told] = []
        #: By seat, a game that the seat cannot tell from this one, with other secrets; since when.
        self.others: dict[int, tuple[Session, int]] = {}
        #: What was fetched at this ply, by seat and first ply.
        self._fetched: dict[tuple[int, int], Handed] = {}

    def play(self, plies: int) -> None:
        """Play to the end, or for some plies."""
        state = self.session.state
        while state.outcome() is None and state.ply < plies:
            if not state.seat:
                self._push(move_of_chance(state.chances(), self.random))
                continue
            # What chance has decided is carried out: nobody is asked.
            if self.cards or len(state.legal_moves) > 1:
                self._fetched = {}
                for seat in range(1, state.players + 1):
                    self._turn_over(seat)
            self._push(self.random.choice(list(state.legal_moves)))

    def _turn_over(self, seat: int) -> None:
        """Compare what a seat is told with the same after what it does not see is turned over."""
        state, salt = self.session.state, f"{self.number} {self.session.state.ply} {seat}"
        before, fresh = self.others.pop(seat, None), None
        mine = handed(state, seat)
        # Another history is searched for only if there is none that has gone on.
        if self.cards or before is None or before[0].state.position.key == state.position.key:
            try:
                drawn = drawn_again(state, seat, Random(salt))
            except InputError:  # none was found that the seat may have seen
                return
            mine |= given(drawn) if self.cards else {}
            fresh = branched(self.session, drawn, seat), state.ply - state.position.held_choices
        for other, since in filter(None, (fresh, before)):
            then = other.state
            # Points are open to all, and what was won may differ in another past.
            if then.observation(seat) != state.observation(seat) or then.scores != state.scores:
                continue
            its = handed(then, seat)
            if self.cards:
                its |= given(drawn_again(then, seat, Random(salt)))
                if fresh is None or other is not fresh[0]:
                    # It has a past of its own, which the redraw of this one has not.
                    its["moves of the agent's state"] = mine["moves of the agent's state"]
            parts = [part for part in mine if mine[part] != its[part]]
            if state.ply % self.pages == 0:
                parts += self._shown(other, seat, since)
            self._tell(seat, parts)
            self.turned += 1
            self.different += then.position.key != state.position.key
        if kept := fresh or before:
            self.others[seat] = kept

    def _shown(self, other: Session, seat: int, since: int) -> list[str]:
        """Return in what a seat, or who watches, is shown something else in another game."""
        parts = []
        for eyes, who in ((seat, ""), (WATCHER, " of who watches")):
            mine = self._fetched.get((eyes, since))
            if mine is None:
                mine = self._fetched[eyes, since] = fetched(self.session, eyes, since)
            its = fetched(other, eyes, since)
            if self.turned.bit_count() <= 1:  # of files most is compared by then
                mine, its = mine | files_of(self.session, eyes), its | files_of(other, eyes)
            parts += [part + who for part in mine if mine[part] != its[part]]
        return parts

    def _push(self, move: Move) -> None:
        """Make a move, and go on in the other games as long as their seats see the same."""
        by_chance = not self.session.state.seat
        self.session.push(move)
        state, going = self.session.state, dict[int, tuple[Session, int]]()
        for seat, (other, since) in self.others.items():
            then = other.state
            if by_chance == bool(then.seat):
                self._tell(seat, ["who decides"])
                continue
            if not by_chance and move not in then.legal_moves:
                continue
            other.push(move_of_chance(then.chances(), self.luck) if by_chance else move)
            if then.outcome() is None and then.observation(seat) == state.observation(seat):
                going[seat] = other, since
        self.others = going

    def _tell(self, seat: int, parts: list[str]) -> None:
        if parts:
            place = self.number, self.session.state.ply, seat
            self.told.append(Told(self.title, *place, tuple(parts)))


def look(game: Game, title: str, number: int, plies: int = PLIES, pages: int = 1) -> Look:
    """Turn over what seats do not see at the plies of a random game; every so many with pages."""
    found = Look(game, title, number, pages)
    found.play(plies)
    return found


def unseen_cards(state: State, seat: int) -> Counter[int]:
    """Return how many of each card a seat does not see: all of the text, but those it sees."""
    scene, view = state.game.module.model.scene, state.observation(seat)
    assert scene is not None
    components = enumerate(scene.inventory.components, 1)
    left = Counter({n: each.item.count for n, each in components if isinstance(each.item, Card)})
    for what, count in zip(view.what, view.count, strict=True):
        if what in left and count > 0:
            left[what] -= count
    return left


def chances_of_redraws(state: State, seat: int, samples: int, seed: int) -> tuple[float, float]:
    """Compare redraws with the odds of what a seat does not see.

    Returns the probabilities of such a chi-square or a larger one, of the card in the first place
    of a hand that the seat does not see, and of the cards in the first two.
    """
    left = unseen_cards(state, seat)
    total, view = left.total(), state.observation(seat)
    places = [n for n, what in enumerate(view.what) if what < 0 and view.count[n] > 0][:2]
    random, found = Random(seed), Counter[tuple[int, ...]]()
    for _ in range(samples):
        twin = observation(state, seat, random)
        assert isinstance(twin, State)
        what = numbers_seen(twin.position.arrays, twin.position.kernels, 0)[0]
        found[int(what[places[0]]), int(what[places[1]])] += 1
    one = Counter[tuple[int, ...]]()
    for pair, count in found.items():
        one[pair[:1]] += count
    singles: dict[tuple[int, ...], float] = {
        (a,): samples * n / total for a, n in left.items() if n
    }
    pairs: dict[tuple[int, ...], float] = {
        (a, b): samples * n * (left[b] - (a == b)) / total / (total - 1)
        for a, n in left.items() for b in left if n and left[b] > (a == b)
    }  # fmt: skip
    return _chi_square(one, singles), _chi_square(found, pairs)


def _chi_square(found: Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]) -> float:
    """Return the probability of such a difference, 0 where something impossible was found."""
    if not found.keys() <= expected.keys():
        return 0.0
    square = sum((found[cards] - n) ** 2 / n for cards, n in expected.items())
    return float(chi2.sf(square, len(expected) - 1))


def begun(name: str, players: int, moves: int, seed: int, jit: bool = True) -> State:
    """Return a state of a game of cards after some random moves, at a player's turn."""
    random, state = Random(seed), State(load(name, [f"Players/{players}"], jit=jit))
    while moves or state.seat == 0:
        moves -= state.seat != 0
        state.push(by_chance(state, random))
    return state


def main(words: Sequence[str]) -> int:
    """Look at the games of a number for each; return the exit status."""
    parser = ArgumentParser(prog="python -m tools.secrets", description="Turn secrets over.")
    parser.add_argument("--games", type=int, default=4, help="of each game, its options in turn")
    parser.add_argument("--only", action="append", metavar="GAME", help="of those that hide things")
    parser.add_argument("--plies", type=int, default=PLIES, help="at which each game is left")
    parser.add_argument("--pages", type=int, default=1, help="look at pages every so many plies")
    parser.add_argument("--odds", type=int, default=0, help="redraws that are compared with odds")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    options = parser.parse_args(words)
    if options.odds:
        for name, players, moves in (("Love Letter", 4, 2), ("Uno", 4, 9)):
            state = begun(name, players, moves, seed=2)
            one, two = chances_of_redraws(state, 1, options.odds, seed=5)
            print(f"{name}: {options.odds} redraws, chi-square: p = {one:.3f}, of two {two:.3f}")
        return 0
    known = secretive(options.only or PACKAGED.names)
    if unknown := set(options.only or ()) - set(known):
        parser.error(f"{min(unknown)}: it hides nothing")
    told = 0
    for name, choices in known.items():
        turned, different = 0, 0
        games = [load(name, chosen) for chosen in choices]
        for number in range(options.first, options.first + options.games):
            title = " ".join((name, *choices[number % len(games)]))
            found = look(games[number % len(games)], title, number, options.plies, options.pages)
            turned, different = turned + found.turned, different + found.different
            told += len(found.told)
            for each in found.told[:3]:
                print(each, flush=True)
        done = f"{options.games} games, {turned} turned over, {different} differ"
        print(f"{name}: {done}", flush=True)
    print(f"{told} secrets told")
    return int(told > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
