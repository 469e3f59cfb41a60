"""Hashes of all compiled code, to check that a change of names changes nothing else.

``python -m tools.emitted --write FILE`` before the change, ``--against FILE`` after it.
"""
