"""The worked questions of docs/store.md."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "store.md"
#: What the page stores: a game of the library, on tilings, so many playouts of this seed.
GAME, TILINGS, PLAYOUTS, SEED = "Andantino", ("hexagonal", "square"), 100, 1

_QUESTION = re.compile(
    r"\*\*(\d+\. [^*]+)\*\*.*?```cypher\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL
)
_PARAMETER = re.compile(r"^// (\w+) = (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """A question and its answer.

    Attributes
    ----------
    words, cypher, answer : str
        As the page has them.
    parameters : dict
        Values by name.
    """

    words: str
    cypher: str
    parameters: dict[str, Any]
    answer: str


def questions() -> list[Question]:
    """Return the questions of the page."""
    return [
        Question(
            words,
            cypher,
            {name: json.loads(value) for name, value in _PARAMETER.findall(cypher)},
            answer,
        )
        for words, cypher, answer in _QUESTION.findall(PAGE.read_text(encoding="utf-8"))
    ]
