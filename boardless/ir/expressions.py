"""Typed expressions: the values and tests in the meaning of a ludeme.

An expression is a small tree of an operation and its parts. Equal expressions are the same object,
constants fold at construction, and ``str`` gives the Python source. Operators make expressions of
expressions: ``(at != NONE) & (S.what[at] == 0)``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    #: The method of an operator on two numbers.
    _Operator: TypeAlias = Callable[["Int", "Int | int"], "Value"]

#: How tightly operations bind in Python, from a choice to a name.
(
    _CHOICE,
    _OR,
    _AND,
    _NOT,
    _COMPARISON,
    _BIT_OR,
    _BIT_XOR,
    _BIT_AND,
    _SHIFT,
    _SUM,
    _PRODUCT,
    _SIGN,
    _POWER,
    _ATOM,
) = range(14)
#: The meaning of each operation that evaluates all of its parts; see `evaluator`.
OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
    "/": operator.truediv,
    "%": operator.mod, "**": operator.pow, "negative": operator.neg,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
    "not": operator.not_, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "<<": operator.lshift, ">>": operator.rshift, "complement": operator.invert,
}  # fmt: skip
#: How tightly operations bind, if not as a name does.
_BINDING = {
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in", "chain"), _COMPARISON),
    **dict.fromkeys(("*", "/", "//", "%"), _PRODUCT), "+": _SUM, "-": _SUM, "**": _POWER,
    "choice": _CHOICE, "or": _OR, "and": _AND, "not": _NOT, "negative": _SIGN, "complement": _SIGN,
    "|": _BIT_OR, "^": _BIT_XOR, "&": _BIT_AND, "<<": _SHIFT, ">>": _SHIFT,
}  # fmt: skip
#: Neutral numbers, by operation and side.
_NEUTRAL = {("+", 0, 0), ("+", 1, 0), ("-", 1, 0), ("*", 0, 1), ("*", 1, 1), ("//", 1, 1)}

#: All expressions that are in use, by their parts.
_MADE: WeakValueDictionary[tuple[object, ...], Expression] = WeakValueDictionary()


class Expression:
    """An operation and its parts; `Int`, `Site`, `Bool` and `IntArray` are types of expressions."""

    __slots__ = ("__weakref__", "_level", "_mentions", "_text", "operation", "parts")

    operation: str
    #: Expressions, or the contents of a constant, a name or a source.
    parts: tuple[Expression | int | str, ...]
    _level: int
    #: The Python of it without parentheses around, once it has been asked for.
    _text: str | None
    _mentions: frozenset[str]

    def __new__(cls, operation: str, *parts: Expression | int | str) -> Self:
        """Return the expression, or the existing equal one."""
        # Parts live as long as the expression, so their addresses name them.
        names = (id(part) if isinstance(part, Expression) else (part,) for part in parts)
        key = (cls, operation, *names)
        expression = _MADE.get(key)
        if expression is None:
            expression = object.__new__(cls)
            level = _BINDING.get(operation, _ATOM)
            if operation == "constant" and str(parts[0]).startswith("-"):
                level = _SIGN
            fields = (
                ("operation", operation),
                ("parts", parts),
                ("_level", level),
                ("_text", None),
            )
            for name, value in fields:
                object.__setattr__(expression, name, value)
            _MADE[key] = expression
        return cast("Self", expression)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an expression cannot be changed: {name}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.operation, *self.parts)

    @classmethod
    def of(cls, value: int) -> Self:
        """Return a constant."""
        return cls("constant", value)

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the value of a variable."""
        return cls("name", name)

    @classmethod
    def call(cls, name: str, *arguments: Argument) -> Self:
        """Return the result of a function of the engine; its first argument is the state."""
        return EngineFunction(name, cls, state=True)(*arguments)

    @property
    def constant(self) -> int | None:
        """The value if it is known."""
        return cast("int", self.parts[0]) if self.operation == "constant" else None

    @property
    def is_short(self) -> bool:
        """Return True if it costs no more than a name, like the number of a named site."""
        if self._calls_one_to_one:
            return cast("Expression", self.parts[-1]).is_short
        return self.operation in ("name", "constant")

    @property
    def _calls_one_to_one(self) -> bool:
        return self.operation == "call" and self.parts[0] in _one_to_one

    @property
    def inside(self) -> Iterator[Expression]:
        """The expression and all inside it."""
        yield self
        for part in self.parts:
            if isinstance(part, Expression):
                yield from part.inside

    @property
    def names(self) -> frozenset[str]:
        """The names of the variables that it reads."""
        named = (each.parts[0] for each in self.inside if each.operation == "name")
        return frozenset(map(str, named))

    @property
    def calls(self) -> frozenset[str]:
        """The names of the functions that it calls."""
        called = (each.parts[0] for each in self.inside if each.operation == "call")
        return frozenset(map(str, called))

    @property
    def mentions(self) -> frozenset[str]:
        """All names in it, including functions; ``s`` if it reads the state."""
        try:
            return self._mentions
        except AttributeError:
            mentions = frozenset(self._mentioned())
            object.__setattr__(self, "_mentions", mentions)
            return mentions

    def _mentioned(self) -> Iterator[str]:
        first = self.parts[0]
        if self.operation in ("name", "call") and isinstance(first, str):
            yield first
            yield from ["s"] if first.startswith("s.") else []
        for part in self.parts:
            if isinstance(part, Expression):
                yield from part.mentions
            elif part == "s":
                yield "s"

    @property
    def text(self) -> str:
        """The Python source, as it stands by itself."""
        return self._written(_CHOICE)

    def __str__(self) -> str:
        return self._written(_ATOM)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text})"

    def __bool__(self) -> bool:
        raise TypeError(f"{self.text} has no value while a game is compiled: ask for .constant")

    def _written(self, level: int) -> str:
        """Return the Python source, in parentheses if it binds less than `level`."""
        text = self._text
        if text is None:
            text = self._bare()
            object.__setattr__(self, "_text", text)
        return f"({text})" if self._level < level else text

    def _bare(self) -> str:
        texts = [
            part._written(self._level + (place > 0)) if isinstance(part, Expression) else str(part)
            for place, part in enumerate(self.parts)
        ]
        match self.operation:
            case "constant" | "name" | "literal":
                return texts[0]
            case "not":
                return f"not {texts[0]}"
            case "negative":
                return f"-{texts[0]}"
            case "complement":
                return f"~{texts[0]}"
            case "choice":
                test, yes, no = cast("tuple[Expression, ...]", self.parts)
                return f"{yes._written(_OR)} if {test._written(_OR)} else {no.text}"
            case "call":
                return f"{texts[0]}({', '.join(_plain(self.parts[1:]))})"
            case "item":
                return f"{texts[0]}[{', '.join(_plain(self.parts[1:]))}]"
            case "list":
                return f"({', '.join(_plain(self.parts))},)"
            case "slice":
                return ":".join(_plain(self.parts))
            case "keyword":
                return "=".join(_plain(self.parts))
            case "attribute":
                return ".".join(texts)
            case "chain":
                return " ".join(
                    part._written(_SUM) if isinstance(part, Expression) else str(part)
                    for part in self.parts
                )
            case "**":
                return " ** ".join(map(str, self.parts))
            case _:
                # A comparison of a comparison would be a chain.
                if self._level == _COMPARISON:
                    texts[0] = cast("Expression", self.parts[0])._written(_SUM)
                return f" {self.operation} ".join(texts)


