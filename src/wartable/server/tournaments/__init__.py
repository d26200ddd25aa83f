"""Tournaments: pairings, standings, and rounds that survive any failure of a server."""
