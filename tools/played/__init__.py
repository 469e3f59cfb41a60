"""Hashes of random games, so that a change of the compiler is seen to change none of them.

``python -m tools.played --write FILE`` before the change, ``--against FILE`` after it.
"""
