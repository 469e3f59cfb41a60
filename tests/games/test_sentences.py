"""Rules in English: every phrase names arguments that are there, and nothing is left out."""

import re

import pytest

from boardless.games import description_text, library, read
from boardless.games.language.ludeme import BARE, LUDEMES
from boardless.games.language.signatures import parameters
from boardless.games.sentences import in_english, phrase, unsaid


def test_phrases_name_arguments_of_ludemes_that_there_are():
    classes = {cls.__name__: cls for of in (LUDEMES, BARE) for some in of.values() for cls in some}
    phrases = {name: cls.phrase for name, cls in classes.items() if cls.phrase}
    assert len(phrases) > 70
    for name, text in phrases.items():
        fields = {it.field for it in parameters(classes[name])}
        assert set(re.findall(r"\{(\w+)(?:\|\w+)?\}", text)) <= fields, name


@pytest.mark.parametrize("name", library())
def test_every_game_of_the_package_has_rules(name):
    tree = read(description_text(name)).tree
    if hasattr(tree, "games"):
        return
    said = " ".join(line for part in in_english(tree) for line in part.sentences)
    assert "“”" not in said
    assert not re.search(r"[{}\[\]]", said)
    assert isinstance(unsaid(tree), tuple)


def test_andantino():
    parts = in_english(read(description_text("Andantino")).tree)
    assert [part.heading for part in parts] == ["Equipment", "Start", "Moves", "End"]
    assert parts[2].sentences == (
        "In a turn: put a piece on the empty sites next to pieces if the number of the sites "
        "(not empty) around the site it goes to is at least 2.",
    )
    assert parts[3].sentences[0] == (
        "If there is a line of 5 pieces through the last one: the mover wins."
    )


def test_numbers_that_are_not_usual_are_said():
    tree = read(description_text("Yavalath")).tree
    assert "exact: yes" in phrase(tree.rules.end.rules[1].condition)
