"""Numba's internals, used here alone; with ``NUMBA_DISABLE_JIT=1`` kernels are plain Python.

``kernel`` has the decorator and the disk cache, ``dispatch`` the calls of kernels.
"""
