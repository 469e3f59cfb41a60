"""Chosen options put in the place of their tags."""

from collections.abc import Sequence

from boardless.games.language.budget import Budget
from boardless.games.language.errors import LudemeError, one_of, shorten
from boardless.games.language.marks import TAG, filled
from boardless.games.language.options import Fragment, Item, Option
from boardless.games.language.syntax import Atom, Kind

#: The most tags, or definitions, that may stand for each other.
MAX_NESTED = 40


class Tags:
    """What the tags of options stand for.

    Parameters
    ----------
    choices : sequence of (Option, Item)
        The item taken of each option. Where options share a tag the first one that has the
        argument counts; a tag without an argument is the first argument.
    budget : Budget
        Bounds what is put in place.
    """

    def __init__(self, choices: Sequence[tuple[Option, Item]], budget: Budget) -> None:
        self._fragments: dict[str, Fragment] = {}
        self._budget = budget
        for option, item in choices:
            names = ["", *(f":{name}" for name in option.arguments)]
            fragments = [item.fragments[0], *item.fragments]
            for name, fragment in zip(names, fragments, strict=False):
                self._fragments.setdefault(option.tag + name, fragment)

    def put_in_place(
        self, tokens: Sequence[Atom], inside: tuple[str, ...] = ()
    ) -> tuple[Atom, ...]:
        """Return tokens with every tag replaced; unknown ones stay.

        Raises
        ------
        LudemeError
            If a tag stands for itself, or too much is put in place.
        """
        result: list[Atom] = []
        for token in tokens:
            self._budget.spend(1, token.at)
            if token.kind is Kind.TAG and token.text in self._fragments:
                put = self._meaning(token.text, token, inside)
                if not put and result and result[-1].kind is Kind.KEY:
                    result.pop()
                result += put
            elif "<" in token.text and token.kind in (Kind.STRING, Kind.TEMPLATE):
                result += self._filled(token, inside)
            else:
                result.append(token)
        return tuple(result)

    def check(self, token: Atom) -> None:
        """Raise if a token is a tag, or a word with one: what was put in place was none of it."""
        found = TAG.search(str(token)) if token.kind in (Kind.TAG, Kind.TEMPLATE) else None
        if found is None:
            return
        tag = found[1].partition(":")[0]
        if mine := [name for name in self._fragments if name.startswith(f"{tag}:")]:
            raise LudemeError(token.at, found[0], f"expected {one_of(f'<{n}>' for n in mine)}")
        known = one_of(f"<{name}>" for name in self._fragments if ":" not in name)
        expected = f"known are {known}" if known else "the description has no options"
        raise LudemeError(token.at, found[0], f"no option has this tag: {expected}")

    def _meaning(self, name: str, token: Atom, inside: tuple[str, ...]) -> tuple[Atom, ...]:
        if name in inside:
            path = " -> ".join(f"<{tag}>" for tag in (*inside[inside.index(name) :], name))
            raise LudemeError(token.at, f"<{name}>", f"it stands for itself: {shorten(path)}")
        if len(inside) == MAX_NESTED:
            expected = f"at most {MAX_NESTED} definitions and tags may stand for each other"
            raise LudemeError(token.at, f"<{name}>", expected)
        return self.put_in_place(self._fragments[name], (*inside, name))

    def _filled(self, token: Atom, inside: tuple[str, ...]) -> tuple[Atom, ...]:
        def meaning(name: str) -> tuple[Atom, ...] | None:
            known = name in self._fragments
            return self._meaning(name, token, inside) if known else None

        put = filled(token, TAG, meaning)
        self._budget.spend(sum(len(part.text) for part in put) // 10, token.at)
        return put
