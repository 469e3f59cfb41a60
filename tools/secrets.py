"""Secrets of games: ``python -m tools.secrets --games 100``.

In every game of the package that hides something, this check replaces the hidden information of a
seat at every ply of random games: the program has to hand the seat the same as before. It replaces
hidden cards and choices (`agents.observation`), and lets the replaced games go on as long as the
seat sees the same.
"""

from collections import Counter
from collections.abc import Iterable
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
from boardless.cli.app import main as run
from boardless.games import Game, description_text, load
from boardless.games.library import PACKAGED
from boardless.play import State
from boardless.play.chance import Numbers
from boardless.play.observation import looked
from boardless.play.playing import move_of_chance
from boardless.play.views import PARTS_SEEN, View
from boardless.state import Move
from boardless.state.engine.arrays import COUNT, MOVER, NEXT
from boardless.topo import InputError
from boardless.util.garbage import seldom_collected
from boardless.util.inputs import check_choice, integer_between
from boardless.view.files import EXPORTS
from boardless.view.scene import scene_of
from boardless.view.seen import WATCHER
from boardless.view.session import Session, Variations
from boardless.view.thinking import panel_of
from tools.many_games import single_options

#: The default number of plies of a game.
PLIES = 10_000
#: Comparisons of a game that compare all files in full, of whole games if possible.
WHOLE = (1, 64, 4096)
#: The number of chance outcomes to exchange in a game without cards, and the most attempts.
EXCHANGED, TRIED = 2, 30

#: The information that a seat gets, by name, in a form with equality.
Handed = dict[str, Any]


@dataclass(frozen=True)
class ToldSecret:
    """A secret that a seat learns: its place, and the parts that tell it."""

    title: str
    game: int
    ply: int
    seat: int
    parts: tuple[str, ...]

    def __str__(self) -> str:
        place = f"game {self.game}, ply {self.ply}"
        return f"{self.title}: {place}: player {self.seat} is told in {', '.join(self.parts)}"


def secretive(names: Iterable[str] = PACKAGED.names) -> dict[str, list[tuple[str, ...]]]:
    """Return the games that hide something, each with its default options and each other one."""
    return {
        name: single_options(description_text(name))
        for name in names
        if hides(State(load(name, jit=False)))
    }


def handed(state: State, seat: int) -> Handed:
    """Return all information that an agent in a seat gets in a state.

    The mover gets the arrays of `BatchEnv` and the legal moves, too.
    """
    parts: Handed = {
        "observation": state.observation(seat),
        "scores": (state.scores, state.outcome()),
    }
    if seat == state.seat:
        wanted = frozenset(PARTS_SEEN)
        if View.of(state.game).actions is None:
            wanted -= {"mask"}
        seen = looked(state.position, wanted)._asdict()
        parts |= {name: array.tobytes() for name, array in seen.items()} | {
            "legal moves": [*state.legal_moves],
            "legal rows": state.position.numbers().tolist(),
        }
    return parts


def fetched(session: Session, seat: int, first: int) -> Handed:
    """Return the data that a seat or a watcher can fetch of a session, from a ply on.

    A node is a ply, because no move is taken back. Earlier nodes are the same objects in a session
    that was `branched` off then. The picture comes from the scene without its choices.
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
    """Return the panel and some files of a seat; a refused file is the text of the error."""
    files: Handed = {"panel": panel_of(session, seat, session.tree.here, session.state)}
    for name in names:
        try:
            files[name] = EXPORTS[name].make(session, seat)
        except InputError as error:
            files[name] = str(error)
    return files


def branched(session: Session, state: State, seat: int) -> Session:
    """Return a session that goes on from a state that a seat cannot tell from its own.

    It has the same past, another seed, and the state's choices of the current round.
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
    """Return a session that has made the moves of a state from the start on."""
    session = Session(State(state.game), begin=False)
    for move in state.move_stack:
        session.push(move)
    return session


def given(twin: State) -> Handed:
    """Return the contents of an agent's redraw: hidden information does not change them."""
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
        """Make a move in a session, and note the view of each player after it."""
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
    """Return a history that looks the same but has other chance outcomes; None without one.

    The function samples outcomes again, or exchanges them with others of their shuffle, beginning
    with the true history: if there is another history, there is one near it.
    """
    other, made = history, 0
    for _ in range(TRIED):
        plies = [ply for ply in other.open_plies if other.choices[ply].odds]
        if made >= EXCHANGED or not plies:
            break
        shuffle = Shuffle.at(other, ply := random.choice(plies))
        wanted = shuffle.exchanged(other, ply, random.randrange(shuffle.size)) if shuffle else {}
        again = other.chosen_again(ply, wanted, random)
        if again and not again.distance and again.choices[ply] != other.choices[ply]:
            other, made = again, made + 1
    return other if made else None


