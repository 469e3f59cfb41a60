"""The grammar and the reference follow from the ludemes."""

import re

from boardless.games import GameTree, Match, grammar, reference
from boardless.games.language.binding import bind
from boardless.games.language.kinds import OURS
from boardless.games.language.ludeme import LUDEMES, meaning_of
from boardless.games.language.reader import read_nodes
from boardless.games.language.signatures import syntax
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.literals import Constant, Listed
from boardless.games.ludemes.sites import Ahead

REFERENCE, GRAMMAR = reference(GameTree, Match), grammar(GameTree, Match)
ALL = [cls for variants in LUDEMES.values() for cls in variants]


def test_every_ludeme_is_explained_once() -> None:
    lines = REFERENCE.splitlines()
    for cls in ALL:
        meaning, example = meaning_of(cls)
        assert example, cls
        assert cls.source.startswith("Ludii, game") or cls.source == OURS, cls
        start = f"- `{syntax(cls)}`: {meaning} *{cls.source}"
        assert sum(line.startswith(start) for line in lines) == 1, cls
        # A dataclass without a text of its own is given its signature.
        assert not meaning.startswith(f"{cls.__name__}("), cls


def test_every_ludeme_has_an_example_of_itself() -> None:
    for cls in ALL:
        text = meaning_of(cls)[1]
        example = bind(read_nodes(text)[0], cls)
        assert type(example) is cls
        assert bind(read_nodes(str(example))[0], cls) == example
        assert f" For one: `{text}`" in REFERENCE, cls


def test_every_ludeme_is_in_the_grammar_once() -> None:
    productions = [line.split("| ", 1)[-1].split("::= ")[-1] for line in GRAMMAR.splitlines()]
    assert [cls for cls in ALL if productions.count(syntax(cls)) != 1] == []


def test_every_symbol_of_the_grammar_is_explained() -> None:
    text = GRAMMAR
    used = set(re.findall(r"<[a-z-]+>", text))
    assert used == set(re.findall(r"^(<[a-z-]+>) ::=", text, re.MULTILINE))
    assert used == set(re.findall(r"^## `(<[a-z-]+>)`", REFERENCE, re.MULTILINE))


def test_syntax() -> None:
    assert syntax(Ahead) == "(ahead [<site-type>] <integer> [<compass>|<ways>] [steps:<integer>])"
    assert syntax(IsLine).startswith(
        "(is Line [<site-type>] <integer> [<directions>|<compass>|<spatial>|<turning>|"
        "<direction-group>] [<role>] [through:<integer>]"
    )
    assert "[whats:{<integer> ...}] [exact:True|False] [contiguous:True|False]" in syntax(IsLine)
    assert syntax(Constant) == "whole"
    assert syntax(Listed) == "{<integer> ...}"


def test_words_are_listed() -> None:
    assert "<outcome> ::= Win | Loss | Draw | Tie | Abandon | Crash\n" in GRAMMAR
    assert "`Win`, `Loss`, `Draw`" in REFERENCE
