"""Loops through sites and steps, and the tables that they read; below the ludemes."""
