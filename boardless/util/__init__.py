"""Helpers that know no board: input, lazy imports, compressed sparse rows, own code of users."""
