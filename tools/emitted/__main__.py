"""The command ``python -m tools.emitted``; see CONTRIBUTING.md."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from boardless.cli.app import main as run
from boardless.topo import InputError
from tools.descriptions import choose_files
from tools.emitted.canonical import Listing, difference
from tools.emitted.making import hashes_of, listing_path
from tools.emitted.tables import Comparison, Table
from tools.hashes import check_file, progress


def main(
    *,
    library: str | None = None,
    only: list[str] | None = None,
    sample: int | None = None,
    seed: int = 1,
    workers: int = 1,
    write: Path | None = None,
    against: Path | None = None,
    options: bool = False,
    keep: Path | None = None,
    checkout: Path | None = None,
) -> int:
    """Write hashes of all that is compiled, or compare with a file; status 1 if they differ.

    Parameters
    ----------
    library : DIR
        Descriptions to add to the package's.
    only : GAME
        One game; repeatable.
    sample
        The number of descriptions of the library; by default all.
    write : FILE
        Write the hashes.
    against : FILE
        Compare with the hashes of a file.
    options
        Compile the games of the package with each of their options, too.
    keep : DIR
        A folder for modules without names.
    checkout : DIR
        The commit that FILE is of: show the first difference line by line.
    """
    check_file(write, against)
    files = choose_files(library, only, sample, seed)
    before = None if against is None else Table.read(against)
    now = hashes_of(files, workers=workers, keep=keep, varied=options, progress=progress)
    if write is not None:
        now.write(write)
        print(f"{len(now.modules):,} modules and {len(now.kernels):,} kernels: {write}")
    if before is None:
        return 0
    if only or sample is not None:
        before = before.of_files({"-", *(file.path for file in files)})
    comparison = Comparison(before, now)
    print("\n".join(comparison.lines()))
    if comparison.different and checkout is not None:
        key = comparison.different[0]
        words = ["--library", str(Path(library).absolute())] if library else []
        words += ["--options"] * options
        with tempfile.TemporaryDirectory() as folder:
            old, new = Path(folder, "old"), Path(folder, "new")
            _keep(checkout, [*words, "--only", key.file, "--keep", str(old)])
            one = [file for file in files if file.path == key.file]
            hashes_of(one, keep=new, varied=options)
            lines = difference(*(_listing(listing_path(each, key)) for each in (old, new)))
        print(f"{key}\n{lines}")
    return int(not comparison.is_equal)


def _keep(checkout: Path, words: list[str]) -> None:
    """Make another checkout write its modules without names."""
    command = [sys.executable, "-m", "tools.emitted", *words, "--write", os.devnull]
    environment = os.environ | {"PYTHONPATH": str(checkout.absolute())}
    try:
        subprocess.run(
            command, cwd=checkout, env=environment, check=True, capture_output=True, text=True
        )
    except OSError as error:
        raise InputError(f"checkout {checkout}: {error.strerror}, give its folder") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.splitlines() or ["it failed"])[-1]
        raise InputError(f"checkout {checkout}: {last}") from error


def _listing(path: Path) -> Listing:
    try:
        listing: Listing = json.loads(path.read_text(encoding="utf-8"))
        return listing
    except OSError as error:
        raise InputError(f"checkout: it does not make {path.name} of this game") from error


if __name__ == "__main__":
    run(main)
