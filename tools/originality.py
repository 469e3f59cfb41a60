"""Runs of tokens in our descriptions and others': ``python -m tools.originality LIBRARY``.

Comments and layout do not count; brackets, words, numbers and strings do. A line has the length of
the longest run with the file of the same game, the longest run with another file, and the names of
both files.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from boardless.cli.app import main as run
from boardless.games import Library
from boardless.games.language.reader import tokens_of
from boardless.games.language.syntax import Kind

_ROOT = Path(__file__).parent.parent
#: Folders of our own texts.
OURS = (_ROOT / "boardless" / "games", _ROOT / "examples", _ROOT / "tools" / "kinds")

#: The most tokens in a row that need no explanation.
MOST = 25

#: By the name of a text, the reason why the language allows only a longer run.
EXPLAINED: Mapping[str, str] = {
    "Bravalath": "two lines decide: one ludeme for each of the two rules",
    "Hex": "one move and one connection: one ludeme for each, and swaps are an option",
    "Tic-Tac-Toe": "a board, two pieces, one move and one line: one ludeme for each",
}

#: The length of the shortest runs that the search finds.
_SEED = 6


class TokenRun(NamedTuple):
    """A run of tokens that a text shares with another."""

    tokens: tuple[str, ...]
    #: The other text.
    file: str


def main(library: Path, texts: list[Path] | None = None) -> int:
    """Print the longest run of each text; status 1 if a run is long for no known reason.

    Parameters
    ----------
    library : LIBRARY
        A folder like Ludii's Common/res.
    texts : TEXT
        Files or folders; by default all our own texts.
    """
    files = Library(library)
    theirs = {file: spelled(files.text(file)) for file in files.files}
    failed = False
    paths = (text.rglob("*.lud") if text.is_dir() else [text] for text in texts or OURS)
    for path in sorted(chain.from_iterable(paths)):
        ours = spelled(path.read_text(encoding="utf-8"))
        same = {file: each for file, each in theirs.items() if Path(file).stem == path.stem}
        others = {file: each for file, each in theirs.items() if file not in same}
        nearest, other = longest_run(ours, same), longest_run(ours, others)
        length = len(nearest.tokens)
        why = EXPLAINED.get(path.stem) if length > MOST else ""
        failed |= why is None
        note = " ".join(nearest.tokens) if why is None else why
        print(f"{length:4} {len(other.tokens):4}  {path.stem}  {Path(other.file).stem}  {note}")
    return int(failed)


def spelled(text: str) -> list[str]:
    """Return the tokens of a text, strings in quotes."""
    tokens = tokens_of(text, large=True)
    return [f'"{token.text}"' if token.kind is Kind.STRING else token.text for token in tokens]


def longest_run(ours: Sequence[str], theirs: Mapping[str, Sequence[str]]) -> TokenRun:
    """Return the longest run of tokens that a text shares with one of several files."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for start in range(len(ours) - _SEED + 1):
        places[tuple(ours[start : start + _SEED])].append(start)
    best = TokenRun((), "-")
    for file, other in theirs.items():
        for begin in range(len(other) - _SEED + 1):
            for start in places.get(tuple(other[begin : begin + _SEED]), ()):
                if start and begin and ours[start - 1] == other[begin - 1]:
                    continue  # The run began before.
                length = _common(ours, start, other, begin)
                if length > len(best.tokens):
                    best = TokenRun(tuple(ours[start : start + length]), file)
    return best


def _common(ours: Sequence[str], start: int, theirs: Sequence[str], begin: int) -> int:
    """Return the number of equal tokens from two places on."""
    most = min(len(ours) - start, len(theirs) - begin)
    return next((n for n in range(most) if ours[start + n] != theirs[begin + n]), most)


if __name__ == "__main__":
    run(main)
