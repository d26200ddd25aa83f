"""What a search says to people: hints, the coach, the analysis of a match, the solver of puzzles.

Begin with `hint`. It imports `search` and `nets`, and is imported by neither.
"""
