"""Discovery of the concepts: importing a module of this package registers its ludemes."""

from importlib import import_module
from pkgutil import iter_modules

import boardless.games.ludemes as package


def import_concepts() -> tuple[str, ...]:
    """Import every module of the package, in alphabetical order; return their names."""
    names = sorted(f"{package.__name__}.{module.name}" for module in iter_modules(package.__path__))
    for name in names:
        import_module(name)
    return tuple(names)


#: The modules that hold the concepts of the language.
CONCEPTS = import_concepts()
