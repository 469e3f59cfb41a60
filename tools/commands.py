"""The table of commands that users type about a game, and checks of their outcomes.

Commands run in this process, one after the other, and kernels are compiled when they are first
called, so that compiled code runs as for users, and not plain Python in the meantime.
"""

import io
import shlex
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from boardless.games import Game, load
from boardless.games.game import technique_for
from boardless.games.game_technique import ALL_NAMES
from boardless.play import State, record_playouts
from boardless.play.recording import SteppedPlayer
from boardless.play.replay import positions_of
from boardless.state.engine.arrays import OPEN
from boardless.state.move import with_turns
from boardless.store import Store
from boardless.strategies.technique import TECHNIQUES
from boardless.topo import InputError
from tools.many_games import digest
from tools.played.playing import after

if TYPE_CHECKING:
    from boardless.state import Trial

#: The technique that `tests` have written in Python, and all that have a name.
OWN = "tests.strategies.own:OWN"
GROWING = tuple(dict.fromkeys((*ALL_NAMES, *TECHNIQUES, OWN)))
FIXED = ("BASE", "BASE-KEPT")
#: The default techniques of games.
DEFAULTS = ("ZONE-APPEND", "BASE-KEPT")

#: Random games that are recorded of each game, and the seed.
GAMES, SEED = 2, 1
#: The first moves of each that are compared with plain Python, and replayed.
PLIES = 40

#: No command may be refused with such words: the fault is not in the request then.
WRONG = ("a worker ended", "in a record:", "is not legal")

#: Ends of a command: success; refusal, with its reason in one line; failure.
DONE, REFUSED, FAULT = "done", "refused", "fault"


@dataclass(frozen=True)
class Command:
    """A command about a game."""

    #: Capitals are replaced: GAME by the game and its library, WAY by a technique, MOVES by some
    #: legal moves, TRIAL by a file of a game, FOLDER by a new folder, STORE and OTHER by stores.
    words: str
    #: True if it has to work for all games; it may refuse some otherwise.
    for_all: bool = True
    #: Standard input.
    typed: str = ""
    #: A text that has to be in the output.
    says: str = ""
    #: True for commands that are typed where little time is left, too.
    core: bool = False


_some = partial(Command, for_all=False)
_PLAYOUTS = f"playouts GAME --playouts {GAMES} --seed {SEED}"
_COUNTED = "'MATCH (t:Trial) RETURN t.winner, count(*), avg(t.plies)'"
_STORED = "store check STORE"
_HEARD = "moves\n1\nundo\n1\nquit\n"

