"""A lexer and a parser: from text to tokens, and from tokens to trees of words and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError
from boardless.games.language.syntax import CLOSING, Atom, Group, Keyed, Kind, bare_atom, is_form

if TYPE_CHECKING:
    from typing import NoReturn, TypeGuard

    from boardless.games.language.errors import Position
    from boardless.games.language.syntax import Node

#: The most brackets inside each other, before and after expansion.
MAX_DEPTH = 100
#: The largest whole number, either side of zero.
MAX_INTEGER = 2**31 - 1
#: The largest denominator of payoffs, and the largest payoff.
MAX_PARTS, MAX_PAYOFF = 10**9, 10**6
_NO_NAME = "expected the name of a ludeme after the bracket"
_HEADS = (Kind.WORD, Kind.STRING, Kind.TAG, Kind.TEMPLATE, Kind.PARAMETER)
# "(* 2 3)", and "(from: x)" for "(from x)".
_ALSO_HEADS = (Kind.STARS, Kind.KEY)


def read_nodes(text: str) -> tuple[Node, ...]:
    """Return the words and lists of a text."""
    return tree_of(tokens_of(text))


def tree_of(tokens: Iterable[Atom]) -> tuple[Node, ...]:
    """Return the words and lists of tokens, without brackets around a list ``((a b))``."""
    frames = [_Frame(None)]
    strings: list[Atom] = []
    for token in tokens:
        frame = frames[-1]
        if token.kind is Kind.STRING and "\n" in token.text:
            strings.append(token)
        if is_bracket(token, "(", "{"):
            if token.text == "{":
                frame.check_head(token)
            if len(frames) > MAX_DEPTH:
                expected = f"at most {MAX_DEPTH} brackets may be open at once"
                raise LudemeError(token.at, token, expected)
            frames.append(_Frame(token))
        elif is_bracket(token, ")", "}"):
            if frame.open is None or CLOSING[frame.open.text] != token.text:
                _reject_closing(token, frame.open, strings)
            frames.pop()
            frames[-1].add(*frame.closed(token))
        elif token.kind is Kind.KEY and not frame.is_head:
            frame.check_key(token)
            frame.key = token
        elif frame.is_head and (token.kind in _ALSO_HEADS or is_bracket(token, "<", ">")):
            frame.add(Atom(Kind.WORD, token.text, token.at))
        elif is_bracket(token, ">"):
            _reject_closing(token, frame.open, strings)
        elif token.kind in (Kind.BRACKET, Kind.STRAY):
            _reject(token, strings)
        else:
            if token.kind not in _HEADS:
                frame.check_head(token)
            frame.add(token)
    if (unclosed := frames[-1].open) is not None:
        raise LudemeError(unclosed.at, unclosed, "this bracket is never closed")
    frames[0].check_key(None)
    return tuple(frames[0].items)


@dataclass(slots=True)
class _Frame:
    """A list under construction: its bracket, its items so far, and a key without its value."""

    open: Atom | None
    items: list[Node] = field(default_factory=list)
    key: Atom | None = None

    @property
    def is_head(self) -> bool:
        """Return True if the name of a form comes next."""
        return self.open is not None and self.open.text == "(" and not self.items

    def add(self, *nodes: Node) -> None:
        for node in nodes:
            if self.key is not None:
                node = Keyed(self.key.text, node, self.key.at)
                self.key = None
            self.items.append(node)

    def check_head(self, token: Atom) -> None:
        if self.is_head:
            raise LudemeError(token.at, token, _NO_NAME)

    def check_key(self, token: Atom | None) -> None:
        if self.key is not None:
            at, offender = (self.key.at, self.key) if token is None else (token.at, token)
            raise LudemeError(at, offender, f"expected the value of {self.key}")

    def closed(self, token: Atom) -> tuple[Node, ...]:
        """Return the nodes of the list once `token` closes it."""
        self.check_head(token)
        self.check_key(token)
        assert self.open is not None
        first = self.items[0] if self.items else None
        if self.open.text == "(" and isinstance(first, Group):
            if not is_form(self.items[-1]):
                raise LudemeError(first.at, first, _NO_NAME)
            return tuple(self.items)
        return (Group(self.open.text, tuple(self.items), self.open.at),)


def _reject(token: Atom, strings: list[Atom]) -> NoReturn:
    """Raise an error that explains an unexpected token."""
    offender = token.text
    if strings:
        first = f'"{strings[0].text}'.split("\n")[0]
        expected = f"this string goes on to another line: is it closed? {offender} cannot follow"
        raise LudemeError(strings[0].at, first, expected)
    if offender.startswith('"'):
        expected = UNCLOSED
    else:
        expected = "expected a word, a number, a string or a bracket"
    raise LudemeError(token.at, offender, expected)


def _reject_closing(token: Atom, opened: Atom | None, strings: list[Atom]) -> NoReturn:
    if strings:
        _reject(token, strings)
    if opened is None:
        raise LudemeError(token.at, token, "all brackets are closed already")
    line, column = opened.at or (0, 0)
    bracket = CLOSING[opened.text]
    expected = f'expected "{bracket}" for the bracket of line {line}, column {column}'
    raise LudemeError(token.at, token, expected)


#: The longest text, in characters.
MAX_CHARACTERS = 1_000_000
#: The most words and brackets of a text.
MAX_NODES = 100_000
#: The factor of the limits for large texts.
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
UNCLOSED = "this string is never closed, or holds control characters"


def tokens_of(text: str, *, large: bool = False) -> tuple[Atom, ...]:
    """Return the words, strings and brackets of a text without comments and white space.

    Characters that begin no word also form a token; they are harmless if no reader uses them.
    `large` texts may be LARGE times as long.
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


