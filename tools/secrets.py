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
from random import Random
from typing import Any

from boardless.agents.determinization import has_cards, hides, observation
from boardless.agents.histories import (
    ActionHistory,
    HistoryChoice,
    PlayerRecord,
    PlayerView,
    Shuffle,
)
from boardless.games import Game, description_text, load
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.play.chance import Numbers
from boardless.play.looking import looked
from boardless.play.playing import move_of_chance
from boardless.play.views import PARTS_SEEN, View
from boardless.state import Move
from boardless.state.engine.arrays import COUNT, MOVER, NEXT
from boardless.topo import InputError
from boardless.util.garbage import seldom_collected
from boardless.view.exports import EXPORTS, exported
from boardless.view.scene import WATCHER, scene_of
from boardless.view.session import Session, Variations
from boardless.view.thinking import panel_of
from tools.descriptions import single_options

#: Plies of a game after which no more are looked at, unless more are asked for.
PLIES = 10_000
#: Comparisons of a game in which all files are compared in full, of whole games where that can be.
WHOLE = (1, 64, 4096)
#: Outcomes of chance that are exchanged in a game without cards, and how often that is tried.
EXCHANGED, TRIED = 2, 30

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
    found: Handed = {
        "observation": state.observation(seat),
        "scores": (state.scores, state.outcome()),
    }
    if seat == state.seat:
        parts = frozenset(PARTS_SEEN) - ({"mask"} if View.of(state.game).actions is None else set())
        seen = looked(state.position, parts)._asdict()
        found |= {name: array.tobytes() for name, array in seen.items()} | {
            "legal moves": [*state.legal_moves],
            "legal rows": state.position.numbers().tolist(),
        }
    return found


def fetched(session: Session, seat: int, first: int) -> Handed:
    """Return what a seat, or who watches, can fetch of a session, of moves from a ply on.

    A node is a ply, as nothing is taken back, and nodes before are the same objects in a session
    that was `branched` off then. A picture is drawn from the scene without its choices.
    """
    recent, old = copy(session), session.tree.nodes[first:]
    tree = recent.tree = Variations()
    tree.nodes = [
        replace(node, parent=n - 1, onward=n + 1 if node.onward > 0 else -1)
        for n, node in enumerate(old)
    ]
    tree.here = len(old) - 1
    scene = scene_of(session.state, seat).data()
    return {"scene": scene, **files_of(recent, seat, ("trial", "gif", "notation"))}


def files_of(session: Session, seat: int, names: Iterable[str]) -> Handed:
    """Return the panel and some files of a seat, or why one is refused."""
    found: Handed = {"panel": panel_of(session, seat, session.tree.here, session.state)}
    for name in names:
        try:
            found[name] = exported(session, seat, name)
        except InputError as error:
            found[name] = str(error)
    return found


def branched(session: Session, state: State, seat: int) -> Session:
    """Return a session that goes on from a state which a seat cannot tell from the session's own.

    It has the same past, another seed, and the state's choices of the round that goes on.
    """
    twin, held = copy(session), state.position.held_choices
    choices = [state.pop() for _ in range(held)][::-1]
    tree = twin.tree = copy(session.tree)
    tree.here -= held
    last = replace(tree.nodes[tree.here], onward=-1, children={})
    tree.nodes = [*tree.nodes[: tree.here], last]
    twin.state, twin.readers, twin.seed = state, (WATCHER, seat), session.seed ^ 1
    for move in choices:
        twin.push(move)
    return twin


def played(state: State) -> Session:
    """Return a session in which the moves of a state were made from the start on."""
    session = Session(State(state.game), begin=False)
    for move in state.move_stack:
        session.push(move)
    return session


def given(twin: State) -> Handed:
    """Return what an agent of a seat is given: a redraw, the same whatever is hidden."""
    arrays = twin.position.arrays
    sites = int(arrays.n[COUNT]) + 1
    return {
        "cards of the agent's state": (arrays.what[:sites].tolist(), arrays.who[:sites].tolist()),
        "numbers of the agent's state": (
            arrays.fields[:, :sites].tolist(), arrays.numbers.tolist(), arrays.rank.tolist(),
            arrays.n[[MOVER, NEXT]].tolist(),
        ),
        "moves of the agent's state": twin.move_stack,
        "key of the agent's state": int(arrays.key[0]),
    }  # fmt: skip


