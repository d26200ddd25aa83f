"""Studies with several runs: compare versions, sweep a value, measure skill, tune data to a target.

Begin with `compare`. Each study imports `runs` and `reports`.
"""
