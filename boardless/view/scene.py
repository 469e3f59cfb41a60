"""Scenes: a position as plain data, as one seat sees it; every back end draws them.

Pages answer with names that are in the scene; nothing else goes either way.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

from boardless.games import Game, compile
from boardless.games.language.reader import closing, is_bracket, tokens_of
from boardless.games.language.syntax import Atom
from boardless.play.state import State
from boardless.state import FreeState, Move
from boardless.state.move import actions_text
from boardless.topo import InputError, integer_between
from boardless.topo.drawing.picture import Picture
from boardless.topo.drawing.svg import svg
from boardless.util.inputs import refuse
from boardless.view.boards import Cell, Ground, Mark, limits_of
from boardless.view.choices import Choice, choice_of, last_places, places_of
from boardless.view.endings import counts_on_the_way, points_of, scores_so_far, winning_places
from boardless.view.graphics import Reason, reasons_of
from boardless.view.ground import ground_of
from boardless.view.kinds import kinds_of, player_colours
from boardless.view.picture import axes_of, picture_of
from boardless.view.pieces import Looks
from boardless.view.seen import (
    COVERED,
    WATCHER,
    Pile,
    board_labels,
    cell_names,
    hands_of,
    hides,
    is_on_board,
    notes_of,
    seen_piles,
    with_dice,
)
from boardless.view.words import Reader, move_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The seat that sees everything.
EVERYBODY = 0
#: The fields of a scene that pages are sent as they are.
_TOLD = (
    "title", "caption", "ply", "mover", "players", "over", "scores", "cells", "labels",
    "hands", "piles", "used", "moves", "last",
)  # fmt: skip
#: The text of a legal move, most of which are legal for several turns.
_text = lru_cache(4096)(actions_text)
#: So many pieces that can be played in place of one that cannot are told by their names.
MAX_NAMED = 5


@dataclass(frozen=True, repr=False)
class Scene:
    """A position as one seat sees it.

    Attributes
    ----------
    title, caption : str
        The game, and how it stands.
    ply, mover, players : int
        Moves made, the player to move, and the number of players.
    over : bool
        Whether the game has ended.
    colours : tuple of str
        The colour of each player: a role such as ``p1``, or the hex value that the game names.
    scores : tuple of str
        The score of each player so far, or at the end; empty if nothing counts before the end.
    kinds : tuple of dict
        The components: name, owner, fill, ink and mark of their pieces, whether they are rings
        (``hollow``), the numbers on the faces of dice, and tile, signs and parts, and
        the properties of cards; see `tiles_of`, `part_signs` and `part_layouts` in `view.tiles`.
    cells : dict of str to (shape, x, y)
        The cells of the board by name.
    labels : dict of str to str
        Display names of cells that differ from the names in the scene.
    notes : dict of str to str
        The notes on cells; see `view.seen.notes_of`.
    hands : tuple of dict
        The hands: name, owner, title, whether it is a pile of cards, the names of its places, and
        rows of them; see `view.hands`.
    piles : dict of str to tuple of int
        The piles on cells and places of hands; see `view.seen.Pile`.
    used : tuple of str
        The places of dice that have been used.
    moves : dict of str to (places, component, rotation[, more])
        The legal moves by their text, for the seat that may choose; see `view.choices.Choice`.
    last : tuple of str
        The places of the last move; the place of its last added piece comes first.
    won : tuple of str
        The places of the winning line, chain or ring, if there is one.
    ground : Ground
        The ground of the board, by sites.
    phases : dict of str to int
        1 and 2 for cells of the second and third colour.
    limits : tuple of Mark
        Lines beyond which no piece may come; see `view.limits`.
    looks : Looks
        The symbols of the components.
    """

    title: str
    caption: str
    ply: int
    mover: int
    players: int
    over: bool
    colours: tuple[str, ...]
    scores: tuple[str, ...]
    kinds: tuple[dict[str, Any], ...]
    cells: dict[str, Cell]
    labels: dict[str, str]
    notes: dict[str, str]
    hands: tuple[dict[str, Any], ...]
    piles: dict[str, Pile]
    used: tuple[str, ...]
    moves: dict[str, Choice]
    last: tuple[str, ...]
    won: tuple[str, ...]
    ground: Ground
    phases: dict[str, int]
    limits: tuple[Mark, ...]
    looks: Looks

    def __repr__(self) -> str:
        """Return game, size and standing, in one line.

        >>> from boardless.games import load
        >>> scene_of(State(load("Tic-Tac-Toe", jit=False)))
        <Scene Tic-Tac-Toe, 9 cells, 0 piles, ply 0, player 1 to move>
        """
        size = f"{len(self.cells)} cells, {len(self.piles)} piles"
        return f"<Scene {self.title}, {size}, ply {self.ply}, {self.caption}>"

    def data(self) -> dict[str, Any]:
        """Return the scene ready for JSON: with its picture, without the picture's inputs."""
        told = {name: getattr(self, name) for name in _TOLD}
        ground, picture = self.ground, self.picture
        return told | {
            "kinds": self.looks.told, "shapes": ground.shapes, "sizes": ground.sizes,
            "room": ground.room, "axes": axes_of(self.cells), "picture": picture.data(),
        }  # fmt: skip

    def svg(self, theme: str = "light") -> str:
        """Return the scene as SVG, in the colours of a theme of `topo.drawing.palette`."""
        return svg(self.picture, theme)

    def draw(self, ax: "Axes | None" = None, theme: str = "light") -> "Axes":
        """Draw the scene with Matplotlib, in edge lengths and theme colours; see `State.draw`."""
        from boardless.topo.drawing.mpl import draw

        return draw(self.picture, ax, theme)

    @cached_property
    def picture(self) -> Picture:
        """The picture, which every back end draws."""
        return picture_of(self)


