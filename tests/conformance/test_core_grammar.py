"""Ludii's grammar is read from Java: forms, names, optional parameters, alternatives, examples."""

from pathlib import Path

import pytest

from boardless.conformance.core_grammar import CoreGrammar, GrammarParameter
from boardless.topo import InputError

#: Sources of our own with all that is read.
JAVA = {
    "game/Game.java": """package game;
        import game.rules.Test;
        public class Game { public Game(final String name, @Opt final Test test) {} }""",
    "game/rules/Test.java": "package game.rules; public interface Test extends Ludeme {}",
    "game/rules/Kind.java": "package game.rules; public enum Kind { Even, Odd; int x() {} }",
    "game/rules/Hidden.java": """package game.rules;
        @Hide public class Hidden extends Base { public Hidden(final int n) {} }""",
    "game/rules/Base.java": """package game.rules;
        public abstract class Base implements Test { public Base() {} }""",
    "game/rules/Sum.java": """package game.rules;
        @Alias(alias = "+")
        public class Sum extends Base {
            /** Some words.
             * @param a A number.
             * @example (+ 1
             *     2)
             * @example (+ {1 2})
             */
            public Sum(final Integer[] a, @Opt @Name final Kind By) {}
            Sum(final int hidden) {}
            @Hide public Sum(final float hidden) {}
        }""",
    "game/rules/Is.java": """package game.rules;
        public class Is extends Base {
            private Is() {}
            public static Test construct(
                final Kind kind, @Or final Integer one, @Or final game.rules.Test[][] other,
                @Name final Kind more, @Or final Integer two, @Or final Kind three) {}
            public static Test other() {}
        }""",
}


def core(folder: Path) -> Path:
    """Write the sources and return their folder."""
    for name, text in JAVA.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_forms_have_keywords_and_parameters(tmp_path: Path) -> None:
    grammar = CoreGrammar.read(core(tmp_path))
    assert [str(form) for form in grammar.ludemes] == [
        "(game String Test)",
        "(is Kind Integer Test[][] more:Kind Integer Kind)",
        "(+ Integer[] by:Kind)",
    ]
    _, tested, summed = grammar.ludemes
    assert summed.parameters == (
        GrammarParameter("Integer", 1),
        GrammarParameter("game.rules.Kind", key="by", optional=True),
    )
    assert tested.parameters[1:3] == (
        GrammarParameter("Integer", choice=1),
        GrammarParameter("game.rules.Test", 2, choice=1),
    )
    # Those that are marked alike, but not beside one another, are no alternatives.
    assert [it.choice for it in tested.parameters] == [0, 1, 1, 0, 2, 2]
    assert [it.name for it in tested.parameters[1:3]] == ["one", "other"]
    assert summed.examples == ("(+ 1 2)", "(+ {1 2})")


def test_classes_stand_for_what_is_above_them(tmp_path: Path) -> None:
    grammar = CoreGrammar.read(core(tmp_path))
    assert {"game.rules.Test", "game.rules.Base"} <= grammar.ancestors("game.rules.Sum")
    assert "game.rules.Sum" not in grammar.ancestors("game.rules.Base")
    assert grammar.classes["game.rules.Kind"].constants == ("Even", "Odd")


def test_a_folder_without_a_core_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no game/Game\.java"):
        CoreGrammar.read(tmp_path)
