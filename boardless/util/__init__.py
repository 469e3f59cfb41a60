"""Helpers independent of boards: input, lazy imports, sparse rows, own code of users."""
