"""Print every measurement: ``python -m benchmarks [NAME...]``.

``--write`` puts them into docs/measured.md, the one place that documents take measured numbers
from. ``playouts --against CHECKOUT`` compares with another commit, ``rivals --rbg FOLDER`` with
programs that RBG has been built to.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from benchmarks import (
    agents,
    boards,
    learning,
    playouts,
    published,
    rates,
    rivals,
    stores,
    tag,
    vectors,
    view,
)
from benchmarks.measure import PAGE, written
from boardless.analysis.playout_tables import machine

TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    **boards.TABLES,
    **playouts.TABLES,
    **agents.TABLES,
    **stores.TABLES,
    **rates.TABLES,
    **published.TABLES,
    **rivals.TABLES,
    **learning.TABLES,
    **vectors.TABLES,
    **view.TABLES,
    **tag.TABLES,
}


def main(words: list[str]) -> int:
    """Print the tables of the given names, by default all; return the exit status."""
    parser = ArgumentParser(prog="python -m benchmarks", description="Measure, on this machine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--write", action="store_true", help=f"keep the tables in docs/{PAGE.name}")
    parser.add_argument(
        "--against", type=Path, metavar="CHECKOUT", help="compare playouts with another checkout"
    )
    parser.add_argument(
        "--rbg", type=Path, metavar="FOLDER", help="RBG's programs, GAME/benchmark, for rivals"
    )
    options = parser.parse_args(words)
    tables = {name: TABLES[name] for name in options.names if name in TABLES}
    if len(tables) < len(set(options.names)):
        parser.error(f"unknown table: choose from {', '.join(TABLES)}")
    if options.against is not None:
        if list(tables) != ["playouts"]:
            parser.error("--against: give playouts before it, and no other table")
        if not options.against.is_dir():
            parser.error(f"--against {options.against}: there is no such folder")
        title = "Playouts per second by those of another commit"
        tables = {"against": (title, lambda: playouts.against(options.against))}
    if options.rbg is not None:
        if "rivals" not in tables:
            parser.error("--rbg: give rivals before it")
        if not options.rbg.is_dir():
            parser.error(f"--rbg {options.rbg}: there is no such folder")
        title, _ = TABLES["rivals"]
        tables["rivals"] = (title, lambda: rivals.rival_rates(options.rbg.resolve()))
    print(machine(), flush=True)
    for name, (title, make) in (tables or TABLES).items():
        try:
            table = make()
        except playouts.NoCheckoutError as error:
            parser.error(str(error))
        text = table.to_string(index=False, float_format="{:,.2f}".format)
        print(f"\n{title}\n{text}", flush=True)
        if options.write:
            old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
            order = [*TABLES, "against"]
            PAGE.write_text(written(old, order, name, title, text, machine()), encoding="utf-8")
            if name in published.TABLES:
                published.write_rates(name, table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
