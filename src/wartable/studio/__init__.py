"""The studio: a table of a game in development, on this machine only.

`wartable dev GAME` serves it. Rules are interpreted, never compiled; when a file is saved, the game is reloaded, and
the position stays. Beside the table are the record behind it, its decisions, its actions and its hidden information.
"""
