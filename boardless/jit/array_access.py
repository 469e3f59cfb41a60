"""Instructions of LLVM for arrays: entries, rows, slices, and new arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.jit.instructions import Instructions
from boardless.jit.values import (
    BOOL,
    UNSIGNED,
    ArrayType,
    Struct,
    UntranslatableError,
    Value,
    flat,
)

if TYPE_CHECKING:
    from boardless.jit.translation import Unit

#: Bytes before the numbers of an array that is made: the address of the one made before it.
HEADER = 16


class ArrayAccess(Instructions):
    """The instructions of a function with arrays."""

    def __init__(self, unit: Unit, name: str) -> None:
        super().__init__(name)
        self.unit = unit
        self.loaded: dict[tuple[str, str], Value] = {}

    def field(self, struct: Value, name: str) -> Value:
        """Return an array of a named tuple; it is read at the beginning of the function."""
        key = struct.text, name
        if key not in self.loaded:
            assert isinstance(struct.type, Struct)
            place = 0
            for field, type_ in struct.type.fields:
                if field == name:
                    break
                place += len(flat(type_))
            else:
                raise UntranslatableError(f"{self.name}: no field {name}")
            operands = []
            for n, llvm in enumerate(flat(type_)):
                address = f"%{name}.{struct.text[1:]}.p{n}"
                operand = f"%{name}.{struct.text[1:]}.{n}"
                wide = "i64" if llvm == "i1" else llvm
                self.entry += [
                    f"  {address} = getelementptr inbounds i64, ptr {struct.text}, i64 {place + n}",
                    f"  {operand} = load {wide}, ptr {address}, !invariant.load !0",
                ]
                if llvm == "i1":
                    self.entry.append(f"  {operand}.t = icmp ne i64 {operand}, 0")
                    operand = f"{operand}.t"
                operands.append(operand)
            field = f"{struct.type.name}.{name}" if isinstance(type_, ArrayType) else ""
            self.loaded[key] = Value(type_, tuple(operands), field=field)
        return self.loaded[key]

    def entry_of(self, array: Value, places: list[Value]) -> Value:
        """Return a number of an array by its places, or a row by fewer places."""
        assert isinstance(array.type, ArrayType)
        address = self.element(array, places)
        if len(places) < array.type.dimensions:
            rest = ArrayType(array.type.numbers, array.type.dimensions - len(places))
            shape = array.operands[1 + len(places) :]
            return Value(rest, (address, *shape), field=array.field)
        return self.entry_at(array, address)

    def element(self, array: Value, places: list[Value]) -> str:
        """Return the address of an entry, or of the first of a row."""
        assert isinstance(array.type, ArrayType)
        shape = array.operands[1:]
        at = ""
        for n, length in enumerate(shape):
            if at:
                at = self.new(f"mul nsw i64 {at}, {length}")
            if n < len(places):
                place = self.from_begin(places[n], length)
                at = self.new(f"add nsw i64 {at}, {place}") if at else place
        return self.new(f"getelementptr inbounds {array.type.element}, ptr {array.text}, i64 {at}")

    def from_begin(self, place: Value, length: str) -> str:
        """Return an index counted from the beginning; an index below 0 counts from the end."""
        place = self.as_integer(place)
        if place.natural or place.type == UNSIGNED:
            return place.text
        below = self.new(f"icmp slt i64 {place.text}, 0")
        other = self.new(f"add i64 {place.text}, {length}")
        return self.new(f"select i1 {below}, i64 {other}, i64 {place.text}")

    def entry_at(self, array: Value, address: str) -> Value:
        """Return the number at an address of an array."""
        assert isinstance(array.type, ArrayType)
        element = array.type.element
        number = self.new(f"load {element}, ptr {address}{self.tagged(array)}")
        unsigned = array.type.numbers[0] == "u"
        if array.type.numbers == "b1":
            return self.computed(BOOL, f"icmp ne i8 {number}, 0", natural=True)
        if element not in ("i64", "double"):
            number = self.new(f"{'z' if unsigned else 's'}ext {element} {number} to i64")
        return Value(array.type.scalar, (number,), natural=unsigned)

    def store_at(self, array: Value, address: str, value: Value) -> None:
        """Write a number to an entry of an array."""
        assert isinstance(array.type, ArrayType)
        if array.type.numbers == "b1":
            value = self.truth(value)
        number = self.as_float(value) if array.type.numbers == "f8" else self.as_integer(value)
        text, element = number.text, array.type.element
        if element not in ("i64", "double"):
            if number.constant is not None:
                half = 1 << (8 * int(array.type.numbers[1:]) - 1)
                text = str((number.constant + half) % (2 * half) - half)
            else:
                text = self.new(f"trunc i64 {text} to {element}")
        self.add(f"store {element} {text}, ptr {address}{self.tagged(array)}")

    def tagged(self, array: Value) -> str:
        """Return the alias information of an entry of an array."""
        return f", !tbaa {self.unit.tag(array.field)}" if array.field else ""

    def link(self, block: str) -> None:
        """Append an array to the list of arrays that the function frees."""
        before = self.new("load ptr, ptr %made")
        self.add(f"store ptr {before}, ptr {block}")
        self.add(f"store ptr {block}, ptr %made")

    def unlink(self, array: Value) -> None:
        """Remove an array from that list."""
        block = self.new(f"getelementptr inbounds i8, ptr {array.text}, i64 -{HEADER}")
        test, inside, end = self.fresh("test"), self.fresh("search"), self.fresh("found")
        at = f"%{self.fresh('link')}"
        self.entry.append(f"  {at} = alloca ptr")
        self.add(f"store ptr %made, ptr {at}")
        self.begin(test)
        link = self.new(f"load ptr, ptr {at}")
        current = self.new(f"load ptr, ptr {link}")
        same = self.new(f"icmp eq ptr {current}, {block}")
        self.branch(Value(BOOL, (same,)), end, inside)
        self.begin(inside)
        self.add(f"store ptr {current}, ptr {at}")
        self.go(test)
        self.begin(end)
        after = self.new(f"load ptr, ptr {block}")
        self.add(f"store ptr {after}, ptr {link}")

    def made(self, shape: list[Value], numbers: str, zeros: bool) -> Value:
        """Return a new array."""
        type_ = ArrayType(numbers, len(shape))
        lengths = [self.as_integer(length).text for length in shape]
        size = str(int(numbers[1:]))
        for length in lengths:
            size = self.new(f"mul i64 {size}, {length}")
        whole = self.new(f"add i64 {size}, {HEADER}")
        call = f"calloc(i64 1, i64 {whole})" if zeros else f"malloc(i64 {whole})"
        block = self.new(f"call ptr @{call}")
        self.link(block)
        start = self.new(f"getelementptr inbounds i8, ptr {block}, i64 {HEADER}")
        return Value(type_, (start, *lengths))
