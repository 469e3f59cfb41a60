"""Experiments that return tables, and figures made from tables."""