def scene_of(
    state: FreeState, seat: int = EVERYBODY, *, title: str = "", choices: bool = True
) -> Scene:
    """Return a state as a seat sees it.

    Parameters
    ----------
    state : State or FreeState
        To be read.
    seat : int
        The seat that looks; 0 sees everything, and the watcher, -1, what all players see.
    title : str
        The title; by default, the name of the game or of the tiling.
    choices : bool
        Whether to list the legal moves. They are for the seat that chooses one, and for seat 0.

    Raises
    ------
    InputError
        If `state` is not a state, or for any other seat.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> scene = scene_of(state)
    >>> scene.caption, scene.piles, scene.moves["+2@1,0"]
    ('player 2 to move', {'0,0': (1,)}, (('1,0',), 2, 0))
    """
    if not isinstance(state, FreeState):
        refuse("state", state, "give a State or a FreeState")
    seat = integer_between(seat, "seat", WATCHER, state.setup.players)
    names = cell_names(state)
    ground = ground_of(state)
    cells = {names[site]: cell for site, cell in ground.cells.items()}
    mover = mover_of(state)
    mine = choices and seat in (EVERYBODY, mover)
    legal = tuple(state.legal_moves) if mine and mover else ()
    seen = seen_piles(state, seat, names)
    piles, used = with_dice(state, seen)
    looks = _looks(state, ground)
    kinds = looks.kinds
    return Scene(
        title=title or _title(state),
        caption=caption_of(state),
        ply=state.ply,
        mover=mover,
        players=state.setup.players,
        over=state.outcome() is not None,
        colours=looks.colours,
        scores=_scores(state),
        kinds=kinds,
        cells=cells,
        labels=board_labels(state),
        notes=notes_of(state, seat),
        hands=hands_of(state),
        piles=piles,
        used=used,
        moves=_choices(state, legal, kinds, seen) if mine else {},
        # A covered place of a hand, shown as the origin of the last move, would reveal its piece.
        last=tuple(
            place
            for place in last_places(state, seat)
            if is_on_board(place) or piles.get(place) != COVERED
        ),
        won=winning_places(state, cells, piles, kinds, ground.sides),
        ground=ground,
        phases={names[site]: phase for site, phase in ground.phases.items()},
        limits=limits_of(state, cells, piles),
        looks=looks,
    )


