"""Print every measurement: ``python -m benchmarks [NAME...]``."""

import sys

from benchmarks import growth, memory, placements, playouts, remembered, state, store
from benchmarks.measure import machine

TABLES = {
    "growth": ("Zone growth along a random walk", growth.growth_costs),
    "distances": ("Distances between all pairs of cells", growth.distance_costs),
    "placements": ("A placement forth and back", placements.placement_costs),
    "state": ("A move forth and back beside a line of tiles", state.state_table),
    "memory": ("A straight line of a million tiles", memory.line_memory),
    **remembered.TABLES,
    **playouts.TABLES,
    **store.TABLES,
}


def main(names: list[str]) -> int:
    """Print the tables called `names`, by default all; return the exit status."""
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        print(f"unknown table {unknown[0]!r}: choose from {', '.join(TABLES)}", file=sys.stderr)
        return 2
    print(machine(), flush=True)
    for name in names or TABLES:
        title, table = TABLES[name]
        print(
            f"\n{title}\n{table().to_string(index=False, float_format='{:,.2f}'.format)}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
