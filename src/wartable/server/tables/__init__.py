"""Hosted matches in memory: seats, moves, clocks, bots, hints, analysis, looking after them. Begin with `service`."""
