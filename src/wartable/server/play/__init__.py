"""Play at hosted tables: seating, moves, bots, hints, chat, analysis, housekeeping. Begin with `service`."""
