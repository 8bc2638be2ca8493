"""The seven splits of Gaia2, in the order of the paper's tables."""

SPLITS = ("Execution", "Search", "Ambiguity", "Adaptability", "Time", "Noise", "Agent2Agent")
