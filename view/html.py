"""Whole pages as HTML: that of the local server, and a recorded game in one file."""

import json
from html import escape
from typing import Any

from boardless.view.scripts import script, style

#: Nothing is fetched from anywhere, and no script runs but that of the page.
_POLICY = (
    "default-src 'none'; script-src {script}; style-src {style}; img-src data:; connect-src {to}"
)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style{nonce}>
body {{ margin: 0; }}
{style}</style>
</head>
<body>
<main></main>
{data}<script type="module"{nonce}>
{script}</script>
</body>
</html>
"""


def policy(nonce: str) -> str:
    """Return the content security policy of a page whose script has a nonce."""
    return _POLICY.format(script=f"'nonce-{nonce}'", style=f"'nonce-{nonce}'", to="'self'")


def live_page(title: str, nonce: str) -> str:
    """Return the page of the local server."""
    return _PAGE.format(
        policy=escape(policy(nonce)),
        title=escape(title),
        nonce=f' nonce="{nonce}"',
        style=style(),
        data="",
        script=script("live.js"),
    )


def recorded_page(title: str, first: dict[str, Any], patches: list[dict[str, Any]]) -> str:
    """Return a page that plays back what it holds, without a network."""
    text = json.dumps({"first": first, "patches": patches}, separators=(",", ":"))
    inside = text.replace("<", "\\u003c")
    own = "'unsafe-inline'"
    return _PAGE.format(
        policy=escape(_POLICY.format(script=own, style=own, to="'none'")),
        title=escape(title),
        nonce="",
        style=style(),
        data=f'<script type="application/json" id="game">{inside}</script>\n',
        script=script("recorded.js"),
    )
