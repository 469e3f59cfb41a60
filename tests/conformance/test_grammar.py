"""Forms of a grammar are tried with each of their arguments, in games around them."""

import pytest

from boardless.conformance.core_grammar import CoreGrammar
from boardless.conformance.grammar import Cases, grammar_table, no_meaning

#: A Core of our own: a test with a kind, a number that is no ludeme of ours, and a step to both.
JAVA = {
    "game/Game.java": "package game; public class Game {}",
    "game/functions/booleans/BooleanFunction.java": """package game.functions.booleans;
        public interface BooleanFunction {}""",
    "game/functions/ints/IntFunction.java": """package game.functions.ints;
        public interface IntFunction {}""",
    "game/functions/booleans/Is.java": """package game.functions.booleans;
        import game.functions.ints.IntFunction;
        public class Is implements BooleanFunction {
            public static BooleanFunction construct(
                final Kind kind, @Or @Opt final IntFunction one, @Or @Opt @Name final Part part) {}
        }""",
    "game/functions/booleans/Kind.java": """package game.functions.booleans;
        public enum Kind { Even, Sideways }""",
    "game/functions/booleans/Part.java": """package game.functions.booleans;
        public class Part { public Part(final IntFunction[] numbers) {} }""",
    "game/functions/ints/Mover.java": """package game.functions.ints;
        public class Mover implements IntFunction { public Mover() {} }""",
    "game/Lonely.java": "package game; public class Lonely { public Lonely() {} }",
}


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> CoreGrammar:
    folder = tmp_path_factory.mktemp("core")
    for name, text in JAVA.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return CoreGrammar.read(folder)


def test_each_argument_and_constant_is_a_case(grammar: CoreGrammar) -> None:
    texts = [(case.argument, case.text) for case in Cases(grammar)]
    assert texts == [
        ("", "(lonely)"),
        ("", "(is Even)"),
        ("Kind=Sideways", "(is Sideways)"),
        ("IntFunction", "(is Even 1)"),
        ("part:Part", "(is Even part:(part {1}))"),
        ("", "(part {1})"),
        ("", "(mover)"),
    ]


def test_a_case_is_in_a_game_that_leads_to_it(grammar: CoreGrammar) -> None:
    cases = Cases(grammar)
    lonely, *_, part, mover = cases
    assert cases.hosted(lonely) is None
    assert "(if (is Even part:(part {1})) " in str(cases.hosted(part))
    assert "(= 7 (mover))" in str(cases.hosted(mover))


def test_cases_of_what_means_nothing_have_the_reason() -> None:
    assert "shape" in no_meaning("(hex NoShape 3)")
    assert no_meaning("(hex Diamond 3)") == ""


def test_the_table_says_how_far_each_case_comes(grammar: CoreGrammar) -> None:
    table = grammar_table(grammar).set_index("text")
    stages = ["read", "compiled", "played"]
    assert table.loc["(is Even 1)", stages].all()
    assert table.loc["(mover)", stages].all()
    assert not table.loc["(is Sideways)", stages].any()
    assert "Sideways: expected" in table.loc["(is Sideways)", "error"]
