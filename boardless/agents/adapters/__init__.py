"""Games as other programs know them: PettingZoo, Gymnasium, OpenSpiel; each an extra."""
