"""Machine code of kernels; with ``NUMBA_DISABLE_JIT=1`` they are plain Python.

``native`` has the decorator and the modules of games, ``compiled`` their machine code,
``translation`` the writer of LLVM's intermediate representation, ``disk`` the cache. All that
touches LLVM and Numba is here.
"""
