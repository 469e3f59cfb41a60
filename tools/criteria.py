"""A table of the criteria of known games beside the median of random descriptions."""

import argparse

from boardless.design.comparison import compare

KNOWN = ("Hex", "Go", "Chess", "Hive", "Trax", "Andantino")


def main() -> None:
    """Print the table, and what stopped a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", help="Ludii's resources, for games that are not ours")
    parser.add_argument("--known", default=",".join(KNOWN))
    parser.add_argument("--from", dest="founders", default="Andantino,Trax,Yavalath,Othello")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    table = compare(
        given.known.split(","), given.founders.split(","), count=given.count, seed=given.seed,
        workers=given.workers, library=given.library,
    )  # fmt: skip
    print(table.to_string(index=False, float_format="{:.3f}".format))
    for name, error in table.attrs["errors"].items():
        print(f"{name}: {error}")


if __name__ == "__main__":
    main()
