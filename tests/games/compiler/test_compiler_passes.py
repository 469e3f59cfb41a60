"""Passes of the compiler: they take nodes, never the text of a program."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import boardless
from boardless.games import compile

ROOT = Path(boardless.__file__).parent
ROOMS = ("ir", "games/building", "games/loops", "games/compiler")
#: What reads the text of a program, and the reason.
READS = {("ir/parsing.py", "statements_of"): "the engine is written as text, and parsed once"}
#: Types of results, which are words of a definition.
TYPES = {"tuple[int, int, int]"}
#: Modules that import what analyses text, and the reason.
ANALYSES = {
    "ir/parsing.py": "the engine is written as text, and parsed once",
    "ir/evaluator.py": "it reads the literal of a constant",
}


def is_program(text: str) -> bool:
    """Tell whether a text is Python with more than names and a constant."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return False
    words = (ast.Name, ast.Attribute, ast.Constant)
    plain = all(isinstance(each, ast.Expr) and isinstance(each.value, words) for each in body)
    return not plain and not text.isidentifier() and text not in TYPES


def arguments(frame: FrameType) -> Iterator[object]:
    """Yield the arguments of a call, and the entries of those that are lists."""
    code = frame.f_code
    several = bool(code.co_flags & 4) + bool(code.co_flags & 8)
    count = code.co_argcount + code.co_kwonlyargcount + several
    for name in code.co_varnames[:count]:
        value = frame.f_locals[name]
        yield from value if isinstance(value, tuple | list | set | frozenset) else (value,)


def test_no_pass_takes_the_text_of_a_program() -> None:
    rooms, calls = tuple(f"{ROOT / room}/" for room in ROOMS), set[tuple[str, str]]()
    texts = set[tuple[tuple[str, str], str]]()

    def watch(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(rooms):
            call = (str(Path(code.co_filename).relative_to(ROOT)), code.co_name)
            calls.add(call)
            texts.update((call, each) for each in arguments(frame) if isinstance(each, str))

    for name in ("Tic-Tac-Toe", "Dots and Boxes", "Chex"):
        text = (ROOT / "games" / f"{name}.lud").read_text("utf-8").replace(name, "Passes")
        sys.setprofile(watch)
        try:
            assert compile(text, jit=False).module
        finally:
            sys.setprofile(None)
    assert len(calls) > 300
    assert {
        (*call, text) for call, text in texts if is_program(text) and call not in READS
    } == set()


def test_a_program_is_told_from_words() -> None:
    for text in ("x = 1", "s.what[x1] == 0", "if a:\n    b(s)", "return x", "f(s)", "a + b"):
        assert is_program(text)
    for text in ("search_0", "s.what", "int", "+", "break", "expected a number", "-", "found no x"):
        assert not is_program(text)


def test_text_is_analysed_where_the_engine_is_parsed_alone() -> None:
    found = set()
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = [each.name for each in getattr(node, "names", ()) if hasattr(each, "name")]
                names += [getattr(node, "module", None) or ""]
                if isinstance(node, ast.Import | ast.ImportFrom) and {*names} & {
                    "re",
                    "ast",
                    "tokenize",
                }:
                    found.add(str(path.relative_to(ROOT)))
    assert found == ANALYSES.keys()
