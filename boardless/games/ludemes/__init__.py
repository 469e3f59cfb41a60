"""The ludemes of the language, one file for each concept.

The import of a file registers its ludemes.
"""

from importlib import import_module
from pkgutil import iter_modules

#: The modules of the concepts, in alphabetical order.
CONCEPTS = tuple(sorted(f"{__name__}.{module.name}" for module in iter_modules(__path__)))
for concept in CONCEPTS:
    import_module(concept)
