"""The thesis's experiment: which games, on which tilings."""

#: The games and tilings of Tables 6.1 to 6.3, in the order of the tables.
GAMES = (
    ("Andantino", "square"),
    ("Andantino", "hexagonal"),
    ("Andantino", "triangular"),
    ("Bravalath", "square"),
    ("Bravalath", "hexagonal"),
    ("Bravalath", "triangular"),
    ("Plotto", "hexagonal"),
)
