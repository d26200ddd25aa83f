"""What a match is: records, frames, actions, decisions, notes, and what each viewer may know.

Begin with `game` (what a game is made of), `decisions` (how its pages are written) and `match`. It knows no game, and
imports `compiler`, `drawing` and `rulebook` only.
"""
