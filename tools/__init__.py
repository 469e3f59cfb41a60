"""Programs for those who work on boardless: checks over many games, not part of the package."""
