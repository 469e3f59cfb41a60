"""Pieces that cover several sites of a board that is laid out: their tables, as source."""

from dataclasses import dataclass

from boardless.games.compiler.model import Model
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.walked import walked
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.equipment import Tile
from boardless.games.ludemes.pieces import Stride, WalkOfEachForm, WalkOfSteps
from boardless.state.engine.covers import WAYS_TO_LIE
from boardless.topo import Sites

#: The walks of a component, one for each of its forms.
Forms = tuple[tuple[Stride, ...], ...]


def forms_of(item: object) -> Forms:
    """Return the walks of what covers several sites; none of anything else."""
    if not isinstance(item, Tile) or item.walk is None or item.parts:
        return ()
    walks = item.walk.walks if isinstance(item.walk, WalkOfEachForm) else (item.walk,)
    return tuple(walk.steps for walk in walks if isinstance(walk, WalkOfSteps))


def has_covers(model: Model) -> bool:
    """Tell whether some component of a game on a board that is laid out covers several sites."""
    return model.layout is not None and any(map(forms_of, model.items))


def states_lie(model: Model) -> bool:
    """Tell whether the states of sites say how a piece lies that covers several: also dominoes."""
    return has_covers(model) or model.uses(Dominoes)


@dataclass(frozen=True)
class Covers:
    """The tables of the pieces of a game.

    Attributes
    ----------
    table, places, ways : str
        The names of the table of sites, of where in it a component begins, and of in how many ways
        it may lie: 0 for what covers one site.
    parts, sites : int
        The most sites that one covers, and how many first sites there are, NONE among them.
    """

    table: str
    places: str
    ways: str
    parts: int
    sites: int

    @classmethod
    def of(cls, scope: Scope) -> "Covers":
        """Return the tables, which are worked out when they are first asked for."""
        known = scope.made.asked
        if cls not in known:
            known[cls] = cls._worked_out(scope)
        found: Covers = known[cls]
        return found

    @classmethod
    def _worked_out(cls, scope: Scope) -> "Covers":
        model = scope.model
        assert model.scene is not None
        sites = model.scene.board.sites_of(model.layout_use)
        forms = [forms_of(item) for item in model.items]
        rows = {form: _rows(sites, form, model) for form in dict.fromkeys(filter(None, forms))}
        parts = max(len(row) for each in rows.values() for row in each)
        table: list[int] = []
        first: dict[Forms, int] = {}
        for form, each in rows.items():
            first[form] = len(table)
            table += [site for row in each for site in (*row, *[0] * (parts - len(row)))]
        ways = [len(form) * len(sites.directions["orthogonal"]) for form in forms]
        if max(ways) > WAYS_TO_LIE:
            model.game.equipment.reject(f"expected at most {WAYS_TO_LIE} ways for a tile to lie")
        return cls(
            scope.constant("COVERS", table),
            scope.constant("PLACES", [0, *(first.get(form, 0) for form in forms)]),
            scope.constant("LIE", [0, *ways]),
            parts,
            1 + len(sites),
        )

    def row(self, component: str, way: str, site: str) -> str:
        """Return the source of where the sites of a piece begin that lies in a way on a site."""
        place = f"whole({self.places}[{component}])"
        return f"({place} + ({way} * {self.sites} + {site} - HELD) * {self.parts})"


def _rows(sites: Sites, forms: Forms, model: Model) -> list[list[int]]:
    """Return the sites of the arrays that a piece covers, for each way to lie and first site."""
    found = []
    for form in forms:
        for heading in sites.directions["orthogonal"]:
            found.append([0])
            for site in range(len(sites)):
                path = walked(sites, site, form, heading)
                whole = len(path) == form.count(Stride.F)
                covered = dict.fromkeys((site, *path)) if whole else ()
                found.append([1 + model.hand_size + each for each in covered] or [0])
    return found
