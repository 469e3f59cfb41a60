"""Lazy imports of names of a module, and deprecated names of packages and attributes."""

import re
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

#: An import under ``TYPE_CHECKING``: its module, and its names.
_IMPORT = re.compile(r"^    from ([\w.]+) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


def on_demand(
    module: str, old: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a module with lazily imported names.

    They are the names that it imports under ``TYPE_CHECKING``, which also informs type checkers;
    for its `old` names see `renamed`.
    """
    own: Any = sys.modules[module]
    places = {
        name: place
        for place, *names in _IMPORT.findall(own.__spec__.loader.get_source(module))
        for name in re.findall(r"\w+", "".join(names))
    }
    get_old = renamed(module, old or {}, depth=3)

    def get(name: str) -> Any:
        if name not in places:
            return get_old(name)
        value = getattr(import_module(places[name]), name)
        setattr(own, name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(own), *places})

    return get, names


def renamed(package: str, names: Mapping[str, str], depth: int = 2) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package with some renamed names, new ones by old.

    An old name works like the new one, with a `DeprecationWarning` at its place, for one release.
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
