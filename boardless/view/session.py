"""A session: a state with seats, a tree of variations, and the views that follow."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from secrets import randbits
from threading import RLock
from time import monotonic
from typing import Any

from boardless.play.playing import Player, move_of_chance, random_at
from boardless.play.replay import replayed
from boardless.play.state import State
from boardless.state import Move, Trial
from boardless.state.engine.actions import OPTION, SELECT
from boardless.topo import InputError, integer_between
from boardless.view.choices import cells_named, is_by_chance, is_told, places_of
from boardless.view.endings import scores_so_far
from boardless.view.graphics import rows_of
from boardless.view.naming import has_notation, own_name
from boardless.view.scene import EVERYBODY, legal_move, scene_of
from boardless.view.seen import WATCHER, Pile, cell_names, games_of, hides, seen_by, with_dice
from boardless.view.thinking import Seat, Thinking, panel_of, seat_of, seats_of
from boardless.view.words import Reader, gained, last_words

#: More nodes than a person makes, and few enough for a page to list.
MAX_NODES = 20_000
#: So many moves without a choice are made in a row, and then somebody is asked.
MAX_FORCED = 500
#: Seconds after which views see how far chance has come.
SHOWN = 0.25
#: Seeds, and the least that does not fit a signed number of 64 bits. Of fewer seeds a player could
#: try all, to find the one that deals his own hand.
SEEDS, SIGNED = 2**64, 2**63


@dataclass(slots=True)
class Variation:
    """A position of the tree, and the move that led to it; '' and None at the start."""

    #: -1 at the start.
    parent: int
    move: Move | None
    text: str
    ply: int
    #: The player who moved, 0 for chance.
    mover: int = 0
    #: The child that was visited last, -1 if there is none.
    onward: int = -1
    #: The move in words by the seat that reads them, of seat 0 alone where nothing is ever hidden.
    words: dict[int, str] = field(default_factory=dict)
    #: The move in the notation of the game's players, "" where they have none.
    name: str = ""
    #: The cells of a move of a player.
    places: tuple[str, ...] = ()
    #: The changes of scores by the move, in words.
    gains: str = ""
    #: Whether all may know the move, as the round in which it was chosen is over.
    is_open: bool = False
    children: dict[Move, int] = field(default_factory=dict)


class Variations:
    """The tree of all moves that were tried, and the present node; node 0 is the start."""

    def __init__(self) -> None:
        self.nodes = [Variation(-1, None, "", 0)]
        self.here = 0

    def add(self, move: Move) -> int:
        """Add a move and return its node, the existing one if the move was tried before."""
        node = self.nodes[self.here]
        number = node.children.get(move)
        if number is None:
            if len(self.nodes) >= MAX_NODES:
                raise InputError(
                    f"move {move}: {MAX_NODES:,} positions are the limit, begin a new game"
                )
            number = len(self.nodes)
            node.children[move] = number
            mover = 0 if is_by_chance(move) else move.mover
            new = Variation(
                self.here, move, str(move), node.ply + 1, mover, places=cells_named(move)
            )
            self.nodes.append(new)
        node.onward = self.here = number
        return number

    def go(self, number: object) -> None:
        """Go to a node; the path to it becomes the line that redo follows."""
        self.here = integer_between(number, "position", 0, len(self.nodes) - 1)
        at = self.here
        while self.nodes[at].parent >= 0:
            parent = self.nodes[at].parent
            self.nodes[parent].onward = at
            at = parent

    def path(self, at: int | None = None) -> list[int]:
        """Return the nodes from the first move to here, or to a node."""
        numbers = []
        at = self.here if at is None else at
        while at:
            numbers.append(at)
            at = self.nodes[at].parent
        return numbers[::-1]

    def line(self) -> list[int]:
        """Return the nodes of the current line: from the start to here, and onward."""
        numbers = [0, *self.path()]
        while (onward := self.nodes[numbers[-1]].onward) >= 0:
            numbers.append(onward)
        return numbers

    def moves(self, at: int | None = None) -> list[Move]:
        """Return the moves from the start to here, or to a node."""
        moves = [self.nodes[number].move for number in self.path(at)]
        return [move for move in moves if move is not None]


class Session:
    """A state with seats, a tree of variations, and views that follow.

    Every method may be called from any thread.

    Parameters
    ----------
    state : State
        The session plays on it, and notices moves that others make on it directly.
    players : sequence of str, callable or None
        The person or agent at each seat, see `view.thinking.seat_of`; by default people.
    seed : int, optional
        The seed of the agents' random numbers; by default a fresh one.
    forced : bool, default False
        Whether moves that leave a person no choice are made by themselves.
    begin : bool, default True
        Whether chance decides at once; otherwise call `fall`.

    Raises
    ------
    InputError
        If an argument is not a state of a game, not a player, or not a seed.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> session = Session(State(load("Tic-Tac-Toe", jit=False)), seed=1)
    >>> session.play("+1@0,0")
    >>> session.undo()
    >>> session.state.ply, session.tree.line()
    (0, [0, 1])
    """

    def __init__(
        self,
        state: State,
        players: Sequence[str | Player | Seat | None] = (),
        seed: int | None = None,
        forced: bool = False,
        begin: bool = True,
    ) -> None:
        if type(state) is not State:
            raise InputError(f"state {state!r}: give a State that can be changed, such as a copy()")
        self.state = state
        self.forced = forced
        self.seats = seats_of(list(players), state.game.players)
        self.seed = fresh_seed() if seed is None else checked_seed(seed)
        self.tree = Variations()
        self.hints: dict[str, tuple[float, ...]] = {}
        self.trouble = ""
        #: The words of a result from outside the rules, such as a clock's.
        self.closed = ""
        self.lock = RLock()
        self.thinking = Thinking(self)
        self._views: list[Callable[[], None]] = []
        games = games_of(state)
        self._hides = any(map(hides, games))
        #: The seats for which moves are put into words.
        self.readers: Sequence[int] = range(WATCHER, state.players + 1) if self._hides else (0,)
        #: The node of the state and the readers, and the data that each of them sees there.
        self._seen: tuple[tuple[object, ...], dict[int, dict[str, Pile]]] = (), {}
        #: Whether the seed would reveal hidden or random things before the end.
        self.is_secret = self._hides or any(
            game.info.chances or game.info.starts_by_chance for game in games
        )
        #: Whether chance or a move without a choice may follow the last one; see `fall`.
        self._falls = True
        self._changes = 0
        self._cache: dict[int, tuple[int, dict[str, Any]]] = {}
        #: The step, tree and node at which state and tree were found to agree.
        self._followed: tuple[object, ...] = ()
        self._follow()
        if begin:
            self.fall()

    def __repr__(self) -> str:
        """Return game, position and players, in one line."""
        who = ", ".join(seat.name for seat in self.seats)
        return f"<Session {self.state.game.name}, ply {self.state.ply}, seats: {who}>"

    # -- views ------------------------------------------------------------------------------

    def add_view(self, changed: Callable[[], None]) -> None:
        """Call a function after every change, from the thread that made it."""
        with self.lock:
            self._views.append(changed)

    def remove_view(self, changed: Callable[[], None]) -> None:
        """Stop calling a function after changes."""
        with self.lock:
            self._views.remove(changed)

    def changed(self) -> None:
        """Update all views."""
        with self.lock:
            self._changes += 1
            views = list(self._views)
        for view in views:
            view()

    def data(self, seat: int = EVERYBODY, node: int | None = None) -> dict[str, Any]:
        """Return the data of a page of a seat: the scene, and the side panel.

        With the number of a node the page shows that position, while the game stays where it is.
        InputError for any other seat.
        """
        with self.lock:
            self._follow()
            if node is not None:
                past = self._at(node)
                scene = scene_of(past, seat, choices=False)
                return {"scene": scene.data(), "panel": panel_of(self, seat, node, past)}
            change, page = self._cache.get(seat, (-1, {}))
            if change != self._changes:
                scene = scene_of(self.state, seat)
                data = scene.data()
                if self.closed:
                    data |= {"over": True, "caption": self.closed}
                if not self.is_open():
                    data["moves"] = {}
                page = {
                    "scene": data,
                    "panel": panel_of(self, seat, self.tree.here, self.state),
                }
                self._cache[seat] = (self._changes, page)
            return page

    def is_open(self) -> bool:
        """Return True if a person may choose a move now, also in place of an agent."""
        mover = self.seat_to_move()
        is_thought_of = mover is not None and mover.player is not None and self.thinking.player
        return not (self.closed or self._falls or is_thought_of)

    def knows(self, seat: int) -> bool:
        """Return True if a seat may read the moves, because the game hides nothing."""
        return seat == EVERYBODY or not self._hides

    def told(self, numbers: Iterable[int], seat: int) -> list[tuple[str, str]]:
        """Return words and names of the moves of nodes; "" if a seat may not know them.

        Pages, files and texts of a game show a seat only these words of its moves.
        """
        knows, told = self.knows(seat), []
        reader = EVERYBODY if knows else seat
        for node in map(self.tree.nodes.__getitem__, numbers):
            reads_all = knows or node.mover == seat
            words = node.words.get(reader, "") if reads_all or node.is_open else ""
            told.append((words, node.name if words and node.mover and reads_all else ""))
        return told

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.closed or self.state.outcome() is not None)

    @property
    def told_seed(self) -> int | None:
        """The seed; None before the end of a game that hides something or draws by chance."""
        return self.seed if self.over or not self.is_secret else None

    @property
    def own_seat(self) -> int:
        """The seat of the board that is shown first: of the only person.

        It is `EVERYBODY` if nothing is hidden, or several people play.
        """
        people = [number for number, seat in enumerate(self.seats, 1) if seat.player is None]
        return people[0] if self._hides and len(people) == 1 else EVERYBODY

    def _follow(self) -> None:
        """Notice moves that were made on the state directly."""
        step = self.state.position.node
        if self._followed == (step, self.tree, self.tree.here):
            return
        moves = self.state.move_stack
        if moves != self.tree.moves():
            self.thinking.stop()
            self.tree.go(0)
            named = has_notation(self.state.game)
            for ply, move in enumerate(moves):
                node = self.tree.nodes[self.tree.add(move)]
                if named and not node.name:
                    node.name = own_name(self.state.at(ply), move)
                node.words = node.words or self._told(move, {})
            self._open(self.tree.here)
            self.hints = {}
            self._changes += 1
        self._followed = step, self.tree, self.tree.here

    def _sights(self, move: Move) -> dict[int, dict[str, Pile]]:
        """Return what each seat sees now, as far as the words of a move need it."""
        kinds = {action.kind for action in move.actions}
        if not (self._hides or kinds & {SELECT, OPTION} or rows_of(self.state.game)):
            return {}
        here = self.state.position.node, *self.readers
        if self._seen[0] != here:
            piles = seen_by(self.state, self.readers, cell_names(self.state)).items()
            self._seen = here, {seat: with_dice(self.state, own)[0] for seat, own in piles}
        return self._seen[1]

    def _told(self, move: Move, before: dict[int, dict[str, Pile]]) -> dict[int, str]:
        """Return the words of the move that was made last, by the seats that read them."""
        after = self._sights(move) if before else {}
        told: tuple[str, ...] = ()
        if is_by_chance(move) and self.state.ply > 1:
            told = places_of(self.state.move_stack[-2])
        reader = Reader.of(self.state, {}, next(iter(after.values()), {}), told=told)
        readers = {
            seat: replace(
                reader,
                before=before.get(seat, {}),
                after=after.get(seat, {}),
                all_seen=self.knows(seat),
            )
            for seat in self.readers
        }
        return {seat: last_words(move, reader) for seat, reader in readers.items()}

    # -- moves ------------------------------------------------------------------------------

    def play(self, text: object, node: int | None = None) -> None:
        """Make a move; an agent to move next begins to think.

        InputError if the move is not legal, or if the game is no longer at the node that is meant;
        nothing has changed then.
        """
        with self.lock:
            self._follow()
            if node not in (None, self.tree.here):
                raise InputError(f"move {text!r:.40}: the board has changed in the meantime")
            if self.closed:
                raise InputError(f"move {text!r:.40}: the game is over, {self.closed}")
            if not self.is_open():
                busy = (
                    f"player {self.state.seat} is thinking" if self.state.seat else "chance decides"
                )
                raise InputError(f"move {text!r:.40}: {busy}")
            # The reason why it is not legal tells no more than its player knows.
            self.push(legal_move(self.state, text, self.state.seat))
        self.fall()
        self.thinking.start()

    def seat_to_move(self) -> Seat | None:
        """Return the seat to move, None if chance decides."""
        seat = self.state.seat
        return self.seats[seat - 1] if seat else None

    def push(self, move: Move) -> None:
        """Make a legal move and add it to the tree; call `fall` after it."""
        self._push(move)
        self._falls = True
        self.hints, self.trouble = {}, ""

    def _push(self, move: Move) -> None:
        """Make a move, go on in the tree, and note the move in words."""
        self._make(move, self.tree.add(move))

    def _make(self, move: Move, number: int) -> None:
        """Make a move on the state, and note it in words unless that was done before."""
        node = self.tree.nodes[number]
        before = {} if node.words else self._sights(move)
        scores = scores_so_far(self.state)
        node.name = node.name or own_name(self.state, move)
        # A first move that is the only one, and puts no piece anywhere, is not a turn.
        if not self.state.ply and self.state.seat and len(self.state.legal_moves) == 1:
            node.mover = node.mover if node.places else 0
        self.state.push(move)
        self._open(number)
        if not node.words:
            node.words = self._told(move, before)
            node.gains = gained(scores, scores_so_far(self.state), node.mover)

    def _open(self, number: int) -> None:
        """Mark the moves up to the present node that all may know by now."""
        while number and not (node := self.tree.nodes[number]).is_open:
            node.is_open = is_told(self.state, node.ply - 1, node.mover, WATCHER)
            number = node.parent

    def fall(self) -> None:
        """Let chance decide, make moves without a choice, and go on in the tree.

        Views follow during a decision that takes long, such as a deal.
        """
        forced, shown = 0, monotonic()
        while True:
            with self.lock:
                if not self._falls:  # somebody has gone elsewhere in the meantime
                    return
                self._falls = False  # unless there is something to do, and that can be done
                if chances := self.state.chances():
                    self._push(move_of_chance(chances, random_at(self.seed, self.state.ply)))
                elif forced < MAX_FORCED and self._is_forced(self.state):
                    self._push(next(iter(self.state.legal_moves)))
                    forced += 1
                else:
                    return
                self._falls = True
            if monotonic() - shown > SHOWN:
                self.changed()
                shown = monotonic()

    def _is_forced(self, state: State) -> bool:
        """Return True if a person has one legal move, and such moves are made."""
        if not self.forced or self.closed or not state.seat or state.outcome() is not None:
            return False
        return self.seats[state.seat - 1].player is None and len(state.legal_moves) == 1

    def go(self, node: object) -> None:
        """Go to a node of the tree, without starting an agent.

        InputError for any other number.
        """
        with self.lock:
            self._follow()
            was_told = self.is_secret and self.over
            self._stand(node)
            if was_told:
                self.seed = fresh_seed()
        self.changed()

    def _stand(self, node: object) -> None:
        """Bring the state to a node of the tree from any position."""
        with self.lock:
            self.tree.go(node)
            self.thinking.stop()
            path, moves = self.tree.path(), self._taken_back(self.state, self.tree.here)
            for number, move in zip(path[len(path) - len(moves) :], moves, strict=True):
                self._make(move, number)
            self.hints, self.trouble, self._falls = {}, "", False

    def _taken_back(self, state: State, node: int) -> list[Move]:
        """Take back the moves that do not lead to a node; return the moves from there to it."""
        target, moves, shared = self.tree.moves(node), state.move_stack, 0
        while shared < min(len(target), len(moves)) and target[shared] == moves[shared]:
            shared += 1
        while state.ply > shared:
            state.pop()
        return target[shared:]

    def _at(self, node: int) -> State:
        """Return the state of a node of the tree, to be read."""
        path = self.tree.path(node)
        if path == self.tree.path()[: len(path)]:
            return self.state.at(len(path))
        twin = self.state.copy()
        for move in self._taken_back(twin, node):
            twin.push(move)
        return twin

    def undo(self) -> None:
        """Go back to the last position with a person to move, else by one move.

        InputError if no move has been made.
        """
        with self.lock:
            self._follow()
            path = [0, *self.tree.path()][:-1]
            if not path:
                raise InputError("there is no move to take back: none has been made")
            people = (node for node in reversed(path) if self._chooses_at(node))
            self.go(next(people, path[-1]))

    def _chooses_at(self, node: int) -> bool:
        """Return True if a person chooses a move at a node of the line."""
        state = self.state.at(self.tree.nodes[node].ply)
        person = state.seat and self.seats[state.seat - 1].player is None
        return bool(person) and not self._is_forced(state)

    def redo(self) -> None:
        """Go on by a move in the line that was walked last.

        InputError at its end.
        """
        with self.lock:
            self._follow()
            onward = self.tree.nodes[self.tree.here].onward
            if onward < 0:
                raise InputError("there is no move to make again: this is the end of the line")
            self.go(onward)

    # -- games ------------------------------------------------------------------------------

    def new(self, seed: object = "last") -> None:
        """Begin a new game.

        Parameters
        ----------
        seed : int or {"last", "fresh"}
            The source of random numbers: of the last game, or a fresh one. It is shown and kept.

        Raises
        ------
        InputError
            For any other seed.
        """
        with self.lock:
            if seed != "last":
                self.seed = fresh_seed() if seed == "fresh" else checked_seed(seed)
            self.tree, self.closed = Variations(), ""
            self._stand(0)
            self._falls = True
        self.fall()
        self.thinking.start()

    def close(self, words: str) -> None:
        """End the game with a result from outside the rules, until another one begins."""
        with self.lock:
            self.thinking.stop()
            self.closed = words
        self.changed()

    def sit(self, player: object, who: "str | Player | Seat | None") -> None:
        """Let a person or agent move for a player, at once if it is that player's turn.

        InputError for any other player or name.
        """
        with self.lock:
            number = integer_between(player, "player", 1, len(self.seats))
            seat = seat_of(who)
            self.thinking.stop()
            self.seats[number - 1] = seat
        self.thinking.start()

    def load(self, trial: Trial) -> None:
        """Begin a new game with the moves of a trial.

        The trial's seed is kept unless it tells secrets. InputError if the trial is of another
        game, or a move is not legal; nothing has changed then.
        """
        with self.lock:
            twin = replayed(trial, self.state.game, self.state.technique)
            self.tree, self.closed = Variations(), ""
            for move in twin.move_stack:
                self.tree.add(move)
            if self.is_secret:
                self.seed = fresh_seed()
            elif trial.seed is not None:
                self.seed = trial.seed % SEEDS
            self._stand(self.tree.here)
        self.changed()

    def text(self, seat: int = EVERYBODY) -> str:
        """Return the game so far as the text of a trial.

        It has the seed, as a signed number, if the seat may know it. InputError if moves are hidden
        from the seat.
        """
        with self.lock:
            if not self.knows(seat):
                raise InputError(f"trial: some of its moves are hidden from player {seat}")
            seed = self.told_seed
            signed = seed if seed is None or seed < SIGNED else seed - SEEDS
            return self.state.trial(signed).dumps()


def fresh_seed() -> int:
    """Return a seed that nobody can guess."""
    return randbits(64)


def checked_seed(seed: object) -> int:
    """Return a seed; raise InputError unless it is an integer of 64 bits."""
    return integer_between(seed, "seed", 0, SEEDS - 1)