def _plain(parts: Iterable[object]) -> list[str]:
    """Return parts between brackets as text."""
    return [part.text if isinstance(part, Expression) else str(part) for part in parts]


def _arithmetic(sign: str) -> _Operator[Int]:
    return lambda number, other: number.combined(sign, other)


def _reflected(sign: str) -> _Operator[Int]:
    return lambda number, other: as_int(other).combined(sign, number)


def _bitwise(sign: str) -> _Operator[Int]:
    return lambda number, other: Int(sign, number, as_int(other))


def _comparison(sign: str) -> _Operator[Bool]:
    return lambda number, other: number.compared(sign, other)


class Int(Expression):
    """A whole number."""

    __slots__ = ()

    def combined(self, sign: str, other: Int | int) -> Int:
        """Return the result of an operation on it and another number, a constant if possible."""
        left, right = self, as_int(other)
        a, b = left.constant, right.constant
        if a is not None and b is not None and (b or sign not in ("//", "%")):
            return Int.of(OPERATIONS[sign](a, b))
        if a is not None and (sign, 0, a) in _NEUTRAL:
            return right
        if b is not None and (sign, 1, b) in _NEUTRAL:
            return left
        return Int(sign, left, right)

    def compared(self, sign: str, other: Int | int) -> Bool:
        """Return the test that it and another number are in an order."""
        right = as_int(other)
        if self.constant is not None and right.constant is not None:
            return Bool.of(OPERATIONS[sign](self.constant, right.constant))
        is_equality = sign in ("==", "!=") and self._calls_one_to_one and right._calls_one_to_one
        if is_equality and self.parts[0] == right.parts[0]:
            one, another = cast("Int", self.parts[-1]), cast("Int", right.parts[-1])
            return one.compared(sign, another)
        if self.constant is not None and sign in ("==", "!="):
            # Python asks a site first, on whichever side it stands.
            return Bool(sign, right, self)
        return Bool(sign, self, right)

    def is_within(self, low: int, high: int) -> Bool:
        """Return the test that it is at least one number and at most another."""
        return Bool("chain", Int.of(low), "<=", self, "<=", Int.of(high))

    __add__, __radd__ = _arithmetic("+"), _reflected("+")
    __sub__, __rsub__ = _arithmetic("-"), _reflected("-")
    __mul__, __rmul__ = _arithmetic("*"), _reflected("*")
    __floordiv__, __mod__ = _arithmetic("//"), _arithmetic("%")
    __and__, __or__, __xor__ = _bitwise("&"), _bitwise("|"), _bitwise("^")
    __lshift__, __rshift__ = _bitwise("<<"), _bitwise(">>")

    def __rlshift__(self, other: int) -> Int:
        return as_int(other) << self

    def __invert__(self) -> Int:
        return Int("complement", self)

    def __neg__(self) -> Int:
        if self.constant is not None:
            return Int.of(-self.constant)
        return Int("negative", self)

    def __eq__(self, other: object) -> Bool:  # type: ignore[override]
        return self.compared("==", cast("Int | int", other))

    def __ne__(self, other: object) -> Bool:  # type: ignore[override]
        return self.compared("!=", cast("Int | int", other))

    __lt__, __le__ = _comparison("<"), _comparison("<=")
    __gt__, __ge__ = _comparison(">"), _comparison(">=")

    __hash__ = object.__hash__


