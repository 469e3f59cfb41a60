"""Tables as pictures, for pages on which a table has to look like the figures."""

import pandas as pd
from matplotlib.figure import Figure

#: Inches: height of a line, and space on either side of a column.
LINE, PAD = 0.27, 0.1


def draw_table(title: str, table: pd.DataFrame) -> Figure:
    """Draw the rows of a table under its title, the first column in bold."""
    rows = [[str(value) for value in row] for row in table.itertuples(index=False)]
    lines = [list(map(str, table.columns)), *rows]
    # A letter of the house font is at most 0.085 inch wide at this size, on average.
    widths = [max(len(line[n]) for line in lines) * 0.085 + 2 * PAD for n in range(len(lines[0]))]
    height = LINE * (len(lines) + 1.4)
    figure = Figure(figsize=(max(sum(widths), 3.0), height))
    figure.set_layout_engine("none")
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.set_xlim(0, figure.get_figwidth())
    ax.set_ylim(height, 0)
    ax.text(PAD, 0.6 * LINE, title, va="center", fontsize=10)
    for row, line in enumerate(lines):
        y = (row + 1.7) * LINE
        for n, text in enumerate(line):
            bold = "bold" if row == 0 or n == 0 else "normal"
            ax.text(sum(widths[:n]) + PAD, y, text, va="center", fontweight=bold)
        if row in (0, 1, len(lines)):
            ax.axhline(y - LINE / 2, color="black", linewidth=0.8)
    ax.axhline(height - LINE * 0.2, color="black", linewidth=0.8)
    return figure
