"""Random games of all kinds in the engine and in the slow models: a table of what agrees.

``python -m tools.models`` plays them all, ``python -m tools.models Chex --games 10`` so
many of each kind of a game.
"""

from argparse import ArgumentParser

from tools.models import (
    compare_block,
    compare_block_ludii,
    compare_carcassonne,
    compare_chex,
    compare_hive,
    compare_keythedral,
    compare_kingdomino,
    compare_lost_valley,
    compare_ringo,
    compare_tantrix,
    compare_trax,
    compare_village,
    compare_yinsh,
)
from tools.models.random_games import print_rows

KINDS = (
    *compare_block.KINDS,
    *compare_block_ludii.KINDS,
    *compare_carcassonne.KINDS,
    *compare_chex.KINDS,
    *compare_hive.KINDS,
    *compare_keythedral.KINDS,
    *compare_kingdomino.KINDS,
    *compare_lost_valley.KINDS,
    *compare_ringo.KINDS,
    *compare_tantrix.KINDS,
    *compare_trax.KINDS,
    *compare_village.KINDS,
    *compare_yinsh.KINDS,
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
