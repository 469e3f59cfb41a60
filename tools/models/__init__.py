"""Slow models of games: the printed rules in plain Python over sets, to compare the engine with."""
