"""The core: records, frames, actions, decisions, notes, matches, and what each viewer may know.

Begin with `game` (what a game consists of), `decisions` (how its pages are written) and `match`. This package knows no
game, and imports only `compiler`, `drawing` and `rulebook`.
"""
