"""A hosted match in memory: entries, seats, clock, and what each viewer has seen. Begin with `table`."""
