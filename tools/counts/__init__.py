"""Perft counts of games next to published ones."""