def _looks(state: FreeState, ground: Ground) -> Looks:
    """Return the symbols of a state's components, which are kept for the game."""

    def made() -> Looks:
        return Looks(kinds_of(state), player_colours(state), ground.shapes, ground.room)

    if not isinstance(state, State):
        return made()
    return state.game.once(("looks", state.position.swapped), made)


def mover_of(state: FreeState) -> int:
    """Return the player who chooses next; 0 if chance decides."""
    return state.seat if isinstance(state, State) else state.mover


def caption_of(state: FreeState) -> str:
    """Return the situation of a state in a few words."""
    outcome = state.outcome()
    if outcome is not None:
        return str(outcome)
    mover = mover_of(state)
    return f"player {mover} to move" if mover else "chance decides"


def _choices(
    state: FreeState, legal: Sequence[Move], kinds: Sequence[dict[str, Any]], seen: dict[str, Pile]
) -> dict[str, Choice]:
    """Return the choices of moves by their texts, with words if several have the same places."""
    choices = {_text(move.actions): choice_of(move, kinds) for move in legal}
    alike = Counter([choice[0] for choice in choices.values()])
    if not isinstance(state, State) or (all(alike) and max(alike.values(), default=1) == 1):
        return choices
    reader = Reader.of(state, seen)
    for (text, choice), move in zip(choices.items(), legal, strict=True):
        if alike[choice[0]] > 1 or not choice[0]:
            more = {
                **(choice[3] if len(choice) > 3 else {}),
                "words": move_words(move, reader, choice),
            }
            choices[text] = (*choice[:3], more)
    return choices


def _title(state: FreeState) -> str:
    """Return the name of the game or the tiling; of a match with its present game and scores."""
    if not isinstance(state, State):
        return state.setup.tiling.name
    return state.game.name if state.match is None else f"{state.game.name}, {state.match}"


def _scores(state: FreeState) -> tuple[str, ...]:
    """Return what each player has got in the end, or the scores so far."""
    if not isinstance(state, State):
        return ()
    outcome, scores = state.outcome(), scores_so_far(state)
    if outcome is not None:
        return points_of(state)
    # Many count in the end alone.
    return tuple(map(str, scores)) if any(scores) or counts_on_the_way(state.game) else ()


def legal_move(state: State, text: object, seat: int = EVERYBODY) -> Move:
    """Return the legal move of a text; raise InputError with a reason that the seat may know."""
    if not isinstance(text, str):
        refuse("move", text, "give a text")
    move = state.parse(text)
    if move not in state.legal_moves:
        places = places_of(move)
        why = reason(state, places[-1], seat) if places else ""
        raise InputError(f"move {move}: {why or 'it is not legal here'}")
    return move


def reason(state: State, place: object, seat: int = EVERYBODY) -> str:
    """Return the reason why no move goes to a place, as far as a seat knows; '' if one does.

    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> state.push(state.parse("+1@0,0"))
    >>> reason(state, "0,0")
    'b2 is taken, and no rule lets player 2 play there now'
    """
    scene = scene_of(state, seat)
    if scene.over:
        return f"the game is over, {scene.caption}"
    if not isinstance(place, str) or place not in {*scene.cells, *scene.piles}:
        return "there is no such place"
    if not scene.mover:
        return "chance decides first"
    if seat not in (EVERYBODY, scene.mover):
        return f"it is player {scene.mover}'s turn"
    if any(place in places for places, *_ in scene.moves.values()):
        return ""
    rule = f"no rule lets player {scene.mover}"
    pile, label = scene.piles.get(place), scene.labels.get(place, "")
    kind = scene.kinds[pile[0] - 1] if pile and pile[0] else None
    is_own = kind is not None and kind["owner"] == scene.mover
    piece = _piece_words(kind) if kind else ""
    why = reason_of_rules(state, place) if is_own else ""
    if kind and not is_on_board(place):
        others = _playable_of(scene, place)
        named, because = kind["title"] if is_own else piece, f": {why}" if why else ""
        return f"{named} cannot be played now{because}" + (f"; choose {others}" if others else "")
    if kind and why:
        return f"{kind['title']} cannot be moved now: {why}"
    if piece and not label:
        return f"{piece} lies there, and {rule} play there now"
    what = "empty" if pile is None else "taken" if kind else "covered"
    return f"{label or 'this place'} is {what}, and {rule} play there now"


