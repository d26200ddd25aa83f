"""The games in the formats of learning libraries: PettingZoo, Gymnasium, OpenSpiel. They need an extra."""
