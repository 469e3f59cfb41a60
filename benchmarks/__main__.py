"""Print every measurement: ``python -m benchmarks [NAME...]``.

``--write`` puts them into docs/measured.md, the one source of measured numbers in documents.
``playouts --against CHECKOUT`` compares with another commit, ``rivals --rbg FOLDER`` with RBG's
programs.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pandas as pd

from benchmarks import agents, boards, learning, playouts, rates, rivals, stores, view
from benchmarks.measure import PAGE, UnmeasuredError, written
from boardless.analysis.playout_tables import machine
from boardless.cli.app import main as run
from boardless.util.inputs import check_choice, refuse

TABLES: dict[str, tuple[str, Callable[[], pd.DataFrame]]] = {
    name: table
    for module in (
        boards, playouts, agents, stores, rates, rivals, learning, view,
    )
    for name, table in module.TABLES.items()
}  # fmt: skip


def main(
    names: list[str] | None = None,
    *,
    write: bool = False,
    against: Path | None = None,
    rbg: Path | None = None,
) -> None:
    """Measure on this machine, and print the tables.

    Parameters
    ----------
    names : NAME
        The tables; by default all.
    write
        Keep the tables in docs/measured.md.
    against : CHECKOUT
        Compare the playouts of this checkout with another one's; only for the table playouts.
    rbg : FOLDER
        RBG's programs, GAME/benchmark, for the table rivals.
    """
    for name in names or ():
        check_choice(name, "table", TABLES)
    tables = {name: TABLES[name] for name in names or TABLES}
    for option, folder, needed in (("against", against, "playouts"), ("rbg", rbg, "rivals")):
        if folder is None:
            continue
        if needed not in (names or ()) or (against and len(tables) > 1):
            refuse(f"--{option}", str(folder), f"it is for the table {needed}: name this one")
        if not folder.is_dir():
            refuse(f"--{option}", str(folder), "there is no such folder")
    if against is not None:
        title = "Playouts per second by those of another commit"
        tables = {"against": (title, partial(playouts.against, against))}
    if rbg is not None:
        tables["rivals"] = TABLES["rivals"][0], partial(rivals.rival_rates, rbg.resolve())
    print(machine(), flush=True)
    for name, (title, make) in tables.items():
        try:
            table = make()
        except UnmeasuredError as error:
            table = pd.DataFrame({"not measured": [str(error)]})
        text = table.to_string(index=False, float_format="{:,.2f}".format)
        print(f"\n{title}\n{text}", flush=True)
        if write:
            old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
            order = [*TABLES, "against"]
            PAGE.write_text(written(old, order, name, title, text, machine()), encoding="utf-8")
            if name in rivals.PUBLISHED:
                rivals.write_rates(name, table)


if __name__ == "__main__":
    run(main)