class Site(Int):
    """A site as the arrays of the engine count them, from 1; `NONE` is a missing site."""

    __slots__ = ()

    def _bare(self) -> str:
        return "NONE" if self.constant == 0 else super()._bare()


class Bool(Expression):
    """A test."""

    __slots__ = ()

    @property
    def constant(self) -> bool | None:
        """The truth value if it is known."""
        return bool(self.parts[0]) if self.operation == "constant" else None

    def __and__(self, other: Bool) -> Bool:
        return every(self, other)

    def __or__(self, other: Bool) -> Bool:
        return some(self, other)

    def __invert__(self) -> Bool:
        if self.constant is not None:
            return Bool.of(not self.constant)
        if self.operation == "not":
            return cast("Bool", self.parts[0])
        return Bool("not", self)

    def choose(self, yes: Value, no: Value | int) -> Value:
        """Return a value if the test holds, else another."""
        no = cast("Value", as_int(no)) if isinstance(no, int) else no
        if self.constant is not None:
            return yes if self.constant else no
        return yes if yes is no else type(yes)("choice", self, yes, no)


class IntArray(Expression):
    """An array of whole numbers, of the state or of the module."""

    __slots__ = ()

    def __getitem__(self, places: Int | int | str | tuple[Int | int | str, ...]) -> Int:
        listed = places if isinstance(places, tuple) else (places,)
        return Int("item", self, *map(as_int, listed))


Value = TypeVar("Value", bound=Expression)
#: An argument of a function of the engine.
Argument = Int | Bool | IntArray | int
NONE = Site.of(0)
TRUE, FALSE = Bool.of(True), Bool.of(False)


def as_int(value: Int | int | str) -> Int:
    """Return a number, or the number of a name of the engine (``HELD``), as an expression."""
    if isinstance(value, str):
        assert value.isupper(), value
        return Int.named(value)
    return Int.of(value) if isinstance(value, int) else value


