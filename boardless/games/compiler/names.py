"""Warnings of names in the rules of a game without a component, region or track."""

from collections.abc import Iterator
from warnings import warn

from boardless.games.compiler.game_model import GameModel
from boardless.games.language.errors import LudemeWarning
from boardless.games.language.ludeme import Ludeme, ludemes_in
from boardless.games.language.parameters import parameters
from boardless.games.ludemes.maps import is_label
from boardless.games.ludemes.owned_regions import Regions, region_name
from boardless.games.ludemes.slides import ALL_TRACKS


def warn_of_names(model: GameModel) -> None:
    """Warn of each unknown name, since rules that use it never act."""
    borne = _names_borne(model)
    for node in ludemes_in(model.game.rules):
        for kind, name in _names_asked(node):
            # Labels of sites stand where names of regions stand, too.
            known = any(name in each for each in borne.get(kind, (name,)))
            if not known and not (kind == "region" and is_label(name)):
                said = f"no {kind} has this in its name, so nothing is found"
                warn(LudemeWarning(node.place, name, said), stacklevel=2)


def _names_asked(node: Ludeme) -> Iterator[tuple[str, str]]:
    """Yield the kinds and the names of things that a ludeme refers to."""
    for parameter in parameters(type(node)):
        value = getattr(node, parameter.field)
        for choice in parameter.choices:
            for name in value if isinstance(value, tuple) else (value,):
                if choice.limits and choice.limits.of and isinstance(name, str):
                    yield choice.limits.of, name


def _names_borne(model: GameModel) -> dict[str, list[str]]:
    """Return the names of things by kind; regions and tracks only on boards of fixed size."""
    scene = model.scene
    # A "Bag" holds the dominoes in the stock.
    components = [*(component.name for component in model.components), "Bag"]
    if scene is None:
        return {"component": components}
    items, containers = scene.inventory.items, scene.inventory.containers
    return {
        "component": [*components, *(container.name for container in containers)],
        "region": [region_name(item) for item in items if isinstance(item, Regions)],
        "track": [*(track.name for track in model.tracks), ALL_TRACKS],
    }
