"""Lazy imports of names of a package, and deprecated names of packages and attributes."""

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package whose names are imported lazily.

    `places` has the module of each name; ``"module:name"`` where it has another name there. Type
    checkers read imports under ``TYPE_CHECKING`` instead.
    """

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, own = places[name].partition(":")
        value = getattr(import_module(module), own or name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *places})

    return get, names


def renamed(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package some of whose names have changed, new ones by old.

    An old name is the new one, with a `DeprecationWarning`, for one release.
    """

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        new = names[name]
        warnings.warn(f"{package}.{name} is called {new} now", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[package], new)

    return get


def renamed_attribute(old: str, new: str) -> property:
    """Return the property of an old name of an attribute, with a `DeprecationWarning`."""

    def get(self: object) -> Any:
        name = type(self).__name__
        warnings.warn(f"{name}.{old} is called {new} now", DeprecationWarning, stacklevel=2)
        return getattr(self, new)

    return property(get, doc=f"The old name of `{new}`, for one release more.")