class Look:
    """A random game that replaces the hidden information of seats at every ply."""

    def __init__(self, game: Game, title: str, number: int, every: int) -> None:
        self.random, self.luck, self.every = Random(f"{number}"), Random(f"{number} luck"), every
        self.session = Session(State(game), begin=False)
        self.title, self.number = title, number
        self.readers, state = self.session.readers, self.session.state
        by_cards = has_cards(state) or int(state.position.kernels.HIDDEN) < 0
        self.past = None if by_cards else Past(state)
        #: Counts of plies at which a player chooses, of replacements, and of replacements that
        #: differ; and the secrets that the program has told.
        self.looks = self.turned = self.different = 0
        self.told: list[ToldSecret] = []
        #: By seat, a game with other secrets that it cannot tell from this one; since when.
        self.others: dict[int, tuple[Session, int]] = {}

    def play(self, plies: int) -> None:
        """Play to the end, or for some plies."""
        state = self.session.state
        while state.outcome() is None and state.ply < plies:
            if not state.seat:
                self._push(move_of_chance(state.chances(), self.random))
                continue
            # A single legal move carries out a chance decision: nobody chooses.
            if self.past is None or len(state.legal_moves) > 1:
                self.looks += 1
                if (self.looks + self.number) % self.every == 0:
                    for seat in range(1, state.players + 1):
                        self._turn_over(seat)
            self._push(self.random.choice(list(state.legal_moves)))

    def _redrawn(self, state: State, seat: int) -> State | None:
        """Return another state that a seat cannot tell from `state`, None without one."""
        random = Random(f"{self.number} {state.ply} {seat}")
        if self.past is None:
            drawn = observation(state, seat, random)
            assert isinstance(drawn, State)
            return drawn
        history = exchanged(self.past.history(state, seat), random)
        return history.state if history else None

    def _turn_over(self, seat: int) -> None:
        """Compare the information of a seat before and after replacing the hidden information."""
        state, kept = self.session.state, self.others.pop(seat, None)
        # A game that has gone on is as good as a new one, unless it hides the same. Points are open
        # to all, and another past may have won other ones.
        if kept and not (self._differs(kept[0].state) and kept[0].state.scores == state.scores):
            kept = None
        # The mover may be an agent, which gets a redraw.
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
        """Return whether another state hides something else."""
        state = self.session.state
        moves = self.past is not None and then.move_stack != state.move_stack
        return moves or then.key != state.key

    def _shown(self, other: Session, seat: int, since: int, whole: bool) -> list[str]:
        """Return the parts that show a seat or a watcher a difference to another game."""
        parts, state, games = list[str](), self.session.state, (self.session, other)
        # A watcher sees no more than each player: one game is enough, another one at each ply.
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
            # Without another game there are no words to compare: all later branches have these,
            # except the words of repeated choices.
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
            # Few see cards, but all see dice, which have to show the same.
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
            self.told.append(ToldSecret(self.title, *place, tuple(parts)))


def look(game: Game, title: str, number: int, plies: int = PLIES, every: int = 1) -> Look:
    """Replace hidden information at every Nth ply of a random game; see `Look`."""
    game_look = Look(game, title, number, every)
    with seldom_collected():
        game_look.play(plies)
    return game_look


def main(
    *,
    games: int = 4,
    only: list[str] | None = None,
    plies: int = PLIES,
    every: int = 1,
    first: int = 0,
) -> int:
    """Check that games keep their secrets; status 1 if a seat learns one, or nothing is known.

    Parameters
    ----------
    games
        Random games of each game, its options in turn.
    only : GAME
        One of the games that hide something; repeatable.
    plies
        The most plies of a game.
    every
        Look at every Nth ply.
    first
        The number of the first game.
    """
    integer_between(every, "every", 1, 10**6)
    known = secretive(only or PACKAGED.names)
    for name in only or ():
        check_choice(name, "game", known)
    told, blind = 0, 0
    for name, choices in known.items():
        turned, different = Counter[str](), Counter[str]()
        variants = [load(name, chosen) for chosen in choices]
        for done in range(games):
            number = first + done
            title = " ".join((name, *choices[number % len(variants)]))
            result = look(variants[number % len(variants)], title, number, plies, every)
            turned[title] += result.turned
            different[title] += result.different
            told += len(result.told)
            for each in result.told[:3]:
                print(each, flush=True)
            if done + 1 in (games, *range(0, games, 25)):
                counts = f"{turned.total()} turned over, {different.total()} differ"
                print(f"{name}: {done + 1} games, {counts}", flush=True)
        for title in turned.keys() - +different:
            print(f"{title}: no redraw differs, so that nothing is known")
            blind += 1
    print(f"{told} secrets told")
    return int(told + blind > 0)


if __name__ == "__main__":
    run(main)
