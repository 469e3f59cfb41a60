"""The thesis's tables of random playouts, as published."""

import pandas as pd

from boardless.play.experiment import GAMES

#: The techniques of the published tables.
TECHNIQUES = ("BASE", "PERI-RE", "PERI-MAP", "ZONE-RE", "ZONE-MAP")

# By game in the order of GAMES: playouts per second / moves per second / playouts in all.
_ROWS = """
0.33/9.98/11 8.16/217.18/249 8.12/218.07/245 4.10/83.37/125 3.17/59.19/95
0.30/12.17/10 4.63/157.24/139 4.63/159.60/140 3.65/75.01/110 1.99/46.35/60
0.33/7.05/11 3.51/95.89/107 3.52/96.81/107 2.39/56.47/72 2.03/45.03/61
0.34/4.50/11 10.03/120.10/301 10.49/122.36/316 8.47/101.23/255 5.74/68.28/173
0.30/3.17/9 9.13/103.44/275 9.70/107.66/291 8.03/90.46/241 6.30/69.64/190
0.32/3.65/10 4.66/56.66/140 4.87/58.73/147 4.67/58.66/141 3.30/44.65/99
0.28/4.34/9 13.09/218.15/393 13.70/228.96/411 7.76/128.33/233 6.63/109.22/199
"""

#: What the three tables count: the column of a run, and the table's number.
MEASURES = ("playouts_per_s", "moves_per_s", "playouts")

#: Playouts per second of Ludii itself on a fixed board that is kept, by game and tiling, measured
#: on one core of a machine on which the C program for Andantino made 375,000.
LUDII_KEPT = dict(zip(GAMES, (741, 636, 467, 2629, 4772, 365, 1964), strict=True))

#: Mean plies of 1,200 random games played by Ludii, by game and tiling.
LUDII_PLIES = dict(zip(GAMES, (24.1, 31.5, 24.5, 9.8, 9.2, 11.1, 10.3), strict=True))


def published() -> pd.DataFrame:
    """Return Tables 6.1 to 6.3 as published: a row for each game and technique.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``tiling``, ``technique`` and the MEASURES.
    """
    rows = []
    for (game, tiling), line in zip(GAMES, _ROWS.strip().splitlines(), strict=True):
        for technique, cell in zip(TECHNIQUES, line.split(), strict=True):
            values = [float(value) for value in cell.split("/")]
            rows.append((game, tiling, technique, *values))
    return pd.DataFrame(rows, columns=["game", "tiling", "technique", *MEASURES])
