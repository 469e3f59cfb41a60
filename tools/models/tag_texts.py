"""TAG's games that are texts, beside the slow models: in recorded games, and in random ones.

``python -m tools.models.tag_texts FOLDER`` replays every recorded game of those that are texts, by
TAG's rules, and ``--games 1000`` plays so many random games for each number of players and both
rules; with ``--directed`` the moves of those of Pandemic are chosen so that cures are found.
"""

from argparse import ArgumentParser
from pathlib import Path

from tools.models.beside import Text, compared
from tools.models.tag import modules_with, recorded_in


def texts() -> dict[str, Text]:
    """Return all texts that have a model, by the names of their recordings."""
    return {it.recorded.file: it for module in modules_with("TEXTS") for it in module.TEXTS}


def main() -> int:
    """Print a row for each kind of game; return 1 if anything differs."""
    known = texts()
    parser = ArgumentParser(
        prog="python -m tools.models.tag_texts", description="Compare TAG's games that are texts."
    )
    parser.add_argument("folder", type=Path, nargs="?", help="the folder of recordings")
    parser.add_argument("--game", action="append", choices=known, help="all if none is named")
    parser.add_argument("--games", type=int, default=0, help="random games of each kind")
    parser.add_argument("--directed", action="store_true", help="games that come further")
    asked = parser.parse_args()
    print("| game | rules | players | games | moves | difference |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    failed = False
    for name in asked.game or recorded_in(asked.folder, known):
        for row in compared(known[name], asked.folder, asked.games, directed=asked.directed):
            print(row, flush=True)
            failed |= not row.endswith("|  |")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
