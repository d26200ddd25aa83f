"""Tournaments: who plays whom, who stands where, and rounds that survive whatever happens to a server."""
