"""Discovery of the concepts: importing a module of this package registers its ludemes."""

from importlib import import_module
from pkgutil import iter_modules

import boardless.games.ludemes as package


def import_concepts() -> tuple[str, ...]:
    """Import every module of the package, in alphabetical order; return their names.

    Ludemes enter the register as their modules are imported, so that the order of the register,
    of the reference and of what error messages offer is the same in every run.
    """
    names = sorted(f"{package.__name__}.{found.name}" for found in iter_modules(package.__path__))
    for name in names:
        import_module(name)
    return tuple(names)


#: The modules that hold the concepts of the language.
CONCEPTS = import_concepts()
