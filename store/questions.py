"""Questions that have a name, with what they take: the file ``questions.cypher``."""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from boardless.topo import InputError

if TYPE_CHECKING:
    import pandas as pd

    from boardless.store.store import Store

_QUESTION = re.compile(r"^// = ([a-z-]+): (.*)\n((?:// \w+ = .*\n)*)((?:.+\n)+)", re.MULTILINE)
_PARAMETER = re.compile(r"// (\w+) = (.*)")


@dataclass(frozen=True)
class Question:
    """A question with a name.

    Attributes
    ----------
    name, words : str
        What it is called, and what it asks.
    parameters : dict
        What it takes, with the values where nothing else is said.
    cypher : str
        The question itself.
    """

    name: str
    words: str
    parameters: dict[str, int]
    cypher: str


@cache
def questions() -> dict[str, Question]:
    """Return all questions by name, in the order of the file."""
    text = (files("boardless.store") / "questions.cypher").read_text(encoding="utf-8")
    return {
        name: Question(
            name,
            words,
            {key: json.loads(value) for key, value in _PARAMETER.findall(parameters)},
            cypher,
        )
        for name, words, parameters, cypher in _QUESTION.findall(text)
    }


def ask(store: "Store", name: str, **parameters: Any) -> "pd.DataFrame":
    """Return the answer to a question that has a name.

    Parameters
    ----------
    store : Store
        Where it is asked.
    name : str
        One of `questions`.
    **parameters
        Whole numbers in place of those that the question has.

    Raises
    ------
    InputError
        If there is no such question, it takes no such parameter, or one is no whole number.
    """
    known = questions()
    if name not in known:
        raise InputError(f"question {name!r}: choose one of {', '.join(known)}")
    question = known[name]
    for key, value in parameters.items():
        if key not in question.parameters:
            takes = ", ".join(question.parameters) or "none"
            raise InputError(f"parameter {key!r} of question {name}: it takes {takes}")
        if type(value) is not int or not 0 <= value < 2**63:
            raise InputError(f"parameter {key} = {value!r}: give a whole number, from 0 on")
    return store.query(question.cypher, **(question.parameters | parameters))