def unclosed_string(tokens: Sequence[Atom]) -> Atom | None:
    """Return the string that is never closed, or None.

    Quotes after it switch their meaning, so it is the first string that continues over brackets to
    another line.
    """
    last = next(
        (stray for stray in tokens if stray.kind is Kind.STRAY and stray.text[0] == '"'), None
    )
    if last is None:
        return None
    strings = (token for token in tokens if token.kind is Kind.STRING)
    odd = (token for token in strings if "\n" in token.text and "(" in token.text)
    return next(odd, replace(last, text=last.text[1:]))


def tokens_at(text: str, at: Position) -> tuple[Atom, ...]:
    """Return the tokens of a composed text, all at the same place."""
    return tuple(Atom(token.kind, token.text, at) for token in _scan(text))


def is_bracket(token: Atom, *brackets: str) -> bool:
    """Return True if a token is one of some brackets."""
    return token.kind is Kind.BRACKET and token.text in brackets


def is_name(token: Atom | None) -> TypeGuard[Atom]:
    """Return True if a token is a string."""
    return token is not None and token.kind is Kind.STRING


def closing(tokens: Sequence[Atom], start: int) -> int:
    """Return the place of the bracket that closes the round one at `start`.

    Only round brackets count, because fragments of options may contain half a pair of others.
    """
    depth = 0
    for i in range(start, len(tokens)):
        if tokens[i].kind is Kind.BRACKET:
            depth += (tokens[i].text == "(") - (tokens[i].text == ")")
            if not depth:
                return i
    raise LudemeError(tokens[start].at, tokens[start], "this bracket is never closed")


def node_end(tokens: Sequence[Atom], start: int) -> int:
    """Return the end of the value that begins at `start`: a word, or a list in brackets."""
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
        token_match = _TOKEN.match(text, position)
        at = line, position - begin + 1
        if token_match is None:
            rest = text[position : position + _SHOWN].split("\n")[0] or text[position]
            yield Atom(Kind.STRAY, rest, at)
            position += 1
            continue
        part = token_match[0]
        if token_match.lastgroup != "space":
            yield _token(token_match.lastgroup or "", part, at)
        if breaks := part.count("\n"):
            line += breaks
            begin = position + part.rindex("\n") + 1
        position = token_match.end()


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
