"""Tilings as finite tables: named ones, tables that people write, and what follows."""
