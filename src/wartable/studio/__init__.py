"""The studio: a table of a game that is being written, on this machine alone.

`wartable dev GAME` serves it. Rules are read, never compiled; the game's files are read again when one is saved, and
the position stays. Beside the table stand the record behind it, its decisions, its actions and its secrets.
"""