class Past:
    """A game without cards that goes on, as its players see it."""

    def __init__(self, state: State) -> None:
        self.start = state.copy()
        self.choices, self.numbers = list[HistoryChoice](), list[Numbers]()
        self.views = {seat: [PlayerView.of(state, seat)] for seat in range(1, state.players + 1)}

    def push(self, session: Session, move: Move) -> None:
        """Make a move in a session, and note what each player sees then."""
        position, question = session.state.position, session.state.position.question
        odds = () if question is None else question.odds
        self.numbers.append(position.moves()[move])
        self.choices.append(HistoryChoice(move, odds, len(odds) > 1, True))
        session.push(move)
        for seat, views in self.views.items():
            views.append(PlayerView.of(session.state, seat))

    def history(self, state: State, seat: int) -> ActionHistory:
        """Return the history, as a player has observed it."""
        moves, views = state.move_stack, self.views[seat]
        observed = PlayerRecord(seat, moves, self.numbers, views, state, self.start)
        return ActionHistory(observed, state.copy(), self.choices)


def exchanged(history: ActionHistory, random: Random) -> ActionHistory | None:
    """Return a history that looks the same, in which chance has decided otherwise; None if none is.

    Outcomes are sampled again, or exchanged with others of their shuffle, beginning with those of
    the true history: one is always near where there is one.
    """
    other, made = history, 0
    for _ in range(TRIED):
        plies = [ply for ply in other.open_plies if other.choices[ply].odds]
        if made >= EXCHANGED or not plies:
            break
        shuffle = Shuffle.at(other, ply := random.choice(plies))
        wanted = shuffle.exchanged(other, ply, random.randrange(shuffle.size)) if shuffle else {}
        found = other.chosen_again(ply, wanted, random)
        if found and not found.distance and found.choices[ply] != other.choices[ply]:
            other, made = found, made + 1
    return other if made else None


class Look:
    """A random game in which what seats do not see is turned over at every ply."""

    def __init__(self, game: Game, title: str, number: int, every: int) -> None:
        self.random, self.luck, self.every = Random(f"{number}"), Random(f"{number} luck"), every
        self.session = Session(State(game), begin=False)
        self.title, self.number = title, number
        self.readers, state = self.session.readers, self.session.state
        by_cards = has_cards(state) or int(state.position.kernels.HIDDEN) < 0
        self.past = None if by_cards else Past(state)
        #: Counts of plies at which a player chooses, of what was turned over, and of what differed
        #: then; and what was told.
        self.looks = self.turned = self.different = 0
        self.told: list[Told] = []
        #: By seat, a game that the seat cannot tell from this one, with other secrets; since when.
        self.others: dict[int, tuple[Session, int]] = {}

    def play(self, plies: int) -> None:
        """Play to the end, or for some plies."""
        state = self.session.state
        while state.outcome() is None and state.ply < plies:
            if not state.seat:
                self._push(move_of_chance(state.chances(), self.random))
                continue
            # What chance has decided is carried out: nobody is asked.
            if self.past is None or len(state.legal_moves) > 1:
                self.looks += 1
                if (self.looks + self.number) % self.every == 0:
                    for seat in range(1, state.players + 1):
                        self._turn_over(seat)
            self._push(self.random.choice(list(state.legal_moves)))

    def _redrawn(self, state: State, seat: int) -> State | None:
        """Return a state that a seat cannot tell from one, None if none was found."""
        random = Random(f"{self.number} {state.ply} {seat}")
        if self.past is None:
            drawn = observation(state, seat, random)
            assert isinstance(drawn, State)
            return drawn
        found = exchanged(self.past.history(state, seat), random)
        return found.state if found else None

    def _turn_over(self, seat: int) -> None:
        """Compare what a seat is told with the same after what it does not see is turned over."""
        state, kept = self.session.state, self.others.pop(seat, None)
        # One that has gone on is as good as another one, unless it hides the same. Points are open
        # to all, and what was won may differ in another past.
        if kept and not (self._differs(kept[0].state) and kept[0].state.scores == state.scores):
            kept = None
        # Who moves may be an agent, which is given a redraw.
        gives = self.past is None and seat == state.seat
        drawn = self._redrawn(state, seat) if gives or kept is None else None
        if kept is None:
            if drawn is None or (self.past and drawn.scores != state.scores):
                return
            since = state.ply - state.position.held_choices
            kept = branched(self.session, drawn, seat), since
        self.others[seat] = other, since = kept
        mine, its = handed(state, seat), handed(other.state, seat)
        if gives and drawn and (again := self._redrawn(other.state, seat)):
            mine, its = mine | given(drawn), its | given(again)
            if other.state is not drawn:  # it has a past of its own
                its["moves of the agent's state"] = mine["moves of the agent's state"]
        parts = [part for part in mine if mine[part] != its[part]]
        differs = self._differs(other.state)
        self.turned, self.different = self.turned + 1, self.different + differs
        whole = differs and self.different in WHOLE
        self._tell(seat, parts + self._shown(other, seat, since, whole))

    def _differs(self, then: State) -> bool:
        """Tell whether another state hides something else."""
        state = self.session.state
        moves = self.past is not None and then.move_stack != state.move_stack
        return moves or then.key != state.key

    def _shown(self, other: Session, seat: int, since: int, whole: bool) -> list[str]:
        """Return in what a seat, or who watches, is shown something else in another game."""
        parts, state, games = list[str](), self.session.state, (self.session, other)
        # Who watches sees no more than each player: one game is enough, another one at each ply.
        watches = whole or seat == 1 + self.looks % state.players
        for eyes, who in ((seat, ""), (WATCHER, " of who watches"))[: 1 + watches]:
            mine, its = (fetched(game, eyes, since) for game in games)
            if whole:
                past = other if self.past is None else played(other.state)
                names = EXPORTS.keys() - ({"html"} if past is other else ())
                mine |= files_of(self.session, eyes, names)
                its |= files_of(past, eyes, names)
            parts += [part + who for part in mine if mine[part] != its[part]]
        return parts

    def _push(self, move: Move) -> None:
        """Make a move, and go on in the other games as long as their seats see the same."""
        state, going = self.session.state, dict[int, tuple[Session, int]]()
        by_chance = not state.seat
        if self.past is None:
            # Without another game no words are compared: all that branch off later have these, but
            # for those of choices that are made again.
            goes_on = self.others or state.position.is_at_once
            self.session.readers = self.readers if goes_on else ()
            self.session.push(move)
        else:
            self.past.push(self.session, move)
        for seat, (other, since) in self.others.items():
            then, its = other.state, move
            if by_chance == bool(then.seat):
                self._tell(seat, ["who decides"])
                continue
            # Cards are seen by few, and dice by all: what these show has to be the same.
            if by_chance and (has_cards(then) or self.luck.random() < 0.5):
                its = move_of_chance(then.chances(), self.luck)
            if its not in then.legal_moves:
                continue
            other.push(its)
            if then.outcome() is None and then.observation(seat) == state.observation(seat):
                going[seat] = other, since
        self.others = going

    def _tell(self, seat: int, parts: list[str]) -> None:
        if parts:
            place = self.number, self.session.state.ply, seat
            self.told.append(Told(self.title, *place, tuple(parts)))


