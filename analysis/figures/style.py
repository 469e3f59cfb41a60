"""The one style of all figures."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files

import matplotlib as mpl


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the style of the figures, whatever the user's settings; they come back after."""
    with mpl.rc_context(), as_file(files("boardless.analysis") / "boardless.mplstyle") as path:
        mpl.rcdefaults()
        mpl.rcParams.update(mpl.rc_params_from_file(path, use_default_template=False))
        yield
