"""The games in the formats of learning libraries: PettingZoo, Gymnasium, OpenSpiel. Each is an extra."""
