"""Lazy imports of names of a package, and deprecated names of packages and attributes."""

import re
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import files
from typing import Any

#: An import under ``TYPE_CHECKING``: its module, and its names.
_IMPORT = re.compile(r"^    from ([\w.]+) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


def on_demand(
    package: str, old: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package whose names are imported lazily.

    They are the names that it imports under ``TYPE_CHECKING``, where type checkers find them, too;
    for its `old` names see `renamed`.
    """
    text = (files(package) / "__init__.py").read_text(encoding="utf-8")
    places = {
        name: module
        for module, *names in _IMPORT.findall(text)
        for name in re.findall(r"\w+", "".join(names))
    }
    get_old = renamed(package, old or {}, depth=3)

    def get(name: str) -> Any:
        if name not in places:
            return get_old(name)
        value = getattr(import_module(places[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *places})

    return get, names


def renamed(package: str, names: Mapping[str, str], depth: int = 2) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package some of whose names have changed, new ones by old.

    An old name is the new one, with a `DeprecationWarning` at its place, for one release.
    """

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        new = names[name]
        warnings.warn(f"{package}.{name} is called {new} now", DeprecationWarning, stacklevel=depth)
        return getattr(sys.modules[package], new)

    return get


def renamed_attribute(old: str, new: str) -> property:
    """Return the property of an old name of an attribute, with a `DeprecationWarning`."""

    def get(self: object) -> Any:
        name = type(self).__name__
        warnings.warn(f"{name}.{old} is called {new} now", DeprecationWarning, stacklevel=2)
        return getattr(self, new)

    return property(get, doc=f"The old name of `{new}`, for one release more.")
