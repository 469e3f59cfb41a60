"""Changes of scenes, so that a move costs what it changes and not the board.

The form is that of RFC 7396, JSON Merge Patch: what is an object is changed name by name, ``null``
takes a name away, and everything else takes the place of what was there.
"""

from typing import Any


def patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the merge patch that makes `new` of `old`; neither holds None.

    Examples
    --------
    >>> patch({"ply": 3, "piles": {"0,0": (1,)}}, {"ply": 4, "piles": {"1,0": (2,)}})
    {'ply': 4, 'piles': {'1,0': (2,), '0,0': None}}
    """
    changes: dict[str, Any] = {}
    for name, value in new.items():
        before = old.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = patch(before, value)
            if inner:
                changes[name] = inner
        elif name not in old or before != value:
            changes[name] = value
    changes |= dict.fromkeys(name for name in old if name not in new)
    return changes


def patched(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return what a merge patch makes of `old`, which stays as it is.

    Examples
    --------
    >>> patched({"ply": 3, "last": {"a": 1}}, {"last": {"a": None, "b": 2}})
    {'ply': 3, 'last': {'b': 2}}
    """
    new = dict(old)
    for name, value in changes.items():
        if value is None:
            new.pop(name, None)
        elif isinstance(value, dict):
            before = old.get(name)
            new[name] = patched(before if isinstance(before, dict) else {}, value)
        else:
            new[name] = value
    return new
