"""Growth of boards and shares of unused cells: measured on boards, in games and in stores."""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import islice, product
from math import isqrt, lcm
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from boardless.analysis.bounds import BOUNDS
from boardless.analysis.sequences import SEQUENCES, law_of, move_sequence
from boardless.games import Game, load
from boardless.games.game import GameChoice, as_game
from boardless.play import Batch, record_playouts
from boardless.state.batch import PLAY
from boardless.store import Store
from boardless.strategies import STRATEGIES, Perimeter, Strategy, Zone, strategy_of
from boardless.strategies.growth import around
from boardless.topo import TILINGS, InputError, Key, Tiling, integer_between, tiling_of
from boardless.topo.tilings.incidence import ADJACENT
from boardless.topo.tilings.named import is_regular
from boardless.util.inputs import refuse

#: The largest board of a measurement, because larger ones need gigabytes.
MAX_CELLS = 10_000_000

#: The most moves on tilings that need a search for each move.
MAX_MOVES = 10_000


def growth_table(
    tiling: Tiling | str,
    strategy: Strategy | str,
    sequence: str,
    moves: int,
    game: GameChoice | None = None,
) -> pd.DataFrame:
    """Play the best or worst case on a growing board, and measure the board after every move.

    Parameters
    ----------
    tiling : Tiling or str
        Any tiling, or its name; for the meaning of "best" and "worst" on a tiling without known
        laws see `analysis.sequences.move_sequence`.
    strategy : Strategy or str
        The growth of the board: a strategy, the program's or your own, or an argument of
        `boardless.strategies.strategy_of`, or "rule"; see `rule_growth_table`.
    sequence : {"best", "worst"}
        Whether the board stays as small, or gets as large, as possible.
    moves : int
        The number of tiles to place. The tiles at the start of a game count as moves.
    game : Game, str or path, optional
        The game with the rules that "rule" follows, by default Andantino.

    Returns
    -------
    pandas.DataFrame
        ``moves + 1`` rows, the first for the board before the first move, with the columns
        ``move`` (the number of tiles on the board), ``cells`` (of the board) and ``unused`` (the
        share of cells without a tile, from 0 to 1). Rows of "rule" begin with the start tiles.

    Raises
    ------
    InputError
        If the tiling, strategy, sequence or game is unknown, or `moves` is negative, more than the
        cells of a fixed board, or enough to make the board larger than MAX_CELLS.

    Examples
    --------
    >>> growth_table("square", "zone", "worst", 4)["cells"].tolist()
    [1, 9, 14, 19, 24]
    """
    tiling = tiling_of(tiling)
    if isinstance(strategy, str) and strategy.casefold() == "rule":
        if not isinstance(game, Game):
            game = load("Andantino" if game is None else game, tiling=tiling.name, jit=False)
        if game.tiling != tiling:
            raise InputError(f"game {game.name}: its tiling is not {tiling.name}")
        return rule_growth_table(game, sequence, moves)
    if game is not None:
        refuse("game", game, "only growth by rule reads the rules of a game")
    strategy = strategy_of(strategy, (*STRATEGIES, "rule"))
    keys = move_sequence(tiling, strategy, sequence)
    board = strategy.start(tiling)
    law = law_of(strategy)
    if law == "fixed":
        most, reason = len(board), f"the fixed board has {len(board)} cells"
    else:
        most, reason = _most(tiling, law, sequence), f"more would need over {MAX_CELLS} cells"
        if most == MAX_MOVES:
            reason = "moves are looked for one by one"
    moves = integer_between(moves, "moves", 0, most, reason)
    cells = [len(board)]
    for key in islice(keys, moves):
        strategy(board, board.site(key))
        cells.append(len(board))
    if len(cells) <= moves:
        raise InputError(f"moves {moves}: no cell of {strategy!r} is free after {len(cells) - 1}")
    sizes, played = np.array(cells), np.arange(moves + 1)
    return pd.DataFrame({"move": played, "cells": sizes, "unused": (sizes - played) / sizes})