def _piece_words(kind: dict[str, Any]) -> str:
    """Return what people call a component, and its owner."""
    owner = f" of player {kind['owner']}" if kind["owner"] else ""
    return f"{kind['title']}{owner}"


def _playable_of(scene: Scene, place: str) -> str:
    """Return the playable pieces of the hand of a place in words, "" without any."""
    places = next(one["places"] for one in scene.hands if place in one["places"])
    whats = {at: scene.piles[at][0] for at in places if scene.piles.get(at, COVERED)[0]}
    titles = {at: scene.kinds[what - 1]["title"] for at, what in whats.items()}
    first = {choice[0][0] for choice in scene.moves.values() if choice[0]}
    # If only numbers distinguish pieces of one kind, the kind is enough.
    stems = {title: re.sub(r" \d+$", "", title) for title in titles.values()}
    many = Counter(stems[title] for title in titles.values())
    playable = (title for at, title in titles.items() if at in first)
    names = [*dict.fromkeys(stems[one] if many[stems[one]] > 1 else one for one in playable)]
    if len(names) > MAX_NAMED:
        return "one in a frame"
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


# -- merge patches (RFC 7396), so that a move costs its changes and not the board ------------


def patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the merge patch that turns `old` into `new`; neither holds None.

    >>> patch({"ply": 3, "piles": {"0,0": (1,)}}, {"ply": 4, "piles": {"1,0": (2,)}})
    {'ply': 4, 'piles': {'1,0': (2,), '0,0': None}}
    """
    changes: dict[str, Any] = {}
    for name, value in new.items():
        before = old.get(name)
        if before == value:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            changes[name] = patch(before, value)
        else:
            changes[name] = value
    return changes | dict.fromkeys([name for name in old if name not in new])


# -- reasons of rules --------------------------------------------------------------------------
# The metadata of a description explain some definitions in words. If a piece could be played under
# another definition, these words are the reason.


def reason_of_rules(state: State, place: str) -> str:
    """Return in words why the piece on a place cannot be played, "" without a reason.

    The game so far is replayed without the rule, so its moves must be legal without it, too.

    >>> from boardless.games import load
    >>> reason_of_rules(State(load("Hive", jit=False)), "h1.0")
    'no queen is laid in the first turn'
    """
    if hides(state.game):
        return ""
    for reason in reasons_of(state.game):
        if reason.on_board != is_on_board(place):
            continue
        looser = state.game.once(("without", reason), partial(_without, state.game, reason))
        twin = State(looser, state.technique)
        for move in state.move_stack:
            twin.push(move)
        if any(choice_of(move)[0][:1] == (place,) for move in twin.legal_moves):
            return reason.words
    return ""


def _without(game: Game, reason: Reason) -> Game:
    """Return a game with another text for a definition."""
    tokens, lines = tokens_of(game.text), game.text.split("\n")
    for n, (one, head, name) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if is_bracket(one, "(") and head.text == "define" and name.text == reason.definition:
            first, last = _place(lines, one), _place(lines, tokens[closing(tokens, n)])
            changed = f'(define "{reason.definition}" {reason.instead})'
            text = game.text[:first] + changed + game.text[last + 1 :]
            tiling = game.tiling if game.growing else None
            return compile(text, game.options, tiling=tiling, jit=False)
    return game


def _place(lines: Sequence[str], token: Atom) -> int:
    """Return how many characters stand before a token of a text of lines."""
    assert token.at is not None
    line, column = token.at
    return sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
