"""Settings of Sphinx, which makes the site: ``make docs``.

Sphinx, because it reads the numpydoc docstrings and, with MyST, the Markdown that is there as they
are, needs no network, and is well kept; Furo, because its pages are readable on a telephone.
"""

import re
import sys
from pathlib import Path
from typing import Any

from boardless import __version__

sys.path.insert(0, str(Path(__file__).parent))

from gallery import FOLDER, write_gallery

project = "boardless"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "accessible"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = "boardless"
html_extra_path = [str(FOLDER / "replays")]
html_show_sphinx = html_show_copyright = False

autodoc_default_options = {"members": True, "imported-members": True}
autodoc_typehints = "none"  # docstrings say what things are
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
myst_heading_anchors = 3
# Documents also name what is outside of the site: files of the repository.
suppress_warnings = [
    "myst.xref_missing",
    "myst.header",
    "ref.python",
    "docutils",
    "misc.highlighting_failure",
]


#: Links that are named by their files, for who reads the files; on the site they have titles.
_NAMED = re.compile(r"\[(?:docs/)?[\w/-]+\.md\]\(([\w/.-]+\.md)\)")


def setup(app: Any) -> None:
    """Write the pages of games, tilings and packages before anything is read."""
    app.connect("config-inited", lambda _app, _config: write_gallery())
    app.connect("source-read", _name_links)


def _name_links(_app: Any, _name: str, source: list[str]) -> None:
    source[0] = _NAMED.sub(r"[](\1)", source[0])
