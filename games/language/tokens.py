"""From text to words, strings and brackets, each with its place."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from boardless.games.language.errors import LudemeError, Position
from boardless.games.language.syntax import Atom, Kind, bare_atom

#: The longest text that is read, in characters.
MAX_CHARACTERS = 1_000_000
#: The most words and brackets of a text.
MAX_NODES = 100_000
#: How many times as much may be read of a text that is known to be large.
LARGE = 20

# Tags before operators, or "(<Tag> ...)" would begin with "<"; "<>=>" is the fragment of an item
# that holds ">=". Only \" is an escape in a string, as in Ludii: no other backslash means anything.
_TOKEN = re.compile(
    r"""
      (?P<space>[\s\ufeff]+|//[^\n]*)
    | (?P<key>[A-Za-z]\w*:)
    | (?P<tag><(?:[<>!]=|[-<>=+*/%^])>(?=[\s)}*]|$)|<[A-Za-z][\w-]*(?::[\w-]+)?>(?![\w#]))
    | (?P<string>"(?:[^"\\\x00-\x08\x0b\x0c\x0e-\x1f]++|\\"|\\(?!"))*+")
    | (?P<bare>(?:[\w.~^+-]|\#[0-9]+|<[A-Za-z][\w-]*(?::[\w-]+)?>)+)
    | (?P<operator>[<>!]=|[=/%]|\#+(?=\s*\])|\?)
    | (?P<stars>\*+)
    | (?P<bracket>[][(){}<>|])
    """,
    re.VERBOSE,
)
_SHOWN = 30


def tokens_of(text: str, *, large: bool = False) -> tuple[Atom, ...]:
    """Return the words, strings and brackets of a text; comments and white space mean nothing.

    What begins no word is a token, too, for it does no harm where nobody reads it. What is `large`
    may be LARGE times as long.

    Raises
    ------
    LudemeError
        If the text is too long or has too many words.
    """
    times = LARGE if large else 1
    if len(text) > MAX_CHARACTERS * times:
        expected = f"at most {MAX_CHARACTERS * times:,} characters are read"
        raise LudemeError(None, f"a description of {len(text):,} characters", expected)
    tokens: list[Atom] = []
    for token in _scan(text):
        if len(tokens) == MAX_NODES * times:
            expected = f"a description has at most {MAX_NODES * times:,} words"
            raise LudemeError(token.at, token, expected)
        tokens.append(token)
    return tuple(tokens)


def tokens_at(text: str, at: Position) -> tuple[Atom, ...]:
    """Return the tokens of a text that was put together, all with the same place."""
    return tuple(Atom(token.kind, token.text, at) for token in _scan(text))


def is_bracket(token: Atom, *brackets: str) -> bool:
    """Tell whether a token is one of some brackets."""
    return token.kind is Kind.BRACKET and token.text in brackets


def is_name(token: Atom | None) -> TypeGuard[Atom]:
    """Tell whether a token is a string."""
    return token is not None and token.kind is Kind.STRING


def closing(tokens: Sequence[Atom], start: int) -> int:
    """Return where the round bracket at `start` is closed.

    Only round brackets are counted: fragments of options may hold half a pair of others.

    Raises
    ------
    LudemeError
        If it never is.
    """
    depth = 0
    for i in range(start, len(tokens)):
        if tokens[i].kind is Kind.BRACKET:
            depth += (tokens[i].text == "(") - (tokens[i].text == ")")
            if not depth:
                return i
    raise LudemeError(tokens[start].at, tokens[start], "this bracket is never closed")


def node_end(tokens: Sequence[Atom], start: int) -> int:
    """Return where the value that begins at `start` ends: a word, or a list in brackets."""
    while start < len(tokens) - 1 and tokens[start].kind is Kind.KEY:
        start += 1
    depth = 0
    for i in range(start, len(tokens)):
        if tokens[i].kind is Kind.BRACKET:
            depth += (tokens[i].text in "({") - (tokens[i].text in ")}")
        if depth <= 0:
            return i + 1
    return len(tokens)


def _scan(text: str) -> Iterator[Atom]:
    line, begin, position = 1, 0, 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        at = line, position - begin + 1
        if found is None:
            rest = text[position : position + _SHOWN].split("\n")[0] or text[position]
            yield Atom(Kind.STRAY, rest, at)
            position += 1
            continue
        part = found[0]
        if found.lastgroup != "space":
            yield _token(found.lastgroup or "", part, at)
        if breaks := part.count("\n"):
            line += breaks
            begin = position + part.rindex("\n") + 1
        position = found.end()


def _token(group: str, part: str, at: Position) -> Atom:
    if group == "bare":
        return bare_atom(part, at)
    if group == "string":
        return Atom(Kind.STRING, part[1:-1].replace('\\"', '"'), at)
    if group == "tag":
        return Atom(Kind.TAG, part[1:-1], at)
    if group == "key":
        return Atom(Kind.KEY, part[:-1], at)
    kinds = {"operator": Kind.WORD, "stars": Kind.STARS, "bracket": Kind.BRACKET}
    return Atom(kinds[group], part, at)
