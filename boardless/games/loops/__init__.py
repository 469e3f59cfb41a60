"""Loops over sites and steps, and their tables, below the ludemes."""
