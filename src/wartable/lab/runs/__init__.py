"""Playing matches and recording them: what is to be played, where it is played, and the folder that keeps it.

Begin with `job` (what is to be played) and `work` (play what a run lacks). It imports nothing of `reports` or
`studies`.
"""
