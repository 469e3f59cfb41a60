"""Programs for maintainers of boardless: checks over many games, outside the package."""
