"""A table of the criteria of known games and the median of random descriptions."""

from boardless.cli.app import main as run
from boardless.design.search import compare


def main(
    *,
    library: str | None = None,
    known: str = "Hex,Go,Chess,Hive,Trax,Andantino",
    from_: str = "Andantino,Trax,Yavalath,Othello",
    count: int = 200,
    seed: int = 0,
    workers: int = 1,
) -> None:
    """Print the criteria of known games, the median of random descriptions, and failures.

    Parameters
    ----------
    known : GAMES
        Games with commas between them.
    from_ : GAMES
        The founders of the random descriptions.
    count
        The number of random descriptions.
    """
    table = compare(
        known.split(","), from_.split(","), count=count, seed=seed, workers=workers,
        library=library,
    )  # fmt: skip
    print(table.to_string(index=False, float_format="{:.3f}".format))
    for name, error in table.attrs["errors"].items():
        print(f"{name}: {error}")


if __name__ == "__main__":
    run(main)
