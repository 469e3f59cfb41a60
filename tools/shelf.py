"""The cards and pictures of the lobby's games, written anew: `python -m tools.shelf`.

They come with the package (`boardless/games/games.json.gz`), so that a lobby has its pictures at
once. A test compares them with the games. What has not changed is kept; `--anew` makes all pictures
again, as it has to be done when pieces or boards are drawn in another way.
"""

import sys
from importlib.resources import files
from pathlib import Path

from boardless.games.catalogue import FILE
from boardless.view.shelf import made_file


def main() -> int:
    """Write the file."""
    path = Path(str(files("boardless.games"))) / FILE
    path.write_bytes(made_file("--anew" in sys.argv[1:]))
    print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
