"""Random games of all kinds in the engine and in the slow models: a table of what agrees.

``python -m tools.models`` plays all of them, ``python -m tools.models Chex --games 10`` ten of each
kind of one game.
"""

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

from tools.models.random_games import print_rows

KINDS = tuple(
    kind
    for path in sorted(Path(__file__).parent.glob("[!_]*.py"))
    for kind in getattr(import_module(f"tools.models.{path.stem}"), "KINDS", ())
)


def main() -> int:
    """Print a row for each kind of game; return 1 if anything differs."""
    names = sorted({kind.game for kind in KINDS})
    parser = ArgumentParser(
        prog="python -m tools.models", description="Compare the engine with the slow models."
    )
    parser.add_argument("game", nargs="*", choices=[*names, []], help="all if none is named")
    parser.add_argument("--option", default="", help="those with this option alone: Players/4")
    parser.add_argument("--games", type=int, help="of each kind, in place of what is usual")
    parser.add_argument("--no-jit", action="store_true", help="play in plain Python")
    asked = parser.parse_args()
    wanted = [
        kind
        for kind in KINDS
        if (not asked.game or kind.game in asked.game) and asked.option in ("", *kind.options)
    ]
    if not wanted:
        parser.error(f"--option {asked.option!r}: no such games are compared with it")
    return print_rows(wanted, asked.games, not asked.no_jit)


if __name__ == "__main__":
    raise SystemExit(main())
