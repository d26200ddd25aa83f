"""Hosted matches in memory: seats, moves, clocks, bots, hints, analysis, and looking after them. See `service` first."""
