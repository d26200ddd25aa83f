"""Numbers in rules that are the same on every machine: bit sets, chance, exact functions."""