#: The commands about a game in its default technique; the slowest come last.
COMMANDS = (
    Command("show GAME"),
    Command("expand GAME"),
    _some("board GAME --format json"),
    Command(f"{_PLAYOUTS} --store STORE", core=True),
    Command(f"{_PLAYOUTS} --workers 2 --format json"),
    Command("playouts GAME --seconds 0.1 --format csv"),
    _some(f"{_PLAYOUTS} --strategy perimeter"),
    Command("replay GAME MOVES --format json", says='"legal": true', core=True),
    Command("store init OTHER"),
    Command("store add OTHER TRIAL"),
    Command("store merge OTHER STORE"),
    Command(f"store query STORE {_COUNTED}"),
    Command("store ask STORE"),
    Command("store stats STORE"),
    Command("store schema STORE"),
    Command(_STORED, core=True),
    Command("store export STORE FOLDER"),
    Command("store rebuild STORE"),
    _some("perft GAME 2", core=True),
    _some("explore GAME --depth 2 --positions 1000 --store STORE", core=True),
    _some("explore GAME --depth 2 --positions 1000 --symmetry --format json"),
    _some("explore GAME --depth 1 --positions 1000 --workers 2"),
    _some("explore GAME --from trials --store STORE"),
    Command("play GAME --seat 2=random", typed=_HEARD),
    _some(
        f"tournament GAME --agents mcts:2 --agents random --games 2 --seed {SEED} --store OTHER",
        core=True,
    ),
    _some(f"tournament GAME --agents flat:2 --agents random --games 2 --seed {SEED} --workers 2"),
    _some(f"analyse GAME --playouts 2 --seed {SEED}", core=True),
)
#: The commands about a game in every technique that it allows.
TECHNIQUE_COMMANDS = (
    Command(f"{_PLAYOUTS} --technique WAY --store STORE", core=True),
    Command(f"{_PLAYOUTS} --technique WAY --workers 2"),
    Command("replay GAME MOVES --technique WAY --format json", says='"legal": true', core=True),
    Command(_STORED, core=True),
    Command("play GAME --technique WAY", typed=_HEARD),
)
#: The commands about no game in particular, as the documents have them but smaller.
PROGRAM_COMMANDS = (
    Command("figures 6.2 --out FOLDER"),
    Command("growth --tiling hexagonal --strategy zone --sequence best --moves 20 --format csv"),
    Command("walk --tiling hexagonal --strategy zone-shrink --moves 100 --format csv"),
    Command("board triangular 6 --format json"),
    Command("tilings"),
    Command("games"),
    Command("agents"),
    Command("ludemes"),
    Command("concepts Hive --format json", says='"Walks": true'),
    Command("concepts Tic-Tac-Toe --measured 5 --format json", says='"DurationTurns": '),
    Command("similar Andantino --most 3 --format json", says='"Bravalath"'),
    Command("map --store MAP.lbug --only Tic-Tac-Toe.lud --playouts 2 --format json"),
    Command("design --from Tic-Tac-Toe --candidates 2 --out FOLDER", says='"archive": '),
    Command("tune-game Tic-Tac-Toe --agents random --games 2", says="as it is"),
    Command("playouts Andantino --tiling square --seconds 0.2 --workers 2"),
    Command("perft Andantino 3 --tiling square --format json"),
    Command("replay Tic-Tac-Toe '+1@0,0 +2@1,0 +1@0,1'"),
    Command("replay Hive 'wS1; bS1 wS1-; wQ -wS1; bQ bS1-'"),
    Command("replay Carcassonne 'CityTop 0,1S+City MonasteryWithRoad -1,0W+Road'"),
    Command("replay Block '*0 1@h3.0>h1.0'"),
    Command("check-trials tests/goldens/recorded/andantino-square.jsonl"),
    Command("check-trials tests/goldens/recorded/andantino-square.jsonl --technique zone-shrink"),
    Command("explore Tic-Tac-Toe --symmetry"),
    Command("play Andantino --seat 2=random", typed=_HEARD),
    Command("census tools/kinds --no-jit --playouts 1 --workers 2"),
    Command("extensive tests/goldens/efg/poker.efg"),
    Command("extensive tests/goldens/efg/poker.efg --format lgdl"),
    Command("extensive tests/goldens/efg/poker.efg --check"),
    Command("extensive tests/goldens/efg/poker.efg --solve --iterations 100"),
    _some(f"tune Tic-Tac-Toe --agent mcts:2 --trials 2 --games 2 --seed {SEED}"),
    Command("learn-patterns Tic-Tac-Toe --games 2 --iterations 4 --out FOLDER"),
    _some("learn Tic-Tac-Toe --steps 1 --set simulations=4 --out FOLDER"),
    Command("uhp", typed="newgame\nvalidmoves\nplay wS1\nbestmove depth 1\nundo\nexit\n"),
)


@dataclass(frozen=True)
class CommandResult:
    """The result of a command about a game."""

    command: str
    #: DONE, REFUSED or FAULT.
    end: str
    #: The reason of a refusal, the error, or the hash of the games that were compared.
    said: str = ""


