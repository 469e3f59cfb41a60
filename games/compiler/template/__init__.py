"""What compiled games are made of: real modules, which `games.compiler.joining` makes one of.

Two are stand-ins: the constants of a game take the place of `constants`, and the functions that
follow from its rules that of `rules`. `loops`, `connections` and `quotients` are for games that use
them. See `games.compiler.joining.HEAD` for how cells are numbered.
"""
