"""Cards and pictures of the lobby's games, `python -m tools.shelf`.

They come with the package (`boardless/games/games.json.gz`), so that a lobby has its pictures at
once. A test compares them with the games.
"""

from importlib.resources import files
from pathlib import Path

from boardless.cli.app import main as run
from boardless.games.catalogue import FILE
from boardless.view.shelf import made_file


def main(*, anew: bool = False) -> None:
    """Write the file of cards and pictures; keep the pictures of unchanged games.

    Parameters
    ----------
    anew
        Make all pictures again, after a change of the drawing of pieces or boards.
    """
    path = Path(str(files("boardless.games"))) / FILE
    path.write_bytes(made_file(anew))
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    run(main)
