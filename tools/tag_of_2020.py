"""Games of TAG in TAG itself before its paper, with one thing changed at a time.

``python -m tools.tag_of_2020 GIT`` takes a commit of August 2020 from a clone of TAG's repository
(GAIGResearch/TabletopGames), compiles the necessary classes (with a JDK), and plays Love Letter, or
Uno with ``--game Uno``.

In that commit a player's copy of Love Letter hides the hands that he sees, and leaves the hidden
ones as they are (`LoveLetterGameState._copy`). A player who plays the Princess is out of the round
(`PrincessAction`), and a player out of a round has the value of a lost game
(`LoveLetterHeuristic`). When a round of Uno ends, all players, not only the winner, get the points
in the hands of the others (`UnoForwardModel.checkRoundEnd`); and the heuristic takes points in
hands of others for good (`UnoGameState.calculatePlayerPoints`), as it now takes the own ones.

Without GIT the command plays Love Letter here: one random agent against three that look one step
ahead (OSLA, `greedy`), with the old rules of TAG in 2020.
"""

import io
import re
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from os import pathsep
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from boardless.agents import wilson
from boardless.agents.protocol import Budget, Decision
from boardless.agents.simple import complete, moves_of
from boardless.agents.specs import Entrant, entrant
from boardless.agents.tag_heuristics import TAG_HEURISTICS, hands
from boardless.agents.tournament import run_tournament
from boardless.cli.app import main as run
from boardless.games import load
from boardless.play import State
from boardless.util.inputs import InputError, check_choice
from tools.many_games import head, row

SEED = 1
HEAD = head("changed", "games", "Random wins", "99 %")


@dataclass(frozen=True)
class OneStep:
    """An agent that takes a random one of the moves to the best position by TAG's heuristic.

    Attributes
    ----------
    looks : bool
        Whether it gets a redraw of the hidden cards; otherwise it sees all hands.
    deals : bool
        Whether it judges a position after the move's chance decisions; before them nothing has
        changed, so all moves are alike.
    falls : bool
        Whether a player out of the round has the value of a lost game; only with `deals`.
    """

    looks: bool = True
    deals: bool = True
    falls: bool = False

    def __call__(
        self, state: Any, budget: Budget, random: Random, memory: Any = None, /
    ) -> Decision:
        """Return a decision; see `agents.Agent`."""
        values = {move: self._value(state, move, random) for move in moves_of(state)}
        most = max(values.values())
        return Decision(random.choice([move for move, value in values.items() if value == most]))

    def _value(self, state: State, move: Any, random: Random) -> float:
        player, after = state.seat, state.copy()
        after.push(move)
        if self.deals:
            complete(after, random)
        ended = after.outcome()
        if ended is not None:
            return float(ended.rewards[player - 1] == 1)
        arrays = after.position.arrays
        first = hands(state.game)[0][player - 1]
        if self.falls and not arrays.what[first : first + 2].any():
            return 0.0
        return float(TAG_HEURISTICS["tag-love-letter"].value(state.game, arrays, player))


#: The change here, the item of the option Rules, and the three agents.
CHANGES_HERE = (
    ("moves are judged before chance has decided", "TAG", OneStep(deals=False)),
    ("as in the table", "TAG", OneStep()),
    ("who plays the Princess is out", "Printed", OneStep()),
    ("who is out has the value of a lost game", "TAG", OneStep(falls=True)),
    ("all hands are seen", "TAG", OneStep(looks=False)),
    ("all of these", "Printed", OneStep(looks=False, falls=True)),
)


def won(rules: str, agent: OneStep, games: int) -> int:
    """Return the number of games that a random agent wins against three others, seats in turn."""
    game = load("Love Letter", ["Players/4", f"Rules/{rules}"])
    others = [Entrant(f"one step {number}", agent) for number in range(3)]
    table = run_tournament(game, [entrant("random"), *others], count=games, seed=SEED).agents
    return int(table.loc[table["agent"] == "random", "wins"].iloc[0])


