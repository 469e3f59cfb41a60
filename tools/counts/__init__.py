"""Counts of games, perft, beside those that other people have published."""
