"""The check of a whole library: ``python -m tools.library LIBRARY --trials DIR...``.

Every description is compiled, played at random, and its recorded games are played again. The page
docs/library.md has the result; the exit status is 1 if anything was left out or differs.
"""

import sys
import tarfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from boardless.conformance.census import SECONDS, Census, take_census
from boardless.games import Library
from boardless.topo import InputError
from tools.descriptions import ASIDE
from tools.markdown import head, row

PAGE = Path(__file__).parent.parent / "docs" / "library.md"

#: Folders of Ludii's library that have no published games.
APART = ("reconstruction", *ASIDE)

#: The most characters of an error or of a difference on the page.
_WIDTH = 160


def main(words: Sequence[str]) -> int:
    """Check a library; return the exit status."""
    options = _options(words)
    begin = monotonic()
    files = published(Library(options.library), options.apart)
    with TemporaryDirectory() as scratch:
        trials = [_folder(path, Path(scratch, str(n))) for n, path in enumerate(options.trials)]
        census = take_census(
            options.library, files, workers=options.workers, playouts=options.playouts,
            seconds=options.seconds, trials=trials, results=options.results,
            progress=_printed(begin),
        )  # fmt: skip
        there = sum(1 for folder in trials for _ in folder.rglob("*.txt*"))
    text = page(census, there, monotonic() - begin)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    totals = census.totals
    print("  ".join(f"{name} {count:,}" for name, count in totals.items()))
    return int(totals["agree"] < totals["recorded"] or totals["compiled"] < totals["games"])


def _options(words: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tools.library", description="Check a whole library.")
    parser.add_argument("library", type=Path, help="laid out like Ludii's Common/res")
    parser.add_argument("--trials", type=Path, action="append", default=[], metavar="DIR",
                        help="recorded games, a folder or an archive")  # fmt: skip
    parser.add_argument("--apart", action="append", metavar="FOLDER", help="instead of those of "
                        f"games that are not published: {', '.join(APART)}")  # fmt: skip
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=1, help="random games of each")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each description")
    parser.add_argument("--results", type=Path, metavar="FILE", help="kept from run to run")
    parser.add_argument("--write", type=Path, nargs="?", const=PAGE, metavar="PAGE")
    return parser.parse_args(words)


def _folder(path: Path, into: Path) -> Path:
    """Return a folder of recorded games; an archive is unpacked first."""
    if not path.is_file():
        return path
    with tarfile.open(path) as archive:
        archive.extractall(into, filter="data")
    return into


def published(library: Library, apart: Sequence[str] | None = None) -> list[str]:
    """Return the files of a library without those of the folders apart."""
    without = APART if apart is None else apart
    return [file for file in library.files if file.split("/")[0] not in without]


def _printed(begin: float) -> Callable[[int, int], None]:
    """Return a function that prints now and then how far a run has come."""

    def progress(done: int, total: int) -> None:
        if done % 25 == 0 or done == total:
            print(f"{done:,} of {total:,}, {monotonic() - begin:,.0f} s", flush=True)

    return progress


def page(census: Census, there: int, seconds: float) -> str:
    """Return the page of a census; `there` are all files of recorded games."""
    return "\n".join(_lines(census, there, seconds)) + "\n"


def _lines(census: Census, there: int, seconds: float) -> Iterator[str]:
    totals, entries = census.totals, census.entries
    share = 100 * totals["agree"] / max(1, totals["recorded"])
    worked = sum(entry.seconds for entry in entries)
    yield "# A whole library"
    yield ""
    yield (
        "This page lists Ludii's descriptions and recorded games that this program compiles and "
        "plays.\nIt is for people who use Ludii's library here.\n\n"
        "`make library LIBRARY=Ludii/Common/res` writes it. The recorded games agree in the "
        "strict sense\n([ludii.md](ludii.md))."
    )
    yield (
        f"All descriptions together took {worked:,.0f} s, the run that wrote the page "
        f"{seconds:,.0f} s."
    )
    yield ""
    names = ("games", "read", "expanded", "board", "compiled", "played")
    yield from _table(("descriptions", *names[1:]), [tuple(f"{totals[n]:,}" for n in names)])
    yield ""
    recorded = ("recorded", "agree", "differ", "late", "unplayed")
    heads = (
        "recorded games",
        "agree",
        "differ",
        "out of time",
        "not playable",
        "share that agrees",
    )
    cells = (*(f"{totals[name]:,}" for name in recorded), f"{share:.2f} %")
    yield from _table(heads, [cells])
    if there > totals["recorded"]:
        yield f"\n{there - totals['recorded']:,} more files are for other descriptions."
    stopped = [(entry.file, _cut(entry.error)) for entry in entries if entry.error]
    if stopped:
        yield "\n## Descriptions that something stops\n"
        yield from _table(("description", "cause"), stopped)
    differing = [(e.file, _cut(each)) for e in entries for each in e.differences]
    if differing:
        yield "\n## Recorded games that differ\n"
        yield from _table(("description", "first difference"), differing)


def _cut(text: str | None) -> str:
    """Return a text for a cell of a table, cut where it is too long."""
    said = (text or "").replace("|", "\\|").replace("`", "'")
    return f"`{said}`" if len(said) <= _WIDTH else f"`{said[:_WIDTH]} ...`"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield head(*heads)
    yield from (row(*cells) for cells in rows)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except InputError as error:
        sys.exit(f"python -m tools.library: {error}")
