"""What pages are made of: the script and the style, each as one text, in this process's files."""

import re
from functools import cache
from importlib.resources import files

from boardless.topo.drawing import palette

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def script(name: str) -> str:
    """Return a module of `view/page` and all that it imports, as one module.

    Browsers take the files as they are, too; but a widget, and a page that is one file, have
    nowhere to import from. No two of the modules have a name in common at their outermost level.
    """
    parts: dict[str, str] = {}
    _gather(name, parts)
    return "\n".join(parts.values())


def _gather(name: str, parts: dict[str, str]) -> None:
    """Add a module behind those it imports."""
    text = (files("boardless.view") / "page" / name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        if imported not in parts:
            _gather(imported, parts)
    parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))


@cache
def style() -> str:
    """Return the style of pages, in the colours of every drawing."""
    names = {
        "ink": palette.INK,
        "line": palette.LINE,
        "cell": palette.CELL,
        "pale": palette.START,
        "new": palette.NEW,
        "legal": palette.LEGAL,
        "vertex": palette.VERTEX,
        "edge": palette.EDGE,
    }
    colours = "".join(f"--{name}: {colour}; " for name, colour in names.items())
    text = (files("boardless.view") / "page" / "page.css").read_text(encoding="utf-8")
    return f".boardless {{ {colours}}}\n{text}"
