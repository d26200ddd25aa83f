"""What a run tells: summaries with their uncertainty, charts, and the page that shows them.

Begin with `summary` (figures), then `report` (the page). It imports `runs`, nothing of `studies`.
"""