def every(*tests: Bool) -> Bool:
    """Return the test that all of some tests hold."""
    return _joined("and", tests)


def some(*tests: Bool) -> Bool:
    """Return the test that at least one of some tests holds."""
    return _joined("or", tests)


def _joined(word: str, tests: tuple[Bool, ...]) -> Bool:
    decides = word == "or"
    parts: dict[Bool, None] = {}
    for test in tests:
        inner = cast("tuple[Bool, ...]", test.parts) if test.operation == word else (test,)
        parts |= {part: None for part in inner if part.constant is not (not decides)}
    if any(part.constant is decides for part in parts):
        return Bool.of(decides)
    if len(parts) < 2:
        return next(iter(parts), Bool.of(not decides))
    return Bool(word, *parts)


class EngineState:
    """The state of the engine: each attribute is an array of it, ``S.what[at]``."""

    def __getattr__(self, name: str) -> IntArray:
        return IntArray.named(f"s.{name}")


#: The state of the evaluation.
S = EngineState()


class ScratchRow(int):
    """A row of ``s.scratch``, by its number; ``row[at]`` is its entry at a place."""

    def __getitem__(self, place: Int | int) -> Int:
        return S.scratch[int(self), place]


class NamedIntegers:
    """Integers by names in capitals, as attributes."""

    def __init__(self, make: Callable[[str], Int]) -> None:
        self._make = make

    def __getattr__(self, name: str) -> Int:
        # Python, too, asks objects for attributes, such as ``__wrapped__``.
        if not name.isupper():
            raise AttributeError(name)
        return self._make(name)


#: The counters of the state: ``COUNTERS.PLIES`` is how many moves have been made.
COUNTERS = NamedIntegers(S.n.__getitem__)
#: The constants of the engine: ``ENGINE.HELD`` is how many sites hands have.
ENGINE = NamedIntegers(Int.named)


#: How many moves a search has found.
COUNT = Int.named("count")
#: The mover.
MOVER = Int.named("mover")
#: The start and the target of a move, in code that makes it or looks it up.
FROM, TO = Site.named("origin"), Site.named("site")


def carried(n: int) -> Int:
    """Return the n-th stored number of a move, in the code that makes it."""
    return Int.named(f"number{n}")


#: Names of functions that are one to one.
_one_to_one: set[str] = set()


@dataclass(frozen=True)
class EngineFunction(Generic[Value]):
    """A function of the engine: its name, its result, and how to evaluate it on constants."""

    name: str
    result: type[Value]
    value: Callable[..., int] | None = None
    #: Whether its first argument is the state.
    state: bool = False
    #: Whether it has one argument after the state, and different arguments have different results:
    #: arguments are compared instead.
    one_to_one: bool = False

    def __post_init__(self) -> None:
        if self.one_to_one:
            _one_to_one.add(self.name)

    def __call__(self, *arguments: Argument) -> Value:
        """Return the call."""
        given = [as_int(each) if isinstance(each, int) else each for each in arguments]
        known = [each.constant for each in given]
        if self.value is not None and None not in known:
            return self.result.of(self.value(*known))
        first = ("s",) if self.state else ()
        return self.result("call", self.name, *first, *given)


#: A number of the widest type that the engine has.
wide = EngineFunction("int64", Int, int)
truth = EngineFunction("bool", Bool)
lesser = EngineFunction("min", Int, min)
greater = EngineFunction("max", Int, max)
magnitude = EngineFunction("abs", Int, abs)


def entry(values: Iterable[int], place: Int) -> Int:
    """Return one of a few numbers by its place."""
    listed = tuple(values)
    if place.constant is not None:
        return Int.of(listed[place.constant])
    return Int("item", IntArray("list", *map(as_int, listed)), place)


def folded(both: Callable[[Int, Int], Int], values: Iterable[Int]) -> Int:
    """Return the fold of an operation over one or more numbers, from the left."""
    return reduce(both, values)


_E = TypeVar("_E", bound=Expression)


def lifted(value: Expression, kind: type[_E]) -> _E:
    """Return an expression as one of another type."""
    if isinstance(value, kind):
        return value
    return kind(value.operation, *value.parts)
