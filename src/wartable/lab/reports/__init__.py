"""The results of a run: summaries with their uncertainty, charts, and the page that shows them.

Begin with `summary` (figures), then `report` (the page). This package imports `runs`, and nothing of `studies`.
"""