def look(game: Game, title: str, number: int, plies: int = PLIES, every: int = 1) -> Look:
    """Turn over what seats do not see at the plies of a random game, or at every so many."""
    found = Look(game, title, number, every)
    with seldom_collected():
        found.play(plies)
    return found


def main(words: Sequence[str]) -> int:
    """Look at the games of a number for each; return the exit status."""
    parser = ArgumentParser(prog="python -m tools.secrets", description="Turn secrets over.")
    parser.add_argument("--games", type=int, default=4, help="of each game, its options in turn")
    parser.add_argument("--only", action="append", metavar="GAME", help="of those that hide things")
    parser.add_argument("--plies", type=int, default=PLIES, help="at which each game is left")
    parser.add_argument("--every", type=int, default=1, help="look at every so many plies only")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    options = parser.parse_args(words)
    if options.every < 1:
        parser.error(f"--every {options.every}: expected 1 or more")
    known = secretive(options.only or PACKAGED.names)
    if unknown := set(options.only or ()) - set(known):
        parser.error(f"{min(unknown)}: it hides nothing")
    told, blind = 0, 0
    for name, choices in known.items():
        turned, different = Counter[str](), Counter[str]()
        games = [load(name, chosen) for chosen in choices]
        for done in range(options.games):
            number = options.first + done
            title = " ".join((name, *choices[number % len(games)]))
            found = look(games[number % len(games)], title, number, options.plies, options.every)
            turned[title] += found.turned
            different[title] += found.different
            told += len(found.told)
            for each in found.told[:3]:
                print(each, flush=True)
            if done + 1 in (options.games, *range(0, options.games, 25)):
                counts = f"{turned.total()} turned over, {different.total()} differ"
                print(f"{name}: {done + 1} games, {counts}", flush=True)
        for title in turned.keys() - +different:
            print(f"{title}: no redraw differs, so that nothing is known")
            blind += 1
    print(f"{told} secrets told")
    return int(told + blind > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
