"""Numbers in rules that come out the same wherever they run: bit sets, chance, exact functions."""
