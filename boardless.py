"""All public names of boardless in one place."""
