"""Everything that touches the inside of Numba; without it plain Python runs the same way.

``kernel`` has the decorator and the disk cache, ``dispatch`` what a call of a kernel does.
``NUMBA_DISABLE_JIT=1`` runs all of it as plain Python.
"""
