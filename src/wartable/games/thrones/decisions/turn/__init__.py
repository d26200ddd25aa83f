"""Chapters 4, 5 and 8: what a player does in a turn."""
