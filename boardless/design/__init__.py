"""Games made by search: changed descriptions, played and kept by what they are like."""
