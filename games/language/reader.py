"""From text to trees of words and lists, with a place for each."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lark import PostLex

from boardless.games.language.errors import LudemeError
from boardless.games.language.syntax import CLOSING, Atom, Group, Keyed, Kind, Node, bare_atom

#: The longest text that is read, in characters.
MAX_CHARACTERS = 1_000_000
#: The most words and brackets that are read, and that definitions and options may expand to.
MAX_NODES = 100_000
#: The most brackets inside each other, before and after expansion.
MAX_DEPTH = 100
#: The largest whole number, either side of zero.
MAX_INTEGER = 2**31 - 1

# "<" and ">" are operators at the head of a form and brackets everywhere else, so the lexer asks
# the parser's state which of them may come.
_GRAMMAR = r"""
start: node*
?node: group | keyed | atom | STARS -> stars
group: LPAR head node* RPAR | LBRACE node* RBRACE | LANGLE node* RANGLE
?head: BARE -> bare | STRING -> string | TAG -> tag | OPERATOR -> word
?atom: BARE -> bare | STRING -> string | TAG -> tag | COMPARISON -> tag
keyed: KEY (group | atom)

LPAR: "("
RPAR: ")"
LBRACE: "{"
RBRACE: "}"
LANGLE: "<"
RANGLE: ">"
STARS: /\*+/
KEY.5: /[A-Za-z]\w*:/
COMPARISON.4: /<(?:[<>!]=|[-<>=+*\/%^])>(?=[\s)}])/
OPERATOR.4: /(?:[<>!]=|[-<>=+*\/%^])(?=[\s(){}"#]|<[A-Za-z])/
TAG.3: /<[A-Za-z][\w-]*(?::[\w-]+)?>(?![\w#])/
STRING.3: /"(?:[^"\\\x00-\x08\x0b\x0c\x0e-\x1f]|\\[^\x00-\x1f])*"/
BARE.2: /(?:[\w.~^+-]|#[0-9]+|<[A-Za-z][\w-]*(?::[\w-]+)?>)+/
COMMENT: /\/\/[^\n]*/
SPACE: /[\s\ufeff]+/
%ignore COMMENT
%ignore SPACE
"""

# Comments as well, for the quotes in them open no string.
_STRING = re.compile(r'//[^\n]*|"(?:[^"\\]|\\.)*"', re.DOTALL)

_OPENING = {"LPAR": "(", "LBRACE": "{", "LANGLE": "<"}
_ENDING = {"RPAR": ")", "RBRACE": "}", "RANGLE": ">"}


class _Limits(PostLex):
    """Lets words through as long as there are not too many of them, nor too many brackets open."""

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the words of `stream`, or raise."""
        depth = 0
        for count, token in enumerate(stream):
            depth += (token.type in _OPENING) - (token.type in _ENDING)
            if count >= MAX_NODES:
                expected = f"a description has at most {MAX_NODES:,} words"
                raise LudemeError(_place(token), token, expected)
            if depth > MAX_DEPTH:
                expected = f"at most {MAX_DEPTH} brackets may be open at once"
                raise LudemeError(_place(token), token, expected)
            yield token


class _Builder(Transformer[Token, tuple[Node, ...]]):
    """Makes the nodes as the parser finds them, innermost first, so that nothing recurses."""

    def start(self, nodes: list[Node]) -> tuple[Node, ...]:
        return tuple(nodes)

    def group(self, parts: list[Any]) -> Group:
        return Group(_OPENING[parts[0].type], tuple(parts[1:-1]), _place(parts[0]))

    def keyed(self, parts: list[Any]) -> Keyed:
        return Keyed(parts[0][:-1], parts[1], _place(parts[0]))

    def bare(self, parts: list[Token]) -> Atom:
        return bare_atom(str(parts[0]), _place(parts[0]))

    def word(self, parts: list[Token]) -> Atom:
        return Atom(Kind.WORD, str(parts[0]), _place(parts[0]))

    def tag(self, parts: list[Token]) -> Atom:
        return Atom(Kind.TAG, parts[0][1:-1], _place(parts[0]))

    def stars(self, parts: list[Token]) -> Atom:
        return Atom(Kind.STARS, str(parts[0]), _place(parts[0]))

    def string(self, parts: list[Token]) -> Atom:
        text = re.sub(r'\\(["\\])', r"\1", parts[0][1:-1])
        return Atom(Kind.STRING, text, _place(parts[0]))


def read_nodes(text: str) -> tuple[Node, ...]:
    """Return the words and lists that a text is made of.

    Raises
    ------
    LudemeError
        If the text is too long, too deep, or not made of words, strings and matching brackets.
    """
    if len(text) > MAX_CHARACTERS:
        expected = f"at most {MAX_CHARACTERS:,} characters are read"
        raise LudemeError(None, f"a description of {len(text):,} characters", expected)
    try:
        # lark types what a transformer makes of a tree as a tree.
        nodes: Any = _parser().parse(text)
    except UnexpectedInput as error:
        raise _explained(text, error) from None
    read: tuple[Node, ...] = nodes
    return read


@cache
def _parser() -> Lark:
    return Lark(
        _GRAMMAR, parser="lalr", lexer="contextual", transformer=_Builder(), postlex=_Limits()
    )


def _place(token: Token) -> tuple[int, int]:
    return token.line or 0, token.column or 0


def _explained(text: str, error: UnexpectedInput) -> LudemeError:
    """Say in the words of the language why the parser could not go on."""
    waiting: Any = error.interactive_parser
    parsed = waiting.parser_state.value_stack
    opened = [part for part in parsed if isinstance(part, Token) and part.type in _OPENING]
    start = error.pos_in_stream or 0
    found = text[start : start + 30].split("\n")[0] or text[start : start + 1]
    at = (error.line, error.column)
    if isinstance(error, UnexpectedToken):
        if error.token.type == "$END" and opened:
            return LudemeError(_place(opened[-1]), opened[-1], "this bracket is never closed")
        found = str(error.token)
    if parsed and isinstance(parsed[-1], Token):
        if parsed[-1].type == "LPAR":
            return LudemeError(at, found, "expected the name of a ludeme after the bracket")
        if parsed[-1].type == "KEY":
            return LudemeError(at, found, f"expected the value of {parsed[-1]}")
    for string in _STRING.finditer(text, 0, start):
        if "\n" in string[0] and string[0].startswith('"'):
            line = text.count("\n", 0, string.start()) + 1
            column = string.start() - text.rfind("\n", 0, string.start())
            expected = f"this string goes on to another line: is it closed? {found} cannot follow"
            return LudemeError((line, column), string[0].split("\n")[0], expected)
    if found.startswith('"'):
        return LudemeError(at, found, "this string is never closed, or holds control characters")
    if found[:1] in _ENDING.values():
        if not opened:
            return LudemeError(at, found[0], "there is no bracket left to close")
        line, column = _place(opened[-1])
        bracket = CLOSING[opened[-1]]
        expected = f'expected "{bracket}" for the bracket of line {line}, column {column}'
        return LudemeError(at, found[0], expected)
    return LudemeError(at, found, "expected a word, a number, a string or a bracket")
