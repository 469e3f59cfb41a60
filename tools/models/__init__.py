"""Slow models of games, the printed rules in plain Python, and random games in them and the engine.

A module has the model first, which uses nothing of `boardless`, and then the comparison.
"""
