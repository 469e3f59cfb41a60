"""Syntax trees of descriptions before ludemes are known: words, lists and their places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeGuard

from boardless.games.language.errors import Position


class Kind(Enum):
    """The kind of an atom."""

    WORD = "word"  #: a bare word or an operator: ``Mover``, ``>=``
    NUMBER = "number"  #: ``3``, ``-1``, ``0.5``
    STRING = "string"  #: ``"Disc"``, kept without its quotes
    PARAMETER = "parameter"  #: ``#1``, kept as ``1``
    TAG = "tag"  #: ``<Tiling:type>``, kept without its brackets
    TEMPLATE = "template"  #: a word glued to tags or parameters: ``P#1``
    STARS = "stars"  #: the asterisks behind an item: ``*``, ``**``
    # Only among tokens; trees do not contain them.
    BRACKET = "bracket"  #: ``(``, ``)``, ``{``, ``}``, ``<``, ``>``, ``[``, ``]``, ``|``
    KEY = "key"  #: ``key:``, kept without its colon
    STRAY = "stray"  #: characters that begin no word


@dataclass(frozen=True, slots=True)
class Atom:
    """A word, a number, a string or one of the marks that expansion replaces."""

    kind: Kind
    text: str
    at: Position = field(default=None, compare=False)

    def __str__(self) -> str:
        if self.kind is Kind.STRING:
            return quoted(self.text)
        if self.kind is Kind.PARAMETER:
            return f"#{self.text}"
        if self.kind is Kind.KEY:
            return f"{self.text}:"
        return f"<{self.text}>" if self.kind is Kind.TAG else self.text


@dataclass(frozen=True, slots=True)
class Group:
    """A list in brackets: ``(...)`` or ``{...}``."""

    bracket: str
    items: tuple["Node", ...]
    at: Position = field(default=None, compare=False)

    def __str__(self) -> str:
        return one_line(self)


@dataclass(frozen=True, slots=True)
class Keyed:
    """A named argument: ``key:value``."""

    key: str
    value: "Node"
    at: Position = field(default=None, compare=False)

    def __str__(self) -> str:
        return one_line(self)


Node = Atom | Group | Keyed

CLOSING = {"(": ")", "{": "}"}

_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)")
_PARAMETER = re.compile(r"#([0-9]+)")
_MARK = re.compile(r"#[0-9]+|<[A-Za-z]")


def bare_atom(text: str, at: Position = None) -> Atom:
    """Return the atom for a run of characters without quotes."""
    if _NUMBER.fullmatch(text):
        return Atom(Kind.NUMBER, text, at)
    if match := _PARAMETER.fullmatch(text):
        return Atom(Kind.PARAMETER, match[1], at)
    return Atom(Kind.TEMPLATE if _MARK.search(text) else Kind.WORD, text, at)


def quoted(text: str) -> str:
    """Return `text` as a quoted string of the language."""
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'


def is_form(node: Node, *heads: str) -> TypeGuard[Group]:
    """Return True if `node` is ``(head ...)`` with one of `heads`, or with any head."""
    if not isinstance(node, Group) or node.bracket != "(" or not node.items:
        return False
    head = node.items[0]
    return isinstance(head, Atom) and (not heads or str(head) in heads)


def walk(node: Node) -> Iterator[tuple[Node, int]]:
    """Yield every node of a tree with its depth in brackets, without recursion."""
    left = [(node, 0)]
    while left:
        node, depth = left.pop()
        yield node, depth
        if isinstance(node, Group):
            left.extend((item, depth + 1) for item in reversed(node.items))
        elif isinstance(node, Keyed):
            left.append((node.value, depth))


def one_line(node: Node) -> str:
    """Return the text of a tree on one line, without recursion."""
    pieces: list[str] = []
    left: list[Node | str] = [node]
    while left:
        item = left.pop()
        if isinstance(item, Group):
            pieces.append(item.bracket)
            left.append(CLOSING[item.bracket])
            for i in range(len(item.items) - 1, -1, -1):
                left.append(item.items[i])
                if i:
                    left.append(" ")
        elif isinstance(item, Keyed):
            pieces.append(f"{item.key}:")
            left.append(item.value)
        else:
            pieces.append(str(item))
    return "".join(pieces)


def laid_out(node: Node, width: int = 100, indent: int = 0) -> str:
    """Return the text of a tree in indented lines, no wider than `width` if possible.

    The recursion is as deep as the tree.
    """
    line = one_line(node)
    if indent + len(line) <= width or isinstance(node, Atom):
        return line
    if isinstance(node, Keyed):
        return f"{node.key}:{laid_out(node.value, width, indent)}"
    items = list(node.items)
    head = node.bracket
    # The name of a form stays on its first line, as does the brace of the list that ends it.
    while items and node.bracket == "(" and isinstance(items[0], Atom):
        head += ("" if head == "(" else " ") + str(items.pop(0))
    last = items[0] if len(items) == 1 and node.bracket == "(" else None
    if isinstance(last, Group) and last.bracket == "{":
        return f"{head} {laid_out(last, width, indent)})"
    margin = " " * (indent + 4)
    lines = [head, *(margin + laid_out(item, width, indent + 4) for item in items)]
    return "\n".join(lines) + "\n" + " " * indent + CLOSING[node.bracket]
