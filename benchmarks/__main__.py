"""Print every measurement: ``python -m benchmarks [NAME...]``.

``--write`` keeps them in docs/measured.md, too, the one place that documents take measured numbers
from. ``playouts --against CHECKOUT`` compares with another commit.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from benchmarks import (
    carcassonne,
    commits,
    first_games,
    growth,
    hive,
    ludii,
    memory,
    placements,
    playouts,
    positions,
    remembered,
    search,
    state,
    store,
    strength,
    threats,
    trax,
    view,
)
from benchmarks.measure import machine
from benchmarks.page import PAGE, written

TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    "growth": ("Zone growth along a random walk", growth.growth_costs),
    "distances": ("Distances between all pairs of cells", growth.distance_costs),
    "placements": ("A placement forth and back", placements.placement_costs),
    "state": ("A move forth and back beside a line of tiles", state.state_table),
    "memory": ("A straight line of a million tiles", memory.line_memory),
    **remembered.TABLES,
    **playouts.TABLES,
    **first_games.TABLES,
    **search.TABLES,
    **strength.TABLES,
    **threats.TABLES,
    **store.TABLES,
    **positions.TABLES,
    "carcassonne": ("Carcassonne: whole random games, on one core", carcassonne.carcassonne_rates),
    "hive": (f"Hive: random games cut at {hive.PLIES} moves, and counting", hive.hive_rates),
    "trax": ("Trax: random games, and the cost of a move as the board grows", trax.trax_rates),
    "ludii": ("Random playouts beside Ludii's, by way of a program in C", ludii.ludii_rates),
    "view": ("From a click to the new board on the screen", view.click_latency),
}


def main(words: list[str]) -> int:
    """Print the tables that are asked for, by default all; return the exit status."""
    parser = ArgumentParser(prog="python -m benchmarks", description="Measure, on this machine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--write", action="store_true", help=f"keep the tables in docs/{PAGE.name}")
    parser.add_argument(
        "--against", type=Path, metavar="CHECKOUT", help="compare playouts with another checkout"
    )
    asked = parser.parse_args(words)
    tables = {name: TABLES[name] for name in asked.names if name in TABLES}
    if len(tables) < len(set(asked.names)):
        parser.error(f"unknown table: choose from {', '.join(TABLES)}")
    if asked.against is not None:
        if list(tables) != ["playouts"]:
            parser.error("--against: give playouts before it, and no other table")
        if not asked.against.is_dir():
            parser.error(f"--against {asked.against}: there is no such folder")
        title = "Playouts per second by those of another commit"
        tables = {"against": (title, lambda: commits.against(asked.against))}
    print(machine(), flush=True)
    for name, (title, make) in (tables or TABLES).items():
        try:
            table = make()
        except commits.NoCheckoutError as error:
            parser.error(str(error))
        text = table.to_string(index=False, float_format="{:,.2f}".format)
        print(f"\n{title}\n{text}", flush=True)
        if asked.write:
            old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
            order = [*TABLES, "against"]
            PAGE.write_text(written(old, order, name, title, text, machine()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
