"""The inside of Numba behind one door; with ``NUMBA_DISABLE_JIT=1`` kernels are plain Python.

``kernel`` has the decorator and the disk cache, ``dispatch`` the calls of kernels.
"""
