"""Short names of the array types that annotations use."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

#: Whole numbers of any width; docstrings say the shape.
Ints: TypeAlias = npt.NDArray[np.signedinteger[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
