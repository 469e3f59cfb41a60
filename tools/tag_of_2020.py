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
"""

import io
import re
import subprocess
import tarfile
from collections.abc import Sequence
from os import pathsep
from pathlib import Path
from tempfile import TemporaryDirectory

from boardless.cli.app import main as run
from boardless.util.inputs import InputError, check_choice
from tools.love_letter import HEAD, share

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


def main(git: Path, *, game: str = "LoveLetter", games: int = 300, all_: int = 100) -> None:
    """Print the table of wins in TAG of 2020, a row for each change.

    Parameters
    ----------
    git : GIT
        A clone of TAG's repository.
    game : LoveLetter|Uno
        The game, by TAG's name.
    games
        The games of Random against three OSLA.
    all_
        The games of all four agents of the paper.
    """
    check_choice(game, "game", CHANGES)
    print(HEAD, flush=True)
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
