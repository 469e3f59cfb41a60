"""Measure habits that make English hard to read: ``python -m tools.prose [ROOT [FILE ...]]``.

Numbers are occurrences per 10,000 words. Without files, documents are all Markdown and
reStructuredText files below ROOT, docstrings those of all Python files except tests. With files
there is one line for each, worst first. Limits make the exit status 1 if a number is above them.
"""

import ast
import re
from pathlib import Path

from boardless.cli.app import main as run

HABITS = {
    "what/who clause": r"\b(?:what|who|whoever|whatever)\s+(?:is|are|was|were|has|have|had|it|they"
    r"|can|may|cannot|does|do|did|a|the|others|nobody|somebody|follows?|stands?|lies|lie|takes?"
    r"|makes?|comes?|goes|changes?|plays?|moves?)\b",
    "those/that of": r"\b(?:those|that)\s+of\b|\bthose\s+(?:that|which|who|with|in|on)\b",
    "of which, whose": r"\b(?:of|by|in|from|to|on|with|at|for)\s+(?:which|whom)\b|\bwhose\b",
    "so many": r"\b(?:so|that|as)\s+many\b",
    "is no, none": r"\b(?:is|are|was|were|has|have|as)\s+no(?:ne|body|thing)?\b|\bnone\b",
    "Where ...,": r"(?:^|[.;:]\s+)[Ww]here\b",
    "beside, anew, upon": r"\b(?:beside|besides|anew|aside|upon|thereof|whereof|hence|yet)\b",
    "is to do": r"\b(?:is|are|was|were)\s+to\s+[a-z]+",
}


def main(
    root: Path | None = None,
    files: list[Path] | None = None,
    *,
    documents: float | None = None,
    docstrings: float | None = None,
    each: float | None = None,
) -> int:
    """Print the rates of documents and docstrings, or of files; status 1 above a limit.

    Parameters
    ----------
    root : ROOT
        The folder; by default the current one.
    files : FILE
        Single files instead, one line each, worst first.
    documents : N
        The most for all documents together.
    docstrings : N
        The most for all docstrings together.
    each : N
        The most for any single document.
    """
    if files:
        texts = {str(path): prose_of(path) for path in files}
        for name in sorted(texts, key=lambda name: -rates(texts[name])["sum"]):
            print(line(name, texts[name]))
        return 0
    pages, modules = files_below(root or Path())
    limits = [
        *(("documents", pages, documents), ("docstrings", modules, docstrings)),
        *((str(page), [page], each) for page in pages),
    ]
    failed = False
    for name, paths, limit in limits:
        text = "\n".join(map(prose_of, paths))
        above = limit is not None and rates(text)["sum"] > limit
        failed |= above
        if above:
            print(f"above {limit:g}:", line(name, text))
        elif name in ("documents", "docstrings"):
            print(line(name, text))
    return int(failed)


def files_below(root: Path) -> tuple[list[Path], list[Path]]:
    """Return the documents and the modules of a tree, without tests and virtual environments."""
    paths = {p.resolve() for p in root.rglob("*") if p.is_file() and ".venv" not in p.parts}
    pages = sorted(path for path in paths if path.suffix in (".md", ".rst"))
    modules = sorted(path for path in paths if path.suffix == ".py" and "tests" not in path.parts)
    return pages, modules


def prose_of(path: Path) -> str:
    """Return a document without blocks of code, or the docstrings of a module; code as X."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix != ".py":
        return re.sub(r"`[^`]*`", "X", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    texts = [ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, kinds)]
    return "\n".join(re.sub(r"`+[^`]*`+", "X", each) for each in texts if each)


def rates(text: str) -> dict[str, float]:
    """Return words, habits per 10,000 words, their sum, and words per sentence."""
    words = max(len(re.findall(r"[A-Za-z][A-Za-z'-]*", text)), 1)
    habits = {
        name: 1e4 * len(re.findall(pattern, text, re.MULTILINE)) / words
        for name, pattern in HABITS.items()
    }
    sentences = re.split(r"(?<=[.!?])\s+", re.sub(r"\s+", " ", text))
    lengths = [n for n in (len(sentence.split()) for sentence in sentences) if n > 2]
    mean = sum(lengths) / max(len(lengths), 1)
    return {"words": words, "sum": sum(habits.values()), **habits, "words per sentence": mean}


def line(name: str, text: str) -> str:
    """Return the rates of a text as one line."""
    values = rates(text)
    head = f"{name:12s} {values.pop('words'):7.0f} words, sum {values.pop('sum'):4.0f}: "
    return head + ", ".join(f"{habit} {value:.0f}" for habit, value in values.items())


if __name__ == "__main__":
    run(main)
