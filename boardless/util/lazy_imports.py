"""Names of a package that are imported when they are first used, and names that have gone."""

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    For packages from which programs that start often need little of what takes long to import.
    What checks types is told by imports under ``TYPE_CHECKING``.

    Parameters
    ----------
    package : str
        Its name.
    places : mapping of str to str
        The module that has each name; ``"module:name"`` where it is called otherwise there.
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
    """Return the `__getattr__` of a package some of whose names have changed.

    An old name is the new one, with a `DeprecationWarning`, for one release.

    Parameters
    ----------
    package : str
        Its name.
    names : mapping of str to str
        The new name by the old one.
    """

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        new = names[name]
        warnings.warn(f"{package}.{name} is called {new} now", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[package], new)

    return get
