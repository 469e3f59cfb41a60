"""The check of a whole library: ``python -m tools.library LIBRARY --trials DIR...``.

It compiles every description, plays it at random, and plays its recorded games again. The page
docs/library.md has the result.
"""

import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from boardless.cli.app import main as run
from boardless.conformance.census import SECONDS, Census, take_census
from boardless.games import Library
from tools.many_games import UNPUBLISHED, head, published, row

#: Folders of Ludii's library that have no published games.
APART = ("reconstruction", *UNPUBLISHED)

#: The most characters of an error or of a difference on the page.
_WIDTH = 160


def main(
    library: Path,
    *,
    trials: list[Path] | None = None,
    apart: list[str] | None = None,
    workers: int = 2,
    playouts: int = 1,
    seconds: float = SECONDS,
    results: Path | None = None,
    write: Path | None = None,
) -> int:
    """Check a library; status 1 if a description is left out or a recorded game differs.

    Parameters
    ----------
    library : LIBRARY
        A folder like Ludii's Common/res.
    trials : DIR
        Recorded games, a folder or an archive; repeatable.
    apart : FOLDER
        A folder to leave out, in place of the unpublished ones; repeatable.
    playouts
        Random games of each description.
    seconds
        The time of each description.
    results : FILE
        Results, kept from run to run.
    write : PAGE
        The page to write.
    """
    begin = monotonic()
    files = published(Library(library), apart or APART)

    def progress(done: int, total: int) -> None:
        if done % 25 == 0 or done == total:
            print(f"{done:,} of {total:,}, {monotonic() - begin:,.0f} s", flush=True)

    with TemporaryDirectory() as scratch:
        folders = [_folder(path, Path(scratch, str(n))) for n, path in enumerate(trials or ())]
        census = take_census(
            library, files, workers=workers, playouts=playouts, seconds=seconds, trials=folders,
            results=results, progress=progress,
        )  # fmt: skip
        recorded = sum(1 for folder in folders for _ in folder.rglob("*.txt*"))
    if write:
        lines = _lines(census, recorded, monotonic() - begin)
        write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    totals = census.totals
    print("  ".join(f"{name} {count:,}" for name, count in totals.items()))
    return int(totals["agree"] < totals["recorded"] or totals["compiled"] < totals["games"])


def _folder(path: Path, into: Path) -> Path:
    """Return a folder of recorded games; an archive is unpacked first."""
    if not path.is_file():
        return path
    with tarfile.open(path) as archive:
        archive.extractall(into, filter="data")
    return into


def _lines(census: Census, files: int, seconds: float) -> Iterator[str]:
    """Yield the lines of the page of a census; `files` is the number of recorded games."""
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
    if files > totals["recorded"]:
        yield f"\n{files - totals['recorded']:,} more files are for other descriptions."
    stopped = [(entry.file, _cut(entry.error)) for entry in entries if entry.error]
    if stopped:
        yield "\n## Descriptions that fail\n"
        yield from _table(("description", "cause"), stopped)
    differing = [(e.file, _cut(each)) for e in entries for each in e.differences]
    if differing:
        yield "\n## Recorded games that differ\n"
        yield from _table(("description", "first difference"), differing)


def _cut(text: str | None) -> str:
    """Return a text for a cell of a table, cut if it is too long."""
    text = (text or "").replace("|", "\\|").replace("`", "'")
    return f"`{text}`" if len(text) <= _WIDTH else f"`{text[:_WIDTH]} ...`"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield head(*heads)
    yield from (row(*cells) for cells in rows)


if __name__ == "__main__":
    run(main)
