"""Playing games: states for people, random playouts, and checks against recorded trials."""
