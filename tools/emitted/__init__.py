"""Hashes of all that is compiled, so that a change of names and places is seen to change no more.

``python -m tools.emitted --write FILE`` before the change, ``--against FILE`` after it.
"""
