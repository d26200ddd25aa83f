"""What happens at hosted tables: seating, moves, bots, hints, talk, analysis, housekeeping. Begin with `service`."""
