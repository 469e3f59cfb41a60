"""Games of TAG in TAG itself, as it was before its paper, with one thing changed at a time.

``python -m tools.tag_of_2020 GIT`` takes a commit of August 2020 from a clone of TAG's repository
(GAIGResearch/TabletopGames), compiles what the game needs (with a JDK), and plays Love Letter, or
Uno with ``--game Uno``.

In that commit a copy of Love Letter for a player hides the hands that he sees, and leaves those
that he does not see as they are (`LoveLetterGameState._copy`); who plays the Princess is out of the
round (`PrincessAction`); and who is out of a round has the value of a lost game
(`LoveLetterHeuristic`). In Uno all players get the points in the hands of the others when a round
ends, and not the winner alone (`UnoForwardModel.checkRoundEnd`); and the heuristic takes points in
hands of others for good (`UnoGameState.calculatePlayerPoints`), where it takes the own now.
"""

import io
import re
import subprocess
import sys
import tarfile
from argparse import ArgumentParser
from collections.abc import Sequence
from os import pathsep
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.love_letter import HEAD, share

#: Of 6 August 2020.
COMMIT = "23ba25f49"
_SOURCES = "src/main/java"
#: What is changed: a file of the game, what is looked for, and what comes in its place.
Change = tuple[str, str, str]
_HIDDEN = "LoveLetterGameState.java", r"(i != playerId && )(?=llgs\.player\w+\.get\(i\))", r"\1!"
_HARMLESS = "actions/PrincessAction.java", r"\n.*killPlayer.*", ""
_UNHURT = "LoveLetterHeuristic.java", r"\n.*GameResult\.LOSE\)\n.*", ""
_POINTS = r"ugs\.calculatePlayerPoints\(i\)"
#: Points of all hands, of which each but the own is counted for each player, without the others'.
_OWN = "UnoHeuristic.java", _POINTS, (
    "(java.util.stream.IntStream.range(0, ugs.getNPlayers()).map(ugs::calculatePlayerPoints).sum()"
    " / (ugs.getNPlayers() - 1) - ugs.calculatePlayerPoints(i))"
)  # fmt: skip
_WINNER = "UnoForwardModel.java", rf"(?=ugs\.playerScore\[i\] \+= {_POINTS})", (
    "if (ugs.playerDecks.get(i).getSize() == 0) "
)  # fmt: skip
#: By TAG's name of a game: what is changed, and the changes.
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
    """Compile what is changed in the sources, all of them for number 0; return a class path."""
    source, classes = folder / _SOURCES, folder / f"classes{number}"
    files, where = [source / "Driver.java"], ["-sourcepath", str(source)]
    if number:
        files, where = [], ["-cp", str(folder / "classes0")]
    for name, sought, instead in changes:
        path = source / "games" / game.lower() / name
        changed, found = re.subn(sought, instead, path.read_text())
        if not found:
            raise SystemExit(f"{name}: nothing like {sought}")
        files.append(folder / str(number) / path.name)
        files[-1].parent.mkdir(exist_ok=True)
        files[-1].write_text(changed)
    command = ["javac", "-nowarn", "-d", str(classes), *where, *map(str, files)]
    subprocess.run(command, check=True, capture_output=True)
    return f"{classes}{pathsep}{folder / 'classes0'}"


def played(classes: str, game: str, players: str, games: int, seats: str) -> dict[str, int]:
    """Return how many games the players of each letter win."""
    command = ["java", "-XX:+UseSerialGC", "-cp", classes, "Driver", players, str(games)]
    command += [seats, game]
    done = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {kind: int(wins) for kind, wins in map(str.split, done.splitlines())}


def main(words: Sequence[str]) -> int:
    """Print the table: Random against three OSLA; then all four agents of the paper."""
    parser = ArgumentParser(prog="python -m tools.tag_of_2020", description="Games in TAG.")
    parser.add_argument("git", type=Path, help="a clone of TAG's repository")
    parser.add_argument("--game", choices=CHANGES, default="LoveLetter")
    parser.add_argument("--games", type=int, default=300, help="of Random against three OSLA")
    parser.add_argument("--all", type=int, default=100, help="of all four agents of the paper")
    given = parser.parse_args(words)
    print(HEAD, flush=True)
    names = {"R": "Random", "O": "OSLA", "H": "RMHC", "M": "MCTS"}
    with TemporaryDirectory() as made:
        folder = Path(made)
        unpack(given.git, folder)
        known = CHANGES[given.game]
        for number, (title, changes) in enumerate(known):
            classes = compiled(folder, given.game, changes, number)
            if given.games:
                wins = played(classes, given.game, "ROOO", given.games, "in turn").get("R", 0)
                print(share(title, wins, given.games), flush=True)
            if given.all and (number in (0, len(known) - 1) or not given.games):
                # As in `Game.main` there, each agent has a seat of its own.
                found = played(classes, given.game, "RHMO", given.all, "fixed")
                for kind, name in names.items():
                    print(share(f"{title}: {name}", found.get(kind, 0), given.all), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