def share(name: str, wins: int, games: int) -> str:
    """Return a row of the table: the share of games won, and its interval of 99 %."""
    low, high = wilson(wins / games, games)
    return row(name, games, f"{wins / games:.3f}", f"{low:.2f} to {high:.2f}")


#: The commit of 6 August 2020.
COMMIT = "23ba25f49"
_SOURCES = "src/main/java"
#: A change: a file of the game, a pattern there, and its replacement.
Change = tuple[str, str, str]
_HIDDEN = "LoveLetterGameState.java", r"(i != playerId && )(?=llgs\.player\w+\.get\(i\))", r"\1!"
_HARMLESS = "actions/PrincessAction.java", r"\n.*killPlayer.*", ""
_UNHURT = "LoveLetterHeuristic.java", r"\n.*GameResult\.LOSE\)\n.*", ""
_POINTS = r"ugs\.calculatePlayerPoints\(i\)"
#: The mean number of points in the hands of the other players, less the own points.
_OWN = "UnoHeuristic.java", _POINTS, (
    "(java.util.stream.IntStream.range(0, ugs.getNPlayers()).map(ugs::calculatePlayerPoints).sum()"
    " / (ugs.getNPlayers() - 1) - ugs.calculatePlayerPoints(i))"
)  # fmt: skip
_WINNER = "UnoForwardModel.java", rf"(?=ugs\.playerScore\[i\] \+= {_POINTS})", (
    "if (ugs.playerDecks.get(i).getSize() == 0) "
)  # fmt: skip
#: By TAG's name of a game: titles and changes.
CHANGES: dict[str, tuple[tuple[str, tuple[Change, ...]], ...]] = {
    "LoveLetter": (
        ("as it was", ()),
        ("hands are hidden", (_HIDDEN,)),
        ("the Princess is harmless", (_HARMLESS,)),
        ("who is out has no value of its own", (_UNHURT,)),
        ("hands are hidden, and the Princess is harmless", (_HIDDEN, _HARMLESS)),
        ("all three, as in 2026", (_HIDDEN, _HARMLESS, _UNHURT)),
    ),
    "Uno": (
        ("as it was", ()),
        ("the winner of a round alone gets points", (_WINNER,)),
        ("the heuristic takes points in the own hand for good", (_OWN,)),
        ("both, as in 2026", (_WINNER, _OWN)),
    ),
}
#: Arguments: a letter for the player in each seat, games, whether seats are taken in turn, and the
#: game.
_DRIVER = """
import core.*; import games.GameType; import players.simple.*; import players.mcts.*;
import players.rmhc.*; import utilities.Utils.GameResult; import java.util.*;
public class Driver {
  static AbstractPlayer player(char kind, long seed) {
    if (kind == 'R') return new RandomPlayer(new Random(seed));
    if (kind == 'O') return new OSLAPlayer(new Random(seed));
    return kind == 'H' ? new RMHCPlayer(seed) : new MCTSPlayer(seed);
  }
  public static void main(String[] words) {
    int seats = words[0].length(), games = Integer.parseInt(words[1]);
    Map<Character, Integer> wins = new TreeMap<>();
    for (int number = 0; number < games; number++) {
      int turn = words[2].equals("in turn") ? number : 0;
      List<AbstractPlayer> players = new ArrayList<>();
      for (int seat = 0; seat < seats; seat++)
        players.add(player(words[0].charAt((seat + turn) % seats), 1000003L * number + seat));
      Game game =
        Game.runOne(GameType.valueOf(words[3]), players, 7919L * number + 11, null, false);
      GameResult[] results = game.getGameState().getPlayerResults();
      for (int seat = 0; seat < seats; seat++)
        if (results[seat] == GameResult.WIN)
          wins.merge(words[0].charAt((seat + turn) % seats), 1, Integer::sum);
    }
    for (char kind : wins.keySet()) System.out.println(kind + " " + wins.get(kind));
  }
}
"""
#: Classes of other projects that TAG names and these games do not use.
_ELSEWHERE = {
    "org/json/simple/JSONArray": "class JSONArray extends java.util.ArrayList<Object> {",
    "org/json/simple/JSONObject": "class JSONObject extends java.util.HashMap<Object, Object> {",
    "org/json/simple/parser/ParseException": "class ParseException extends Exception {",
    "org/json/simple/parser/JSONParser": "class JSONParser { public Object parse(java.io.Reader it)"
    " throws ParseException, java.io.IOException { throw new ParseException(); }",
    "org/davidmoten/text/utils/WordWrap": "class WordWrap { public static WordWrap from(String it)"
    " { return new WordWrap(); } public WordWrap maxWidth(int it) { return this; }"
    " public WordWrap insertHyphens(boolean it) { return this; }"
    ' public String wrap() { return ""; }',
}


