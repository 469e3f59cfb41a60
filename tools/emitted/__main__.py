"""The command ``python -m tools.emitted``; see CONTRIBUTING.md."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from boardless.topo import InputError
from tools.emitted.canonical import Listing, difference
from tools.emitted.making import hashes_of, listing_path
from tools.emitted.tables import Comparison, Table
from tools.hashes import HashParser, files_of, progress, status_of


def main(words: list[str]) -> int:
    """Write hashes or compare with them; return the exit status."""
    return status_of(_done, words)


def _done(words: list[str]) -> int:
    parser = HashParser("python -m tools.emitted", __doc__)
    parser.add_argument(
        "--keep", metavar="DIR", type=Path, help="write modules without names there"
    )
    parser.add_argument(
        "--checkout", metavar="DIR", type=Path,
        help="the commit that FILE is of: shows the first difference line by line",
    )  # fmt: skip
    options = parser.parse_args(words)
    files = files_of(options)
    before = None if options.against is None else Table.read(options.against)
    now = hashes_of(
        files,
        workers=options.workers,
        keep=options.keep,
        varied=options.options,
        progress=progress,
    )
    if before is None:
        now.write(options.write)
        print(f"{len(now.modules):,} modules and {len(now.kernels):,} kernels: {options.write}")
        return 0
    if options.only or options.sample is not None:
        before = before.of_files({"-", *(file.path for file in files)})
    found = Comparison(before, now)
    print("\n".join(found.lines()))
    if found.different and options.checkout is not None:
        key = found.different[0]
        words = ["--library", str(Path(options.library).absolute())] if options.library else []
        words += ["--options"] if options.options else []
        with tempfile.TemporaryDirectory() as folder:
            old, new = Path(folder, "old"), Path(folder, "new")
            _keep(options.checkout, [*words, "--only", key.file, "--keep", str(old)])
            one = [file for file in files if file.path == key.file]
            hashes_of(one, keep=new, varied=options.options)
            shown = difference(*(_listing(listing_path(it, key)) for it in (old, new)))
        print(f"{key}\n{shown}")
    return 0 if found.is_equal else 1


def _keep(checkout: Path, words: list[str]) -> None:
    """Have another checkout write its modules without names."""
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
        found: Listing = json.loads(path.read_text(encoding="utf-8"))
        return found
    except OSError as error:
        raise InputError(f"checkout: it does not make {path.name} of this game") from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
