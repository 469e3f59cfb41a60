"""Adapters of games to other programs: PettingZoo, Gymnasium, OpenSpiel, Hive viewers."""
