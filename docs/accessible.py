"""What the theme's pages lack for those who use a keyboard or have pages read to them."""

import re
from pathlib import Path
from typing import Any

#: Headings of the contents without their level; blocks of code and tables that scroll.
_MENDED = (
    (re.compile(r'role="heading"(?! aria-level)'), 'role="heading" aria-level="2"'),
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (re.compile(r'(<div class="table-wrapper[^">]*")>'), r'\1 tabindex="0">'),
)


def setup(app: Any) -> None:
    """Mend all pages when they have been written."""
    app.connect("build-finished", _mend)


def _mend(app: Any, error: Exception | None) -> None:
    if error is not None or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for pattern, mended in _MENDED:
            text = pattern.sub(mended, text)
        path.write_text(text, encoding="utf-8")
