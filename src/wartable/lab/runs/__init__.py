"""Playing matches and recording them: what to play, where to play it, and the folder with the results.

Begin with `job` (what to play) and `work` (play what a run lacks). This package imports nothing of `reports` or
`studies`.
"""