def unpack(git: Path, folder: Path) -> None:
    """Write the sources of the commit, the driver, and the classes of other projects."""
    command = ["git", "-C", str(git), "archive", COMMIT, _SOURCES]
    packed = subprocess.run(command, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    (folder / _SOURCES / "Driver.java").write_text(_DRIVER)
    for name, text in _ELSEWHERE.items():
        path = folder / _SOURCES / f"{name}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        package = name.rpartition("/")[0].replace("/", ".")
        path.write_text(f"package {package}; public {text} }}\n")


def compiled(folder: Path, game: str, changes: Sequence[Change], number: int) -> str:
    """Compile the changed sources, for number 0 all of them; return a class path."""
    source, classes = folder / _SOURCES, folder / f"classes{number}"
    files, where = [source / "Driver.java"], ["-sourcepath", str(source)]
    if number:
        files, where = [], ["-cp", str(folder / "classes0")]
    for name, sought, instead in changes:
        path = source / "games" / game.lower() / name
        changed, count = re.subn(sought, instead, path.read_text())
        if not count:
            raise InputError(f"{name} has nothing like {sought}: give a clone of TAG's repository")
        files.append(folder / str(number) / path.name)
        files[-1].parent.mkdir(exist_ok=True)
        files[-1].write_text(changed)
    command = ["javac", "-nowarn", "-d", str(classes), *where, *map(str, files)]
    subprocess.run(command, check=True, capture_output=True)
    return f"{classes}{pathsep}{folder / 'classes0'}"


def played(classes: str, game: str, players: str, games: int, seats: str) -> dict[str, int]:
    """Return the number of games that the players of each letter win."""
    command = ["java", "-XX:+UseSerialGC", "-cp", classes, "Driver", players, str(games)]
    command += [seats, game]
    done = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {kind: int(wins) for kind, wins in map(str.split, done.splitlines())}


def main(
    git: Path | None = None, *, game: str = "LoveLetter", games: int = 300, all_: int = 100
) -> None:
    """Print the table of wins in TAG of 2020 or here, a row for each change.

    Parameters
    ----------
    git : GIT
        A clone of TAG's repository; without it the games are Love Letter's here.
    game : LoveLetter|Uno
        The game, by TAG's name.
    games
        The games of Random against three OSLA.
    all_
        The games of all four agents of the paper.
    """
    check_choice(game, "game", CHANGES)
    print(HEAD, flush=True)
    if git is None:
        for name, rules, agent in CHANGES_HERE:
            print(share(name, won(rules, agent, games), games), flush=True)
        return
    names = {"R": "Random", "O": "OSLA", "H": "RMHC", "M": "MCTS"}
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        unpack(git, folder)
        last = len(CHANGES[game]) - 1
        for number, (title, changes) in enumerate(CHANGES[game]):
            classes = compiled(folder, game, changes, number)
            if games:
                wins = played(classes, game, "ROOO", games, "in turn").get("R", 0)
                print(share(title, wins, games), flush=True)
            if all_ and (number in (0, last) or not games):
                # As in `Game.main` there, each agent has a seat of its own.
                counts = played(classes, game, "RHMO", all_, "fixed")
                for kind, name in names.items():
                    print(share(f"{title}: {name}", counts.get(kind, 0), all_), flush=True)


if __name__ == "__main__":
    run(main)