@dataclass(frozen=True)
class GameCase:
    """A game, and a technique."""

    #: A game of the package, or the path of a description; empty for the program itself.
    name: str
    #: The folder of the library that it is in; empty for none.
    library: str = ""
    #: Empty for its own, and the commands that know no technique.
    technique: str = ""
    #: True if only commands of the core are typed.
    short: bool = False

    def load(self, jit: bool) -> Game:
        """Return the game."""
        return load(self.name, library=self.library or None, jit=jit)

    @property
    def title(self) -> str:
        """The name without its folder."""
        path = Path(self.name)
        return path.stem if path.is_absolute() else self.name or "(the program)"

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that are typed."""
        if not self.name:
            return PROGRAM_COMMANDS
        commands = TECHNIQUE_COMMANDS if self.technique else COMMANDS
        return tuple(command for command in commands if command.core or not self.short)


def checked(
    case: GameCase, folder: Path, doing: Callable[[str], object] = lambda command: None
) -> Iterator[CommandResult]:
    """Run all commands about a case in an empty folder, each after `doing`; yield their rows."""
    check = CaseCheck(case, folder)
    steps: list[tuple[str, Callable[[], str]]] = [
        (command.words, partial(check.command, command)) for command in case.commands
    ]
    if case.name:
        steps = [
            ("begin", check.begin),
            ("compiled and plain", check.compare),
            ("to_html", check.page),
            *steps,
        ]
        place = next(i for i, (words, _) in enumerate(steps) if words == _STORED)
        steps.insert(place, ("stored", check.stored))
    for words, do in steps:
        doing(words)
        row = attempted(words, do)
        if words == "begin" and not case.technique and not case.library:
            # Games of our own can be played, in one technique at least.
            row = replace(row, end=FAULT if row.end == REFUSED else row.end)
        yield row
        if words == "begin" and row.end != DONE:
            return


def attempted(command: str, do: Callable[[], str]) -> CommandResult:
    """Call a function; return how it ended, with the text that it returns."""
    try:
        return CommandResult(command, DONE, do())
    except InputError as error:
        return CommandResult(command, REFUSED, str(error).split("\n")[0])
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return CommandResult(
            command, FAULT, f"{type(error).__name__} in {where}: {error}".split("\n")[0]
        )


class CaseCheck:
    """A case while it is checked: its game, some recorded trials, and a folder for files."""

    def __init__(self, case: GameCase, folder: Path) -> None:
        self.case, self.folder = case, folder
        self.game: Game
        self.trials: list[Trial] = []

    def begin(self) -> str:
        """Compile the game and record some; return their length."""
        self.game = self.case.load(jit=True)
        self.technique = technique_for(self.game, self.case.technique or None)
        State(self.game, self.technique.choice)
        batch = record_playouts(self.game, 0, GAMES, technique=self.technique.choice, seed=SEED)
        self.trials = list(batch)
        self.trials[0].save(self.folder / "trial.jsonl")
        return f"{batch.plies.sum()} moves"

    def compare(self) -> str:
        """Play the games again in plain Python; return the hash of their moves."""
        player = SteppedPlayer(self.case.load(jit=False), self.technique)
        compiled = [
            hash_of((trial.moves[:PLIES], trial.result if len(trial.moves) <= PLIES else OPEN))
            for trial in self.trials
        ]
        plain = [hash_of(_first(player, number)) for number in range(GAMES)]
        assert compiled == plain, f"compiled {compiled}, plain {plain}"
        return " ".join(compiled)

    def command(self, command: Command) -> str:
        """Run a command; raise InputError if it refuses and may."""
        status, out, err = typed(self._words(command.words), command.typed)
        last = (err.strip().splitlines() or [""])[-1]
        if status == 2 and not command.for_all and not any(words in last for words in WRONG):
            raise InputError(last)
        assert not status, f"status {status}: {last or out.strip()[-200:]}"
        assert command.says in out, f"not {command.says} but {out.strip()[:200]}"
        return ""

    def stored(self) -> str:
        """Compare the trials in the store with the recorded ones."""
        with Store.open(self.folder / "store.lbug", read_only=True) as store:
            saved = list(islice(store.trials(), GAMES))
        assert [t.moves for t in saved] == [t.moves for t in self.trials], "other moves are stored"
        return ""

    def page(self) -> str:
        """Write the page of a game."""
        state = self._replayed()
        state.to_html(self.folder / "page.html")
        text = (self.folder / "page.html").read_text(encoding="utf-8")
        assert "</html>" in text.casefold(), "the page has no end"
        return ""

    def _replayed(self) -> State:
        """Return the state after the first moves of a recorded game, made again by the rules."""
        state = State(self.game, self.technique.choice)
        try:
            for _ in islice(positions_of(self.trials[0], state.position), PLIES + 1):
                pass
        except InputError as error:
            raise AssertionError(f"recorded: {error}") from None
        return state

    def _words(self, words: str) -> list[str]:
        case = self.case
        moves = self._replayed().move_stack if "MOVES" in words else ()
        meant = {
            "GAME": [case.name, *(("--library", case.library) if case.library else ())],
            "MOVES": [" ".join(map(str, moves))],
            "WAY": [case.technique],
            "TRIAL": [str(self.folder / "trial.jsonl")],
            "STORE": [str(self.folder / "store.lbug")],
            "OTHER": [str(self.folder / "other.lbug")],
            "FOLDER": [str(self.folder / "exported")],
        }
        return [text for word in shlex.split(words) for text in meant.get(word, [word])]


def typed(words: Iterable[str], line: str = "") -> tuple[int, str, str]:
    """Run a command; return the exit status and both outputs; other exceptions are raised."""
    from boardless.cli.app import main

    out, err = io.StringIO(), io.StringIO()
    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["boardless", *words], io.StringIO(line)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as ended:
        status = ended.code
    finally:
        sys.argv, sys.stdin = before
    return int(status or 0), out.getvalue(), err.getvalue()


def hash_of(played: tuple[Iterable[object], int | None]) -> str:
    """Return the hash of moves, and of who won."""
    moves, winner = played
    return digest(*map(str, moves), str(winner))


def _first(player: SteppedPlayer, number: int) -> tuple[list[object], int]:
    """Return the first moves of a random game, and the winner if it is over by then."""
    position = after(player, SEED, number, PLIES + 1)
    made = with_turns(position.move_stack, None, position.game.setup.players)
    over = len(made) <= PLIES
    return list(made[:PLIES]), position.winner if over else OPEN
