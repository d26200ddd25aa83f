"""What a search says to people: hints, the coach, the analysis of a match, the solver of puzzles.

Begin with `hint`. This package imports `search` and `nets`, and neither imports it.
"""