def _most(tiling: Tiling, law: str | None, sequence: str) -> int:
    """Return the largest number of moves to play."""
    if law is not None and is_regular(tiling):
        size = BOUNDS[law, sequence]
        # A move takes a cell, so there are never more moves than cells.
        return bisect_right(range(MAX_CELLS), MAX_CELLS, key=lambda m: size(tiling, m)) - 1
    if law != "perimeter" or sequence == "best":
        return MAX_MOVES
    # A contour extends at most one step in either direction of the lattice.
    step, kinds = int(abs(tiling.slots.link[:, :, :2]).max()), len(tiling.faces)
    return (isqrt(MAX_CELLS // kinds) - 1) // (2 * step)


#: The compared techniques; every other technique grows the board like one of these.
TECHNIQUES = {"zone": "ZONE-APPEND", "contour": "PERI-APPEND", "rule": "RULE-APPEND"}

#: Seed of the random games.
SEED = 1

#: The quantiles at the borders of a band.
BAND = (0.05, 0.95)

#: Moves reached by fewer games than this share of them tell little about the rest.
REACHED = 0.1


def bands_of(sizes: pd.DataFrame) -> pd.DataFrame:
    """Return the sizes and unused shares of boards by tiles, while a tenth of the games last.

    The input has sorted rows ``game``, ``tiles``, ``cells``, ``games``, ``ended`` (the number of
    these games without another tile). The result has ``tiles``, ``games`` that reached this number,
    means ``cells`` and ``unused``, their BAND quantiles ``_low`` and ``_high``, and ``_corrected``.

    Long games may have other boards than short ones. The mean corrected for survival adds up the
    mean changes, each over all games that made that move, so it does not jump at the end of a game.
    """
    rows: list[tuple[Any, ...]] = []
    going_on = corrected = np.zeros(2)
    for (game, _), part in sizes.groupby(["game", "tiles"], sort=True):
        tiles = int(part["tiles"].iloc[0])
        cells = np.repeat(part["cells"].to_numpy(), part["games"].to_numpy())
        low, high = np.quantile(cells, BAND, method="inverted_cdf")
        # More cells leave more of them unused, so both quantiles belong to one game.
        bounds = (low, high, 1 - tiles / low, 1 - tiles / high)
        measures = np.stack((part["cells"], 1 - tiles / part["cells"]))
        sums = measures @ part["games"]
        if not rows or rows[-1][0] != game:
            going_on = corrected = np.zeros(2)
        corrected = corrected + (sums - going_on) / len(cells)
        going_on = sums - measures @ part["ended"]
        rows.append((game, tiles, len(cells), *sums / len(cells), *bounds, *corrected))
    names = ["cells", "unused", "cells_low", "cells_high", "unused_low", "unused_high"]
    names += ["cells_corrected", "unused_corrected"]
    table = pd.DataFrame(rows, columns=["game", "tiles", "games", *names])
    reached = table["games"] >= REACHED * table.groupby("game")["games"].transform("max")
    return table[reached].reset_index(drop=True)


def sizes_of(game: Game, batch: Batch) -> pd.DataFrame:
    """Return the sizes of boards in recorded games, for `bands_of`; start tiles count."""
    put = batch.kinds == PLAY
    tiles = batch.running(put, len(game.setup.start))
    moves = pd.DataFrame({"game": game.name, "tiles": tiles, "cells": batch.counts})[put]
    ends = moves.groupby(batch.played[put]).tail(1)
    return _with_ends(*(rows.value_counts().reset_index(name="games") for rows in (moves, ends)))


def _with_ends(sizes: pd.DataFrame, ends: pd.DataFrame) -> pd.DataFrame:
    """Return sorted sizes; ``ended`` is the number of games whose last size it is."""
    by = ["game", "tiles", "cells"]
    table = sizes.merge(ends.rename(columns={"games": "ended"}), on=by, how="left")
    return table.fillna({"ended": 0}).astype({"ended": int}).sort_values(by, ignore_index=True)


@cache
def played_growth(name: str, tiling: str, technique: str, games: int) -> pd.DataFrame:
    """Play random games without compiling and return their `bands_of`, with a column ``run``."""
    game = load(name, tiling=tiling, jit=False)
    batch = record_playouts(game, 0, games, technique=technique, seed=SEED)
    run = f"{technique}: playouts 0 to {games - 1} of seed {SEED}"
    return bands_of(sizes_of(game, batch)).assign(run=run)


#: The largest number of moves.
MAX_RULE_MOVES = 1_000


def rule_growth_table(game: GameChoice, sequence: str, moves: int) -> pd.DataFrame:
    """Play as the rules allow, and measure the board after every move, as `growth_table`.

    Each move makes the board smallest ("best") or largest ("worst"); no move looks ahead, so
    smaller and larger boards may exist. Of several equal moves, the best case takes the smallest
    lattice coordinates and the worst case the largest, and then the first lattice key. Players take
    turns with their first components at any cell that the rules allow to any player, and play on
    after a win. The start tiles count as moves: their board is the first.
    """
    if sequence not in SEQUENCES:
        refuse("unknown sequence", sequence, "choose best or worst")
    game = as_game(game)
    start_tiles = len(game.setup.start)
    why = f"{game.name} begins with {start_tiles} tiles"
    moves = integer_between(moves, "moves", start_tiles, MAX_RULE_MOVES, why)
    board = _Board(game)
    rows = [board.measures]
    sign = 1 if sequence == "best" else -1
    tiles = [
        next(n for n, component in enumerate(game.components, 1) if component.owner == player)
        for player in range(1, game.players + 1)
    ]
    for move in range(moves - start_tiles):
        tile = tiles[move % game.players]

        def rank(cell: Key, tile: int = tile) -> tuple[int, int, Key]:
            came, gone = board.effect(cell, tile)
            return sign * (len(came) - len(gone)), sign * (abs(cell[0]) + abs(cell[1])), cell

        if not board.free:
            raise InputError(f"moves {moves}: the rules allow no more than {start_tiles + move}")
        board.put(min(board.free, key=rank), tile)
        rows.append(board.measures)
    table = pd.DataFrame(rows, columns=["cells", "unused"])
    table.insert(0, "move", np.arange(start_tiles, moves + 1))
    return table


class _Board:
    """Tiles, and the cells for another tile by the rules."""

    def __init__(self, game: Game) -> None:
        rule, setup = game.rule, game.setup
        self._allowed = rule.allowed
        self._around = cache(partial(around, setup.tiling))
        self._tiles = dict(setup.start)
        first = rule.first(setup)
        self.free = {first.key(site) for site in first} - self._tiles.keys()

    @property
    def measures(self) -> tuple[int, float]:
        """The number of cells, and the share of them without a tile."""
        cells = len(self._tiles) + len(self.free)
        return cells, len(self.free) / cells

    def effect(self, cell: Key, tile: int) -> tuple[set[Key], set[Key]]:
        """Return the cells that a tile on a free cell adds and removes."""
        self._tiles[cell] = tile
        beside = {other for other in self._around(cell) if other and other not in self._tiles}
        allowed = {other for other in beside if self._may(other)}
        del self._tiles[cell]
        return allowed - self.free, beside & self.free - allowed

    def put(self, cell: Key, tile: int) -> None:
        """Put a tile on a free cell."""
        came, gone = self.effect(cell, tile)
        self._tiles[cell] = tile
        self.free = (self.free | came) - gone - {cell}

    def _may(self, cell: Key) -> bool:
        tiles = tuple(self._tiles.get(c, 0) if c else 0 for c in self._around(cell))
        return self._allowed(cell[2], tiles)


#: Contours for the fit of a law, and measured moves of zone growth.
CONTOURS, MOVES = 40, 200


def tiling_growth_table(*, tilings: Sequence[Tiling | str] = tuple(TILINGS)) -> pd.DataFrame:
    """Measure the growth of boards on tilings, each from one cell; by default on all tilings.

    Parameters
    ----------
    tilings : sequence of (Tiling or str)
        The tilings, by default all of `TILINGS`.

    Returns
    -------
    pandas.DataFrame
        A row for each tiling: ``tiling``; ``cells``, the corners of its prototiles; ``touching``,
        the fewest and the most cells that touch one; ``contour``, the cells after m contours (the
        worst case of contour growth), a law that holds for all m from 1 to CONTOURS;
        ``contour_best``, ``zone_best`` and ``zone_worst``, the cells after MOVES moves;
        ``zone_step``, the most cells that any move but the first can add to a zone, and
        ``zone_mean``, the mean number of cells that moves of the worst case add after the first.
    """
    return pd.DataFrame([_row(tiling_of(tiling)) for tiling in tilings])


def _row(tiling: Tiling) -> dict[str, object]:
    corners = np.unique([len(face) for face in tiling.faces], return_counts=True)
    touching = (tiling.slots.relation & ADJACENT > 0).sum(axis=1)
    contours = growth_table(tiling, Perimeter(), "worst", CONTOURS)["cells"].tolist()
    worst = growth_table(tiling, Zone(), "worst", MOVES)["cells"].tolist()
    return {
        "tiling": tiling.name,
        "cells": ", ".join(f"{n} of {size}" for size, n in zip(*corners, strict=True)),
        "touching": "-".join(map(str, sorted({touching.min(), touching.max()}))),
        "contour": contour_law(contours),
        "contour_best": growth_table(tiling, Perimeter(), "best", MOVES)["cells"].iloc[-1],
        "zone_best": growth_table(tiling, Zone(), "best", MOVES)["cells"].iloc[-1],
        "zone_worst": worst[-1],
        "zone_step": largest_step(tiling),
        "zone_mean": round((worst[-1] - worst[1]) / (MOVES - 1), 2),
    }


def contour_law(sizes: list[int]) -> str:
    """Return the quadratic in m of sizes after m contours, or two (even, odd), or ""."""
    for start, period in product(range(1, 6), (1, 2)):
        laws = {}
        for first in range(start, start + period):
            own = sizes[first::period]
            if len(set(np.diff(own, 2).tolist())) == 1:
                laws[first % period] = _quadratic(own[:3], first, period)
        if len(laws) == period:
            law = laws[0] if period == 1 else f"{laws[0]} (m even), {laws[1]} (m odd)"
            return law if start == 1 else f"{law}, from m = {start}"
    return ""


def _quadratic(sizes: list[int], first: int, period: int) -> str:
    """Return the quadratic in m through three sizes, at `first` and then every `period`."""
    a = Fraction(sizes[2] - 2 * sizes[1] + sizes[0], 2 * period**2)
    b = Fraction(sizes[1] - sizes[0], period) - a * (2 * first + period)
    c = sizes[0] - a * first**2 - b * first
    whole = lcm(a.denominator, b.denominator, c.denominator)
    text = ""
    for factor, name in ((a * whole, "m²"), (b * whole, "m"), (c * whole, "")):
        if factor:
            size = abs(factor) if abs(factor) != 1 or not name else ""
            text += f" {'-' if factor < 0 else '+'} {size}{name}"
    text = text.removeprefix(" + ")
    return text if whole == 1 else f"({text})/{whole}"


def largest_step(tiling: Tiling) -> int:
    """Return the most cells that a move can add to a zone, on a cell added by an earlier move."""
    slots = tiling.slots
    around = [
        {(0, 0, k), *map(tuple, slots.link[k, row & ADJACENT > 0, :3].tolist())}
        for k, row in enumerate(slots.relation)
    ]
    return max(
        len(own - {(i + x, j + y, n) for x, y, n in around[other]})
        for k, own in enumerate(around)
        for i, j, other in own - {(0, 0, k)}
    )


#: Random games of a store, from boards of section 5.4, and their moves that put tiles.
_TRIALS = """
MATCH (g:Game)<-[:PLAYS]-(r:Run)<-[:OF]-(t:Trial){0}
WHERE g.tiling = $tiling AND r.technique = $technique AND r.start = '5.4'
    AND t.number IS NOT NULL{1}
"""
_MOVES = _TRIALS.format("-[:MADE]->(m:Move)", " AND m.kind = 'play'")
_COUNTS = "RETURN g.id AS game, m.occupied AS tiles, m.cells AS cells, count(*) AS games"
_LAST = "WITH g, t, max(m.ply) AS last MATCH (t)-[:MADE]->(m:Move) WHERE m.ply = last "
_RUNS = (
    _TRIALS.format("", "")
    + """
RETURN g.id AS game, r.seed AS seed, min(t.number) AS first, max(t.number) AS last,
    count(*) AS games
ORDER BY game, seed
"""
)
_GAMES = """
MATCH (g:Game)<-[:PLAYS]-(:Run)<-[:OF]-(t:Trial)
WHERE g.tiling = $tiling AND t.number IS NOT NULL
RETURN DISTINCT g.id AS game, g.name AS name, g.chosen AS chosen
ORDER BY game
"""


def random_growth(store: Store, tiling: str, technique: str) -> pd.DataFrame:
    """Return the `bands_of` games in a store from boards of section 5.4, with runs as ``run``."""
    names = _names(store.query(_GAMES, tiling=tiling))
    sizes, ends, runs = (
        store.query(text, tiling=tiling, technique=technique)
        for text in (_MOVES + _COUNTS, _MOVES + _LAST + _COUNTS, _RUNS)
    )
    sizes = _with_ends(sizes, ends)
    table = bands_of(sizes.assign(game=sizes["game"].map(names)))
    runs_of = {
        names[part["game"].iloc[0]]: f"{technique}: {'; '.join(map(_span, part.itertuples()))}"
        for _, part in runs.groupby("game")
    }
    return table.assign(run=table["game"].map(runs_of))


def stored_growth(path: Path, tiling: str) -> dict[str, pd.DataFrame]:
    """Return `random_growth` by growth strategy, from the store at a path."""
    with Store.open(path, read_only=True) as store:
        return {
            name: random_growth(store, tiling, technique) for name, technique in TECHNIQUES.items()
        }


def _names(games: pd.DataFrame) -> dict[int, str]:
    """Return a unique name for each game of a store: its name, with its options, or its id."""
    alike = games.groupby("name")["game"].transform("size")
    names = games["name"].where(alike == 1, games["name"] + " (" + games["chosen"] + ")")
    still = names.groupby(names).transform("size") > 1
    names = names.where(~still, games["name"] + " (game " + games["game"].astype(str) + ")")
    return dict(zip(games["game"].tolist(), names.tolist(), strict=True))


def _span(run: Any) -> str:
    """Return the playouts of a run in words."""
    span = f"playouts {run.first} to {run.last} of seed {run.seed}"
    whole = run.games == run.last - run.first + 1
    return span if whole else f"{run.games} of the {span}"
